"""The interface of worker pools."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable
from types import TracebackType
from typing import Final, Generic, Self

from cluster.job import Finished, Job, Result, Shared

IN_FLIGHT_PER_WORKER: Final = 2
"""One that runs and one that waits, so that no worker waits for whoever submits."""


class ClusterError(RuntimeError):
    """The workers cannot be had or are gone; the text is a sentence for whoever started them."""


class WorkerPool(ABC, Generic[Shared, Result]):
    """Runs jobs somewhere, several at a time.

    Whoever uses a pool submits jobs while there is ``room`` and collects results, which come in any order. Memory stays
    flat because no more jobs than that are ever in flight. As a context manager it closes itself.
    """

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many jobs run at a time, as far as is known now."""

    @property
    @abstractmethod
    def in_flight(self) -> int:
        """How many jobs have been submitted whose results have not been collected."""

    @property
    @abstractmethod
    def room(self) -> int:
        """How many more jobs may be submitted now."""

    @abstractmethod
    def submit(self, job: Job[Shared, Result]) -> None:
        """Take on a job; jobs are begun in the order they come.

        Raises
        ------
        RuntimeError
            When there is no room.
        """

    @abstractmethod
    def collect(self, timeout: float | None = None) -> list[Finished[Result]]:
        """Wait until at least one result is there, and hand out all that are; nothing if no job is in flight.

        Parameters
        ----------
        timeout : float, optional
            Seconds after which nothing is handed out, so that whoever waits can look after other things.

        Raises
        ------
        JobError
            When a job has raised an exception. The pool goes on with the others, whose results can be collected.
        ClusterError
            When the pool cannot go on.
        """

    @abstractmethod
    def forget_waiting(self) -> None:
        """Drop jobs that no worker has begun; they will not come back."""

    @abstractmethod
    def close(self) -> None:
        """Drop all jobs, wait for running ones that cannot be stopped, and let the workers go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def run_all(
    pool: WorkerPool[Shared, Result], jobs: Iterable[Job[Shared, Result]]
) -> Generator[Finished[Result], None, None]:
    """Run jobs, made when there is room for them, and hand out results as they come.

    Whoever stops asking for results has the waiting jobs dropped.
    """
    waiting = iter(jobs)
    try:
        while True:
            while pool.room > 0 and (job := next(waiting, None)) is not None:
                pool.submit(job)
            if not pool.in_flight:
                return
            yield from pool.collect()
    finally:
        pool.forget_waiting()

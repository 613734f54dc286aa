"""The interface of worker pools."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Generic, Self

from cluster.job import Finished, Job, Result, Shared


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
    def collect(self) -> list[Finished[Result]]:
        """Wait until at least one result is there, and hand out all that are; nothing if no job is in flight.

        Raises
        ------
        JobError
            When a job has raised an exception. The pool goes on with the others, whose results can be collected.
        """

    @abstractmethod
    def forget_waiting(self) -> None:
        """Drop jobs that no worker has begun; they will not come back."""

    @abstractmethod
    def close(self) -> None:
        """Drop waiting jobs, wait for running ones, and let the workers go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

"""Workers that are threads of this process: they start at once, and run side by side where jobs release the lock."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Final

from cluster.job import Finished, Job, JobError, Result, Shared
from cluster.pool import IN_FLIGHT_PER_WORKER, WorkerPool


class LocalPool(WorkerPool[Shared, Result]):
    """A pool of threads.

    Parameters
    ----------
    prepare : callable
        Makes what all jobs share; called once, here.
    workers : int, optional
        How many threads; by default one for each core.
    """

    def __init__(self, prepare: Callable[[], Shared], workers: int | None = None) -> None:
        self._shared: Final = prepare()
        self._workers: Final = workers or os.cpu_count() or 1
        self._threads: Final = ThreadPoolExecutor(self._workers, "worker")
        self._flying: Final[dict[Future[Result], Job[Shared, Result]]] = {}
        self._landed: Final[SimpleQueue[Future[Result]]] = SimpleQueue()
        self._failed: JobError | None = None

    @property
    def workers(self) -> int:
        """Number of threads."""
        return self._workers

    @property
    def in_flight(self) -> int:
        """Jobs submitted and not collected."""
        return len(self._flying)

    @property
    def room(self) -> int:
        """Jobs that may be submitted now."""
        return IN_FLIGHT_PER_WORKER * self._workers - self.in_flight

    def submit(self, job: Job[Shared, Result]) -> None:
        """Take on a job."""
        if self.room < 1:
            raise RuntimeError(f"{self.in_flight} jobs are in flight; collect some first")
        future = self._threads.submit(job.run, self._shared)
        self._flying[future] = job
        future.add_done_callback(self._landed.put)

    def collect(self, timeout: float | None = None) -> list[Finished[Result]]:
        """Wait for results."""
        finished: list[Finished[Result]] = []
        while self._failed is None and self._flying and (not finished or not self._landed.empty()):
            try:
                future = self._landed.get(timeout=timeout)
            except Empty:
                break
            if future not in self._flying:  # forgotten
                continue
            key, error = self._flying.pop(future).key, future.exception()
            if error is None:
                finished.append(Finished(key, future.result()))
            else:
                self._failed = JobError(key, "".join(traceback.format_exception(error)))
        if self._failed is not None and not finished:  # what came before it is handed out first
            failed, self._failed = self._failed, None
            raise failed
        return finished

    def forget_waiting(self) -> None:
        """Drop jobs that no thread has begun."""
        for future in [future for future in self._flying if future.cancel()]:
            del self._flying[future]

    def close(self) -> None:
        """Wait for running jobs and end the threads."""
        self.forget_waiting()
        self._threads.shutdown()

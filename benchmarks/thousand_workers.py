"""A thousand workers, simulated event by event under the analyser's own planner, feed and journal."""

from __future__ import annotations

import heapq
import tempfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from analyzer.feed import Played, UnitsJob
from analyzer.setting import setup_of
from benchmarks.empty_games import UNIT_SECONDS, drive, question_of, results_without_games
from catan_sim.rollout import RolloutSetup
from cluster.job import Finished, Job
from cluster.pool import IN_FLIGHT_PER_WORKER, WorkerPool

WORKERS: Final = 1000
BUDGETS: Final = {"": 4_000_000, "_100m_games": 1_500_000}
"""Units of analyses that somebody with a thousand cores might ask for: seven minutes of theirs, and two and a half.
The larger one has rounds of twice the size, so that fewer workers wait for the last jobs of a round."""
ROUNDS: Final = 30
"""The simulation goes through so many of them."""
SPREAD: Final = 0.3
"""Standard deviation of the logarithm of a job's duration: games differ, and so do cores."""
CALL_SECONDS: Final = 0.001
"""From the end of a job until the driver knows, and likewise back."""
CRASHES_AN_HOUR: Final = 0.5
"""Of each worker: hundreds of times as many as a healthy cluster has. Ray tells at once when a process ends."""
REPLACEMENT_SECONDS: Final = 5.0
"""Until another worker has loaded the kernels."""


class SimulatedPool(WorkerPool[RolloutSetup, Played]):
    """Workers that take time only on a clock of their own.

    Attributes
    ----------
    now : float
        Seconds on that clock.
    busy : float
        Seconds that workers spent on jobs whose results were used.
    crashes : int
    """

    def __init__(self, setup: RolloutSetup) -> None:
        self._setup: Final = setup
        self._chance: Final = np.random.default_rng(7)
        self._free: Final = [0.0] * WORKERS
        heapq.heapify(self._free)
        self._waiting: Final[deque[tuple[float, UnitsJob]]] = deque()
        self._running: Final[list[tuple[float, int, float, UnitsJob | None]]] = []
        self._count = 0
        self._flying = 0
        self.now = self.busy = 0.0
        self.crashes = 0

    @property
    def workers(self) -> int:
        """Simulated workers."""
        return WORKERS

    @property
    def in_flight(self) -> int:
        """Jobs submitted and not collected."""
        return self._flying

    @property
    def room(self) -> int:
        """Jobs that may be submitted now."""
        return IN_FLIGHT_PER_WORKER * WORKERS - self._flying

    def submit(self, job: Job[RolloutSetup, Played]) -> None:
        """Queue a job."""
        assert isinstance(job, UnitsJob)
        self._flying += 1
        self._waiting.append((self.now + CALL_SECONDS, job))
        self._begin_waiting()

    def collect(self, timeout: float | None = None) -> list[Finished[Played]]:
        """Let time pass until a job is done."""
        del timeout
        while self._running:
            self.now, _, seconds, job = heapq.heappop(self._running)
            if job is None:  # its worker crashed; time passed and nothing came of it
                continue
            self.busy += seconds
            self._flying -= 1
            self._begin_waiting()
            return [Finished(job.key, results_without_games(job, self._setup))]
        return []

    def forget_waiting(self) -> None:
        """Drop jobs that have not begun."""
        self._flying -= len(self._waiting)
        self._waiting.clear()

    def close(self) -> None:
        """Nothing to let go."""

    def _begin_waiting(self) -> None:
        while self._waiting and self._free[0] <= self.now:
            self._begin(*self._waiting.popleft())

    def _begin(self, there: float, job: UnitsJob) -> None:
        """Run a job on the worker that has been free for longest, or lose that worker with it and try another."""
        start = max(heapq.heappop(self._free), there)  # one job ahead lies with each worker
        seconds = job.count * UNIT_SECONDS * float(self._chance.lognormal(0.0, SPREAD))
        crash = float(self._chance.exponential(3600 / CRASHES_AN_HOUR))
        self._count += 1
        if crash < seconds:
            self.crashes += 1
            self._waiting.appendleft((start + crash + CALL_SECONDS, job))
            heapq.heappush(self._free, start + crash + REPLACEMENT_SECONDS)
            heapq.heappush(self._running, (start + crash, self._count, 0.0, None))
            return
        heapq.heappush(self._free, start + seconds)
        heapq.heappush(self._running, (start + seconds + CALL_SECONDS, self._count, seconds, job))


def measure() -> Iterator[tuple[str, float]]:
    """Share of all workers' time that was spent on jobs whose results count."""
    for name, budget in BUDGETS.items():
        question = question_of(budget)
        pool = SimulatedPool(setup_of(question))
        with tempfile.TemporaryDirectory() as folder:
            drive(question, ROUNDS, pool, Path(folder, "run"))
        yield f"sim_1000_workers_utilisation{name}", pool.busy / (WORKERS * pool.now)

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
from analyzer.request import MOST_GAMES
from analyzer.setting import setup_of
from benchmarks.empty_games import UNIT_SECONDS, drive, question_of, results_without_games
from catan_sim.rollout import RolloutSetup
from catan_sim.rollout_records import GAMES_A_UNIT
from cluster.deadlines import Deadlines
from cluster.job import Finished, Job
from cluster.pool import IN_FLIGHT_PER_WORKER, WorkerPool

WORKERS: Final = 1000
BUDGET_UNITS: Final = MOST_GAMES // GAMES_A_UNIT
"""The largest that a request can have, which a thousand cores play in under three minutes; smaller ones have smaller
rounds, and those who ask for them fewer cores."""
ROUNDS: Final = 20
"""The simulation goes through so many of them."""
SPREAD: Final = 0.3
"""Standard deviation of the logarithm of a job's duration: games differ, and so do cores."""
CALL_SECONDS: Final = 0.001
"""From the end of a job until the driver knows, and likewise back."""
CRASHES_AN_HOUR: Final = 0.5
"""Of each worker: hundreds of times as many as a healthy cluster has."""
SILENT_SHARE: Final = 0.2
"""Of them, those of which nobody is told, as when a network is cut: the worker is given up after the pool's deadline.
Of the others Ray tells at once."""
LATE_SECONDS: Final = 1.5
"""After which the pool gives a job that is late to a worker with nothing to do, at its next look."""
REPLACEMENT_SECONDS: Final = 5.0
"""Until another worker has loaded the kernels."""


class SimulatedPool(WorkerPool[RolloutSetup, Played]):
    """Workers that take time only on a clock of their own.

    Attributes
    ----------
    now : float
        Seconds on that clock.
    handed_out : float
        When the last job came.
    crashes : int
    """

    def __init__(self, setup: RolloutSetup) -> None:
        self._setup: Final = setup
        self._chance: Final = np.random.default_rng(7)
        self._free: Final = [0.0] * WORKERS
        heapq.heapify(self._free)
        self._waiting: Final[deque[tuple[float, UnitsJob]]] = deque()
        self._running: Final[list[tuple[float, int, UnitsJob | None]]] = []
        self._lost: Final[list[tuple[float, int, UnitsJob]]] = []
        self._count = 0
        self._flying = 0
        self._used: Final[list[tuple[float, float]]] = []
        self.now = self.handed_out = 0.0
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

    @property
    def utilisation(self) -> float:
        """Share of all workers' time, while there were jobs to hand out, that went into results that were used."""
        begins, ends = np.array(self._used).T
        busy = np.minimum(ends, self.handed_out) - np.minimum(begins, self.handed_out)
        return float(busy.sum() / (WORKERS * self.handed_out))

    def submit(self, job: Job[RolloutSetup, Played]) -> None:
        """Queue a job."""
        assert isinstance(job, UnitsJob)
        self._flying += 1
        self.handed_out = self.now
        self._waiting.append((self.now + CALL_SECONDS, job))
        self._begin_waiting()

    def collect(self, timeout: float | None = None) -> list[Finished[Played]]:
        """Let time pass until a job is done."""
        del timeout
        while self._running:
            self.now, _, job = heapq.heappop(self._running)
            if job is None:  # somebody has noticed that its worker is lost
                known, _, lost = heapq.heappop(self._lost)
                self._waiting.appendleft((known, lost))
                self._begin_waiting()
                continue
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
            is_silent = self._chance.random() < SILENT_SHARE
            known = start + (LATE_SECONDS if is_silent else crash) + CALL_SECONDS
            gone = start + (Deadlines().least if is_silent else crash) + CALL_SECONDS
            heapq.heappush(self._lost, (known, self._count, job))
            heapq.heappush(self._free, gone + REPLACEMENT_SECONDS)
            heapq.heappush(self._running, (known, self._count, None))
            return
        heapq.heappush(self._free, start + seconds)
        heapq.heappush(self._running, (start + seconds + CALL_SECONDS, self._count, job))
        self._used.append((start, start + seconds))


def measure() -> Iterator[tuple[str, float]]:
    """How busy a thousand workers are while an analysis is under way; its very end, when jobs run out, is left out."""
    question = question_of(BUDGET_UNITS)
    pool = SimulatedPool(setup_of(question))
    with tempfile.TemporaryDirectory() as folder:
        drive(question, ROUNDS, pool, Path(folder, "run"))
    yield "sim_1000_workers_utilisation", pool.utilisation

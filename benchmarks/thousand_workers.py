"""A thousand workers, simulated event by event under the analyser's own planner, feed and journal.

The driver's clock is a real one: what it takes to plan, cut, check and store is measured while it happens. What Ray
takes for a job, on the driver and on its way, is a constant below, and so is all that happens to workers.
"""

from __future__ import annotations

import heapq
import math
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
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
from cluster.ray_pool import NEWS

WORKERS: Final = 1000
BUDGET_UNITS: Final = MOST_GAMES // GAMES_A_UNIT
"""The largest that a request can have, which a thousand cores play in under three minutes; smaller ones have smaller
rounds, and those who ask for them fewer cores."""
ROUNDS: Final = 24
"""The simulation goes through so many of them, half of all."""
SPREAD: Final = 0.3
"""Standard deviation of the logarithm of a job's duration: games differ, and so do cores."""
DRIVER_SECONDS: Final = 0.0002
"""Of the driver for each job: half to hand it out, half to take its result. All it does for a job, planning included,
is ``driver_ms_a_job``."""
CALL_SECONDS: Final = 0.001
"""From the end of a job until the driver knows, and likewise back."""
CRASHES_AN_HOUR: Final = 0.5
"""Of each worker: hundreds of times as many as a healthy cluster has."""
SILENT_SHARE: Final = 0.2
"""Of them, those of which nobody is told, as when a network is cut: the worker is given up after the pool's deadline.
Of the others Ray tells at once."""
LOOK_SECONDS: Final = 0.5
"""Between the pool's looks for jobs that are late."""
REPLACEMENT_SECONDS: Final = 5.0
"""Until another worker has loaded the kernels."""


@dataclass(eq=False)
class _Member:
    """A worker, with the job it runs and the one it runs next, and when each of them reached it."""

    jobs: deque[tuple[float, UnitsJob]] = field(default_factory=deque)
    is_lost: bool = False


class SimulatedPool(WorkerPool[RolloutSetup, Played]):
    """Workers that take time only on a clock of their own; jobs are given to them as ``RayPool`` does.

    Attributes
    ----------
    now : float
        Seconds on the driver's clock.
    handed_out : float
        When the last job came.
    crashes : int
    """

    def __init__(self, setup: RolloutSetup) -> None:
        self._setup: Final = setup
        self._chance: Final = np.random.default_rng(7)
        self._deadlines: Final = Deadlines()
        self._longest = self._usual = 0.0
        self._by_load: Final[list[dict[_Member, None]]] = [{} for _ in range(IN_FLIGHT_PER_WORKER)]
        self._by_load[0].update((_Member(), None) for _ in range(WORKERS))
        self._waiting: Final[deque[UnitsJob]] = deque()
        self._open: Final[set[object]] = set()
        self._shared: Final[set[object]] = set()
        self._events: Final[list[tuple[float, int, Callable[[float], None]]]] = []
        self._count = 0
        self._finished: list[Finished[Played]] = []
        self._used: Final[list[tuple[float, float]]] = []
        self._left_at = time.thread_time()
        self.now = self.handed_out = 0.0
        self.crashes = 0

    @property
    def workers(self) -> int:
        """Simulated workers."""
        return WORKERS

    @property
    def in_flight(self) -> int:
        """Jobs submitted and not collected."""
        return len(self._open) + len(self._finished)

    @property
    def room(self) -> int:
        """Jobs that may be submitted now."""
        return IN_FLIGHT_PER_WORKER * WORKERS - self.in_flight

    @property
    def utilisation(self) -> float:
        """Share of all workers' time, while there were jobs to hand out, that went into results that were used."""
        begins, ends = np.array(self._used).T
        busy = np.minimum(ends, self.handed_out) - np.minimum(begins, self.handed_out)
        return float(busy.sum() / (WORKERS * self.handed_out))

    def submit(self, job: Job[RolloutSetup, Played]) -> None:
        """Give a job to somebody."""
        assert isinstance(job, UnitsJob)
        self.now += time.thread_time() - self._left_at
        self.handed_out = self.now
        self._open.add(job.key)
        self._waiting.append(job)
        self._hand_out()
        self._left_at = time.thread_time()

    def collect(self, timeout: float | None = None) -> list[Finished[Played]]:
        """Let time pass until a job is done."""
        self.now += time.thread_time() - self._left_at
        end = math.inf if timeout is None else self.now + timeout
        while self._events and self._events[0][0] <= (self.now if self._finished else max(self.now, end)):
            when, _, happen = heapq.heappop(self._events)
            happen(when)
        if not self._finished and end < math.inf:
            self.now = max(self.now, end)
        finished, self._finished = self._finished, []
        self._left_at = time.thread_time()
        return finished

    def forget_waiting(self) -> None:
        """Drop jobs that nobody has."""
        self._open.difference_update(job.key for job in self._waiting)
        self._waiting.clear()

    def close(self) -> None:
        """Nothing to let go."""

    def _at(self, when: float, happen: Callable[[float], None]) -> None:
        self._count += 1
        heapq.heappush(self._events, (when, self._count, happen))

    def _hand_out(self) -> None:
        while self._waiting and (load := next((load for load in self._by_load if load), None)) is not None:
            job = self._waiting.popleft()
            if job.key in self._open:
                self._give(next(iter(load)), job)

    def _give(self, member: _Member, job: UnitsJob) -> None:
        self.now += DRIVER_SECONDS / 2
        member.jobs.append((self.now + CALL_SECONDS, job))
        self._reckon(member)
        if len(member.jobs) == 1:
            self._begin(member, self.now)

    def _reckon(self, member: _Member) -> None:
        for load in self._by_load:
            load.pop(member, None)
        if not member.is_lost and len(member.jobs) < IN_FLIGHT_PER_WORKER:
            self._by_load[len(member.jobs)][member] = None

    def _begin(self, member: _Member, free: float) -> None:
        """Run a worker's next job, or lose the worker with it."""
        there, job = member.jobs[0]
        start = max(there, free)
        seconds = job.count * UNIT_SECONDS * float(self._chance.lognormal(0.0, SPREAD))
        crash = float(self._chance.exponential(3600 / CRASHES_AN_HOUR))
        is_silent = crash < seconds and self._chance.random() < SILENT_SHARE
        late = self._deadlines.late_after(self._usual)
        if self._usual and (is_silent or seconds > late):
            self._at(start + late + LOOK_SECONDS * self._chance.random(), partial(self._share, member, job, start))
        if crash >= seconds:
            self._at(start + seconds, partial(self._end, member, start))
            return
        self.crashes += 1
        if is_silent:
            self._at(start + self._deadlines.seconds(self._longest, 0), partial(self._lose, member))
        else:
            self._at(start + crash + CALL_SECONDS, partial(self._lose, member))

    def _end(self, member: _Member, start: float, when: float) -> None:
        """A job ends where it runs; the next one there begins, and the driver is told."""
        _, job = member.jobs[0]
        self._at(when + CALL_SECONDS, partial(self._told, member, job, when - start))
        if job.key in self._open:
            self._used.append((start, when))
        member.jobs.popleft()
        if member.jobs:
            self._begin(member, when)

    def _told(self, member: _Member, job: UnitsJob, seconds: float, when: float) -> None:
        self.now = max(self.now, when) + DRIVER_SECONDS / 2
        self._longest = max(self._longest, seconds)
        self._usual += (seconds - self._usual) * (NEWS if self._usual else 1.0)
        self._finish(job)
        self._reckon(member)
        self._hand_out()

    def _finish(self, job: UnitsJob) -> None:
        if job.key in self._open:
            self._open.remove(job.key)
            self._finished.append(Finished(job.key, results_without_games(job, self._setup)))

    def _share(self, member: _Member, job: UnitsJob, start: float, when: float) -> None:
        """Let somebody else try a late job and the one behind it, as soon as there is a reason or an idle worker."""
        if member.is_lost or not member.jobs or member.jobs[0][1] is not job:
            return
        self.now = max(self.now, when)
        for load in self._by_load:
            load.pop(member, None)
        is_urgent = when - start > self._deadlines.urgent_after(self._longest)
        for _, late in list(member.jobs):
            has_idle = bool(self._by_load[0]) and not self._waiting
            if late.key in self._open and late.key not in self._shared and (is_urgent or has_idle):
                self._shared.add(late.key)
                self._waiting.appendleft(late)
                self._hand_out()
        if not is_urgent:
            self._at(when + LOOK_SECONDS, partial(self._share, member, job, start))

    def _lose(self, member: _Member, when: float) -> None:
        """Have a lost worker's jobs done by others, and replace it."""
        self.now = max(self.now, when)
        member.is_lost = True
        self._reckon(member)
        self._waiting.extendleft(job for _, job in reversed(member.jobs) if job.key in self._open)
        self._hand_out()
        self._at(when + REPLACEMENT_SECONDS, self._replace)

    def _replace(self, when: float) -> None:
        self.now = max(self.now, when)
        self._by_load[0][_Member()] = None
        self._hand_out()


def measure() -> Iterator[tuple[str, float]]:
    """How busy a thousand workers are while an analysis is under way; its very end, when jobs run out, is left out."""
    question = question_of(BUDGET_UNITS)
    pool = SimulatedPool(setup_of(question))
    with tempfile.TemporaryDirectory() as folder:
        drive(question, ROUNDS, pool, Path(folder, "run"))
    yield "sim_1000_workers_utilisation", pool.utilisation

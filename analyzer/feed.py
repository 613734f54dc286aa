"""Playing rounds on a pool: cut into jobs of a useful length, several rounds under way, the oldest first."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.rounds import Round
from catan_sim.rollout import Candidate, RolloutSetup, rollout_units
from cluster.job import JobError
from cluster.pool import WorkerPool

Units = npt.NDArray[np.void]

SECONDS_A_JOB: Final = 0.25
"""Aimed at: long enough that handing jobs out costs nothing, short enough that nobody waits long for the last one."""
MOST_SECONDS_A_JOB: Final = 0.5
JOBS_A_SECOND: Final = 2000
"""With many workers jobs get longer, so that the driver need not hand out more than so many."""


@dataclass(frozen=True)
class JobKey:
    """Which units a job plays: those of a candidate (by its position) in a round, from one number on."""

    stage: str
    round_number: int
    arm: int
    first: int


@dataclass(frozen=True)
class Played:
    """What a job came to.

    Attributes
    ----------
    units : unit_dtype, shape (count,)
    seconds : float
        Processor time that the games took.
    """

    units: Units
    seconds: float


@dataclass(frozen=True)
class UnitsJob:
    """Some consecutive units of one candidate."""

    key: JobKey
    candidate: Candidate
    count: int

    def run(self, setup: RolloutSetup) -> Played:
        """Play them."""
        start = time.thread_time()
        units = rollout_units(setup, self.candidate, self.key.first, self.count).units
        return Played(units, time.thread_time() - start)


Pool = WorkerPool[RolloutSetup, Played]


_SECONDS_BETWEEN_LOOKS: Final = 0.5
"""How long a request to stop may go unnoticed."""


class InterruptionError(Exception):
    """Somebody asked to stop; what was running has been finished and stored in its rounds."""


class Feed:
    """Keeps a pool busy with rounds.

    Parameters
    ----------
    pool : WorkerPool
    is_interrupted : callable
        Asked before every job; True ends the work.
    on_units : callable
        Told how many units have just been played.

    Attributes
    ----------
    rounds : deque of Round
        Under way, oldest first.
    seconds : float
        Processor time of all games so far.
    """

    def __init__(self, pool: Pool, is_interrupted: Callable[[], bool], on_units: Callable[[int], None]) -> None:
        self._pool: Final = pool
        self._is_interrupted: Final = is_interrupted
        self._on_units: Final = on_units
        self.rounds: Final[deque[Round]] = deque()
        self.seconds = 0.0
        self._units = 0

    def add(self, this_round: Round) -> None:
        """Queue a round behind the others, and give its first jobs to idle workers."""
        self.rounds.append(this_round)
        self._submit()

    def oldest(self) -> Round:
        """Wait until the oldest round is complete, and let it go.

        Raises
        ------
        InterruptionError
            All rounds under way stay in ``rounds`` with what has been played of them.
        JobError
            When a job failed; the rounds stay likewise.
        ClusterError
            When the pool cannot go on; the rounds stay likewise.
        """
        while not self.rounds[0].is_complete:
            self._step(_SECONDS_BETWEEN_LOOKS)
        return self.rounds.popleft()

    def keep_busy(self) -> None:
        """Hand out what there is and take what has come, without waiting; raises what ``oldest`` does."""
        self._step(0.0)

    def _step(self, timeout: float) -> None:
        if self._is_interrupted():
            self._settle()
            raise InterruptionError
        self._submit()
        try:
            self._collect(timeout)
        except JobError:
            self._settle()
            raise

    def _submit(self) -> None:
        for this_round in self.rounds:
            while self._pool.room > 0:
                stretch = this_round.take(self._units_a_job())
                if stretch is None:
                    break
                key = JobKey(this_round.stage, this_round.number, stretch.arm, stretch.first)
                self._pool.submit(UnitsJob(key, this_round.candidates[stretch.arm], stretch.count))

    def _units_a_job(self) -> int:
        if not self._units:
            return 1
        seconds = min(max(SECONDS_A_JOB, self._pool.workers / JOBS_A_SECOND), MOST_SECONDS_A_JOB)
        return max(1, round(seconds * self._units / max(self.seconds, 1e-9)))

    def _collect(self, timeout: float) -> None:
        for finished in self._pool.collect(timeout):
            key, played = finished.key, finished.result
            assert isinstance(key, JobKey)
            this_round = next(r for r in self.rounds if (r.stage, r.number) == (key.stage, key.round_number))
            self.seconds += played.seconds
            self._units += len(played.units)
            self._on_units(this_round.store(key.arm, played.units))

    def _settle(self) -> None:
        """Let running jobs finish and keep their results."""
        self._pool.forget_waiting()
        while self._pool.in_flight:
            try:
                self._collect(_SECONDS_BETWEEN_LOOKS)
            except JobError:
                continue  # the first failure is the one that is told

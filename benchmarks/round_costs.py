"""Processor time of a round beside its games: it may grow neither with candidates nor with the rounds before it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from analyzer.allocation import SLOTS
from analyzer.feed import Played, UnitsJob
from analyzer.setting import setup_of
from benchmarks.empty_games import EmptyJob, drive, question_of
from catan_sim.rollout import RolloutSetup
from cluster.job import Job
from cluster.local import LocalPool

SETTINGS = ((8, 50), (30, 50), (54, 50), (54, 250))
"""Candidates and rounds; no budget leads to more than 256 rounds."""
FEW_ROUNDS = 4
"""Their time is taken off: it is that of the beginning and the end."""


class EmptyPool(LocalPool[RolloutSetup, Played]):
    """Takes the games out of jobs."""

    def submit(self, job: Job[RolloutSetup, Played]) -> None:
        """Take on a job without its games."""
        assert isinstance(job, UnitsJob)
        super().submit(EmptyJob(job))


def _seconds(candidates: int, rounds: int) -> float:
    question = question_of(SLOTS * SETTINGS[-1][1], candidates)
    with EmptyPool(partial(setup_of, question), 1) as pool, tempfile.TemporaryDirectory() as folder:
        begin = time.process_time()
        drive(question, rounds, pool, Path(folder, "run"))
        return time.process_time() - begin


def measure() -> Iterator[tuple[str, float]]:
    """Milliseconds a round, made-up results included (about one of them)."""
    _seconds(*SETTINGS[0])
    for candidates, rounds in SETTINGS:
        spent = _seconds(candidates, rounds) - _seconds(candidates, FEW_ROUNDS)
        yield f"round_ms_{candidates}_candidates_{rounds}", 1000 * spent / (rounds - FEW_ROUNDS)

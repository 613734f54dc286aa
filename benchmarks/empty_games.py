"""Jobs of an analysis without their games, for measuring all that surrounds these."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from analyzer.allocation import slots_per_round
from analyzer.driver import Driver, Limits
from analyzer.feed import JobKey, Played, UnitsJob
from analyzer.journal import begin_journal
from analyzer.progress import Silence
from analyzer.question import Question
from analyzer.request import request_from_mapping
from analyzer.resolve import resolve
from analyzer.setting import setup_of
from analyzer.storage import Storage
from catan_sim.core.state import size_of
from catan_sim.rollout import RolloutSetup
from catan_sim.rollout_records import GAMES_A_UNIT, unit_dtype
from cluster.pool import WorkerPool

UNIT_SECONDS = 0.1
"""What 64 games of eight players take on a core; decides how many units make a job."""
MOST_CANDIDATES = 96
"""The vertices of the shipped board for eight players."""
WIN_RATES = np.random.default_rng(0).normal(0.125, 0.006, MOST_CANDIDATES)


def results_without_games(job: UnitsJob, setup: RolloutSetup) -> Played:
    """What a job might have come to if candidates differed by so little that it takes very long to order them."""
    units = np.zeros(job.count, unit_dtype(size_of(setup.board)))
    units["unit"] = job.key.first + np.arange(job.count)
    units["games"] = GAMES_A_UNIT
    chance = np.random.default_rng([job.key.arm, job.key.first])
    units["wins"] = chance.binomial(GAMES_A_UNIT, WIN_RATES[job.key.arm], job.count)
    return Played(units, UNIT_SECONDS * job.count)


@dataclass(frozen=True)
class EmptyJob:
    """A job without its games."""

    job: UnitsJob

    @property
    def key(self) -> JobKey:
        """That of the job."""
        return self.job.key

    def run(self, setup: RolloutSetup) -> Played:
        """Make up results."""
        return results_without_games(self.job, setup)


def question_of(budget_units: int, candidates: int = 40) -> Question:
    """About the shipped board for eight players, without roads."""
    question = resolve(request_from_mapping({"board": "eight", "candidates": candidates}, "benchmark"))
    slots = slots_per_round(budget_units)
    return msgspec.structs.replace(question, budget_units=budget_units, road_units=0, slots=slots)


def drive(question: Question, rounds: int, pool: WorkerPool[RolloutSetup, Played], folder: Path) -> None:
    """Plan, hand out and store so many rounds, as an analysis does."""
    asked = msgspec.structs.replace(question, rounds=rounds)
    journal = begin_journal(Storage(folder), request_from_mapping({"board": "eight"}, "benchmark"), asked)
    Driver(asked, setup_of(asked), journal, pool, Limits(), Silence(), lambda: False).run()

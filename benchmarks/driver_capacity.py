"""How many jobs a second one driver can plan, hand to Ray workers and store: with jobs that play nothing."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from analyzer.feed import Played, UnitsJob
from analyzer.setting import setup_of, versions
from benchmarks.empty_games import EmptyJob, drive, question_of
from catan_sim.rollout import RolloutSetup
from cluster.job import Job
from cluster.ray_pool import RayPool

BUDGET_UNITS = 100_000
ROUNDS = 20
JOB_SECONDS = 0.3
"""Of real jobs, for the number of cores that one driver can feed."""


class CountingPool(RayPool[RolloutSetup, Played]):
    """Takes the games out of jobs, and counts them."""

    count = 0

    def submit(self, job: Job[RolloutSetup, Played]) -> None:
        """Take on a job without its games."""
        assert isinstance(job, UnitsJob)
        self.count += 1
        super().submit(EmptyJob(job))


def measure() -> Iterator[tuple[str, float]]:
    """Batches a second, the cores that could be kept busy with them, and the processor time of the driver's loop."""
    question = question_of(BUDGET_UNITS)
    with (
        CountingPool(partial(setup_of, question), 2, address="local", versions=versions) as pool,
        tempfile.TemporaryDirectory() as folder,
    ):
        drive(question, 2, pool, Path(folder, "warm"))
        begin, begin_own, before = time.perf_counter(), time.thread_time(), pool.count
        drive(question, ROUNDS, pool, Path(folder, "run"))
        count = pool.count - before
        rate, own = count / (time.perf_counter() - begin), (time.thread_time() - begin_own) / count
    yield "driver_batches_per_s", rate
    yield "driver_feeds_cores", rate * JOB_SECONDS
    yield "driver_ms_a_job", 1000 * own

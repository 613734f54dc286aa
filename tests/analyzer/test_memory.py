"""A run of any length takes the same memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from rich.console import Console

from analyzer.feed import Played, UnitsJob
from analyzer.report import tables, write
from analyzer.report.tables import batches_tables
from analyzer.report.write import write_report, write_tables
from analyzer.results import Results
from analyzer.setting import setup_of
from analyzer.storage import Storage
from analyzer.unit_store import UnitStore
from benchmarks.empty_games import EmptyJob, drive, question_of
from catan_sim.core.state import size_of
from catan_sim.rollout import RolloutSetup
from catan_sim.rollout_records import unit_dtype
from cluster.job import Job
from cluster.local import LocalPool
from tests.analyzer.sample_results import standard_results

BUDGET_UNITS = 62_500


class EmptyPool(LocalPool[RolloutSetup, Played]):
    """Takes the games out of jobs."""

    def submit(self, job: Job[RolloutSetup, Played]) -> None:
        assert isinstance(job, UnitsJob)
        super().submit(EmptyJob(job))


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


def parquet(tables: Iterable[pa.Table]) -> bytes:
    sink = pa.BufferOutputStream()
    write_tables(sink, tables)
    content: bytes = sink.getvalue().to_pybytes()
    return content


@pytest.mark.usefixtures("traced")
def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    question = question_of(BUDGET_UNITS)
    setup = setup_of(question)

    def peak(rounds: int) -> int:
        with EmptyPool(lambda: setup, 2) as pool:
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            drive(question, rounds, pool, tmp_path / str(rounds))
            return tracemalloc.get_traced_memory()[1] - before

    peak(3)  # whatever is loaded once
    more_rows = (32 - 8) * question.slots
    assert peak(32) - peak(8) < 0.05 * more_rows * unit_dtype(size_of(setup.board)).itemsize


def test_units_come_back_as_they_were(tmp_path: Path) -> None:
    dtype = standard_results().spots[0].units.dtype
    store = UnitStore(dtype, tmp_path)
    assert store.rows().shape == (0,)
    assert store.rows().dtype == dtype
    pieces = [spot.units for spot in standard_results().spots[:3]]
    for piece in pieces:
        store.append(piece)
        store.append(piece[:0])
    assert np.array_equal(store.rows(), np.concatenate(pieces))
    assert list(tmp_path.iterdir()) == []


def test_tables_of_any_size_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    results = standard_results()
    (whole,) = batches_tables(results)
    for rows in (1, 7, len(results.spots[0].units), len(whole)):
        monkeypatch.setattr(tables, "ROWS_A_TABLE", rows)
        pieces = list(batches_tables(results))
        assert {len(piece) for piece in pieces[:-1]} <= {rows}
        assert [row for piece in pieces for row in piece.to_pylist()] == whole.to_pylist()
    assert parquet(pieces) == parquet([whole])


def test_units_are_on_the_disk_before_all_of_their_table_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []

    def observed(results: Results) -> Iterator[pa.Table]:
        for table in batches_tables(results):
            yield table
            sizes.append(sum(path.stat().st_size for path in tmp_path.glob("batches.parquet.tmp-*")))

    monkeypatch.setattr(tables, "ROWS_A_TABLE", 20)
    monkeypatch.setattr(write, "batches_tables", observed)
    write_report(standard_results(), Storage(tmp_path), Console(quiet=True))
    assert len(sizes) > 2
    assert all(later - size > 1000 for size, later in pairwise(sizes[:-1]))

"""The display says what is known, and not too often."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console

from analyzer.progress import Progress
from analyzer.stage import SPOTS, Stage
from catan_sim.core.boardfile import find_board
from catan_sim.core.state import size_of
from catan_sim.rollout import Candidate
from catan_sim.rollout_records import unit_dtype

BOARD = find_board("standard")


@pytest.fixture
def stage() -> Stage:
    """A round in which E5 won 20 and C4 10 of 64 games."""
    made = Stage(SPOTS, [Candidate(BOARD.vertex("C4")), Candidate(BOARD.vertex("E5"))], unit_dtype(size_of(BOARD)))
    this_round = made.next_round(np.array([0, 1]))
    for arm, wins in enumerate((10, 20)):
        units = np.zeros(1, this_round.units.dtype)
        units["games"], units["wins"] = 64, wins
        this_round.store(arm, units)
    made.add(this_round)
    return made


def show(console: Console, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("analyzer.progress.time.monotonic", lambda: now)
    display = Progress(console)
    display.begin(BOARD, 1)
    display.stage(SPOTS, 100)
    display.restored(1)
    for _ in range(2):
        now += 5.5
        display.played(1)
        display.round(stage)
    display.end()


def test_plain_lines_now_and_then(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.StringIO()
    show(Console(file=text, width=300), stage, monkeypatch)
    (line,) = text.getvalue().splitlines()
    assert line.startswith("spots: 192 of at most 6,400 games, 12 a second, at most 9 min left; best so far: E5 ")
    assert line.index("E5") < line.index("C4")


def test_a_table_on_a_terminal(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.StringIO()
    show(Console(file=text, width=100, force_terminal=True), stage, monkeypatch)
    assert "192 of at most 6,400 games" in text.getvalue()
    assert "wheat 6 · wheat 4 · ore 3" in text.getvalue()


def test_time_left_counts_from_the_beginning_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling comes before it and may take longer than the time asked for."""
    now, text = 0.0, io.StringIO()
    monkeypatch.setattr("analyzer.progress.time.monotonic", lambda: now)
    display = Progress(Console(file=text, width=300), seconds=60.0)
    now = 100.0
    display.begin(BOARD, 1)
    display.stage(SPOTS, None)
    now = 115.0
    display.played(1)
    assert "45 s left" in text.getvalue()


def test_waiting_for_workers_does_not_count_in_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    now, text = 0.0, io.StringIO()
    monkeypatch.setattr("analyzer.progress.time.monotonic", lambda: now)
    display = Progress(Console(file=text, width=300))
    display.begin(BOARD, 1)
    display.stage(SPOTS, 101)
    display.notice("waiting for a free CPU")
    now = 600.0
    display.notice("")
    now = 602.0
    display.played(1)
    assert "64 of at most 6,464 games, 32 a second, at most 200 s left" in text.getvalue()

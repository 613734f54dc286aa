"""What people see while an analysis runs."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Final, Self

import numpy as np
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from analyzer.posterior import fitted_posterior
from analyzer.ranking import order_of
from analyzer.stage import Stage
from catan_sim.core.board import Board
from catan_sim.rollout_records import GAMES_A_UNIT

ROWS: Final = 8
"""Candidates shown."""
SECONDS_BETWEEN_TABLES: Final = 2.0
"""A table takes some 10 ms to work out, which the games should have."""
SECONDS_BETWEEN_COUNTS: Final = 0.5
SECONDS_BETWEEN_LINES: Final = 10.0
"""Where nothing can be drawn over, such as in a file."""
_NAMES: Final = {"spots": "Spots", "roads": "Roads"}


class Silence:
    """Watches and says nothing."""

    def begin(self, board: Board) -> None:
        """Take note of the board."""

    def stage(self, name: str, units: int | None) -> None:
        """Take note of a stage."""

    def restored(self, units: int) -> None:
        """Take note of units found in the journal."""

    def played(self, units: int) -> None:
        """Take note of units played."""

    def round(self, stage: Stage) -> None:
        """Take note of a round."""


class Progress:
    """A live display on a terminal, a line now and then elsewhere.

    Parameters
    ----------
    console : Console
        Where to show it.
    seconds : float or None
        How long the analysis may take.
    """

    def __init__(self, console: Console, seconds: float | None = None) -> None:
        self._console: Final = console
        self._seconds: Final = seconds
        self._live: Final = Live(console=console, auto_refresh=False, transient=True)
        self._begin: Final = time.monotonic()
        self._name = ""
        self._total: int | None = None
        self._found = 0
        self._units = 0
        self._stage_begin = self._begin
        self._table: Table | None = None
        self._best = ""
        self._next_table = self._next_count = 0.0
        self._next_line = self._begin + SECONDS_BETWEEN_LINES
        self._board: Board | None = None

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def begin(self, board: Board) -> None:
        """Show labels of this board."""
        self._board = board

    def stage(self, name: str, units: int | None) -> None:
        """Begin a stage."""
        self._name, self._total = _NAMES[name], units
        self._found = self._units = 0
        self._stage_begin = time.monotonic()

    def restored(self, units: int) -> None:
        """Count units found in the journal."""
        self._found += units

    def played(self, units: int) -> None:
        """Count units played."""
        self._units += units
        self._show()

    def round(self, stage: Stage) -> None:
        """Show what is known after a round of the spots; of roads only the number of games is shown."""
        now = time.monotonic()
        due = now >= self._next_table if self._console.is_terminal else now >= self._next_line
        if stage.name == "spots" and due and self._board is not None:
            self._look_at(stage, self._board)
            self._next_table = now + SECONDS_BETWEEN_TABLES
        self._show()

    def _look_at(self, stage: Stage, board: Board) -> None:
        posterior = fitted_posterior(stage.wins, stage.games)
        order = order_of(posterior, stage.turns_to_win)[:ROWS]
        ends = 100 * posterior.interval()
        means = 100 * posterior.mean
        labels = [board.vertex_labels[stage.candidates[arm].vertex] for arm in order]
        self._table = Table("", "vertex", "", "win rate", "95 %", "games", box=None, padding=(0, 2, 0, 0))
        for rank, (arm, label) in enumerate(zip(order, labels, strict=True), start=1):
            around = board.describe_vertex(stage.candidates[arm].vertex)
            interval = f"{ends[arm, 0]:.1f} to {ends[arm, 1]:.1f}"
            self._table.add_row(str(rank), label, around, f"{means[arm]:.1f} %", interval, f"{stage.games[arm]:,}")
        reach = np.abs(ends[order] - means[order, None]).max(axis=1)
        self._best = ", ".join(
            f"{label} {means[arm]:.1f} ± {far:.1f} %" for label, arm, far in zip(labels, order, reach, strict=True)
        )

    def _show(self) -> None:
        now = time.monotonic()
        if self._console.is_terminal and now >= self._next_count:
            self._next_count = now + SECONDS_BETWEEN_COUNTS
            parts = [Text(self._counts())] if self._table is None else [Text(self._counts()), self._table]
            self._live.update(Group(*parts), refresh=True)
        elif not self._console.is_terminal and now >= self._next_line:
            self._next_line = now + SECONDS_BETWEEN_LINES
            self._console.print(f"{self._counts()}; best so far: {self._best}", soft_wrap=True, highlight=False)

    def _counts(self) -> str:
        """For example: Spots: 12,800 of 90,048 games, 2,100 a second, 37 s left."""
        done = GAMES_A_UNIT * (self._found + self._units)
        of = "" if self._total is None else f" of {GAMES_A_UNIT * self._total:,}"
        now = time.monotonic()
        rate = GAMES_A_UNIT * self._units / max(now - self._stage_begin, 1e-9)
        text = f"{self._name}: {done:,}{of} games, {rate:,.0f} a second"
        left = None
        if self._seconds is not None:
            left = self._seconds - (now - self._begin)
        elif self._total is not None and rate > 0:
            left = (GAMES_A_UNIT * self._total - done) / rate
        return text if left is None else f"{text}, {max(left, 0.0):,.0f} s left"

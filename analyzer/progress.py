"""What people see while an analysis runs."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from analyzer.posterior import Posterior, fitted_posterior
from analyzer.ranking import order_of, probability_set
from analyzer.rounds import Indices
from analyzer.stage import SPOTS, Stage
from analyzer.stopping import DELTA, open_neighbours
from analyzer.words import certainty, counted, listed
from catan_sim.core.board import Board
from catan_sim.rollout_records import GAMES_A_UNIT

ROWS: Final = 8
"""Candidates shown."""
SECONDS_BETWEEN_TABLES: Final = 2.0
"""A table takes some 10 ms to work out, which the games should have."""
SECONDS_BETWEEN_COUNTS: Final = 0.5
SECONDS_BETWEEN_LINES: Final = 10.0
"""Where nothing can be drawn over, such as in a file."""
_LONG_SECONDS: Final = 300.0


class Silence:
    """Watches and says nothing."""

    def begin(self, board: Board, top: int) -> None:
        """Take note of the board."""

    def stage(self, name: str, units: int | None) -> None:
        """Take note of a stage."""

    def restored(self, units: int) -> None:
        """Take note of units found in the journal."""

    def played(self, units: int) -> None:
        """Take note of units played."""

    def round(self, stage: Stage) -> None:
        """Take note of a round."""

    def notice(self, text: str) -> None:
        """Take note of what the workers are up to."""

    def end(self) -> None:
        """Take note of the end."""


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
        self._begin = time.monotonic()
        self._board: Board | None = None
        self._stage_name = ""
        self._stage_begin = self._begin
        self._stage_units: int | None = None
        self._found = self._played = 0
        self._spots: Stage | None = None
        self._top = ROWS
        self._known = Known()
        self._next_table = 0.0
        self._next_show = 0.0
        self._notice = ""

    def begin(self, board: Board, top: int) -> None:
        """Begin to show, with labels of this board; the time asked for counts from here."""
        self._board, self._top = board, top
        self._begin = time.monotonic()
        self._next_show = self._begin + (0.0 if self._console.is_terminal else SECONDS_BETWEEN_LINES)
        if self._console.is_terminal:
            self._live.start()

    def end(self) -> None:
        """Take the display away."""
        self._live.stop()

    def stage(self, name: str, units: int | None) -> None:
        """Begin to count anew."""
        self._stage_name, self._stage_units, self._stage_begin = name, units, time.monotonic()
        self._found = self._played = 0

    def restored(self, units: int) -> None:
        """Count units found in the journal."""
        self._found += units

    def played(self, units: int) -> None:
        """Count units played."""
        self._played += units
        self._show()

    def round(self, stage: Stage) -> None:
        """Show what is known about the spots; of roads only the number of games is shown."""
        if stage.name == SPOTS:
            self._spots = stage
        self._show()

    def notice(self, text: str) -> None:
        """Show what the workers are up to until there is nothing to say."""
        self._notice = text
        if not self._played:  # waiting says nothing about how fast it will go
            self._stage_begin = time.monotonic()
        if self._live.is_started:
            self._next_show = 0.0
            self._show()
        elif text:
            self._console.print(text, soft_wrap=True, highlight=False)

    def _show(self) -> None:
        now = time.monotonic()
        if now < self._next_show:
            return
        if self._console.is_terminal:
            self._next_show = now + SECONDS_BETWEEN_COUNTS
            if now >= self._next_table:
                self._next_table = now + SECONDS_BETWEEN_TABLES
                self._known = self._look()
            remark = Text(f"{self._known.doubt}Ctrl-C stops, reports what is known and loses nothing.", style="dim")
            table = [_ranking(self._known)] if self._known.rows else []
            self._live.update(Group(Text(self._counts()), *filter(None, [self._notice]), *table, remark), refresh=True)
        else:
            self._next_show = now + SECONDS_BETWEEN_LINES
            known = self._look()
            best = ", ".join(f"{row.label} {row.mean:.1f} ({row.low:.1f} to {row.high:.1f}) %" for row in known.rows)
            line = f"{self._counts()}; best so far: {best or 'nobody'}. {known.doubt}"
            self._console.print(line.rstrip(), soft_wrap=True, highlight=False)

    def _counts(self) -> str:
        """For example: spots: 12,800 of at most 90,048 games, 2,100 a second, at most 37 s left."""
        now = time.monotonic()
        done = GAMES_A_UNIT * (self._found + self._played)
        rate = GAMES_A_UNIT * self._played / max(now - self._stage_begin, 1e-9)
        of, left = "", None
        if self._stage_units is not None:
            of = f" of {self._at_most}{GAMES_A_UNIT * self._stage_units:,}"
            left = (GAMES_A_UNIT * self._stage_units - done) / rate if rate > 0 else None
        if self._seconds is not None:
            left = self._seconds - (now - self._begin)
        until = "" if left is None else f", {self._at_most}{_duration(max(left, 0.0))} left"
        return f"{self._stage_name}: {done:,}{of} games, {rate:,.0f} a second{until}"

    @property
    def _at_most(self) -> str:
        """Spots may be settled before; roads get what they were given."""
        return "at most " if self._stage_name == SPOTS else ""

    def _look(self) -> Known:
        """What the rounds so far say."""
        stage, board = self._spots, self._board
        if stage is None or board is None:
            return Known()
        posterior = fitted_posterior(stage.wins, stage.games)
        ends = posterior.interval()
        order = order_of(posterior, stage.turns_to_win)
        rows = []
        for arm in order[:ROWS]:
            vertex = stage.candidates[arm].vertex
            mean, low, high = (100 * float(share) for share in (posterior.mean[arm], *ends[arm]))
            label, around = board.vertex_labels[vertex], board.describe_vertex(vertex)
            rows.append(Row(label, around, mean, low, high, int(stage.games[arm])))
        return Known(tuple(rows), _doubt(posterior, order[: self._top]) if self._stage_name == SPOTS else "")


def _doubt(posterior: Posterior, best: Indices) -> str:
    """Why it goes on."""
    doubts = []
    sure = probability_set(posterior, best)
    if sure < 1 - DELTA:
        doubts.append(f"who the best {len(best)} are ({certainty(sure)} sure)" if len(best) > 1 else "which is best")
    neighbours = open_neighbours(posterior, best)
    if neighbours:
        doubts.append(f"the order of {counted(neighbours, 'pair')} of neighbours")
    return f"Not settled yet: {listed(doubts)}. " if doubts else ""


def _ranking(known: Known) -> Table:
    table = Table("", "vertex", "", "win rate", "95 %", "games", box=None, padding=(0, 2, 0, 0))
    for rank, row in enumerate(known.rows, start=1):
        interval = f"{row.low:.1f} to {row.high:.1f}"
        table.add_row(str(rank), row.label, row.around, f"{row.mean:.1f} %", interval, f"{row.games:,}")
    return table


def _duration(seconds: float) -> str:
    """``37 s``, or ``12 min`` where seconds do not matter."""
    return f"{seconds:.0f} s" if seconds < _LONG_SECONDS else f"{seconds / 60:,.0f} min"


@dataclass(frozen=True)
class Row:
    """A candidate as the display shows it; win rates in percent."""

    label: str
    around: str
    mean: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Known:
    """What the games so far say: the best candidates, and what is still in doubt."""

    rows: tuple[Row, ...] = ()
    doubt: str = ""

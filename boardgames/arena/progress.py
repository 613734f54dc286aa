"""What people see while an arena is played."""

from __future__ import annotations

import time
from collections import Counter
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from boardgames.arena.record import SOLE_WIN, GameRecord

SECONDS_BETWEEN_LINES: Final = 10.0
"""Where nothing can be drawn over, such as in a file."""


class Display:
    """A bar with the wins so far on a terminal, a line now and then elsewhere; nothing when quiet."""

    def __init__(self, quiet: bool) -> None:
        self._quiet: Final = quiet
        self._console: Final = Console(stderr=True)
        self._wins: Final = Counter[str]()
        self._done = self._total = 0
        self._next_line = time.monotonic() + SECONDS_BETWEEN_LINES
        self._bar: Final = Progress(
            TextColumn("Playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
            console=self._console,
            transient=True,
            disable=quiet or not self._console.is_terminal,
        )
        self._task: Final = self._bar.add_task("")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def begin(self, found: int, total: int) -> None:
        """Begin to count."""
        self._done, self._total = found, total
        self._bar.update(self._task, completed=found, total=total)

    def played(self, record: GameRecord) -> None:
        """Count a game."""
        self._done += 1
        self._wins.update(label for label, won in zip(record.seats, record.outcomes, strict=True) if won == SOLE_WIN)
        wins = ", ".join(f"{label} {count}" for label, count in self._wins.most_common(4))
        self._bar.update(self._task, completed=self._done, description=wins)
        now = time.monotonic()
        if not self._quiet and not self._console.is_terminal and now >= self._next_line:
            self._next_line = now + SECONDS_BETWEEN_LINES
            self._console.print(
                f"{self._done} of {self._total} games; wins of this session: {wins or 'none'}",
                soft_wrap=True,
                highlight=False,
            )

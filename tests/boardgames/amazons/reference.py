"""A slow Amazons, straight from the rules: a dictionary of pieces and rays walked square by square."""

from __future__ import annotations

from collections.abc import Iterator

Place = tuple[int, int]
Turn = tuple[Place, Place, Place]
RAYS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]


class SlowAmazons:
    """A position as a list of rows of ``B``, ``W``, ``#`` and ``.``."""

    def __init__(self, rows: tuple[str, ...], mover: str) -> None:
        self.cells = {(y, x): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
        self.mover = mover

    def walk(self, place: Place) -> Iterator[Place]:
        """Empty squares on the eight rays from a square."""
        for down, right in RAYS:
            y, x = place[0] + down, place[1] + right
            while self.cells.get((y, x)) == ".":
                yield y, x
                y, x = y + down, x + right

    def turns(self) -> set[Turn]:
        """All legal turns."""
        found = set()
        for start in [place for place, sign in self.cells.items() if sign == self.mover]:
            for target in list(self.walk(start)):
                self.cells[start], self.cells[target] = ".", self.mover
                found |= {(start, target, arrow) for arrow in self.walk(target)}
                self.cells[start], self.cells[target] = self.mover, "."
        return found

    def play(self, turn: Turn) -> None:
        """Play a legal turn."""
        start, target, arrow = turn
        self.cells[start], self.cells[target] = ".", self.mover
        self.cells[arrow] = "#"
        self.mover = "W" if self.mover == "B" else "B"

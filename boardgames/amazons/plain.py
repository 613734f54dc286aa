"""A small Amazons without kernels, for the first seconds of a process whose kernels are still being compiled.

8×8 only. Sets of squares are Python integers, square ``8 * row + column``. It knows the rules and looks one turn ahead.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

Turn = tuple[int, int, int]
"""Squares: from, to, arrow."""

SIZE: Final = 8
BLACK_START: Final = sum(1 << 8 * row + column for row, column in ((0, 2), (2, 0), (5, 0), (7, 2)))
WHITE_START: Final = sum(1 << 8 * row + column for row, column in ((0, 5), (2, 7), (5, 7), (7, 5)))
_FULL: Final = (1 << 64) - 1
_NOT_FIRST: Final = 0xFEFEFEFEFEFEFEFE
_NOT_LAST: Final = 0x7F7F7F7F7F7F7F7F
_SHIFTS: Final = ((1, _NOT_FIRST), (8, _FULL), (9, _NOT_FIRST), (7, _NOT_LAST))
"""Step towards higher squares and where it may land; the opposite step may land where this one may start."""


def squares_of(squares: int) -> Iterator[int]:
    """Yield the members of a set, upwards."""
    while squares:
        yield (squares & -squares).bit_length() - 1
        squares &= squares - 1


def slides(source: int, free: int) -> int:
    """Free squares that queens on a set of squares reach in one move."""
    reached = 0
    for step, landing in _SHIFTS:
        front = source << step & landing & free
        while front:
            reached |= front
            front = front << step & landing & free
        landing = _NOT_LAST if landing == _NOT_FIRST else _NOT_FIRST if landing == _NOT_LAST else _FULL
        front = source >> step & landing & free
        while front:
            reached |= front
            front = front >> step & landing & free
    return reached


class PlainAmazons:
    """A position of the 8×8 game."""

    def __init__(self) -> None:
        self.amazons: list[int] = [BLACK_START, WHITE_START]
        self.arrows = 0
        self.mover = 0

    @property
    def free(self) -> int:
        """The empty squares."""
        return _FULL & ~(self.amazons[0] | self.amazons[1] | self.arrows)

    def is_legal(self, turn: Turn) -> bool:
        """Whether the mover may play a turn."""
        if not all(0 <= square < SIZE * SIZE for square in turn):
            return False
        start, target, arrow = (1 << square for square in turn)
        if not self.amazons[self.mover] & start or not slides(start, self.free) & target:
            return False
        return bool(slides(target, self.free & ~target | start) & arrow)

    def turns(self) -> Iterator[Turn]:
        """Yield every legal turn, arrows of one move together."""
        for start in squares_of(self.amazons[self.mover]):
            for target in squares_of(slides(1 << start, self.free)):
                free = self.free & ~(1 << target) | 1 << start
                for arrow in squares_of(slides(1 << target, free)):
                    yield start, target, arrow

    def play(self, turn: Turn) -> None:
        """Play a legal turn."""
        start, target, arrow = turn
        self.amazons[self.mover] ^= 1 << start | 1 << target
        self.arrows |= 1 << arrow
        self.mover = 1 - self.mover

    def good_turn(self, deadline: float) -> Turn | None:
        """The turn after which the mover is nearer to most squares, of those looked at before the deadline.

        Moves are judged first, then the arrows of the best ones, of the very best even after the deadline: that takes
        some milliseconds. None when there is no turn.
        """
        moves: dict[tuple[int, int], float] = {}
        for start in squares_of(self.amazons[self.mover]):
            for target in squares_of(slides(1 << start, self.free)):
                moves[start, target] = self._judge(start, target, None)
        best: Turn | None = None
        highest = float("-inf")
        for start, target in sorted(moves, key=lambda move: -moves[move]):
            free = self.free & ~(1 << target) | 1 << start
            for arrow in squares_of(slides(1 << target, free)):
                worth = self._judge(start, target, arrow)
                if worth > highest:
                    best, highest = (start, target, arrow), worth
            if time.perf_counter() > deadline:
                break
        return best

    def _judge(self, start: int, target: int, arrow: int | None) -> float:
        """Squares that the mover reaches sooner than the opponent, less those that it reaches later."""
        mine = self.amazons[self.mover] ^ (1 << start | 1 << target)
        theirs = self.amazons[1 - self.mover]
        free = _FULL & ~(mine | theirs | self.arrows)
        if arrow is not None:
            free &= ~(1 << arrow)
        mine_open = theirs_open = free
        worth = 0.0
        while True:
            theirs = slides(theirs, free) & theirs_open  # they move first
            theirs_open &= ~theirs
            worth -= (theirs & mine_open).bit_count()
            mine = slides(mine, free) & mine_open
            mine_open &= ~mine
            worth += (mine & theirs_open).bit_count()
            if not mine and not theirs:
                return worth

"""Positions as rows of text: ``B`` Black, ``W`` White, ``#`` an arrow, ``.`` empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from boardgames.amazons.records import NOWHERE, SIZES, STEPPED_TURNS, WHOLE_TURNS, board_words
from boardgames.amazons.rules import AMAZONS_EACH
from boardgames.amazons.squares import stride_of
from mcts.errors import InputError

EMPTY: Final = "."
ARROW: Final = "#"
SEATS: Final = "BW"

STARTS: Final = {
    6: (".W..W.", "W....W", "......", "......", "B....B", ".B..B."),
    8: ("..B..W..", "........", "B......W", "........", "........", "B......W", "........", "..B..W.."),
    10: (
        "...W..W...",
        "..........",
        "..........",
        "W........W",
        "..........",
        "..........",
        "B........B",
        "..........",
        "..........",
        "...B..B...",
    ),
}
"""Size → first position: Botzone's on 8×8, the standard one on 10×10."""


def square_at(size: int, row: int, column: int) -> int:
    """Number of a square in sets and actions."""
    return stride_of(size) * row + column


def place_of(size: int, square: int) -> tuple[int, int]:
    """Row and column of a square."""
    return divmod(square, stride_of(size))


def state_from_rows(rows: Sequence[str], mover: int = 0, dtypes: Any = WHOLE_TURNS) -> Any:
    """The record of a position; its ply is the number of arrows.

    Raises
    ------
    InputError
        When the rows are not a square board of a known size with at most four amazons a side.
    """
    size = len(rows)
    if size not in SIZES or any(len(row) != size for row in rows):
        raise InputError(f"a board has {', '.join(map(str, SIZES))} rows, each as long as there are rows")
    if set("".join(rows)) - set(EMPTY + ARROW + SEATS):
        raise InputError(f"a board is drawn with {EMPTY} {ARROW} {SEATS[0]} {SEATS[1]} only")
    if mover not in (0, 1):
        raise InputError(f"the mover is {mover}, but must be 0 (Black) or 1 (White)")
    state = np.zeros(1, dtype=dtypes[size])[0]
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            word, bit = divmod(square_at(size, row, column), 64)
            if sign in SEATS:
                state["amazons"][SEATS.index(sign), word] |= np.uint64(1 << bit)
            elif sign == ARROW:
                state["blocked"][word] |= np.uint64(1 << bit)
    for seat, name in enumerate(SEATS):
        if "".join(rows).count(name) > AMAZONS_EACH:
            raise InputError(f"seat {seat + 1} has more than {AMAZONS_EACH} amazons")
    state["ply"] = "".join(rows).count(ARROW)
    state["blocked"] |= ~board_words(size)
    state["mover"] = mover
    state["landed"] = NOWHERE
    return state


def rows_from_state(state: Any, size: int) -> tuple[str, ...]:
    """A position as rows of text."""
    signs = []
    for row, column in np.ndindex(size, size):
        word, bit = divmod(square_at(size, row, column), 64)
        here = [int(state["amazons"][seat, word]) >> bit & 1 for seat in (0, 1)]
        arrow = int(state["blocked"][word]) >> bit & 1
        signs.append(SEATS[0] if here[0] else SEATS[1] if here[1] else ARROW if arrow else EMPTY)
    return tuple("".join(signs[size * row : size * (row + 1)]) for row in range(size))


def start_state(size: int = 8, dtypes: Any = WHOLE_TURNS) -> Any:
    """The first position of a board size."""
    if size not in SIZES:
        raise InputError(f"the board size is {size!r}, but must be one of {', '.join(map(str, SIZES))}")
    return state_from_rows(STARTS[size], 0, dtypes)


def size_of(state: Any) -> int:
    """Board size of a position's record."""
    return next(size for size in SIZES if state.dtype in (WHOLE_TURNS[size], STEPPED_TURNS[size]))


def with_steps(state: Any) -> Any:
    """The same position with turns in two steps."""
    copy = np.zeros(1, dtype=STEPPED_TURNS[size_of(state)])[0]
    for field in ("amazons", "blocked", "mover", "ply", "landed"):
        copy[field] = state[field]
    return copy

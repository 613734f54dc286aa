"""Rules of tic-tac-toe as kernels over one small record."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from mcts.bits import popcount
from mcts.game import register_game
from mcts.kernel import kernel

CELLS: Final = 9
_FULL: Final = np.uint64(0o777)
_ONE: Final = np.uint64(1)
LINES: Final = np.array([0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124], np.uint64)
"""The eight winning lines as sets of cells; cell ``3 * row + column`` is bit ``3 * row + column``."""

DTYPE: Final = register_game(
    "tictactoe",
    [("cells", np.uint64, (2,))],  # the cells that each seat has marked
    sources=[Path(__file__)],
)


@kernel
def _has_line(cells: Any) -> bool:
    """Three marks in a row win."""
    for line in LINES:
        if cells & line == line:
            return True
    return False


@kernel
def actor(state: Any) -> int:
    """Seats alternate, seat 0 begins; the game ends with a line or a full board."""
    taken = state.cells[0] | state.cells[1]
    if taken == _FULL or _has_line(state.cells[0]) or _has_line(state.cells[1]):
        return -1
    return popcount(taken) & 1


@kernel
def legal_actions(state: Any, out: Any) -> int:
    """Write the empty cells in rising order; returns how many."""
    taken = state.cells[0] | state.cells[1]
    count = 0
    for cell in range(CELLS):
        if not (taken >> np.uint64(cell)) & _ONE:
            out[count] = cell
            count += 1
    return count


@kernel
def apply_action(state: Any, action: int) -> None:
    """The seat to move marks an empty cell."""
    seat = popcount(state.cells[0] | state.cells[1]) & 1
    state.cells[seat] |= _ONE << np.uint64(action)


@kernel
def outcome(state: Any, seat: int) -> int:
    """A line wins; a full board without one is a draw."""
    if _has_line(state.cells[seat]):
        return 2
    return 0 if _has_line(state.cells[1 - seat]) else 1

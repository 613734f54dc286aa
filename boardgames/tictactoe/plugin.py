"""Tic-tac-toe for the arena."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgames.kernel_plugin import KernelPlugin
from boardgames.models import Data
from boardgames.tictactoe import plugin_kernels  # noqa: F401  (plugs the kernels in)
from boardgames.tictactoe.rules import CELLS, DTYPE

MARKS = "xo"


class TicTacToe(KernelPlugin):
    """Three in a row on nine cells, numbered row by row from 0."""

    game_id = "tictactoe"
    display_name = "Tic-tac-toe"
    description = "Three in a row; small enough to be solved."
    min_players = max_players = default_players = 2

    def dtype(self, options: Data) -> np.dtype[np.void]:
        """Cells marked by each seat."""
        del options
        return DTYPE

    def first_state(self, players: int, options: Data, seed: int) -> Any:
        """The empty board."""
        del players, options, seed
        return np.zeros(1, DTYPE)[0]

    def action_type(self, state: Any) -> str:
        """There is but one kind of action."""
        del state
        return "mark"

    def payload(self, state: Any, action: int) -> Data:
        """The cell to mark."""
        del state
        return {"cell": action}

    def view(self, state: Any, seat: int | None) -> Data:
        """Nine signs, row by row: x, o or a full stop."""
        del seat
        marks = ["."] * CELLS
        for player, cells in enumerate(state["cells"]):
            for cell in range(CELLS):
                if int(cells) >> cell & 1:
                    marks[cell] = MARKS[player]
        return {"board": "".join(marks)}

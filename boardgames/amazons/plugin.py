"""Amazons for the arena."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from boardgames.amazons import plugin_kernels  # noqa: F401  (plugs the kernels in)
from boardgames.amazons.positions import place_of, rows_from_state, square_at, start_state
from boardgames.amazons.records import SIZES, WHOLE_TURNS
from boardgames.amazons.rules import SQUARE_BITS, arrow_of, start_of, target_of
from boardgames.kernel_plugin import KernelPlugin, new_stream, play_code
from boardgames.models import Data, Event, GameConfig, Phase, Player
from mcts.rng import draw_below

_MOST_OPENING_TURNS: Final = 10
"""Too few for either side to run out of moves, on any board."""


class Amazons(KernelPlugin):
    """Move an amazon like a queen, then shoot an arrow like one; who cannot move loses.

    A turn is ``{"from": [0, 2], "to": [3, 5], "arrow": [3, 7]}``, rows and columns from 0: on 8×8 these are Botzone's x
    and y. Black, the first seat, begins.
    """

    game_id = "amazons"
    display_name = "Amazons"
    description = "Move like a queen and block a square; who cannot move loses."
    min_players = max_players = default_players = 2
    config_schema = {  # noqa: RUF012
        "properties": {
            "size": {"type": "integer", "enum": list(SIZES), "default": 8, "description": "rows and columns"},
            "opening": {
                "type": "integer",
                "minimum": 0,
                "maximum": _MOST_OPENING_TURNS,
                "default": 0,
                "description": "random turns before the bots begin, so that no two games are alike",
            },
        }
    }

    def dtype(self, options: Data) -> np.dtype[np.void]:
        """A turn is one action."""
        return WHOLE_TURNS[options["size"]]

    def create_initial_state(self, players: Sequence[Player], config: GameConfig) -> tuple[Data, Phase, list[Event]]:
        """Set up a match; the random turns stand in the data as ``opening``."""
        data, phase, _ = super().create_initial_state(players, config)
        _, turns = self._opening(data["options"], config.random_seed)
        events = [Event("turn", data["players"][number % 2], turn) for number, turn in enumerate(turns)]
        return {**data, "opening": turns}, phase, events

    def first_state(self, players: int, options: Data, seed: int) -> Any:
        """The first position, after the random turns asked for."""
        del players
        return self._opening(options, seed)[0]

    def _opening(self, options: Data, seed: int) -> tuple[Any, list[Data]]:
        state, stream = start_state(options["size"]), new_stream(seed)
        turns = []
        for _ in range(options["opening"]):
            codes = self.codes(state)
            code = int(codes[draw_below(stream, len(codes))])
            turns.append(self.payload(state, code))
            play_code(state, code, stream)
        return state, turns

    def code(self, state: Any, payload: Data) -> int | None:
        """The legal turn that a payload means, or None; without writing out all two thousand of them."""
        try:
            turn = turn_of(size_of(state), payload)
        except (KeyError, TypeError, ValueError):
            return None
        return turn if turn in self.codes(state) and self.payload(state, turn) == payload else None

    def action_type(self, state: Any) -> str:
        """There is but one kind of action."""
        del state
        return "turn"

    def payload(self, state: Any, action: int) -> Data:
        """Where an amazon comes from, where it goes, where it shoots."""
        size = size_of(state)
        return {
            "from": list(place_of(size, start_of(action))),
            "to": list(place_of(size, target_of(action))),
            "arrow": list(place_of(size, arrow_of(action))),
        }

    def view(self, state: Any, seat: int | None) -> Data:
        """Rows of signs: B and W amazons, # arrows."""
        return {"seat": seat, "rows": list(rows_from_state(state, size_of(state))), "mover": int(state["mover"])}


_SIZES: Final = {(dtype.names or ())[0]: size for size, dtype in WHOLE_TURNS.items()}
"""By the name of the marker that a record begins with, since comparing whole dtypes takes as long as a turn."""


def size_of(state: Any) -> int:
    """Board size of a position with whole turns."""
    return _SIZES[state.dtype.names[0]]


def turn_of(size: int, payload: Data) -> int:
    """The kernel's code of a turn."""
    start, target, arrow = (square_at(size, *payload[name]) for name in ("from", "to", "arrow"))
    return start | target << SQUARE_BITS | arrow << 2 * SQUARE_BITS

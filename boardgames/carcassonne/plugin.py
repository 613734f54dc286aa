"""Carcassonne for the arena: how people and programs write its actions and see its table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from boardgames.carcassonne import (
    plugin_kernels,  # noqa: F401  (plugs the kernels in)
    rules,
)
from boardgames.carcassonne.actions import is_placement, rotation_of, to_text, x_of, y_of
from boardgames.carcassonne.draw import table_svg
from boardgames.carcassonne.features import followers_of
from boardgames.carcassonne.records import DTYPE, MAX_PLAYERS, MIN_PLAYERS, Phase
from boardgames.carcassonne.tiles import LETTERS, ROTATIONS, Kind
from boardgames.carcassonne.weights import PRESETS
from boardgames.kernel_plugin import KernelPlugin, new_stream
from boardgames.models import Data

_QUARTER = 90
_MEEPLE = "meeple:"


class Carcassonne(KernelPlugin):
    """The base game: lay the tile drawn, ``{"x": 1, "y": -1, "rotation": 90}``, then claim one of its features.

    A claim is ``{"meeple_spot": "city_N"}`` or ``{"skip": true}``. The order of the bag follows from the seed; nobody
    sees it.
    """

    game_id = "carcassonne"
    display_name = "Carcassonne"
    description = "Lay tiles, claim cities, roads, monasteries and fields."
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    default_players = 2
    evaluators = {name: weights.record for name, weights in PRESETS.items()}  # noqa: RUF012

    def dtype(self, options: Data) -> np.dtype[np.void]:
        """One size for all."""
        del options
        return DTYPE

    def first_state(self, players: int, options: Data, seed: int) -> Any:
        """Shuffle the bag and lay the start tile."""
        del options
        state = np.zeros(1, DTYPE)[0]
        rules.fill_bag(state, new_stream(seed))
        rules.begin(state, players)
        return state

    def action_type(self, state: Any) -> str:
        """A turn is two decisions: where the tile goes, and whether to claim something."""
        return Phase(int(state["phase"])).name.lower()

    def payload(self, state: Any, action: int) -> Data:
        """A placement or a claim."""
        del state
        if is_placement(action):
            return {"x": x_of(action), "y": y_of(action), "rotation": _QUARTER * rotation_of(action)}
        text = to_text(action)
        return {"meeple_spot": text.removeprefix(_MEEPLE)} if text.startswith(_MEEPLE) else {"skip": True}

    def count_turns(self, game_data: Data) -> int | None:
        """Tiles that were drawn to be laid; laying one and claiming something are one turn."""
        state = game_data["state"]
        laid: int = state["placed"] - 1  # the first one lies there from the beginning
        return laid + (state["phase"] == Phase.PLACE_TILE)

    def draw(self, game_data: Data) -> str | None:
        """The table."""
        return table_svg(self.record(game_data))

    def view(self, state: Any, seat: int | None) -> Data:
        """Everything but the order of the bag; what is left in it is known to all."""
        players = int(state["players"])
        drawn = int(state["drawn"])
        bag = [LETTERS[number] for number in state["bag"]]
        is_over = state["phase"] == Phase.OVER
        return {
            "seat": seat,
            "scores": state["scores"][:players].tolist(),
            "followers": state["supply"][:players].tolist(),
            "tile": None if is_over else bag[drawn],
            "tiles_left": int(rules.tiles_left(state)),
            "bag": dict(sorted(Counter(bag[drawn + 1 :]).items())),
            "discarded": int(state["discarded"]),
            "tiles": _tiles(state),
            "claims": _claims(state, players),
        }


def _tiles(state: Any) -> list[Data]:
    """The tiles on the table in the order of laying."""
    return [
        {
            "tile": LETTERS[int(state["lie"][number]) // ROTATIONS],
            "x": int(state["x"][number]),
            "y": int(state["y"][number]),
            "rotation": _QUARTER * (int(state["lie"][number]) % ROTATIONS),
        }
        for number in range(int(state["placed"]))
    ]


def _claims(state: Any, players: int) -> list[Data]:
    """Features with followers on them: their tiles (places in ``tiles``) and each seat's followers there."""
    parents = state["parent"].tolist()

    def root_of(segment: int) -> int:
        while parents[segment] != segment:
            segment = parents[segment]
        return segment

    firsts = state["first"][: int(state["placed"])].tolist()
    tiles_of: dict[int, list[int]] = {}
    for tile, (first, end) in enumerate(zip(firsts, [*firsts[1:], int(state["features"])], strict=True)):
        for segment in range(first, end):
            tiles_of.setdefault(root_of(segment), []).append(tile)
    claims = []
    for root, tiles in sorted(tiles_of.items()):
        followers = [int(followers_of(state, root, seat)) for seat in range(players)]
        if any(followers):
            kind = Kind(int(state["kind"][root])).name.lower()
            claims.append(
                {
                    "kind": kind,
                    "tiles": sorted(set(tiles)),
                    "open": int(state["open"][root]),
                    "pennants": int(state["pennants"][root]),
                    "followers": followers,
                }
            )
    return claims

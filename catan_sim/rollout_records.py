"""What rollouts count: one record a unit of 64 games, whole numbers only, so that sums are the same in any order."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final

import numpy as np

from catan_sim.core.records import MAX_PLAYERS, Size
from catan_sim.core.resources import RESOURCE_COUNT

GAMES_A_UNIT: Final = 64
"""As many as a mask has bits."""


class First(IntEnum):
    """Rows of ``first_turns`` and ``first_counts``: the things whose first building is timed."""

    SETTLEMENT = 0
    CITY = 1
    CARD = 2


@cache
def unit_dtype(size: Size) -> np.dtype[np.void]:
    """Sums over the games of one unit; "the focal player" is the one whose pick is asked about."""
    return np.dtype(
        [
            ("unit", np.int64),  # number of the unit; its games are 64 * unit onwards
            ("win_mask", np.uint64),  # bit i: the focal player won game i
            ("lead_mask", np.uint64),  # bit i: game i was stopped at the cap and nobody had more points than they
            ("games", np.int64),
            ("wins", np.int64),
            ("unfinished", np.int64),  # games stopped at the cap, which nobody wins
            ("wins_by_seat", np.int64, (MAX_PLAYERS,)),
            ("leads_by_seat", np.int64, (MAX_PLAYERS,)),  # stopped games in which nobody had more points
            ("top_two", np.int64),  # games in which at most one other player did better
            ("turns", np.int64),
            ("turns_squared", np.int64),
            ("win_turns", np.int64),  # turns of the games won
            ("win_turns_squared", np.int64),
            ("points", np.int64),  # final points, victory point cards included
            ("points_squared", np.int64),
            ("produced", np.int64, (RESOURCE_COUNT,)),  # cards from the dice
            ("blocked", np.int64),  # cards that did not come because the robber stood there
            ("short", np.int64),  # cards that did not come because the bank ran out
            ("stolen", np.int64),  # cards that others stole
            ("discarded", np.int64),  # cards given up on a seven
            ("first_turns", np.int64, (len(First),)),  # turn of the first one built after the set-up
            ("first_counts", np.int64, (len(First),)),  # games in which there was one
            ("roads", np.int64),
            ("settlements", np.int64),
            ("cities", np.int64),
            ("cards_bought", np.int64),
            ("longest_road", np.int64),  # games that ended with the award in the focal player's hands
            ("largest_army", np.int64),
            ("next_settlement", np.int64, (size.vertices,)),  # where the pick after the forced one went
            ("road_direction", np.int64, (3,)),  # which of board.vertex_edges the forced pick's road took
        ],
        align=True,
    )

"""Positions and actions as numbers for networks.

A position is a stack of planes, each a window of the table around the start tile, followed by numbers about hands and
bag. Tiles beyond the window, which few games reach, are not seen; placements there have the place of the nearest one
in the window.
"""

from __future__ import annotations

from typing import Any, Final

from boardgames.carcassonne.actions import SKIP, anchor_of, is_placement, kind_of, rotation_of, x_of, y_of
from boardgames.carcassonne.features import followers_of, root_of
from boardgames.carcassonne.records import FOLLOWERS, MAX_PLAYERS, Phase, Record
from boardgames.carcassonne.tables import EDGE_CITY, EDGE_ROAD, EDGES, SEGMENT_COUNT
from boardgames.carcassonne.tiles import BAG_SIZE, HALVES, ROTATIONS, SIDES, TILES, Kind
from mcts.kernel import kernel

REACH: Final = 12
"""How far the window reaches from the start tile in each direction."""
WINDOW: Final = (2 * REACH + 1) ** 2

LAID: Final = 0
CITY_SIDES: Final = LAID + 1
ROAD_SIDES: Final = CITY_SIDES + len(SIDES)
OWN_FOLLOWERS: Final = ROAD_SIDES + len(SIDES)
"""The first of four planes by kind: the seat's followers on a feature of this kind that the tile is part of."""
OTHER_FOLLOWERS: Final = OWN_FOLLOWERS + len(Kind)
"""The same for the other seat that has most there."""
JUST_LAID: Final = OTHER_FOLLOWERS + len(Kind)
"""The tile that a follower may be put on now."""
PLANES: Final = JUST_LAID + 1

IN_HAND: Final = PLANES * WINDOW
IN_BAG: Final = IN_HAND + len(TILES)
POINTS: Final = IN_BAG + len(TILES)
"""From here on points, then followers in hand, of the seat and of those that follow it."""
SUPPLY: Final = POINTS + MAX_PLAYERS
FEATURE_COUNT: Final = SUPPLY + MAX_PLAYERS
"""Length of an encoded position."""

_SPOTS: Final = ROTATIONS * WINDOW
_SKIP_INDEX: Final = _SPOTS + len(Kind) * len(HALVES)
POLICY_LENGTH: Final = _SKIP_INDEX + 1
"""Places of a policy: placements, spots of followers by kind and first side or half, and keeping the followers."""

_MANY_POINTS: Final = 100.0
_OVER: Final = int(Phase.OVER)
_PLACE_MEEPLE: Final = int(Phase.PLACE_MEEPLE)


@kernel
def _in_window(x: int, y: int) -> bool:
    return abs(x) <= REACH and abs(y) <= REACH


@kernel
def _place(x: int, y: int) -> int:
    """Number of a place in the window, row by row; beyond it of the nearest one."""
    column = min(max(x, -REACH), REACH) + REACH
    row = min(max(y, -REACH), REACH) + REACH
    return (2 * REACH + 1) * row + column


@kernel
def _encode_tile(state: Record, seat: int, number: int, out: Any) -> None:
    """Write what a tile shows, and who has followers on its features."""
    place = _place(state.x[number], state.y[number])
    lie = state.lie[number]
    out[LAID * WINDOW + place] = 1.0
    for side in range(4):
        out[(CITY_SIDES + side) * WINDOW + place] = EDGES[lie, side] == EDGE_CITY
        out[(ROAD_SIDES + side) * WINDOW + place] = EDGES[lie, side] == EDGE_ROAD
    for segment in range(SEGMENT_COUNT[lie >> 2]):
        root = root_of(state, state.first[number] + segment)
        for other in range(state.players):
            plane = (OWN_FOLLOWERS if other == seat else OTHER_FOLLOWERS) + state.kind[root]
            here = plane * WINDOW + place
            out[here] = max(out[here], followers_of(state, root, other))


@kernel
def encode(state: Record, seat: int, out: Any) -> None:
    """Write a position as a seat sees it into ``out`` (float32, shape (FEATURE_COUNT,)).

    Sides are 0 or 1, followers counted, points divided by 100, followers in hand by 7. Of the bag only what is left in
    it can be seen, by kind of tile, not its order.
    """
    out[:] = 0.0
    for number in range(state.placed):
        if _in_window(state.x[number], state.y[number]):
            _encode_tile(state, seat, number, out)
    last = state.placed - 1
    if state.phase == _PLACE_MEEPLE and _in_window(state.x[last], state.y[last]):
        out[JUST_LAID * WINDOW + _place(state.x[last], state.y[last])] = 1.0
    if state.phase != _OVER:
        out[IN_HAND + state.bag[state.drawn]] = 1.0
    for drawn in range(state.drawn + 1, BAG_SIZE):
        out[IN_BAG + state.bag[drawn]] += 1.0
    for step in range(state.players):
        other = (seat + step) % state.players
        out[POINTS + step] = state.scores[other] / _MANY_POINTS
        out[SUPPLY + step] = state.supply[other] / FOLLOWERS


@kernel
def prior_index(state: Record, action: int) -> int:  # noqa: ARG001
    """Place of an action in the policy."""
    if action == SKIP:
        return _SKIP_INDEX
    if is_placement(action):
        return ROTATIONS * _place(x_of(action), y_of(action)) + rotation_of(action)
    return _SPOTS + 8 * kind_of(action) + anchor_of(action)

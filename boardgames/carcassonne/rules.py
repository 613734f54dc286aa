"""The course of a game: drawing, laying tiles, putting followers, and the end.

The functions that a search knows (``mcts.game``) are these very ones.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from boardgames.carcassonne.actions import (
    SKIP,
    anchor_of,
    is_placement,
    kind_of,
    placement,
    rotation_of,
    spot,
    x_of,
    y_of,
)
from boardgames.carcassonne.board import fits_somewhere, put_on_table, rotations_that_fit
from boardgames.carcassonne.features import (
    FIELD,
    MONASTERY,
    add_segments,
    join_neighbours,
    put_follower,
    root_of,
    surround_monasteries,
)
from boardgames.carcassonne.records import FOLLOWERS, OPEN_PLACES, Phase, Record
from boardgames.carcassonne.scoring import score_end, score_turn
from boardgames.carcassonne.tables import ANCHORS, FULL_BAG, ONES, PORTS, SEGMENT_COUNT
from boardgames.carcassonne.tiles import BAG_SIZE, ROTATIONS, START_TILE
from mcts.kernel import kernel
from mcts.rng import draw_below

PLACE_TILE, PLACE_MEEPLE, OVER = (int(phase) for phase in Phase)
MOST_ACTIONS: Final = ROTATIONS * OPEN_PLACES
_MEEPLE_TIER: Final = 1_000
_SKIP_TIER: Final = 10_000
_TILE_SHIFT: Final = 20


@kernel
def shuffle_bag(state: Record, first: int, stream: Any) -> None:
    """Put the tiles of the bag from place ``first`` on into a new order, every order equally likely."""
    for last in range(BAG_SIZE - 1, first, -1):
        other = first + draw_below(stream, last + 1 - first)
        held = state.bag[last]
        state.bag[last] = state.bag[other]
        state.bag[other] = held


@kernel
def fill_bag(state: Record, stream: Any) -> None:
    """Put all tiles but the start tile into the bag, shuffled."""
    for place in range(BAG_SIZE):
        state.bag[place] = FULL_BAG[place]
    shuffle_bag(state, 0, stream)


@kernel
def begin(state: Record, players: int) -> None:
    """Set a blank record with a filled bag up for its first turn: the start tile lies, the first tile is drawn."""
    state.players = players
    for seat in range(players):
        state.supply[seat] = FOLLOWERS
    lay_tile(state, ROTATIONS * START_TILE, 0, 0)
    state.phase = PLACE_TILE


@kernel
def lay_tile(state: Record, lie: int, x: int, y: int) -> None:
    """Lay a tile and join its features with their neighbours'."""
    cell = put_on_table(state, lie, x, y)
    number = state.placed
    state.placed += 1
    state.first[number] = add_segments(state, lie)
    join_neighbours(state, cell)
    surround_monasteries(state, number)


@kernel
def can_claim(state: Record, feature: int) -> bool:
    """A follower may go to a feature of the tile just laid that nobody has claimed, on whichever tile."""
    return state.followers[root_of(state, feature)] == 0


@kernel
def has_spot(state: Record) -> bool:
    """Whether there is anything to choose: a follower in hand and a feature to put it on."""
    if not state.supply[state.seat]:
        return False
    number = state.placed - 1
    for segment in range(SEGMENT_COUNT[state.lie[number] >> 2]):
        if can_claim(state, state.first[number] + segment):
            return True
    return False


@kernel
def draw_tile(state: Record, log: Any) -> None:
    """Set aside tiles that fit nowhere until one fits; when the bag is empty the game ends and the rest is scored."""
    while state.drawn < BAG_SIZE and not fits_somewhere(state, state.bag[state.drawn]):
        state.drawn += 1
        state.discarded += 1
    if state.drawn == BAG_SIZE:
        score_end(state, log)
        state.phase = OVER


@kernel
def end_turn(state: Record, log: Any) -> None:
    """Score what the tile has completed, then the next player draws."""
    score_turn(state, log)
    state.phase = PLACE_TILE
    state.seat = (state.seat + 1) % state.players
    state.drawn += 1
    draw_tile(state, log)


@kernel
def segment_at(lie: int, kind: int, anchor: int) -> int:
    """The segment of a tile that an action names."""
    if kind == MONASTERY:
        return 0
    if kind == FIELD:
        return PORTS[lie, anchor >> 1, 1 + (anchor & 1)]
    return PORTS[lie, anchor, 0]


@kernel
def play(state: Record, action: int, log: Any) -> None:
    """Play a legal action and whatever follows without a choice; ``log`` (or None) takes down what is scored."""
    if is_placement(action):
        lie = ROTATIONS * state.bag[state.drawn] + rotation_of(action)
        lay_tile(state, lie, x_of(action), y_of(action))
        if has_spot(state):
            state.phase = PLACE_MEEPLE
        else:
            end_turn(state, log)
    else:
        if action != SKIP:
            number = state.placed - 1
            segment = segment_at(state.lie[number], kind_of(action), anchor_of(action))
            put_follower(state, state.first[number] + segment, state.seat)
        end_turn(state, log)


@kernel
def apply_action(state: Record, action: int) -> None:
    """Play a legal action and whatever follows without a choice."""
    play(state, action, None)


@kernel
def count_seats(state: Record) -> int:
    """Players in this game."""
    return state.players + 0


@kernel
def actor(state: Record) -> int:
    """The seat that decides, or -1 when the game is over."""
    return -1 if state.phase == OVER else state.seat + 0


@kernel
def tiles_left(state: Record) -> int:
    """Tiles in the bag, without the one in hand or just laid."""
    return max(BAG_SIZE - 1 - state.drawn, 0)


@kernel
def legal_actions(state: Record, out: Any) -> int:
    """Write all legal actions into ``out`` (int64, shape (MOST_ACTIONS,)); returns how many.

    Placements in the order of the list of open places, each by ascending rotation; spots in the order city, monastery,
    road, field and skip at the end.
    """
    count = 0
    if state.phase == PLACE_TILE:
        tile = state.bag[state.drawn]
        for place in range(state.open_places):
            fitting = rotations_that_fit(state, tile, place)
            if fitting:
                for rotation in range(ROTATIONS):
                    if fitting >> rotation & 1:
                        out[count] = placement(state.open_x[place], state.open_y[place], rotation)
                        count += 1
    elif state.phase == PLACE_MEEPLE:
        number = state.placed - 1
        lie = state.lie[number]
        for segment in range(SEGMENT_COUNT[lie >> 2]):
            feature = state.first[number] + segment
            if can_claim(state, feature):
                out[count] = spot(state.kind[feature], ANCHORS[lie, segment])
                count += 1
        out[count] = SKIP
        count += 1
    return count


@kernel
def count_actions(state: Record) -> int:
    """Number of legal actions."""
    count = 0
    if state.phase == PLACE_TILE:
        tile = state.bag[state.drawn]
        for place in range(state.open_places):
            count += ONES[rotations_that_fit(state, tile, place)]
    elif state.phase == PLACE_MEEPLE:
        number = state.placed - 1
        count = 1
        for segment in range(SEGMENT_COUNT[state.lie[number] >> 2]):
            count += can_claim(state, state.first[number] + segment)
    return count


@kernel
def nth_placement(state: Record, index: int) -> int:
    """The placement at this place of ``legal_actions``."""
    tile = state.bag[state.drawn]
    place = 0
    fitting = rotations_that_fit(state, tile, 0)
    while index >= ONES[fitting]:
        index -= ONES[fitting]
        place += 1
        fitting = rotations_that_fit(state, tile, place)
    rotation = 0
    while index or not fitting >> rotation & 1:
        index -= fitting >> rotation & 1
        rotation += 1
    return placement(state.open_x[place], state.open_y[place], rotation)


@kernel
def nth_spot(state: Record, index: int) -> int:
    """The spot, or skip, at this place of ``legal_actions``."""
    number = state.placed - 1
    lie = state.lie[number]
    for segment in range(SEGMENT_COUNT[lie >> 2]):
        feature = state.first[number] + segment
        if can_claim(state, feature):
            if index == 0:
                return spot(state.kind[feature], ANCHORS[lie, segment])
            index -= 1
    return SKIP


@kernel
def nth_action(state: Record, index: int) -> int:
    """The action at this place of ``legal_actions``, without writing them out."""
    if state.phase == PLACE_TILE:
        return nth_placement(state, index)
    return nth_spot(state, index)


@kernel
def random_action(state: Record, stream: Any) -> int:
    """One of the legal actions, all equally likely."""
    return nth_action(state, draw_below(stream, count_actions(state)))


@kernel
def action_rank(state: Record, action: int) -> int:  # noqa: ARG001
    """Order of widening: placements near the start tile first; cities, monasteries, roads, fields; skip last."""
    if is_placement(action):
        return abs(x_of(action)) + abs(y_of(action))
    if action == SKIP:
        return _SKIP_TIER
    return _MEEPLE_TIER + kind_of(action)


@kernel
def action_key(state: Record, action: int, tile_aware: bool) -> int:
    """The identity of an action across worlds: its code; tile-aware, a placement's key also has the tile."""
    if tile_aware and is_placement(action):
        return action | (state.bag[state.drawn] + 1) << _TILE_SHIFT
    return action


@kernel
def determinize(state: Record, seat: int, stream: Any) -> None:  # noqa: ARG001
    """Shuffle what is still in the bag, which nobody knows; the tile in hand stays."""
    shuffle_bag(state, state.drawn + 1, stream)


@kernel
def score(state: Record, seat: int) -> float:
    """Points now."""
    return np.float64(state.scores[seat])


@kernel
def outcome(state: Record, seat: int) -> int:
    """Of a finished game: 2 for the only winner, 1 for a shared win, 0 for a loser."""
    ahead = 0
    level = 0
    for other in range(state.players):
        ahead += state.scores[other] > state.scores[seat]
        level += state.scores[other] == state.scores[seat]
    return 0 if ahead else 2 if level == 1 else 1

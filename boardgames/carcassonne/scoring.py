"""Scoring: features that a turn has completed, and what is left at the end.

``log`` is None, or an int64 array of shape (LOG_ROWS, 3) that takes down what was scored: row 0 has the number of
entries, each further row a feature's root, its points, and the seats that got them as bits.
"""

from __future__ import annotations

from typing import Any, Final

from boardgames.carcassonne.features import (
    CITY,
    FIELD,
    ROAD,
    followers_of,
    return_followers,
    root_of,
)
from boardgames.carcassonne.records import CLAIM_WORDS, FOLLOWERS, MAX_PLAYERS, Record
from boardgames.carcassonne.tables import SEGMENT_COUNT
from mcts.bits import lowest_bit, without_lowest
from mcts.kernel import kernel

FIELD_POINTS: Final = 3
LOG_ROWS: Final = 1 + MAX_PLAYERS * FOLLOWERS
"""Every scoring has at least one follower, so no action leads to more of them."""


@kernel
def is_complete(state: Record, root: int) -> bool:
    """A city or road without open sides, a monastery with eight neighbours. Fields are never complete."""
    return state.kind[root] != FIELD and state.open[root] == 0


@kernel
def completed_cities(state: Record, field: int) -> int:
    """Different completed cities that a field borders on."""
    pieces = state.cities[field]
    count = 0
    while pieces:
        city = root_of(state, state.city_feature[lowest_bit(pieces)])
        count += is_complete(state, city)
        pieces &= ~state.cities[city]
    return count


@kernel
def points_of(state: Record, root: int) -> int:
    """What a feature is worth as it lies: twice as much for a completed city, a field only at the end."""
    kind = state.kind[root]
    if kind == FIELD:
        return FIELD_POINTS * completed_cities(state, root)
    if kind == CITY:
        return (state.tiles[root] + state.pennants[root]) * (2 if is_complete(state, root) else 1)
    return state.tiles[root] + 0


@kernel
def most_followers(state: Record, root: int) -> int:
    """The largest number of followers of one player on a feature."""
    most = 0
    for seat in range(state.players):
        most = max(most, followers_of(state, root, seat))
    return most


@kernel
def award(state: Record, root: int, log: Any) -> None:
    """Give a claimed feature's points to whoever has most followers on it; all of them, if several tie."""
    points = points_of(state, root)
    most = most_followers(state, root)
    winners = 0
    for seat in range(state.players):
        if followers_of(state, root, seat) == most:
            state.scores[seat] += points
            winners |= 1 << seat
    if log is not None:
        log[0, 0] += 1
        row = log[log[0, 0]]
        row[0] = root
        row[1] = points
        row[2] = winners


@kernel
def settle(state: Record, root: int, log: Any) -> None:
    """Score a feature if it is complete and claimed, and return its followers."""
    if state.followers[root] and is_complete(state, root):
        award(state, root, log)
        return_followers(state, root)


@kernel
def score_turn(state: Record, log: Any) -> None:
    """Score the cities and roads of the tile just laid, and the monasteries around it."""
    number = state.placed - 1
    for feature in range(state.first[number], state.first[number] + SEGMENT_COUNT[state.lie[number] >> 2]):
        if state.kind[feature] == CITY or state.kind[feature] == ROAD:
            settle(state, root_of(state, feature), log)
    if state.monasteries:
        for place in range(state.monasteries):
            settle(state, state.first[state.monastery[place]], log)


@kernel
def score_end(state: Record, log: Any) -> None:
    """Score everything that still has followers: incomplete features and fields."""
    for kind in range(FIELD + 1):
        for word in range(CLAIM_WORDS):
            roots = state.claimed[kind, word]
            while roots:
                award(state, 64 * word + lowest_bit(roots), log)
                roots = without_lowest(roots)

"""How good an unfinished position is for a seat, in [0, 1]: four parts whose weights shift in the course of the game.

Incomplete features with followers are found in bitsets and carry their own sums, so nothing is searched on the table.
A feature completed by the tile just laid counts as incomplete, and as certain, until the turn ends and it is scored.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from boardgames.carcassonne.features import AROUND, CITY, FIELD, MONASTERY, followers_of, root_of
from boardgames.carcassonne.records import CLAIM_WORDS, FOLLOWERS, Record
from boardgames.carcassonne.rules import tiles_left
from boardgames.carcassonne.scoring import FIELD_POINTS, is_complete
from mcts.bits import lowest_bit, without_lowest
from mcts.exact_math import sigmoid
from mcts.kernel import kernel

_TILES_PER_OPEN_SIDE: Final = 3
_BASE_CHANCE: Final = 0.5
_LIKELY: Final = 0.3
"""Above this chance an incomplete city counts for the fields beside it."""
_WASTED_FOLLOWER: Final = 1.5


@kernel
def completion_probability(open_sides: int, remaining: int) -> float:
    """The chance that a feature will be completed, guessed from its open sides and the tiles in the bag."""
    if open_sides == 0:
        return 1.0
    if remaining == 0:
        return 0.0
    ratio = remaining / (open_sides * _TILES_PER_OPEN_SIDE)
    return min(1.0, ratio * _BASE_CHANCE)


@kernel
def raw_potential(state: Record, root: int, remaining: int) -> float:
    """What a city, road or monastery may be expected to bring."""
    kind = state.kind[root]
    tiles = state.tiles[root]
    if kind == CITY:
        chance = completion_probability(state.open[root], remaining)
        worth = tiles + state.pennants[root]
        return chance * (2 * worth) + (1.0 - chance) * worth
    if kind == MONASTERY:
        chance = completion_probability(state.open[root], remaining)
        return chance * (1 + AROUND) + (1.0 - chance) * tiles
    return np.float64(tiles)


@kernel
def most_of_others(state: Record, root: int, seat: int) -> int:
    """The largest number of followers that one opponent has on a feature."""
    most = 0
    for other in range(state.players):
        if other != seat:
            most = max(most, followers_of(state, root, other))
    return most


@kernel
def potential_difference(state: Record, seat: int, remaining: int) -> float:
    """Potential of the features that a seat controls or shares, less the others', less its wasted followers."""
    difference = 0.0
    for kind in range(FIELD):
        for word in range(CLAIM_WORDS):
            roots = state.claimed[kind, word]
            while roots:
                root = 64 * word + lowest_bit(roots)
                roots = without_lowest(roots)
                worth = raw_potential(state, root, remaining)
                own = followers_of(state, root, seat)
                if own == 0:
                    difference -= worth
                elif own >= most_of_others(state, root, seat):
                    difference += worth
                else:
                    difference -= worth + own * _WASTED_FOLLOWER
    return difference


@kernel
def cities_worth(state: Record, field: int, remaining: int) -> float:
    """Three points for each completed city beside a field, and for each likely one in proportion."""
    total = 0.0
    pieces = state.cities[field]
    while pieces:
        city = root_of(state, state.city_feature[lowest_bit(pieces)])
        pieces &= ~state.cities[city]
        chance = completion_probability(state.open[city], remaining)
        if is_complete(state, city) or chance > _LIKELY:
            total += chance * FIELD_POINTS
    return total


@kernel
def field_value(state: Record, seat: int, remaining: int) -> float:
    """What the fields that a seat controls or shares may be expected to bring."""
    total = 0.0
    for word in range(CLAIM_WORDS):
        roots = state.claimed[FIELD, word]
        while roots:
            root = 64 * word + lowest_bit(roots)
            roots = without_lowest(roots)
            own = followers_of(state, root, seat)
            if own and own >= most_of_others(state, root, seat):
                total += cities_worth(state, root, remaining)
    return total


@kernel
def field_difference(state: Record, seat: int, remaining: int) -> float:
    """A seat's fields less those of the opponent with the best ones."""
    best = 0.0
    for other in range(state.players):
        if other != seat:
            best = max(best, field_value(state, other, remaining))
    return field_value(state, seat, remaining) - best


@kernel
def score_difference(state: Record, seat: int) -> int:
    """A seat's points less those of the best opponent."""
    best = -1
    for other in range(state.players):
        if other != seat:
            best = max(best, state.scores[other])
    return state.scores[seat] - best


@kernel
def meeple_economy(state: Record, seat: int, progress: float, weights: Any) -> float:
    """Followers in hand: neither none, nor hoarded, and rather more than the others have."""
    own = state.supply[seat]
    others = 0
    for other in range(state.players):
        if other != seat:
            others += state.supply[other]
    value = min(own / FOLLOWERS, 1.0)
    if own >= weights.meeple_hoard_threshold and progress > weights.meeple_hoard_progress_gate:
        value *= weights.meeple_hoard_penalty
    if own == 0 and progress < 0.85:
        value *= 0.3
    elif own <= 1 and progress < 0.7:
        value *= 0.6
    relative = sigmoid((own - others / (state.players - 1)) * 0.5 / 3.0)
    return 0.5 * relative + 0.5 * value


@kernel
def evaluate(state: Record, seat: int, weights: Any) -> float:
    """The value of an unfinished position for a seat.

    Parameters
    ----------
    weights : record of WEIGHTS_DTYPE
    """
    remaining = tiles_left(state)
    progress = 1.0 - remaining / (remaining + state.placed)
    score = sigmoid(score_difference(state, seat) / weights.score_scale)
    potential = sigmoid(potential_difference(state, seat, remaining) / weights.potential_scale)
    meeples = meeple_economy(state, seat, progress, weights)
    fields = sigmoid(field_difference(state, seat, remaining) / weights.field_scale)
    value = (
        (weights.score_base + weights.score_delta * progress) * score
        + (weights.potential_base + weights.potential_delta * progress) * potential
        + (weights.meeple_base + weights.meeple_delta * progress) * meeples
        + (weights.field_base + weights.field_delta * progress) * fields
    )
    return min(max(value, 0.0), 1.0)

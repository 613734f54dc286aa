"""The evaluator's formulas written out plainly over the reference game."""

from __future__ import annotations

import math

from boardgames.carcassonne.weights import EvalWeights
from tests.boardgames.carcassonne.reference import Area, ReferenceGame


def sigmoid(x: float, scale: float) -> float:
    return 1.0 / (1.0 + math.exp(-x / scale))


def completion_probability(open_edges: int, tiles_remaining: int) -> float:
    if open_edges == 0:
        return 1.0
    if tiles_remaining == 0:
        return 0.0
    ratio = tiles_remaining / max(open_edges * 3, 1)
    return min(1.0, ratio * 0.5)


def raw_feature_potential(game: ReferenceGame, area: Area, tiles_remaining: int) -> float:
    if area.kind == "city":
        chance = completion_probability(area.open_sides, tiles_remaining)
        finished = len(area.tiles) * 2 + area.pennants * 2
        unfinished = len(area.tiles) + area.pennants
        return chance * finished + (1 - chance) * unfinished
    if area.kind == "road":
        return len(area.tiles)
    neighbours = game.around(next(iter(area.tiles)))
    chance = completion_probability(8 - neighbours, tiles_remaining)
    return chance * 9 + (1 - chance) * (1 + neighbours)


def meeple_counts(game: ReferenceGame, area: Area, seat: int) -> tuple[int, int]:
    counts = dict(game.counts(area))
    own = counts.pop(seat, 0)
    return own, max(counts.values(), default=0)


def potential_component(game: ReferenceGame, seat: int, weights: EvalWeights, tiles_remaining: int) -> float:
    mine = others = wasted = 0.0
    for area in game.claimed_areas():
        if area.kind == "field":
            continue
        raw = raw_feature_potential(game, area, tiles_remaining)
        own, most = meeple_counts(game, area, seat)
        if own == 0:
            others += raw
        elif own >= most:
            mine += raw
        else:
            others += raw
            wasted += own * 1.5
    return sigmoid(mine - others - wasted, weights.potential_scale)


def estimate_field_value(game: ReferenceGame, seat: int, tiles_remaining: int) -> float:
    total = 0.0
    for area in game.claimed_areas():
        own, most = meeple_counts(game, area, seat)
        if area.kind != "field" or own == 0 or own < most:
            continue
        for city in game.cities_beside(area):
            if game.is_complete(city):
                total += 3
            else:
                chance = completion_probability(city.open_sides, tiles_remaining)
                if chance > 0.3:
                    total += chance * 3
    return total


def meeple_component(game: ReferenceGame, seat: int, weights: EvalWeights, progress: float) -> float:
    own = game.supply[seat]
    others = [count for other, count in enumerate(game.supply) if other != seat]
    value = min(own / 7.0, 1.0)
    if own >= weights.meeple_hoard_threshold and progress > weights.meeple_hoard_progress_gate:
        value *= weights.meeple_hoard_penalty
    if own == 0 and progress < 0.85:
        value *= 0.3
    elif own <= 1 and progress < 0.7:
        value *= 0.6
    relative = sigmoid((own - sum(others) / len(others)) * 0.5, 3.0)
    return 0.5 * relative + 0.5 * value


def plain_evaluation(game: ReferenceGame, seat: int, weights: EvalWeights) -> float:
    remaining = len(game.bag)
    progress = 1.0 - remaining / (remaining + len(game.table))
    opponents = [other for other in range(game.players) if other != seat]
    score = sigmoid(game.scores[seat] - max(game.scores[other] for other in opponents), weights.score_scale)
    fields = estimate_field_value(game, seat, remaining) - max(
        estimate_field_value(game, other, remaining) for other in opponents
    )
    value = (
        (weights.score_base + weights.score_delta * progress) * score
        + (weights.potential_base + weights.potential_delta * progress)
        * potential_component(game, seat, weights, remaining)
        + (weights.meeple_base + weights.meeple_delta * progress) * meeple_component(game, seat, weights, progress)
        + (weights.field_base + weights.field_delta * progress) * sigmoid(fields, weights.field_scale)
    )
    return min(max(value, 0.0), 1.0)

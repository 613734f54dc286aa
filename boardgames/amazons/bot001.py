"""The evaluation of Bot001: five parts, weighted by the phase of the game, and its exploration constant.

Its distances, also those it calls a queen's, count single steps in any direction; all amazons of a side start at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from boardgames.amazons.records import amazons_of, occupied_of
from boardgames.amazons.squares import first_square, how_many, is_empty, king_steps, slides_within_seven, without_first
from mcts.exact_math import exponential, sigmoid
from mcts.game import marked_dtype
from mcts.kernel import kernel

EARLY: Final = (0.08, 0.06, 0.60, 0.68, 0.02)
MIDDLE: Final = (0.13, 0.15, 0.45, 0.51, 0.07)
LATE: Final = (0.11, 0.15, 0.38, 0.45, 0.10)
"""Weights of queen territory, king territory, queen position, king position and mobility."""

LAST_EARLY_TURN: Final = 10
LAST_MIDDLE_TURN: Final = 20
_SCALE: Final = 0.20
_LONGEST_WAY: Final = 100

PARAMETERS: Final = marked_dtype(
    "amazons_bot001", [("by_distance", np.float64, (_LONGEST_WAY,)), ("mobility", np.float64)], [Path(__file__)]
)
"""``by_distance``: weight of a square by its distance, all four distance parts together; ``mobility``: of a target."""


def phase_weights(turn: int) -> tuple[float, ...]:
    """The five weights; turns are those of one player, counted from 1."""
    if turn <= LAST_EARLY_TURN:
        return EARLY
    return MIDDLE if turn <= LAST_MIDDLE_TURN else LATE


def exploration(turn: int) -> float:
    """The UCB constant, smaller from turn to turn."""
    return 0.177 * float(exponential(-0.008 * (turn - 1.41)))


def parameters(turn: int) -> Any:
    """The evaluation of a search whose root is at this turn of the searcher."""
    queen_territory, king_territory, queen_position, king_position, mobility = phase_weights(turn)
    record = np.zeros(1, dtype=PARAMETERS)[0]
    for distance in range(1, _LONGEST_WAY):
        weight = queen_territory
        if distance <= 3:
            weight += king_territory * (4 - distance)
        if distance <= 7:
            weight += queen_position * 2.0**-distance
        if distance <= 6:
            weight += king_position / (distance + 1.0)
        record["by_distance"][distance] = weight
    record["mobility"] = mobility
    return record


@kernel
def _side(amazons: Any, occupied: Any, parameters: Any) -> float:
    """The weighted parts of one side."""
    free = ~occupied
    total = 0.0
    distance = 0
    front = king_steps(amazons, free)
    while not is_empty(front):
        distance += 1
        total += parameters.by_distance[distance] * how_many(front)
        free &= ~front
        front = king_steps(front, free)
    targets = 0
    while not is_empty(amazons):
        targets += how_many(slides_within_seven(occupied, first_square(amazons)))
        amazons = without_first(amazons)
    return total + parameters.mobility * targets


@kernel
def evaluate(state: Any, seat: int, parameters: Any) -> float:
    """Bot001's estimate that ``seat`` wins, in [0, 1]."""
    occupied = occupied_of(state)
    mine = _side(amazons_of(state, seat), occupied, parameters)
    theirs = _side(amazons_of(state, 1 - seat), occupied, parameters)
    return sigmoid((mine - theirs) * _SCALE)

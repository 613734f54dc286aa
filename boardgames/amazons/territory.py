"""What the improved bot looks at: who is nearer to every square, by queen's and by king's moves.

The parts follow the literature on Amazons evaluations (territory and position by both distances, mobility, the right to
move). Each is a difference, seat minus opponent, so a sum with learnt weights and a sigmoid gives a probability.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from boardgames.amazons.records import NOWHERE, amazons_of, occupied_of
from boardgames.amazons.squares import (
    first_square,
    how_many,
    is_empty,
    king_steps,
    queen_steps,
    slides,
    without_first,
)
from mcts.kernel import kernel

QUEEN_TERRITORY: Final = 0
"""Squares reached in fewer queen's moves."""
QUEEN_POSITION: Final = 1
"""Sum of 2^-d over the squares at queen's distance d."""
KING_TERRITORY: Final = 2
"""Squares reached in fewer king's moves."""
KING_POSITION: Final = 3
"""By how many king's moves squares are reached sooner, up to six each, in sixths."""
OWN_REGIONS: Final = 4
"""Squares that only one side can ever reach."""
FREEDOM: Final = 5
"""Square roots of the numbers of targets of the amazons."""
CAGED: Final = 6
"""Sum of 1 / (1 + t)² over the amazons, t their numbers of targets."""
TEMPO_TIES: Final = 7
"""Squares at equal queen's distance, for the side that moves next, against it for the other."""
TEMPO: Final = 8
"""1 for the side that moves next, -1 for the other."""
PARTS: Final = 9

_KING_LEVELS: Final = 6
_MOST_TARGETS: Final = 36
_ROOTS: Final = np.sqrt(np.arange(_MOST_TARGETS))
_CAGE: Final = 1.0 / (1.0 + np.arange(_MOST_TARGETS)) ** 2


@kernel
def next_to_move(state: Any) -> int:
    """The seat whose amazon moves next: the opponent's when only the arrow is missing."""
    return state.mover if state.landed == NOWHERE else 1 - state.mover


@kernel
def _queen_parts(mine: Any, theirs: Any, free: Any) -> tuple[float, float, float, float]:
    """Territory and position by queen's moves, ties, and squares that one side alone can reach."""
    territory = 0
    ties = 0
    position = 0.0
    share = 0.5
    my_free = free
    their_free = free
    my_front = queen_steps(mine, free)
    their_front = queen_steps(theirs, free)
    while not is_empty(my_front | their_front):
        my_free &= ~my_front
        their_free &= ~their_front
        territory += how_many(my_front & their_free) - how_many(their_front & my_free)
        ties += how_many(my_front & their_front)
        position += share * (how_many(my_front) - how_many(their_front))
        share *= 0.5
        my_front = queen_steps(my_front, free) & my_free
        their_front = queen_steps(their_front, free) & their_free
    alone = how_many(their_free & ~my_free) - how_many(my_free & ~their_free)
    return np.float64(territory), position, np.float64(ties), np.float64(alone)


@kernel
def _king_parts(mine: Any, theirs: Any, free: Any) -> tuple[float, float]:
    """Territory and position by king's moves."""
    territory = 0
    sooner = 0
    my_free = free
    their_free = free
    my_front = king_steps(mine, free)
    their_front = king_steps(theirs, free)
    level = 0
    while not is_empty(my_front | their_front):
        level += 1
        my_free &= ~my_front
        their_free &= ~their_front
        territory += how_many(my_front & their_free) - how_many(their_front & my_free)
        if level <= _KING_LEVELS:
            sooner += how_many(their_free) - how_many(my_free)
        my_front = king_steps(my_front, my_free)
        their_front = king_steps(their_front, their_free)
    return np.float64(territory), sooner / _KING_LEVELS


@kernel
def _mobility_parts(amazons: Any, occupied: Any) -> tuple[float, float]:
    """How freely the amazons of one side move, and how badly they are caged."""
    freedom = 0.0
    caged = 0.0
    while not is_empty(amazons):
        targets = how_many(slides(occupied, first_square(amazons)))
        freedom += _ROOTS[targets]
        caged += _CAGE[targets]
        amazons = without_first(amazons)
    return freedom, caged


@kernel
def parts_of(state: Any, seat: int) -> tuple[float, float, float, float, float, float, float, float, float]:
    """The parts of a position as ``seat`` sees them, in the order of their numbers above."""
    occupied = occupied_of(state)
    mine = amazons_of(state, seat)
    theirs = amazons_of(state, 1 - seat)
    queen_territory, queen_position, ties, alone = _queen_parts(mine, theirs, ~occupied)
    king_territory, king_position = _king_parts(mine, theirs, ~occupied)
    my_freedom, my_caged = _mobility_parts(mine, occupied)
    their_freedom, their_caged = _mobility_parts(theirs, occupied)
    tempo = 1.0 if next_to_move(state) == seat else -1.0
    return (
        queen_territory,
        queen_position,
        king_territory,
        king_position,
        alone,
        my_freedom - their_freedom,
        my_caged - their_caged,
        tempo * ties,
        tempo,
    )


@kernel
def squares_nearer(state: Any, seat: int) -> float:
    """Empty squares that a seat's amazons reach in fewer king's moves than the other's: its score in arenas."""
    free = ~occupied_of(state)
    their_free = free
    front = king_steps(amazons_of(state, seat), free)
    their_front = king_steps(amazons_of(state, 1 - seat), free)
    nearer = 0
    while not is_empty(front):
        free &= ~front
        their_free &= ~their_front
        nearer += how_many(front & their_free)
        front = king_steps(front, free)
        their_front = king_steps(their_front, their_free)
    return np.float64(nearer)

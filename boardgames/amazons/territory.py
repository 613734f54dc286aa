"""What the improved bot looks at: who is nearer to every square, by queen's and by king's moves, and who can move.

Every empty square has a pair of distances, the next mover's and the other side's, and every pair has a weight of its
own: one table for queen's moves, one for king's. Territory, position, ties and regions of one side, as the literature
on Amazons evaluations knows them, are special cases of such tables. To these come weights for an amazon's number of
targets and of empty neighbours, and one for the right to move. All are integers: the order of summing does not matter.
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
    nothing,
    only,
    queen_steps,
    slides,
    without_first,
)
from mcts.kernel import kernel

QUEEN_LEVELS: Final = 6
"""Queen's distances that are told apart: 1, 2, 3, 4, more, and never."""
KING_LEVELS: Final = 8
"""King's distances that are told apart: 1 to 6, more, and never."""
MOST_TARGETS: Final = 36
"""Above the number of squares that an amazon can attack."""
_NEIGHBOURS: Final = 9

BY_QUEEN: Final = 0
"""Weights of pairs of queen's distances, the next mover's first."""
BY_KING: Final = BY_QUEEN + QUEEN_LEVELS**2
"""The same for king's distances."""
BY_TARGETS: Final = BY_KING + KING_LEVELS**2
"""Weights of amazons by their numbers of targets, against the same for the other side."""
BY_NEIGHBOURS: Final = BY_TARGETS + MOST_TARGETS
"""Weights of amazons by their numbers of empty neighbours, against the same for the other side."""
RIGHT_TO_MOVE: Final = BY_NEIGHBOURS + _NEIGHBOURS
PARTS: Final = RIGHT_TO_MOVE + 1


@kernel
def next_to_move(state: Any) -> int:
    """The seat whose amazon moves next: the opponent's when only the arrow is missing."""
    return state.mover if state.landed == NOWHERE else 1 - state.mover


@kernel
def _king_levels(amazons: Any, free: Any) -> tuple[Any, Any, Any, Any, Any, Any, Any, Any]:
    """The free squares by king's distance."""
    one = king_steps(amazons, free)
    left = free & ~one
    two = king_steps(one, left)
    left &= ~two
    three = king_steps(two, left)
    left &= ~three
    four = king_steps(three, left)
    left &= ~four
    five = king_steps(four, left)
    left &= ~five
    six = king_steps(five, left)
    never = left & ~six
    front = king_steps(six, never)
    while not is_empty(front):
        never &= ~front
        front = king_steps(front, never)
    return one, two, three, four, five, six, left & ~six & ~never, never


@kernel
def _queen_levels(amazons: Any, free: Any, never: Any) -> tuple[Any, Any, Any, Any, Any, Any]:
    """The free squares by queen's distance, given those that cannot be reached."""
    one = queen_steps(amazons, free)
    left = free & ~one & ~never
    two = queen_steps(one, free) & left
    left &= ~two
    three = nothing(free)
    four = nothing(free)
    if not is_empty(left):
        three = queen_steps(two, free) & left
        left &= ~three
        if not is_empty(left):
            four = queen_steps(three, free) & left
    return one, two, three, four, left & ~four, never


@kernel
def _queen_row(mine: Any, theirs: Any, weights: Any, row: int) -> int:
    """Squares of one level of the next mover, by the other side's levels."""
    first = BY_QUEEN + QUEEN_LEVELS * row
    return (
        weights[first] * how_many(mine & theirs[0])
        + weights[first + 1] * how_many(mine & theirs[1])
        + weights[first + 2] * how_many(mine & theirs[2])
        + weights[first + 3] * how_many(mine & theirs[3])
        + weights[first + 4] * how_many(mine & theirs[4])
        + weights[first + 5] * how_many(mine & theirs[5])
    )


@kernel
def _king_row(mine: Any, theirs: Any, weights: Any, row: int) -> int:
    """Squares of one level of the next mover, by the other side's levels."""
    first = BY_KING + KING_LEVELS * row
    return (
        weights[first] * how_many(mine & theirs[0])
        + weights[first + 1] * how_many(mine & theirs[1])
        + weights[first + 2] * how_many(mine & theirs[2])
        + weights[first + 3] * how_many(mine & theirs[3])
        + weights[first + 4] * how_many(mine & theirs[4])
        + weights[first + 5] * how_many(mine & theirs[5])
        + weights[first + 6] * how_many(mine & theirs[6])
        + weights[first + 7] * how_many(mine & theirs[7])
    )


@kernel
def _distance_score(mine: Any, theirs: Any, free: Any, weights: Any) -> int:
    """The parts of the empty squares."""
    my_king = _king_levels(mine, free)
    their_king = _king_levels(theirs, free)
    total = _king_row(my_king[0], their_king, weights, 0)
    total += _king_row(my_king[1], their_king, weights, 1)
    total += _king_row(my_king[2], their_king, weights, 2)
    total += _king_row(my_king[3], their_king, weights, 3)
    total += _king_row(my_king[4], their_king, weights, 4)
    if not is_empty(my_king[5]):
        total += _king_row(my_king[5], their_king, weights, 5)
        total += _king_row(my_king[6], their_king, weights, 6)
    total += _king_row(my_king[7], their_king, weights, 7)
    my_queen = _queen_levels(mine, free, my_king[7])
    their_queen = _queen_levels(theirs, free, their_king[7])
    total += _queen_row(my_queen[0], their_queen, weights, 0)
    total += _queen_row(my_queen[1], their_queen, weights, 1)
    total += _queen_row(my_queen[2], their_queen, weights, 2)
    if not is_empty(my_queen[3]):
        total += _queen_row(my_queen[3], their_queen, weights, 3)
        total += _queen_row(my_queen[4], their_queen, weights, 4)
    return total + _queen_row(my_queen[5], their_queen, weights, 5)


@kernel
def _mobility_score(amazons: Any, occupied: Any, weights: Any) -> int:
    """How freely the amazons of one side move."""
    total = 0
    while not is_empty(amazons):
        square = first_square(amazons)
        total += weights[BY_TARGETS + how_many(slides(occupied, square))]
        total += weights[BY_NEIGHBOURS + how_many(king_steps(only(occupied, square), ~occupied))]
        amazons = without_first(amazons)
    return total


@kernel
def score(state: Any, weights: Any) -> int:
    """Sum of the weights of everything on the board, for the side that moves next.

    Parameters
    ----------
    weights : ndarray
        int64, shape (PARTS,).
    """
    occupied = occupied_of(state)
    seat = next_to_move(state)
    mine = amazons_of(state, seat)
    theirs = amazons_of(state, 1 - seat)
    total = weights[RIGHT_TO_MOVE] + _distance_score(mine, theirs, ~occupied, weights)
    return total + _mobility_score(mine, occupied, weights) - _mobility_score(theirs, occupied, weights)


@kernel
def count_parts(state: Any, weights: Any, out: Any) -> None:
    """How often each weight counts in a position: what the score is with that weight alone.

    Parameters
    ----------
    weights : ndarray
        int64, shape (PARTS,): room, all zeros.
    out : ndarray
        int64, shape (PARTS,).
    """
    for part in range(PARTS):
        weights[part] = 1
        out[part] = score(state, weights)
        weights[part] = 0


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

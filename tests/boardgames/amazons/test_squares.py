"""Sets of squares against plain loops, on the small and on the large frame."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgames.amazons.positions import place_of
from boardgames.amazons.records import WHOLE_TURNS, amazons_of, blocked_of, board_words, put_amazons, put_blocked
from boardgames.amazons.squares import (
    DIRECTIONS,
    first_square,
    how_many,
    king_steps,
    last_square,
    nth_square,
    queen_steps,
    slides,
    slides_within_seven,
)
from mcts.kernel import kernel

SQUARES = [(size, seed) for size in (6, 8, 10) for seed in range(12)]


@kernel
def _compute(state: Any, square: int, numbers: Any) -> None:
    """Queen's and king's steps of the first seat's set land in the second's; numbers of the set in ``numbers``."""
    source = amazons_of(state, 0)
    occupied = blocked_of(state)
    numbers[0] = how_many(source)
    numbers[1] = first_square(source)
    numbers[2] = last_square(source)
    numbers[3] = nth_square(source, numbers[0] - 1)
    put_amazons(state, 0, queen_steps(source, ~occupied))
    put_amazons(state, 1, king_steps(source, ~occupied))
    put_blocked(state, slides_within_seven(occupied, square) if numbers[4] else slides(occupied, square))


def members(words: Any, size: int) -> set[tuple[int, int]]:
    squares = [64 * number + bit for number, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1]
    return {place_of(size, square) for square in squares}


def walk(free: set[tuple[int, int]], place: tuple[int, int], most: int) -> set[tuple[int, int]]:
    found = set()
    for down, right in DIRECTIONS:
        for distance in range(1, most + 1):
            there = place[0] + distance * down, place[1] + distance * right
            if there not in free:
                break
            found.add(there)
    return found


@pytest.mark.parametrize(("size", "seed"), SQUARES)
def test_steps_and_slides(size: int, seed: int) -> None:
    random = np.random.Generator(np.random.PCG64(seed))
    places = [(row, column) for row in range(size) for column in range(size)]
    order = [places[index] for index in random.permutation(len(places))]
    source, blocked = set(order[:5]), set(order[5 : 5 + 4 * seed])
    free = set(places) - blocked
    stride = 8 if size < 10 else 11
    for near in (0, 1):
        state = np.zeros(1, dtype=WHOLE_TURNS[size])[0]
        state["blocked"] = ~board_words(size)
        for field, chosen in ((state["amazons"][0], source), (state["blocked"], blocked)):
            for row, column in chosen:
                field[(stride * row + column) // 64] |= np.uint64(1 << (stride * row + column) % 64)
        numbers = np.array([0, 0, 0, 0, near])
        start = order[-1]
        _compute(state, stride * start[0] + start[1], numbers)
        squares = sorted(stride * row + column for row, column in source)
        assert numbers[:4].tolist() == [5, squares[0], squares[-1], squares[-1]]
        queen = set().union(*(walk(free, place, size) for place in source))
        king = set().union(*(walk(free, place, 1) for place in source))
        assert members(state["amazons"][0], size) - source == queen - source
        assert members(state["amazons"][1], size) - source == king - source
        assert members(state["blocked"], size) == walk(free, start, 7 if near else size)

"""Widening numbers of the source, and the random order of actions."""

import numpy as np
import pytest

from mcts.expand import max_children, shuffled_place


@pytest.mark.parametrize(("visits", "children"), [(0, 1), (1, 2), (4, 4), (9, 6), (16, 8), (25, 10), (100, 20)])
def test_widening_numbers_of_the_source(visits: int, children: int) -> None:
    assert max_children(visits, 2.0, 0.5) == children


def test_exponent_zero_is_a_constant_width() -> None:
    assert {max_children(visits, 7.0, 0.0) for visits in range(1, 200)} == {7}
    assert max_children(5, 0.1, 0.5) == 1
    assert max_children(10**9, 1e9, 10.0) > 10**9, "more than fits a number is still many"


@pytest.mark.parametrize("count", [1, 2, 3, 9, 64, 100, 1000])
def test_shuffled_places_are_a_permutation(count: int) -> None:
    for seed in (0, 1, 12345, 2**32 - 1):
        places = [shuffled_place(np.uint32(seed), place, count) for place in range(count)]
        assert sorted(places) == list(range(count))


def test_every_action_is_first_about_equally_often() -> None:
    first = np.bincount([shuffled_place(np.uint32(seed), 0, 9) for seed in range(9000)], minlength=9)
    assert first.min() > 800
    assert first.max() < 1200

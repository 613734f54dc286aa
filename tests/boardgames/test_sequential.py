"""Telling bots apart at any time without being fooled by looking often."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest

from boardgames.arena.sequential import BETS, ERROR, WEIGHTS, Comparison, Verdict, compare
from tests.boardgames.sequential_errors import chance_to_be_wrong, draws, first_verdict


@pytest.mark.parametrize(
    ("chances", "rounds"),
    [
        ({0.0: 0.5, 1.0: 0.5}, 800),  # the widest there is
        ({0.0: 0.9, 1.0: 0.1}, 800),
        ({0.0: 0.99, 1.0: 0.01}, 800),
        ({0.0: 0.02, 1.0: 0.98}, 800),
        ({0.0: 0.25, 0.5: 0.5, 1.0: 0.25}, 80),  # equal bots
        ({0.25: 0.1, 0.5: 0.1, 1.0: 0.8}, 80),
    ],
)
def test_the_true_mean_is_left_out_at_any_look_with_at_most_five_percent(
    chances: dict[float, float], rounds: int
) -> None:
    assert 0.001 < chance_to_be_wrong(chances, rounds) <= ERROR


def test_the_exact_chance_is_that_of_looking_at_every_sequence() -> None:
    chances = {0.0: 0.3, 0.75: 0.5, 1.0: 0.2}
    mean = sum(share * chance for share, chance in chances.items())
    wrong = 0.0
    for shares in product(chances, repeat=5):
        seen = Counter[float]()
        for share in shares:
            seen[share] += 1
            known = compare(seen, error=0.9)
            if not known.low <= mean <= known.high:
                wrong += math.prod(chances[share] for share in shares)
                break
    assert wrong > 0.01
    assert chance_to_be_wrong(chances, 5, error=0.9) == pytest.approx(wrong, abs=1e-12)


@pytest.mark.parametrize("mean", [0.03, 0.5, 0.9])
def test_nobody_gains_on_average_by_betting_against_the_truth(mean: float) -> None:
    """Why it holds at all looks and for ever: capital is never negative and, whatever is seen, fair."""
    chances = {0.0: (1 - mean) / 2, mean: 0.5, 1.0: mean / 2}
    for shares, centre in ((np.array(list(chances)), mean), (1 - np.array(list(chances)), 1 - mean)):
        factors = 1 + BETS[:, None] * (shares / centre - 1)
        assert (factors > 0).all()
        assert factors @ np.array(list(chances.values())) == pytest.approx(np.ones(len(BETS)))


def test_the_interval_leaves_out_just_those_who_would_have_been_ruined() -> None:
    chances = (0.1, 0.2, 0.4, 0.2, 0.1)
    left_out = 0
    for seed in range(600):
        known = compare(Counter(draws(chances, 60, seed)), error=0.8)  # a careless one, so that it happens
        seen = np.array(draws(chances, 60, seed))
        capitals = [WEIGHTS @ np.prod(1 + BETS[:, None] * (2 * shares - 1), axis=1) for shares in (seen, 1 - seen)]
        assert (max(capitals) >= 2.5) == (not known.low <= 0.5 <= known.high)
        left_out += max(capitals) >= 2.5
    assert left_out > 2


def test_bots_that_differ_are_told_apart_and_equal_ones_are_called_equal() -> None:
    verdict, rounds = first_verdict((0.05, 0.1, 0.3, 0.25, 0.3), 2000, margin=0.05, seed=1)
    assert verdict == Verdict.BETTER
    assert rounds < 200
    verdict, _ = first_verdict((0.3, 0.25, 0.3, 0.1, 0.05), 2000, margin=0.05, seed=2)
    assert verdict == Verdict.WORSE
    verdict, rounds = first_verdict((0.1, 0.2, 0.4, 0.2, 0.1), 5000, margin=0.05, seed=3)
    assert verdict == Verdict.EQUAL
    assert rounds < 2000


def test_no_rounds_say_nothing_and_few_say_little() -> None:
    assert compare({}) == Comparison(0, 0.5, 0.0, 1.0)
    assert compare({1.0: 3}).verdict(0.05) == Verdict.OPEN
    assert compare({1.0: 7}).verdict(0.05) == Verdict.BETTER
    assert compare({0.0: 7}).verdict(0.05) == Verdict.WORSE


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (4, 2), (10, 2), (3, 3), (4, 4), (5, 5)])
def test_fifty_to_nothing_tells_two_bots_apart(bots: int, seats: int) -> None:
    """Whatever the number of pairs; a round gives every two bots as many comparisons as there are seats."""
    assert compare({1.0: 50 // seats}, ERROR / math.comb(bots, 2)).verdict(0.05) == Verdict.BETTER


def test_both_sides_are_treated_alike() -> None:
    shares = Counter({0.0: 3, 0.5: 10, 0.75: 4, 1.0: 9})
    one, other = compare(shares), compare({1 - share: count for share, count in shares.items()})
    assert one.mean + other.mean == pytest.approx(1)
    assert one.low + other.high == pytest.approx(1)
    assert one.low < one.mean < one.high


def test_a_stricter_interval_is_wider() -> None:
    shares = {0.0: 20, 0.5: 30, 1.0: 50}
    usual, strict = compare(shares), compare(shares, 0.01)
    assert strict.low < usual.low < usual.high < strict.high


def test_the_ends_are_where_the_capital_reaches_its_limit() -> None:
    """Checked by betting step by step, without logarithms."""
    shares = {0.0: 4, 0.5: 6, 1.0: 14}
    low = compare(shares).low
    for mean, reaches in ((low - 1e-6, True), (low + 1e-6, False)):
        capital = 0.0
        for bet, weight in zip(BETS, WEIGHTS, strict=True):
            part = 1.0
            for share, count in shares.items():
                part *= (1 + bet * (share / mean - 1)) ** count
            capital += weight * part
        assert (capital >= 40) == reaches

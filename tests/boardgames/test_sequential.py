"""Telling bots apart at any time without being fooled by looking often."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from boardgames.arena.sequential import BETS, Comparison, Verdict, compare
from tests.boardgames.sequential_errors import draws, ever_wrong, first_verdict


@pytest.mark.parametrize(
    "chances",
    [
        (0.25, 0.0, 0.5, 0.0, 0.25),  # equal bots
        (0.5, 0.0, 0.0, 0.0, 0.5),  # the widest there is
        (0.0, 0.0, 0.9, 0.0, 0.1),  # hardly ever a difference
        (0.6, 0.1, 0.1, 0.1, 0.1),
    ],
)
def test_the_true_mean_is_hardly_ever_excluded_at_any_look(chances: tuple[float, ...]) -> None:
    wrong = sum(ever_wrong(chances, 1000, seed) for seed in range(400))
    assert wrong <= 30  # 5 % of 400 are 20; more than 30 has a chance of 1 % even if it were exactly that


def test_the_interval_leaves_out_just_those_who_would_have_been_ruined() -> None:
    chances = (0.1, 0.2, 0.4, 0.2, 0.1)
    left_out = 0
    for seed in range(300):
        known = compare(Counter(draws(chances, 60, seed)), error=0.5)  # a careless one, so that it happens
        seen = np.array(draws(chances, 60, seed))
        capitals = [np.prod(1 + BETS[:, None] * (2 * shares - 1), axis=1).mean() for shares in (seen, 1 - seen)]
        assert (max(capitals) >= 4) == (not known.low <= 0.5 <= known.high)
        left_out += max(capitals) >= 4
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
    assert compare({1.0: 12}).verdict(0.05) == Verdict.BETTER
    assert compare({0.0: 12}).verdict(0.05) == Verdict.WORSE


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
        for bet in BETS:
            part = 1.0
            for share, count in shares.items():
                part *= (1 + bet * (share / mean - 1)) ** count
            capital += part / len(BETS)
        assert (capital >= 40) == reaches

"""Draws are pure functions of integers, and have the right distribution."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import betaincinv, logit

from analyzer.draws import LogOdds, _chebyshev_sum, _polynomial, raw_stream, raw_streams, uniforms

LARGEST = 2**64 - 1


def test_streams_are_keyed_by_seed_round_and_slot() -> None:
    first = raw_stream(7, 3, 5).random_raw(4).tolist()
    assert raw_stream(7, 3, 5).random_raw(4).tolist() == first
    for key in ((8, 3, 5), (7, 4, 5), (7, 3, 6), (3, 7, 5), (LARGEST, 3, 5)):
        assert not set(raw_stream(*key).random_raw(1000).tolist()) & set(first)


def test_streams_stay_what_they_are() -> None:
    """Plans in old journals depend on these very numbers."""
    assert raw_stream(1, 2, 3).random_raw(2).tolist() == [1170280437898119671, 13051159143091778299]


def test_uniforms_are_never_0_or_1() -> None:
    low, middle, high = uniforms(np.array([0, 2**63, LARGEST], np.uint64))
    assert (low, high) == (2.0**-53, 1 - 2.0**-53)
    assert middle == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("wins", "games", "error"),
    [(0, 0, 5e-4), (0, 640, 5e-4), (9, 64, 1e-6), (250, 2000, 1e-8), (25_000, 200_000, 1e-8)],
)
def test_quantiles_are_those_of_the_beta(wins: int, games: int, error: float) -> None:
    levels = np.concatenate([10.0 ** -np.arange(1, 16), np.linspace(0.01, 0.99, 99), 1 - 10.0 ** -np.arange(1, 9)])
    a, b = 1.0 + wins, 1.0 + games - wins
    exact = logit(betaincinv(a, b, levels))
    drawn = LogOdds(np.array([wins]), np.array([games])).at(levels[:, None])[:, 0]
    assert (drawn - exact) / np.sqrt(1 / a + 1 / b) == pytest.approx(0, abs=error)


def test_what_was_worked_out_before_changes_nothing() -> None:
    wins, games = np.array([9, 250, 0, 320]), np.array([64, 2000, 0, 640])
    levels = np.linspace(0.001, 0.999, 4 * 50).reshape(50, 4)
    whole = LogOdds(wins, games).at(levels)
    _polynomial.cache_clear()
    anew = LogOdds(wins[::-1], games[::-1]).at(levels[:, ::-1])[:, ::-1]
    assert whole.tobytes() == anew.tobytes()


def test_every_candidate_has_its_own_quantiles() -> None:
    log_odds = LogOdds(np.array([8, 320]), np.array([64, 640]))
    assert log_odds.at(np.full((3, 5, 2), 0.5)).shape == (3, 5, 2)
    assert log_odds.at(np.full(2, 0.5)) == pytest.approx(logit(betaincinv([9, 321], [57, 321], 0.5)))


@pytest.mark.parametrize("start", [0, 2, 32, 33])
def test_going_from_slot_to_slot_gives_what_each_slot_gives(start: int) -> None:
    slots = np.array([0, 1, 5, 2**40])
    alone = [raw_stream(3, 4, slot).random_raw(start + 30)[start:].tolist() for slot in slots]
    assert raw_streams(3, 4, slots, start, 30).tolist() == alone


def test_polynomials_are_summed_as_numpy_does() -> None:
    rng = np.random.default_rng(3)
    x, coefficients = rng.uniform(-1, 1, (5, 4, 7)), rng.normal(size=(20, 7))
    expected = np.polynomial.chebyshev.chebval(x, coefficients, tensor=False)
    assert np.array_equal(_chebyshev_sum(x, coefficients), expected)

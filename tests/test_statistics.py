"""Formulas against known values."""

from __future__ import annotations

import pytest

from catan_sim.statistics import wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (5, 10, 0.23659, 0.76341),
        (81, 263, 0.25527, 0.36622),  # Newcombe (1998), table I
        (1, 29, 0.00611, 0.17176),
    ],
)
def test_wilson_gives_published_values(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_wilson_at_the_ends_is_exact() -> None:
    for games in range(1, 200):
        assert wilson(0, games)[0] == 0.0
        assert wilson(games, games)[1] == 1.0


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_fewer_deviations_are_a_narrower_interval() -> None:
    wide, narrow = wilson(30, 100), wilson(30, 100, z=1.0)
    assert wide[0] < narrow[0] < 0.3 < narrow[1] < wide[1]


@pytest.mark.parametrize(("wins", "games"), [(-1, 3), (4, 3)])
def test_impossible_counts_are_refused(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        wilson(wins, games)

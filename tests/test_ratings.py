"""Ratings from tables of any size and company."""

from __future__ import annotations

import numpy as np
import pytest

from catan_sim.ratings import ELO_A_NAT, MEAN_ELO, fit, rate

STRENGTHS = np.array([0.5, 1.0, 2.0, 8.0])
TABLES = np.array([[1, 1, 1, 0], [0, 1, 1, 1], [1, 0, 1, 1], [2, 1, 0, 0], [0, 0, 3, 1]], np.float64)


def test_strengths_are_recovered_from_mixed_tables() -> None:
    generator = np.random.default_rng(1)
    chances = TABLES * STRENGTHS
    chances /= chances.sum(axis=1, keepdims=True)
    wins = np.array([generator.multinomial(20_000, row) for row in chances], np.float64)
    logs, covariance = fit(TABLES, wins)
    difference = (logs - logs.mean()) - (np.log(STRENGTHS) - np.log(STRENGTHS).mean())
    assert np.abs(difference).max() < 0.05
    assert (np.diag(covariance) > 0).all()


def test_expected_wins_equal_actual_ones() -> None:
    """The mark of the most likely strengths, up to the virtual half wins."""
    wins = np.array([[5, 9, 2, 0], [0, 1, 4, 20], [3, 0, 1, 9], [7, 4, 0, 0], [0, 0, 2, 6]], np.float64)
    logs, _ = fit(TABLES, wins)
    chances = TABLES * np.exp(logs)
    chances /= chances.sum(axis=1, keepdims=True)
    expected = (wins.sum(axis=1, keepdims=True) * chances).sum(axis=0)
    virtual = 0.5 - 1 / (1 + np.exp(-logs))
    assert wins.sum(axis=0) + virtual == pytest.approx(expected, abs=1e-6)


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    best, worst = rate(["a", "b"], np.array([[1.0, 1.0]]), np.array([[1e6, 1e5]]))
    assert (best.name, worst.name) == ("a", "b")
    assert best.elo - worst.elo == pytest.approx(400, abs=0.1)
    assert best.elo + worst.elo == pytest.approx(2 * MEAN_ELO)
    assert best.low < best.elo < best.high
    assert pytest.approx(400) == ELO_A_NAT * np.log(10)

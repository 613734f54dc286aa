"""Rank distributions against sampling."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.posterior import fitted_posterior, flat_posterior
from analyzer.rank_distribution import rank_distribution, rank_intervals
from analyzer.ranking import probability_best

SAMPLES = 100_000


@pytest.mark.parametrize(("candidates", "most_units"), [(2, 3), (9, 4), (30, 3), (30, 2000)])
def test_ranks_agree_with_sampling(candidates: int, most_units: int) -> None:
    rng = np.random.default_rng(candidates)
    games = 64 * rng.integers(1, most_units, candidates)
    posterior = fitted_posterior(rng.binomial(games, rng.normal(0.15, 0.02, candidates)), games)
    nodes = rng.choice(len(posterior.weights), SAMPLES, p=posterior.weights)
    ranks = np.argsort(np.argsort(-rng.beta(posterior.a[nodes], posterior.b[nodes]), axis=1), axis=1)
    exact = rank_distribution(posterior)
    sampled = np.array([np.bincount(column, minlength=candidates) for column in ranks.T]) / SAMPLES
    assert (np.abs(exact - sampled) <= 5 * np.sqrt(sampled * (1 - sampled) / SAMPLES) + 1e-4).all()
    assert exact.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert exact[:, 0] == pytest.approx(probability_best(posterior), abs=1e-6)


def test_without_games_every_rank_is_equally_likely() -> None:
    nothing = np.zeros(60, np.int64)
    assert rank_distribution(flat_posterior(nothing, nothing)) == pytest.approx(1 / 60, abs=5e-4)


def test_intervals_leave_at_most_half_the_rest_on_each_side() -> None:
    distribution = np.array([[0.02, 0.01, 0.9, 0.05, 0.02], [1, 0, 0, 0, 0], [0, 0, 0, 0.5, 0.5], [0.2] * 5])
    assert rank_intervals(distribution).tolist() == [[2, 4], [1, 1], [4, 5], [1, 5]]
    assert rank_intervals(distribution, level=0.5).tolist() == [[3, 3], [1, 1], [4, 5], [2, 4]]

"""Posteriors against the incomplete beta function and against sampling."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import betainc, betaincinv

from analyzer.posterior import fitted_posterior, flat_posterior

WINS = np.array([0, 9, 20, 260, 3000, 26_000])
GAMES = np.array([0, 64, 128, 2048, 19_200, 200_000])


def test_flat_posteriors_are_betas() -> None:
    posterior = flat_posterior(WINS, GAMES)
    a, b = 1.0 + WINS, 1.0 + GAMES - WINS
    assert posterior.candidates == 6
    assert posterior.mean == pytest.approx(a / (a + b))
    assert posterior.sd == pytest.approx(np.sqrt(a * b / (a + b + 1)) / (a + b))
    exact = betaincinv(a[:, None], b[:, None], [0.025, 0.975])
    assert (posterior.interval() - exact) / posterior.sd[:, None] == pytest.approx(0, abs=1e-3)


def test_densities_and_distribution_functions_are_exact() -> None:
    for posterior in (flat_posterior(WINS, GAMES), fitted_posterior(WINS, GAMES)):
        assert posterior.density @ posterior.panels.weights == pytest.approx(1, abs=5e-4)
        exact = betainc(posterior.a[..., None], posterior.b[..., None], posterior.panels.points)
        assert posterior.cdf == pytest.approx(exact, abs=5e-4)


def test_a_learnt_prior_pulls_together_and_most_where_little_is_known() -> None:
    games = np.array([64, 640, 6400, 2048, 2048, 2048, 2048, 2048])
    wins = np.array([16, 160, 1600, 240, 250, 256, 262, 270])
    flat, fitted = flat_posterior(wins, games), fitted_posterior(wins, games)
    pull = flat.mean[:3] - fitted.mean[:3]
    assert pull[0] > pull[1] > pull[2] > 0
    assert (fitted.sd < flat.sd).all()


def test_fitted_intervals_are_those_of_the_mixture() -> None:
    rng = np.random.default_rng(1)
    games = np.full(10, 640)
    posterior = fitted_posterior(rng.binomial(games, 0.12), games)
    nodes = rng.choice(len(posterior.weights), 200_000, p=posterior.weights)
    samples = rng.beta(posterior.a[nodes], posterior.b[nodes])
    assert samples.mean(axis=0) == pytest.approx(posterior.mean, abs=5e-4)
    assert samples.std(axis=0) == pytest.approx(posterior.sd, rel=0.02)
    inside = (samples > posterior.interval(0.8)[:, 0]) & (samples < posterior.interval(0.8)[:, 1])
    assert inside.mean(axis=0) == pytest.approx(0.8, abs=0.005)


def test_equal_records_are_equal_to_the_last_bit() -> None:
    games = np.array([640, 1280] * 15)
    wins = np.array([80, 170] * 15)
    mean = fitted_posterior(wins, games).mean
    assert len(set(mean.tolist())) == 2

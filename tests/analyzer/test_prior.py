"""The learnt prior against a hyper-grid of thousands of nodes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from scipy.special import betaln

from analyzer.prior import FLAT, learnt_prior

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


def _win_rates(a: Floats, b: Floats, weights: Floats, wins: Counts, games: Counts) -> tuple[Floats, Floats]:
    """Means and standard deviations of all win rates under a mixture of priors."""
    a, b = a[:, None] + wins, b[:, None] + games - wins
    means = a / (a + b)
    mean = weights @ means
    return mean, np.sqrt(weights @ (means * (1 - means) / (a + b + 1) + (means - mean) ** 2))


def _by_brute_force(wins: Counts, games: Counts, centre: float, width: float) -> tuple[Floats, Floats]:
    """The same from the definition: m and v² uniform, on a plain grid (m around ``centre``)."""
    m, v = np.meshgrid(np.linspace(centre - width, centre + width, 161), np.geomspace(1e-3, 1, 400))
    worth = (1 + 1 / np.minimum(m, 1 - m)) / v**2 - 1
    a, b = (m * worth).ravel(), ((1 - m) * worth).ravel()
    logs = (betaln(a[:, None] + wins, b[:, None] + games - wins) - betaln(a, b)[:, None]).sum(axis=1)
    weights = np.exp(logs - logs.max()) * v.ravel() ** 2  # v² uniform: density v, times v for steps of log v
    return _win_rates(a, b, weights / weights.sum(), wins, games)


@pytest.mark.parametrize(
    ("candidates", "spread", "units"),
    [(2, 0.02, 8), (3, 0.01, 100), (8, 0.0, 30), (30, 0.0, 10), (30, 0.01, 2), (30, 0.02, 32), (60, 0.03, 100)],
)
def test_fifteen_nodes_are_as_good_as_thousands(candidates: int, spread: float, units: int) -> None:
    rng = np.random.default_rng([candidates, units])
    games = 64 * rng.integers(1, 2 * units, candidates)
    wins = rng.binomial(games, rng.normal(0.125, spread, candidates).clip(0.01))
    prior = learnt_prior(wins, games)
    mean, sd = _win_rates(prior.a, prior.b, prior.weights, wins, games)
    exact_mean, exact_sd = _by_brute_force(wins, games, 0.14, 0.13)
    assert (mean - exact_mean) / exact_sd == pytest.approx(0, abs=0.03)
    assert sd / exact_sd == pytest.approx(1, abs=0.03)


@pytest.mark.parametrize(
    ("wins", "games"),
    [([0, 0, 0], [0, 0, 0]), ([0, 0], [6400, 6400]), ([6400, 0], [6400, 6400]), ([3, 0], [64, 0]), ([7], [64])],
)
def test_strange_results_still_give_a_unimodal_prior(wins: list[int], games: list[int]) -> None:
    prior = learnt_prior(np.array(wins), np.array(games))
    assert prior.weights.sum() == pytest.approx(1)
    assert np.isfinite(prior.a).all()
    assert (np.minimum(prior.a, prior.b) >= 1 - 1e-9).all()


def test_a_clear_spread_is_found() -> None:
    rng = np.random.default_rng(5)
    rates = rng.normal(0.25, 0.02, 60)
    games = np.full(60, 64_000)
    prior = learnt_prior(rng.binomial(games, rates), games)
    total = prior.a + prior.b
    variance = prior.weights @ (prior.a * prior.b / (total**2 * (total + 1)))
    assert np.sqrt(variance) == pytest.approx(rates.std(), rel=0.1)
    assert prior.weights @ (prior.a / total) == pytest.approx(rates.mean(), abs=0.002)


def test_the_flat_prior_is_flat() -> None:
    assert [*FLAT.a, *FLAT.b, *FLAT.weights] == [1, 1, 1]

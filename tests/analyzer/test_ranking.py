"""Probabilities of orders against sampling from the same posterior, and against cases that can be done by hand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from analyzer.posterior import Posterior, fitted_posterior, flat_posterior
from analyzer.ranking import (
    order_of,
    probability_above,
    probability_best,
    probability_close,
    probability_order,
    probability_set,
    tiers,
)

SAMPLES = 100_000
TOP = 3


def _untouched(candidates: int) -> Posterior:
    nothing = np.zeros(candidates, np.int64)
    return flat_posterior(nothing, nothing)


def _posteriors() -> dict[str, Posterior]:
    rng = np.random.default_rng(2)
    few = np.full(12, 128)
    uneven = 64 * np.array([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
    return {
        "few games, fitted": fitted_posterior(rng.binomial(few, 0.15), few),
        "uneven, fitted": fitted_posterior(rng.binomial(uneven, np.linspace(0.14, 0.11, 10)), uneven),
        "uneven, flat": flat_posterior(rng.binomial(uneven, np.linspace(0.11, 0.14, 10)), uneven),
        "two candidates": fitted_posterior(np.array([300, 280]), np.array([2048, 2048])),
    }


POSTERIORS = _posteriors()


@pytest.fixture(name="case", params=POSTERIORS)
def _case(request: pytest.FixtureRequest) -> tuple[Posterior, npt.NDArray[np.float64]]:
    """A posterior and joint samples of win rates, shape (samples, candidates)."""
    posterior = POSTERIORS[request.param]
    rng = np.random.default_rng(3)
    nodes = rng.choice(len(posterior.weights), SAMPLES, p=posterior.weights)
    return posterior, rng.beta(posterior.a[nodes], posterior.b[nodes])


Case = tuple[Posterior, npt.NDArray[np.float64]]


def _agree(exact: object, sampled: npt.NDArray[np.bool_]) -> None:
    """Within five standard errors of the sampling."""
    share = sampled.mean(axis=0)
    error = np.sqrt(share * (1 - share) / SAMPLES)
    assert (np.abs(np.asarray(exact) - share) <= 5 * error + 1e-4).all()


def test_best(case: Case) -> None:
    posterior, samples = case
    best = samples.argmax(axis=1)
    _agree(probability_best(posterior), best[:, None] == np.arange(posterior.candidates))
    assert probability_best(posterior).sum() == pytest.approx(1, abs=1e-3)


def test_set_and_order(case: Case) -> None:
    posterior, samples = case
    for order in (order_of(posterior), np.arange(posterior.candidates)):
        claimed = order[:TOP]
        sampled = np.argsort(-samples, axis=1)[:, :TOP]
        _agree(probability_order(posterior, claimed), (sampled == claimed).all(axis=1))
        _agree(probability_set(posterior, claimed), (np.sort(sampled) == np.sort(claimed)).all(axis=1))


def test_pairs(case: Case) -> None:
    posterior, samples = case
    one, other = np.arange(posterior.candidates - 1), np.arange(1, posterior.candidates)
    gaps = samples[:, one] - samples[:, other]
    _agree(probability_above(posterior, one, other), gaps > 0)
    for eps in (0.002, 0.01, 0.1):
        _agree(probability_close(posterior, one, other, eps), np.abs(gaps) < eps)


def test_without_games_everything_is_equally_likely() -> None:
    posterior = _untouched(4)
    assert probability_best(posterior) == pytest.approx(1 / 4)
    assert probability_set(posterior, np.array([1, 3])) == pytest.approx(1 / 6)
    assert probability_order(posterior, np.array([1, 3])) == pytest.approx(1 / 12)
    assert probability_above(posterior, np.array([0]), np.array([1])) == pytest.approx(1 / 2)
    assert probability_close(posterior, np.array([0]), np.array([1]), 0.1) == pytest.approx(0.19, abs=1e-3)


def test_one_game_won_against_none() -> None:
    posterior = flat_posterior(np.array([0, 1]), np.array([0, 1]))
    assert probability_above(posterior, np.array([1]), np.array([0])) == pytest.approx(2 / 3)
    assert probability_best(posterior) == pytest.approx([1 / 3, 2 / 3])


def test_a_top_of_everybody_is_certain() -> None:
    posterior = _untouched(3)
    order = order_of(posterior)
    assert probability_set(posterior, order[:8]) == 1
    assert probability_order(posterior, order[:8]) == pytest.approx(1 / 6)


def test_no_pairs_no_answers() -> None:
    none = np.zeros(0, np.int64)
    assert probability_close(_untouched(3), none, none, 0.01).shape == (0,)


def test_order_is_by_mean_then_tie_break_then_index() -> None:
    posterior = fitted_posterior(np.array([8, 16, 8, 8]), np.full(4, 64))
    assert order_of(posterior).tolist() == [1, 0, 2, 3]
    assert order_of(posterior, np.array([80.0, 99.0, 70.0, 70.0])).tolist() == [1, 2, 3, 0]


def test_tiers_are_cut_where_a_gap_is_resolved() -> None:
    above_next = np.array([0.6, 0.95, 0.949, 0.99])
    assert tiers(above_next, delta=0.05).tolist() == [1, 1, 2, 2, 3]
    assert tiers(np.zeros(0), delta=0.05).tolist() == [1]

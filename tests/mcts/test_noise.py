"""Random draws behind noise and temperature."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mcts.noise import draw_by_visits, draw_dirichlet, draw_gamma, draw_normal, draw_unit
from mcts.rng import seed_stream


@pytest.fixture
def stream() -> NDArray[np.uint64]:
    made = np.zeros(2, np.uint64)
    seed_stream(made, np.uint64(5))
    return made


def test_units_and_normals(stream: NDArray[np.uint64]) -> None:
    units = [draw_unit(stream) for _ in range(4000)]
    assert 0.0 <= min(units) < 0.01 < 0.99 < max(units) < 1.0
    normals = np.array([draw_normal(stream) for _ in range(4000)])
    assert normals.mean() == pytest.approx(0.0, abs=0.06)
    assert normals.std() == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize("shape", [0.03, 0.3, 1.0, 4.5])
def test_gamma_has_its_mean_and_variance(stream: NDArray[np.uint64], shape: float) -> None:
    draws = np.array([draw_gamma(stream, shape) for _ in range(8000)])
    assert (draws >= 0.0).all()
    assert draws.mean() == pytest.approx(shape, rel=0.15)
    assert draws.var() == pytest.approx(shape, rel=0.25)


@pytest.mark.parametrize("concentration", [0.03, 0.3, 10.0])
def test_dirichlet_sums_to_one(stream: NDArray[np.uint64], concentration: float) -> None:
    shares = np.zeros(12)
    means = np.zeros(12)
    for _ in range(500):
        draw_dirichlet(stream, concentration, shares)
        assert shares.sum() == pytest.approx(1.0)
        means += shares / 500
    assert means == pytest.approx(np.full(12, 1 / 12), abs=0.05)


def test_draws_in_proportion_to_a_power_of_visits(stream: NDArray[np.uint64]) -> None:
    visits = np.array([0.0, 10.0, 20.0, 40.0])
    draws = np.bincount([draw_by_visits(stream, visits, 0.5) for _ in range(4000)], minlength=4) / 4000
    assert draws == pytest.approx(visits**2 / (visits**2).sum(), abs=0.03)
    assert draws[0] == 0.0

"""Quadrature on panels against closed forms."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from scipy.special import ndtr, ndtri

from analyzer.panels import Panels, panels_for

MEANS = np.array([0.2, 0.21, 0.5])
DEVIATIONS = np.array([0.01, 0.0005, 0.03])


@pytest.fixture(name="panels")
def _panels() -> Panels:
    return panels_for(MEANS, DEVIATIONS)


def _density(panels: Panels) -> npt.NDArray[np.float64]:
    z = (panels.points - MEANS[:, None]) / DEVIATIONS[:, None]
    return np.exp(-z * z / 2) / (DEVIATIONS[:, None] * np.sqrt(2 * np.pi))


def _cdf(panels: Panels) -> npt.NDArray[np.float64]:
    return np.asarray(ndtr((panels.points - MEANS[:, None]) / DEVIATIONS[:, None]))


def test_panels_are_few_and_rise(panels: Panels) -> None:
    assert (np.diff(panels.edges) > 0).all()
    assert (np.diff(panels.points) > 0).all()
    assert len(panels.points) < 200
    assert panels.weights.sum() == pytest.approx(panels.edges[-1] - panels.edges[0])


def test_every_density_has_its_mass(panels: Panels) -> None:
    assert _density(panels) @ panels.weights == pytest.approx(1, abs=1e-5)


def test_cumulated_density_is_the_distribution_function(panels: Panels) -> None:
    assert panels.cumulative(_density(panels)) == pytest.approx(_cdf(panels), abs=3e-5)


def test_distribution_functions_are_read_between_nodes(panels: Panels) -> None:
    where = np.concatenate([[0.0, 1.0], np.linspace(0.15, 0.6, 1000)])
    exact = ndtr((where - MEANS[:, None]) / DEVIATIONS[:, None])
    assert panels.distribution_at(_cdf(panels), where) == pytest.approx(exact, abs=1e-4)


@pytest.mark.parametrize("level", [0.001, 0.025, 0.5, 0.975])
def test_quantiles(panels: Panels, level: float) -> None:
    found = (panels.quantiles(_density(panels), _cdf(panels), level) - MEANS) / DEVIATIONS
    assert found == pytest.approx(ndtri(level), abs=1e-3)


def test_panels_stay_between_0_and_1() -> None:
    edges = panels_for(np.array([0.01, 0.98]), np.array([0.01, 0.1])).edges
    assert (edges[0], edges[-1]) == (0.0, 1.0)


def test_nothing_between_densities_costs_next_to_nothing() -> None:
    near = panels_for(np.array([0.2, 0.22]), np.array([0.001, 0.001]))
    far = panels_for(np.array([0.2, 0.9]), np.array([0.001, 0.001]))
    assert len(far.edges) <= len(near.edges) + 2

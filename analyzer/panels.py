"""Integrals on a line cut into panels: fine where some density is narrow, coarse where nothing happens.

Each panel carries the same few Gauss–Legendre nodes, so a smooth function is integrated, accumulated and read off
between its nodes to many digits at a tenth of the points that an even grid would need.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt
from numpy.polynomial.legendre import leggauss, legint, legvander

Floats = npt.NDArray[np.float64]

NODES_A_PANEL: Final = 8
REACH: Final = 5.5
"""Standard deviations from its mean at which a symmetric density counts as gone (a normal one: 4e-8 of its mass)."""
PANEL_WIDTH: Final = 2.5
"""Widest panel, in standard deviations of the narrowest density that reaches into it."""
_STRETCHES: Final = 128
"""Into at most so many stretches is the line cut to decide how wide its panels may be."""

_NEWTON_STEPS: Final = 8
_NODES, _WEIGHTS = leggauss(NODES_A_PANEL)
_TO_LEGENDRE: Final = np.linalg.inv(legvander(_NODES, NODES_A_PANEL - 1))
"""From values at the nodes to coefficients of Legendre polynomials."""
_INTEGRATE: Final = legvander(_NODES, NODES_A_PANEL) @ legint(np.eye(NODES_A_PANEL), lbnd=-1) @ _TO_LEGENDRE
"""From values at the nodes to integrals from the panel's left edge up to each node."""


def _shares_of_nodes(position: Floats) -> Floats:
    """How much each node counts in the value at a position from -1 to 1 in its panel: (...) to (..., nodes)."""
    return legvander(position, NODES_A_PANEL - 1) @ _TO_LEGENDRE


@dataclass(frozen=True)
class Panels:
    """Neighbouring panels with their nodes.

    Attributes
    ----------
    edges : float64 array (panels + 1,)
        Rising.
    """

    edges: Floats

    @cached_property
    def points(self) -> Floats:
        """Nodes of all panels, rising: float64 (points,)."""
        return (self._middles[:, None] + self._half_widths[:, None] * _NODES).ravel()

    @cached_property
    def weights(self) -> Floats:
        """What each node counts for in an integral: float64 (points,)."""
        return (self._half_widths[:, None] * _WEIGHTS).ravel()

    @cached_property
    def _half_widths(self) -> Floats:
        return np.diff(self.edges) / 2

    @cached_property
    def _middles(self) -> Floats:
        return (self.edges[:-1] + self.edges[1:]) / 2

    def cumulative(self, values: Floats) -> Floats:
        """Integral from the left end up to each node: float64 (..., points) to the same shape."""
        by_panel = values.reshape(*values.shape[:-1], -1, NODES_A_PANEL)
        within = by_panel @ _INTEGRATE.T
        before = np.cumsum((by_panel @ _WEIGHTS) * self._half_widths, axis=-1)
        within *= self._half_widths[:, None]
        within[..., 1:, :] += before[..., :-1, None]
        return within.reshape(values.shape)

    def distribution_at(self, cdf: Floats, where: Floats) -> Floats:
        """Read distribution functions between their nodes.

        Parameters
        ----------
        cdf : float64 array (..., points)
            Distribution functions at the nodes.
        where : float64 array (places,)
            Outside the panels the answer is 0 on the left and 1 on the right.

        Returns
        -------
        float64 array (..., places)
        """
        panel = np.clip(np.searchsorted(self.edges, where, side="right") - 1, 0, len(self._middles) - 1)
        shares = _shares_of_nodes((where - self._middles[panel]) / self._half_widths[panel])
        by_panel = cdf.reshape(*cdf.shape[:-1], len(self._middles), NODES_A_PANEL)
        inside = np.einsum("...pk,pk->...p", by_panel[..., panel, :], shares)
        return np.where(where < self.edges[0], 0.0, np.where(where > self.edges[-1], 1.0, inside))

    def quantiles(self, density: Floats, cdf: Floats, level: float) -> Floats:
        """Where distribution functions reach a level.

        Parameters
        ----------
        density, cdf : float64 array (rows, points)
            Densities and their distribution functions at the nodes.
        level : float
            Between 0 and 1.

        Returns
        -------
        float64 array (rows,)
        """
        rows = np.arange(len(cdf))
        cdf_by_panel = cdf.reshape(len(cdf), -1, NODES_A_PANEL)
        at_right_edges = cdf_by_panel @ _shares_of_nodes(np.ones(1))[0]
        panel = np.minimum((at_right_edges < level).sum(axis=1), len(self._middles) - 1)
        cdf_nodes = cdf_by_panel[rows, panel]
        density_nodes = density.reshape(cdf_by_panel.shape)[rows, panel] * self._half_widths[panel, None]
        position = np.zeros(len(cdf))
        for _ in range(_NEWTON_STEPS):
            shares = _shares_of_nodes(position)
            slope = np.maximum((density_nodes * shares).sum(axis=1), np.finfo(float).tiny)
            position = np.clip(position - ((cdf_nodes * shares).sum(axis=1) - level) / slope, -1.0, 1.0)
        return self._middles[panel] + position * self._half_widths[panel]


def panels_for(means: Floats, deviations: Floats) -> Panels:
    """Panels on 0 to 1 that resolve Betas with these means and standard deviations.

    Parameters
    ----------
    means, deviations : float64 array (densities,)

    Returns
    -------
    Panels
        From where the leftmost density begins to where the rightmost ends.
    """
    # A skewed density reaches farther on one side, by the second term of Cornish and Fisher's expansion.
    skewness = 2 * (1 - 2 * means) * deviations / (means * (1 - means))
    longer = skewness * REACH**2 / 6
    low = np.maximum(means - deviations * (REACH + np.maximum(-longer, 0.0)), 0.0)
    high = np.minimum(means + deviations * (REACH + np.maximum(longer, 0.0)), 1.0)
    ends = np.unique(np.concatenate([low, high]))
    breaks = np.append(ends[: -1 : -(-len(ends) // _STRETCHES)], ends[-1])
    covers = (low < breaks[1:, None]) & (high > breaks[:-1, None])
    panels_a_unit = np.where(covers, 1 / (PANEL_WIDTH * deviations), 0.0).max(axis=1)
    # Between two densities that do not meet there is nothing to integrate, but a panel must bridge the gap.
    needed = np.where(panels_a_unit > 0, panels_a_unit * np.diff(breaks), 1.0)
    so_far = np.concatenate([[0.0], np.cumsum(needed)])
    edges = np.interp(np.linspace(0.0, so_far[-1], int(np.ceil(so_far[-1])) + 1), so_far, breaks)
    return Panels(edges)

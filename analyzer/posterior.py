"""What is known about every candidate's win rate: its mean, deviation, interval, density and distribution function.

Given the prior's (a, b), candidates are independent: Beta(a + wins, b + losses) each. Not knowing (a, b) makes them
dependent: if the general level is higher than thought, it is for all. The posterior therefore keeps the few nodes of
the prior's quadrature apart, and every joint probability (see ``ranking``) is computed given each node, where
independence is exact, and then averaged. Multiplying marginal mixtures instead would be cheaper by the number of nodes
(about fifteen) but would call the shared uncertainty private, most of all when few games have been played.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import scipy

from analyzer.panels import Panels, panels_for
from analyzer.prior import FLAT, BetaMixture, learnt_prior

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Posterior:
    """Beliefs about all candidates' win rates.

    Attributes
    ----------
    a, b : float64 array (nodes, candidates)
        Shapes of each candidate's Beta, given each node of the prior.
    weights : float64 array (nodes,)
        Probabilities of the prior's nodes.
    """

    a: Floats
    b: Floats
    weights: Floats

    @property
    def candidates(self) -> int:
        """How many candidates there are."""
        return self.a.shape[1]

    def average(self, given_node: Floats) -> Floats:
        """What is expected of a quantity known given each node: float64 (nodes, ...) to (...)."""
        # Not a matrix product: its sums may run in another order for another shape, and equal candidates must tie.
        weights = self.weights.reshape(-1, *[1] * (given_node.ndim - 1))
        return (weights * given_node).sum(axis=0)

    @cached_property
    def _node_means(self) -> Floats:
        return self.a / (self.a + self.b)

    @cached_property
    def _node_variances(self) -> Floats:
        return self._node_means * (1 - self._node_means) / (self.a + self.b + 1)

    @cached_property
    def mean(self) -> Floats:
        """Expected win rates: float64 (candidates,)."""
        return self.average(self._node_means)

    @cached_property
    def sd(self) -> Floats:
        """Standard deviations of the win rates: float64 (candidates,)."""
        return np.sqrt(self.average(self._node_variances + (self._node_means - self.mean) ** 2))

    @cached_property
    def panels(self) -> Panels:
        """The line on which densities live, fine enough for the narrowest of them."""
        return panels_for(self._node_means.ravel(), np.sqrt(self._node_variances).ravel())

    @cached_property
    def density(self) -> Floats:
        """Densities given each node at the panels' points: float64 (nodes, candidates, points)."""
        logs = (self.a - 1)[..., None] * np.log(self.panels.points)
        logs += (self.b - 1)[..., None] * np.log1p(-self.panels.points)
        logs -= scipy.special.betaln(self.a, self.b)[..., None]
        return np.exp(logs, out=logs)

    @cached_property
    def cdf(self) -> Floats:
        """Distribution functions given each node at the panels' points: float64 (nodes, candidates, points)."""
        cumulated = self.panels.cumulative(self.density)
        return np.clip(cumulated, 0.0, 1.0, out=cumulated)

    def interval(self, level: float = 0.95) -> Floats:
        """Equal-tailed credible intervals: float64 (candidates, 2), low and high."""
        density, cdf = self.average(self.density), self.average(self.cdf)
        tail = (1 - level) / 2
        return np.stack([self.panels.quantiles(density, cdf, at) for at in (tail, 1 - tail)], axis=1)


def _posterior(prior: BetaMixture, wins: Counts, games: Counts) -> Posterior:
    return Posterior(prior.a[:, None] + wins, prior.b[:, None] + (games - wins), prior.weights)


def flat_posterior(wins: Counts, games: Counts) -> Posterior:
    """Beta(1 + wins, 1 + losses) for each: nobody learns from anybody else; int64 (candidates,) twice."""
    return _posterior(FLAT, wins, games)


def fitted_posterior(wins: Counts, games: Counts) -> Posterior:
    """Each candidate's record seen in the light of all: int64 (candidates,) twice.

    This one belongs in headlines: the candidate that came out first was probably lucky, too, and the learnt prior takes
    that luck off again.
    """
    return _posterior(learnt_prior(wins, games), wins, games)

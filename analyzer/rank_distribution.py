"""Which rank each candidate may have, and how likely: exact, for all candidates at once."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.posterior import Posterior

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

_NEGLIGIBLE_MASS: Final = 1e-8
"""Of a candidate's whole mass, at one place of the quadrature."""


def rank_distribution(posterior: Posterior) -> Floats:
    """How likely each candidate has each rank.

    Given its own win rate x, the number of others above it is Poisson-binomial with probabilities 1 - F(x). The
    distribution for *all* candidates is built once, as the polynomial whose factors are F + (1 - F)z, and each
    candidate's own factor is then divided out.

    Returns
    -------
    float64 array (candidates, candidates)
        Row: candidate; column r: probability of rank r + 1. Rows sum to 1.
    """
    count = posterior.candidates
    # Nodes and points play the same part here; together they are the places at which candidates are independent.
    below = posterior.cdf.transpose(1, 0, 2).reshape(count, -1)
    above = 1 - below
    number_above = np.zeros((count + 1, below.shape[1]))
    number_above[0] = 1.0
    for candidate in range(count):
        carried = number_above[: candidate + 1] * above[candidate]
        number_above[: candidate + 1] *= below[candidate]
        number_above[1 : candidate + 2] += carried
    # A candidate's factor is divided out only where its density is; from the end at which the factor is larger, so that
    # rounding errors shrink from step to step. Entries are (candidate, place) pairs, grouped by candidate and end.
    mass = (posterior.weights[:, None, None] * posterior.density * posterior.panels.weights).transpose(1, 0, 2)
    mass = mass.reshape(count, -1)
    owner, place = np.nonzero(mass > _NEGLIGIBLE_MASS)
    group = 2 * owner + (below[owner, place] >= 0.5)
    by_group = np.argsort(group, kind="stable")
    owner, place, group = owner[by_group], place[by_group], group[by_group]
    own_below, own_above = below[owner, place], above[owner, place]
    larger = np.maximum(own_below, own_above)
    share = mass[owner, place] / larger
    minus_ratio = np.minimum(own_below, own_above) / -larger
    from_start = group % 2 == 1
    places = below.shape[1]
    index = np.where(from_start, place, place + count * places)
    stride = np.where(from_start, places, -places)
    groups, starts = np.unique(group, return_index=True)
    ranks = np.zeros((count, count))
    quotient, term = np.zeros(len(owner)), np.empty(len(owner))
    for step in range(count):
        quotient *= minus_ratio
        quotient += np.take(number_above, index, out=term, mode="wrap")
        index += stride
        np.multiply(quotient, share, out=term)
        # Unbuffered, because both groups of a candidate meet at the middle rank.
        rank = np.where(groups % 2 == 1, step, count - 1 - step)
        np.add.at(ranks, (groups // 2, rank), np.add.reduceat(term, starts))
    return np.clip(ranks, 0.0, 1.0)


def rank_intervals(distribution: Floats, level: float = 0.95) -> Indices:
    """Equal-tailed intervals of ranks, from 1.

    Parameters
    ----------
    distribution : float64 array (candidates, ranks)
        From ``rank_distribution``.
    level : float
        Least probability of an interval.

    Returns
    -------
    int64 array (candidates, 2)
        Best and worst rank: less than half of the rest lies beyond each.
    """
    tail = (1 - level) / 2
    best = (np.cumsum(distribution, axis=1) <= tail).sum(axis=1) + 1
    worst = distribution.shape[1] - (np.cumsum(distribution[:, ::-1], axis=1) <= tail).sum(axis=1)
    return np.stack([best, worst], axis=1)

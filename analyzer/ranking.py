"""Probabilities about the order of candidates, exact up to quadrature: no Monte Carlo.

Everything is an integral over one win rate x of products of densities and distribution functions, taken given each node
of the prior (where candidates are independent) and averaged. Ranks count from 1, positions in arrays from 0.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.posterior import Posterior

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

_DIGITS_OF_A_TIE: Final = 12


def order_of(posterior: Posterior, tie_break: Floats | None = None) -> Indices:
    """Candidates from best to worst by expected win rate.

    Parameters
    ----------
    posterior : Posterior
    tie_break : float64 array (candidates,), optional
        Decides between equal win rates, smaller first (turns to win, say); then the lower index does.

    Returns
    -------
    int64 array (candidates,)
    """
    second_key = np.zeros(posterior.candidates) if tie_break is None else tie_break
    # Rounded, so that the last bit of a sum does not pass for a difference.
    return np.lexsort((second_key, -np.round(posterior.mean, _DIGITS_OF_A_TIE)))


def _product_of_others(factors: Floats) -> Floats:
    """Product over axis 1 of all entries but one's own, without dividing: same shape (nodes, candidates, points)."""
    products = np.ones_like(factors)
    np.cumprod(factors[:, :-1], axis=1, out=products[:, 1:])
    products[:, :-1] *= np.cumprod(factors[:, :0:-1], axis=1)[:, ::-1]
    return products


def probability_best(posterior: Posterior) -> Floats:
    """How likely each candidate is the best of all: float64 (candidates,)."""
    best_is_here = posterior.density * _product_of_others(posterior.cdf)
    return posterior.average(best_is_here @ posterior.panels.weights)


def probability_set(posterior: Posterior, members: Indices) -> float:
    """How likely these candidates, in any order, are all better than all others.

    Parameters
    ----------
    posterior : Posterior
    members : int64 array (top,)
        Different candidates.
    """
    others = np.delete(np.arange(posterior.candidates), members)
    if others.size == 0:
        return 1.0
    # The worst member is at x, the other members above it, everybody else below.
    worst_member_is_here = (posterior.density[:, members] * _product_of_others(1 - posterior.cdf[:, members])).sum(
        axis=1
    )
    others_below = posterior.cdf[:, others].prod(axis=1)
    return float(posterior.average((worst_member_is_here * others_below) @ posterior.panels.weights))


def probability_order(posterior: Posterior, ordered: Indices) -> float:
    """How likely these candidates are the best ones, in exactly this order.

    Parameters
    ----------
    posterior : Posterior
    ordered : int64 array (top,)
        Different candidates, best first.
    """
    others = np.delete(np.arange(posterior.candidates), ordered)
    all_worse_are_below = posterior.cdf[:, others].prod(axis=1)
    for candidate in ordered[:0:-1]:
        all_worse_are_below = posterior.panels.cumulative(posterior.density[:, candidate] * all_worse_are_below)
    best_is_here = posterior.density[:, ordered[0]] * all_worse_are_below
    return float(posterior.average(best_is_here @ posterior.panels.weights))


def probability_above(posterior: Posterior, upper: Indices, lower: Indices) -> Floats:
    """How likely each upper candidate is better than its lower one: int64 (pairs,) twice to float64 (pairs,)."""
    upper_is_here = posterior.density[:, upper] * posterior.cdf[:, lower]
    return posterior.average(upper_is_here @ posterior.panels.weights)


def probability_close(posterior: Posterior, one: Indices, other: Indices, eps: float) -> Floats:
    """How likely the win rates of each pair differ by less than ``eps``: int64 (pairs,) twice to float64 (pairs,)."""
    # Panels are fine where a narrow density is; its partner's distribution function, moved by eps, is smooth on them
    # only if the partner is the wider one.
    swap = posterior.sd[one] > posterior.sd[other]
    narrow, wide = np.where(swap, other, one), np.where(swap, one, other)
    points = posterior.panels.points
    wide_cdf = posterior.cdf[:, wide]
    within = posterior.panels.distribution_at(wide_cdf, points + eps)
    within -= posterior.panels.distribution_at(wide_cdf, points - eps)
    return posterior.average((posterior.density[:, narrow] * within) @ posterior.panels.weights)


def tiers(above_next: Floats, delta: float) -> Indices:
    """Number the tiers of an order: runs without a resolved gap.

    Parameters
    ----------
    above_next : float64 array (candidates - 1,)
        How likely each candidate of the order is better than the one after it.
    delta : float
        A gap is resolved when the doubt about it is at most this.

    Returns
    -------
    int64 array (candidates,)
        Tier of each place of the order, from 1.
    """
    return 1 + np.concatenate([[0], np.cumsum(above_next >= 1 - delta)])

"""When enough games have been played."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.posterior import Posterior
from analyzer.ranking import probability_above, probability_close, probability_order, probability_set

Indices = npt.NDArray[np.int64]

DELTA: Final = 0.05
"""A statement whose doubt is at most this is settled."""
EPS: Final = 0.005
"""Win rates that differ by less, half a percentage point, are as good as equal."""


class StopReason(StrEnum):
    """Why an analysis ended."""

    ORDER = "order"
    """The order of the best is settled."""
    SET = "set"
    """It is settled who the best are, and of each neighbours which is better or that they are as good as equal."""
    BUDGET = "budget"
    """The games asked for have been played."""


def reason_to_stop(
    posterior: Posterior, order: Indices, top: int, *, budget_spent: bool, delta: float = DELTA, eps: float = EPS
) -> StopReason | None:
    """Whether to stop at the end of a round, and why.

    Parameters
    ----------
    posterior : Posterior
        The one with the learnt prior.
    order : int64 array (candidates,)
        Candidates from best to worst.
    top : int
        How many of the best matter; at least as many as there are candidates means all of them.
    budget_spent : bool
        Whether there is nothing left to play.
    delta, eps : float
        See ``DELTA`` and ``EPS``.

    Returns
    -------
    StopReason or None
        None to go on.
    """
    best = order[:top]
    if probability_order(posterior, best) >= 1 - delta:
        return StopReason.ORDER
    if probability_set(posterior, best) >= 1 - delta and not open_neighbours(posterior, best, delta, eps):
        return StopReason.SET
    return StopReason.BUDGET if budget_spent else None


def open_neighbours(posterior: Posterior, best: Indices, delta: float = DELTA, eps: float = EPS) -> int:
    """How many neighbours among the best are neither told apart nor as good as equal."""
    upper, lower = best[:-1], best[1:]
    resolved = probability_above(posterior, upper, lower) >= 1 - delta
    close = probability_close(posterior, upper[~resolved], lower[~resolved], eps) >= 1 - delta
    return int((~close).sum())

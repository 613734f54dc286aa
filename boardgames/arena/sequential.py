"""Which of two bots is better, looked at after every round without being fooled by looking often.

Each round gives a number between 0 and 1: the share of comparisons that the first of the two won. If its mean were m,
nobody could expect to gain by betting against m; so the capital of somebody who starts with 1 and bets in each round
according to what they have seen has at most a chance of 1/20 of ever reaching 20 (Ville, 1939). All m whose capital has
stayed below 20 form an interval that contains the true mean at *all* looks with probability 95 %, whatever the
distribution (Waudby-Smith and Ramdas, 2024). The capital here is spread over a fixed set of bets, half on each side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

ERROR: Final = 0.05
"""Chance of any wrong statement about any pair of an arena at any time."""
_SMALLER: Final = 2.0 ** -np.arange(0.25, 7, 0.25)
BETS: Final = np.array([0.99, *_SMALLER])
"""Parts of the capital that are staked: nearly all, for bots that win every round, and less for smaller differences."""
WEIGHTS: Final = np.array([0.5, *np.full(len(_SMALLER), 0.5 / len(_SMALLER))])
"""How much of the capital follows each bet from the beginning."""
_STEPS: Final = 40
"""Halvings that find an end of the interval."""


class Verdict(StrEnum):
    """What can be said about two bots."""

    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    OPEN = "open"


@dataclass(frozen=True)
class Comparison:
    """What is known about the mean share of comparisons that one bot wins against another.

    Attributes
    ----------
    rounds : int
    mean, low, high : float
        The interval holds at every look.
    """

    rounds: int
    mean: float
    low: float
    high: float

    def verdict(self, margin: float) -> Verdict:
        """What follows; equal means that the mean lies within ``margin`` of one half."""
        if self.low > 0.5:
            return Verdict.BETTER
        if self.high < 0.5:
            return Verdict.WORSE
        return Verdict.EQUAL if self.low >= 0.5 - margin and self.high <= 0.5 + margin else Verdict.OPEN


def compare(shares: Mapping[float, int], error: float = ERROR) -> Comparison:
    """The interval after some rounds; their order does not matter.

    Parameters
    ----------
    shares : mapping of float to int
        How many rounds gave which share, from 0 to 1.
    error : float
        Chance that the interval ever misses the mean.
    """
    values = np.fromiter(shares.keys(), np.float64)
    counts = np.fromiter(shares.values(), np.int64)
    rounds = int(counts.sum())
    if rounds == 0:
        return Comparison(0, 0.5, 0.0, 1.0)
    low = _lowest(values, counts, error)
    high = 1 - _lowest(1 - values, counts, error)
    return Comparison(rounds, float(values @ counts) / rounds, low, high)


def _lowest(values: npt.NDArray[np.float64], counts: npt.NDArray[np.int64], error: float) -> float:
    """The lower end: the capital of bets on more than m falls as m rises; halving finds where it passes the limit."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _log_capital(values, counts, middle) >= np.log(2 / error):
            low = middle
        else:
            high = middle
    return low


def _log_capital(values: npt.NDArray[np.float64], counts: npt.NDArray[np.int64], mean: float) -> float:
    """Logarithm of the capital of bets on more than ``mean``: each round multiplies it by 1 + bet · (x / mean − 1)."""
    gains = np.log1p(BETS[:, None] * (values / mean - 1)) @ counts
    top = gains.max()
    return float(top + np.log(WEIGHTS @ np.exp(gains - top)))

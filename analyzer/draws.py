"""Win rates drawn from flat posteriors: the same draws for the same integers, everywhere.

numpy promises the raw bits of its Philox generator but not what its distributions make of them, so each draw is the
quantile function of a Beta at a raw Philox integer. ``betaincinv`` takes microseconds a call, too long for the many
draws that a round may need; but seen as log-odds against a normal deviate, the quantile function is almost a straight
line. So it is computed at a few Chebyshev nodes of each candidate and read off the polynomial through them. That is the
same pure function of the same integers; it leaves the exact quantile by less than 1e-6 standard deviations once a
candidate has won nine games, and by 4e-4 at worst, when it has not won any.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
import scipy  # scipy.special with its first use: when the first games have begun

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

_CHEBYSHEV_NODES: Final = 20
_NODES: Final = np.cos(np.pi * (np.arange(_CHEBYSHEV_NODES) + 0.5) / _CHEBYSHEV_NODES)
_TO_CHEBYSHEV: Final = np.linalg.inv(np.polynomial.chebyshev.chebvander(_NODES, _CHEBYSHEV_NODES - 1))
"""From values at the nodes to coefficients of Chebyshev polynomials."""
_FARTHEST: Final = 8.25
"""Normal deviates of 52-bit uniforms end at 8.21."""
_COLUMNS_KEPT: Final = 1024
"""More candidates than an analysis has, a few times over."""
_RAW_BITS_DROPPED: Final = np.uint64(12)


def raw_stream(seed: int, round_number: int, slot: int) -> np.random.Philox:
    """Random integers that belong to one slot of one round."""
    key = np.array([seed, round_number], np.uint64)
    counter = np.array([0, 0, 0, slot], np.uint64)
    return np.random.Philox(key=key, counter=counter)


def uniforms(raw: npt.NDArray[np.uint64]) -> Floats:
    """Numbers strictly between 0 and 1 from raw 64-bit integers, same shape."""
    # Middles of 2**52 equal cells: with one bit more, the last middle would round to 1.
    return ((raw >> _RAW_BITS_DROPPED).astype(np.float64) + 0.5) * 2.0**-52


@lru_cache(maxsize=_COLUMNS_KEPT)
def _polynomial(wins: int, games: int) -> Floats:
    """Chebyshev coefficients of one candidate's log-odds: float64 (nodes,).

    Most candidates of a round have played nothing since the last one, and ``betaincinv`` takes the longer the more
    games there are, so what was worked out is kept. Each candidate is worked out by itself: in one array with others,
    the last bit could depend on who they are.
    """
    deviates = _FARTHEST * _NODES
    # The nearer tail is exact down to the smallest probabilities; the farther one would round to 1.
    is_low = deviates <= 0
    a, b = 1.0 + wins, 1.0 + (games - wins)
    tails = scipy.special.ndtr(-np.abs(deviates))
    nearer = scipy.special.betaincinv(np.where(is_low, a, b), np.where(is_low, b, a), tails)
    log_odds = np.log(nearer) - np.log1p(-nearer)
    values = np.where(is_low, log_odds, -log_odds)
    return np.asarray(_TO_CHEBYSHEV @ values)


class LogOdds:
    """Quantile functions of all candidates' flat posteriors, as log-odds; their order is that of the win rates.

    Parameters
    ----------
    wins, games : int64 array (candidates,)
    """

    def __init__(self, wins: Counts, games: Counts) -> None:
        pairs = zip(wins.tolist(), games.tolist(), strict=True)
        self._coefficients: Final = np.stack([_polynomial(*pair) for pair in pairs], axis=1)

    def at(self, uniform: Floats) -> Floats:
        """Log-odds of win rates at these probabilities: float64 (..., candidates) to the same shape."""
        deviates = scipy.special.ndtri(uniform) / _FARTHEST
        return np.polynomial.chebyshev.chebval(deviates, self._coefficients, tensor=False)

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
Indices = npt.NDArray[np.int64]

_CHEBYSHEV_NODES: Final = 20
_NODES: Final = np.cos(np.pi * (np.arange(_CHEBYSHEV_NODES) + 0.5) / _CHEBYSHEV_NODES)
_TO_CHEBYSHEV: Final = np.linalg.inv(np.polynomial.chebyshev.chebvander(_NODES, _CHEBYSHEV_NODES - 1))
"""From values at the nodes to coefficients of Chebyshev polynomials."""
_FARTHEST: Final = 8.25
"""Normal deviates of 52-bit uniforms end at 8.21."""
_COLUMNS_KEPT: Final = 1024
"""More candidates than an analysis has, a few times over."""
_INTEGERS_A_BLOCK: Final = 4
_BLOCKS_A_SLOT: Final = 2**192
_ALL_BLOCKS: Final = 2**256
"""Philox counts in 256 bits, of which the slot is the highest 64, and makes four integers of each count."""
_RAW_BITS_DROPPED: Final = np.uint64(12)


def raw_stream(seed: int, round_number: int, slot: int) -> np.random.Philox:
    """Random integers that belong to one slot of one round."""
    key = np.array([seed, round_number], np.uint64)
    counter = np.array([0, 0, 0, slot], np.uint64)
    return np.random.Philox(key=key, counter=counter)


def raw_streams(seed: int, round_number: int, slots: Indices, start: int, count: int) -> npt.NDArray[np.uint64]:
    """What ``raw_stream`` of each of these slots gives from its integer number ``start`` on: uint64 (slots, count).

    One generator goes from slot to slot, which takes a quarter of the time of making one for each.
    """
    walker = raw_stream(seed, round_number, 0)
    first_block, skipped = divmod(start, _INTEGERS_A_BLOCK)
    behind = -(-(skipped + count) // _INTEGERS_A_BLOCK)
    found = np.empty((len(slots), count), np.uint64)
    at = 0
    for row, slot in enumerate(slots.tolist()):
        begin = slot * _BLOCKS_A_SLOT + first_block
        walker.advance((begin - at) % _ALL_BLOCKS)
        found[row] = walker.random_raw(skipped + count)[skipped:]
        at = begin + behind
    return found


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
        return _chebyshev_sum(deviates, self._coefficients)


def _chebyshev_sum(x: Floats, coefficients: Floats) -> Floats:
    """What numpy's ``chebval`` gives, bit for bit, without an array for each of its steps.

    Parameters
    ----------
    x : float64 array (..., candidates)
    coefficients : float64 array (nodes, candidates)

    Returns
    -------
    float64 array (..., candidates)
    """
    twice = 2 * x
    one, two = np.broadcast_to(coefficients[-2], x.shape).copy(), np.broadcast_to(coefficients[-1], x.shape).copy()
    product = np.empty_like(x)
    for coefficient in coefficients[-3::-1]:
        np.multiply(two, twice, out=product)
        np.add(one, product, out=product)
        np.subtract(coefficient, two, out=one)
        two, product = product, two
    np.multiply(two, x, out=product)
    return np.add(one, product, out=product)

"""How much better one candidate is than another, using that both met the same dice.

Games with the same number share their dice, so part of the luck cancels in their difference. Units that only one of two
candidates has played carry information, too, but nothing cancels there. Both are combined with the weights that make
the variance of the difference smallest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from catan_sim.rollout_records import GAMES_A_UNIT

Indices = npt.NDArray[np.int64]
Masks = npt.NDArray[np.uint64]

_CLOSEST_CORRELATION: Final = 0.99
"""Two candidates that have won the same games so far are still not the same candidate."""


@dataclass(frozen=True)
class PairCounts:
    """Wins and games of two candidates, told apart by whether the other played the same games.

    Attributes
    ----------
    shared_games : int
        Games that both played.
    first_shared, second_shared, both : int
        How many of these the first won, the second won, and both won.
    first_wins, first_games, second_wins, second_games : int
        Games that only one of them played.
    """

    shared_games: int
    first_shared: int
    second_shared: int
    both: int
    first_wins: int
    first_games: int
    second_wins: int
    second_games: int


@dataclass(frozen=True)
class Difference:
    """Win rate of the first candidate minus that of the second.

    Attributes
    ----------
    estimate, sd : float
        The difference and its standard deviation, which is infinite if one of them has not played.
    correlation : float
        Between results of the same game; 0 if they share none.
    """

    estimate: float
    sd: float
    correlation: float

    @property
    def probability_positive(self) -> float:
        """How sure it is that the first is better."""
        return float(ndtr(self.estimate / self.sd))

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Low and high end of a normal interval."""
        reach = float(ndtri((1 + level) / 2)) * self.sd
        return self.estimate - reach, self.estimate + reach


def count_pair(first_units: Indices, first_masks: Masks, second_units: Indices, second_masks: Masks) -> PairCounts:
    """Count the wins of two candidates.

    Parameters
    ----------
    first_units, second_units : int64 array (units,)
        Numbers of the units each played, none twice, in any order.
    first_masks, second_masks : uint64 array (units,)
        Bit g: whether game g of the unit was won.
    """
    _, in_first, in_second = np.intersect1d(first_units, second_units, assume_unique=True, return_indices=True)
    first, second = first_masks[in_first], second_masks[in_second]
    first_shared, second_shared = _wins(first), _wins(second)
    return PairCounts(
        shared_games=GAMES_A_UNIT * len(in_first),
        first_shared=first_shared,
        second_shared=second_shared,
        both=_wins(first & second),
        first_wins=_wins(first_masks) - first_shared,
        first_games=GAMES_A_UNIT * (len(first_units) - len(in_first)),
        second_wins=_wins(second_masks) - second_shared,
        second_games=GAMES_A_UNIT * (len(second_units) - len(in_second)),
    )


def _wins(masks: Masks) -> int:
    return int(np.bitwise_count(masks).sum(dtype=np.int64))


def difference(counts: PairCounts) -> Difference:
    """Estimate the difference of two win rates.

    Each rate is estimated as w · (share of shared games won) + (1 - w) · (share of the others won). With variances v₁
    and v₂ and covariance c of two results of the same game, N shared games and n₁, n₂ others, the variance of the
    difference is smallest where

        w₁ v₁ (n₁ + N) - w₂ c n₁ = v₁ N   and   w₂ v₂ (n₂ + N) - w₁ c n₂ = v₂ N.

    Without correlation these are the plain shares of wins, with all games shared the plain paired difference.
    """
    shared, n1, n2 = counts.shared_games, counts.first_games, counts.second_games
    if not shared + n1 or not shared + n2:
        return Difference(0.0, np.inf, 0.0)
    v1 = _variance(counts.first_shared + counts.first_wins, shared + n1)
    v2 = _variance(counts.second_shared + counts.second_wins, shared + n2)
    per_shared = 1 / max(shared, 1)
    first_share, second_share = counts.first_shared * per_shared, counts.second_shared * per_shared
    bound = _CLOSEST_CORRELATION * np.sqrt(v1 * v2)
    c = float(np.clip(counts.both * per_shared - first_share * second_share, -bound, bound))
    equations = np.array([[v1 * (n1 + shared), -c * n1], [-c * n2, v2 * (n2 + shared)]])
    w1, w2 = np.linalg.solve(equations, np.array([v1 * shared, v2 * shared]))
    per_first, per_second = 1 / max(n1, 1), 1 / max(n2, 1)
    first = w1 * first_share + (1 - w1) * counts.first_wins * per_first
    second = w2 * second_share + (1 - w2) * counts.second_wins * per_second
    shared_variance = (w1 * w1 * v1 + w2 * w2 * v2 - 2 * w1 * w2 * c) * per_shared
    variance = shared_variance + (1 - w1) ** 2 * v1 * per_first + (1 - w2) ** 2 * v2 * per_second
    return Difference(float(first - second), float(np.sqrt(variance)), float(c / np.sqrt(v1 * v2)))


def _variance(wins: int, games: int) -> float:
    """Of one game's result; one win and one loss are added so that it is never zero."""
    rate = (wins + 1) / (games + 2)
    return rate * (1 - rate)

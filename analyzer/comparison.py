"""A spot against the one ranked after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from analyzer.paired import Difference, count_pair, difference
from analyzer.posterior import Posterior
from analyzer.ranking import probability_above, probability_close
from analyzer.results import SpotResult
from analyzer.stopping import DELTA, EPS

Indices = npt.NDArray[np.int64]


class Verdict(StrEnum):
    """What can be said about two neighbours of the ranking."""

    BETTER = "better"
    """The upper one is better; a tier ends between them."""
    EQUAL = "equal"
    """They differ by so little that it does not matter."""
    OPEN = "open"
    """More games would be needed."""


@dataclass(frozen=True)
class Comparison:
    """What is known about two neighbours of the ranking.

    Attributes
    ----------
    upper, lower : int
        Candidates.
    paired : Difference
        Of their win rates, from their games alone: games with the same dice are compared with each other, and no prior
        takes off the luck of having come out ahead.
    shared_games : int
        Games with the same dice.
    probability_above, probability_close : float
        That the upper one is better, and that they are as good as equal, with the learnt prior.
    """

    upper: int
    lower: int
    paired: Difference
    shared_games: int
    probability_above: float
    probability_close: float

    @property
    def verdict(self) -> Verdict:
        """Decided with the learnt prior, like tiers and the end of an analysis."""
        if self.probability_above >= 1 - DELTA:
            return Verdict.BETTER
        return Verdict.EQUAL if self.probability_close >= 1 - DELTA else Verdict.OPEN


def compare_neighbours(spots: Sequence[SpotResult], posterior: Posterior, order: Indices) -> list[Comparison]:
    """Compare each candidate of the order with the one after it."""
    upper, lower = order[:-1], order[1:]
    above = probability_above(posterior, upper, lower)
    close = probability_close(posterior, upper, lower, EPS)
    found = []
    for place in range(len(upper)):
        one, other = spots[upper[place]].units, spots[lower[place]].units
        counts = count_pair(one["unit"], one["win_mask"], other["unit"], other["win_mask"])
        found.append(
            Comparison(
                upper=int(upper[place]),
                lower=int(lower[place]),
                paired=difference(counts),
                shared_games=counts.shared_games,
                probability_above=float(above[place]),
                probability_close=float(close[place]),
            )
        )
    return found

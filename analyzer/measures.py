"""What the games of a spot came to, as means with their uncertainty.

Sums of squares exist for turns and points only; for everything else the uncertainty comes from how much the units of 64
games differ among themselves, which needs a few of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from catan_sim.rollout_records import First

Units = npt.NDArray[np.void]
Floats = npt.NDArray[np.float64]

FEWEST_UNITS: Final = 6
"""With fewer, the units' differences say next to nothing about the uncertainty."""


@dataclass(frozen=True)
class Mean:
    """A mean, its standard error and the degrees of freedom behind that; NaN where the games do not say."""

    value: float
    error: float
    freedom: float

    def interval(self, level: float = 0.95) -> tuple[float, float] | None:
        """Student's interval, or None when there is no telling."""
        if not np.isfinite(self.error):
            return None
        reach = float(stdtrit(self.freedom, (1 + level) / 2)) * self.error
        return self.value - reach, self.value + reach

    def divided(self, by: int) -> Mean:
        """The mean of numbers so many times smaller."""
        return Mean(self.value / by, self.error / by, self.freedom)


UNKNOWN: Final = Mean(float("nan"), float("nan"), 0.0)


def mean_of_squares(count: int, total: int, squares: int) -> Mean:
    """Mean of so many numbers, given their sum and their sum of squares."""
    if count == 0:
        return UNKNOWN
    mean = total / count
    if count == 1:
        return Mean(mean, float("nan"), 0.0)
    variance = max(squares - total * mean, 0.0) / (count - 1)
    return Mean(mean, float(np.sqrt(variance / count)), count - 1)


def ratio_over_units(totals: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> Mean:
    """Sum of totals for each count, with an error from how the units differ: int64 (units,) twice."""
    count = int(counts.sum())
    if count == 0:
        return UNKNOWN
    ratio = int(totals.sum()) / count
    units = len(counts)
    if units < FEWEST_UNITS:
        return Mean(ratio, float("nan"), 0.0)
    rest = totals - ratio * counts
    variance = float((rest * rest).sum()) * units / (units - 1)
    return Mean(ratio, float(np.sqrt(variance)) / count, units - 1)


@dataclass(frozen=True, kw_only=True)
class Measure:
    """Something counted in rollouts that helps to say why a spot wins: one sum for each of another.

    Attributes
    ----------
    total, per : str
        Fields of a unit.
    index : int or None
        Which entry of both, for fields with several; None adds all entries of ``total``.
    more_is_better : bool
    more, less : str
        A clause with ``{by}`` for how much more or less it is than elsewhere.
    value : str
        The spot's own number, at ``{value}``.
    scale : int
        What numbers are multiplied by before they are shown: 100 for shares.
    digits : int
        After the point.
    in_rounds : bool
        Whether turns are counted, which people know as rounds: a turn of every player.
    """

    total: str
    per: str = "games"
    index: int | None = None
    more_is_better: bool = True
    more: str
    less: str
    value: str = "{value} a game"
    scale: int = 1
    digits: int = 1
    in_rounds: bool = False

    def of(self, units: Units, players: int) -> Mean:
        """Measure some units of games of so many players: unit_dtype (units,)."""
        totals, counts = units[self.total], units[self.per]
        if self.index is not None:
            totals, counts = totals[:, self.index], counts[:, self.index]
        mean = ratio_over_units(totals.sum(axis=1) if totals.ndim > 1 else totals, counts)
        return mean.divided(players) if self.in_rounds else mean

    @property
    def least_shown(self) -> float:
        """The smallest number that is not shown as zero."""
        return 0.5 * 10**-self.digits / self.scale

    def shown(self, number: float) -> str:
        """A number of this measure for people."""
        return f"{self.scale * number:.{self.digits}f}"


def _first_of(thing: First, things: str) -> Measure:
    return Measure(
        total="first_turns",
        per="first_counts",
        index=thing,
        more_is_better=False,
        more=f"{things} {{by}} rounds later",
        less=f"{things} {{by}} rounds sooner",
        value="after {value} rounds",
        in_rounds=True,
    )


def _award(field: str, name: str) -> Measure:
    return Measure(
        total=field,
        more=f"{name} {{by}} points more often",
        less=f"{name} {{by}} points less often",
        value="{value} % of games",
        scale=100,
    )


MEASURES: Final[Sequence[Measure]] = (
    _first_of(First.CITY, "cities"),
    _first_of(First.SETTLEMENT, "new settlements"),
    _first_of(First.CARD, "development cards"),
    Measure(
        total="produced",
        per="turns",
        more="{by} more cards a throw of the dice",
        less="{by} fewer cards a throw of the dice",
        value="{value} a throw",
        digits=2,
    ),
    Measure(total="cities", more="{by} more cities", less="{by} fewer cities"),
    Measure(total="cards_bought", more="{by} more development cards", less="{by} fewer development cards"),
    _award("longest_road", "longest road"),
    _award("largest_army", "largest army"),
    Measure(
        total="blocked",
        more_is_better=False,
        more="{by} more cards lost where the robber stands",
        less="{by} fewer cards lost where the robber stands",
    ),
)
"""What may tell spots apart, in the order in which ties are mentioned."""

"""Candidates whose true win rates are known, played in rounds with the lag of a real run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.allocation import LAG
from catan_sim.rollout_records import GAMES_A_UNIT

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
Plan = Callable[[int, int, int, Counts, Counts, int], Counts]
"""Like ``analyzer.allocation.plan_round``."""


@dataclass(frozen=True)
class Arms:
    """Simulated candidates.

    Attributes
    ----------
    rates : float64 array (arms,)
        Their true win rates.
    wins_after : int64 array (arms, units + 1)
        Wins of each after so many units: the same in whichever order the arms are played.
    """

    rates: Floats
    wins_after: Counts

    def results(self, units: Counts) -> tuple[Counts, Counts]:
        """Wins and games after each arm has played its number of units: int64 (arms,) three times."""
        return self.wins_after[np.arange(len(units)), units], units * GAMES_A_UNIT

    def true_top(self, top: int) -> Counts:
        """The best arms, by index: int64 (top,)."""
        return np.sort(np.argsort(-self.rates)[:top])


def draw_arms(rng: np.random.Generator, arms: int, mean: float, spread: float, units: int) -> Arms:
    """Normal win rates around a mean, and what would happen in the units that each may play."""
    rates = np.clip(rng.normal(mean, spread, arms), 0.005, 0.995)
    wins = rng.binomial(GAMES_A_UNIT, rates[:, None], (arms, units))
    return Arms(rates, np.concatenate([np.zeros((arms, 1), np.int64), np.cumsum(wins, axis=1)], axis=1))


def play(arms: Arms, plan: Plan, seed: int, slots: int, rounds: int, top: int) -> Iterator[tuple[Counts, Counts]]:
    """Wins and games, int64 (arms,) each, after every round."""
    units = [np.zeros(len(arms.rates), np.int64)] * LAG
    for number in range(rounds):
        chosen = plan(seed, number, slots, *arms.results(units[-LAG]), top)
        units.append(units[-1] + np.bincount(chosen, minlength=len(arms.rates)))
        yield arms.results(units[-1])

"""Whether the analyser is as sure as it should be, on simulated arms whose truth is known.

``python -m tests.analyzer.calibration`` takes about three minutes and prints the tables for ``docs/evidence.md``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from analyzer.allocation import SLOTS, plan_round
from analyzer.posterior import Posterior, fitted_posterior, flat_posterior
from analyzer.ranking import order_of, probability_set
from catan_sim.rollout_records import GAMES_A_UNIT
from tests.analyzer.simulated_arms import Arms, draw_arms, play

Bools = npt.NDArray[np.bool_]

ARMS = 30
TOP = 8
MEANS = (0.125, 0.25)
SPREADS = (0.01, 0.02, 0.03)
FEWEST_ROUNDS = 15
"""2,048 games for each arm on average."""
LONG_RUNS = ((FEWEST_ROUNDS, 130), (4 * FEWEST_ROUNDS, 50), (16 * FEWEST_ROUNDS, 8))
"""Rounds, and how many times they are played with each mean and spread."""

FRESH_SEEDS = 10**12
"""Beyond all seeds with which the prior was chosen."""


@dataclass(frozen=True)
class Judgement:
    """One posterior held against the truth.

    Attributes
    ----------
    covered : bool array (arms,)
        Whether the 95 % interval of each arm contains its true win rate.
    first : int
        The arm ranked first.
    claimed : float
        Probability given to the set of the best arms.
    is_right : bool
        Whether these are the best arms.
    """

    covered: Bools
    first: int
    claimed: float
    is_right: bool


def judge(posterior: Posterior, arms: Arms) -> Judgement:
    """Hold a posterior against the truth."""
    order = order_of(posterior)
    low, high = posterior.interval().T
    return Judgement(
        covered=(low <= arms.rates) & (arms.rates <= high),
        first=int(order[0]),
        claimed=probability_set(posterior, order[:TOP]),
        is_right=bool((np.sort(order[:TOP]) == arms.true_top(TOP)).all()),
    )


def simulate(seed: int, mean: float, spread: float, rounds: int) -> tuple[Judgement, Judgement]:
    """Play one set of arms under our allocation; the fitted and the flat posterior at the end."""
    arms = draw_arms(np.random.default_rng([seed, rounds]), ARMS, mean, spread, SLOTS * rounds)
    *_, (wins, games) = play(arms, plan_round, seed, SLOTS, rounds, TOP)
    return judge(fitted_posterior(wins, games), arms), judge(flat_posterior(wins, games), arms)


def coverage(judgements: list[Judgement]) -> tuple[float, float]:
    """Shares of intervals that contain the truth: of all arms, and of those ranked first."""
    everybody = np.mean([judgement.covered for judgement in judgements])
    return float(everybody), float(np.mean([judgement.covered[judgement.first] for judgement in judgements]))


def bins(judgements: list[Judgement], count: int = 5) -> Iterator[tuple[int, float, float, float]]:
    """For each non-empty bin of claimed P(set): runs, mean claim, how often it was right, and its standard error."""
    claimed = np.array([judgement.claimed for judgement in judgements])
    is_right = np.array([judgement.is_right for judgement in judgements])
    which = np.minimum((claimed * count).astype(int), count - 1)
    for number in range(count):
        members = which == number
        if members.any():
            claims = claimed[members]
            error = np.sqrt((claims * (1 - claims)).sum()) / members.sum()
            yield int(members.sum()), float(claims.mean()), float(is_right[members].mean()), float(error)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Say how often intervals cover and claims are right; fails when a promise is broken."""
    everything: list[Judgement] = []
    _say("                             coverage with learnt prior    with flat prior")
    _say("games/arm  mean  spread  runs      all arms    ranked first   all arms    ranked first")
    for (rounds, runs), mean, spread in product(LONG_RUNS, MEANS, SPREADS):
        first_seed = FRESH_SEEDS + round(1e6 * mean + 1e3 * spread) * 1000
        pairs = [simulate(first_seed + run, mean, spread, rounds) for run in range(runs)]
        fitted, flat = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        shares = "".join(f"{share:14.3f}" for share in (*coverage(fitted), *coverage(flat)))
        _say(f"{rounds * SLOTS * GAMES_A_UNIT // ARMS:9,} {mean:5.3f}  {spread:6.2f}  {runs:4}{shares}")
        everything += fitted
    everybody, first = coverage(everything)
    _say(f"{len(everything)} runs: 95 % intervals cover {everybody:.3f} of all arms, {first:.3f} of those ranked first")
    _say("claimed P(set)   right   standard error   runs")
    rows = list(bins(everything))
    for runs, claim, right, error in rows:
        _say(f"{claim:14.3f}{right:8.3f}{error:17.3f}{runs:7}")
    holds = 0.93 <= everybody <= 0.97 and first >= 0.91
    holds &= all(abs(right - claim) <= 3 * error for _, claim, right, error in rows)
    _say("as promised" if holds else "NOT as promised")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())

"""Whether the analyser is as sure as it should be on real boards: short analyses against a long one of the same board.

``python -m tests.analyzer.real_calibration`` takes about a quarter of an hour on two cores. On each of some random
boards, every candidate plays as many games as several short analyses could want, each analysis its own, and as many
again: the *long run*, whose games no short analysis has seen. Within an analysis candidates share their dice, which
simulated arms do not.

The long run is long, not endless. Its share of wins lies around the true rate with a known variance, so each end of a
short analysis's interval is moved out to where the *share* ought to be with the same probability: the squares of both
errors add up. With 65,536 games against a few thousand this widens an interval by a few per cent.

Intervals of one analysis are not independent of each other, nor need they be: the standard error of the coverage comes
from the spread between analyses, each taken as a whole, and is at least what independent intervals would have. (What
the analyses of one board have in common, the long run's error, is about a twentieth of a short one's variance, and
whether two intervals cover is correlated by about half the square of what their errors are.) Coverage must be within
three standard errors of 95 %.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.allocation import SLOTS, plan_round
from analyzer.candidates import choose_candidates
from analyzer.posterior import Posterior, fitted_posterior
from analyzer.ranking import order_of
from catan_sim.ai.registry import find_agents
from catan_sim.core.generate import random_board
from catan_sim.core.ruleset import find_ruleset
from catan_sim.rollout import Candidate, RolloutSetup, rollout_units
from catan_sim.rollout_records import GAMES_A_UNIT
from tests.analyzer.simulated_arms import Arms, Counts, Floats, play

BOARDS = 6
FIRST_BOARD = 40
CANDIDATES = 20
TOP = 8
ANALYSES = 8
ROUNDS = 8
MOST_UNITS = 128
"""More than a short analysis gives to any candidate; what it leaves unplayed is nobody's."""
LONG_UNITS = 1024
LEVEL = 0.95
NORMAL_95 = 1.959964
ERRORS_ALLOWED = 3


@dataclass(frozen=True)
class Verdict:
    """One short analysis held against the long run.

    Attributes
    ----------
    covered : bool array (candidates,)
        Whether the long run's share of wins is where the short analysis expects it.
    first : int
        The candidate ranked first.
    """

    covered: npt.NDArray[np.bool_]
    first: int


def unit_wins(number: int) -> Counts:
    """Wins of every unit of every candidate of one board, shape (CANDIDATES, ANALYSES * MOST_UNITS + LONG_UNITS)."""
    board, ruleset = random_board("standard", FIRST_BOARD + number), find_ruleset("base")
    agents = find_agents("heuristic", ruleset.players)
    setup = RolloutSetup(board, ruleset, agents, 0, number)

    def wins(vertex: int) -> Counts:
        return np.array(rollout_units(setup, Candidate(vertex), 0, ANALYSES * MOST_UNITS + LONG_UNITS).units["wins"])

    with ThreadPoolExecutor() as pool:
        return np.array(list(pool.map(wins, choose_candidates(board, ruleset, agents, 0, (), CANDIDATES))))


def is_where_expected(posterior: Posterior, shares: Floats, games: int) -> npt.NDArray[np.bool_]:
    """Whether each share of wins in so many further games is what the posterior leads to expect, at 95 %."""
    low, high = posterior.interval(LEVEL).T
    mean = posterior.mean
    error = NORMAL_95 * np.sqrt(mean * (1 - mean) / games)
    return (mean - np.hypot(mean - low, error) <= shares) & (shares <= mean + np.hypot(high - mean, error))


def short_analyses(wins: Counts) -> list[Verdict]:
    """One verdict for each short analysis of a board."""
    long_run = wins[:, ANALYSES * MOST_UNITS :]
    shares = long_run.mean(axis=1) / GAMES_A_UNIT
    verdicts = []
    for number in range(ANALYSES):
        own = wins[:, number * MOST_UNITS : (number + 1) * MOST_UNITS]
        arms = Arms(shares, np.concatenate([np.zeros((len(own), 1), np.int64), np.cumsum(own, axis=1)], axis=1))
        *_, (won, games) = play(arms, plan_round, number, SLOTS, ROUNDS, TOP)
        posterior = fitted_posterior(won, games)
        covered = is_where_expected(posterior, shares, GAMES_A_UNIT * long_run.shape[1])
        verdicts.append(Verdict(covered, int(order_of(posterior)[0])))
    return verdicts


def coverage(verdicts: list[Verdict]) -> tuple[float, float, float, float]:
    """Share of intervals that hold, and its standard error: of all candidates, then of those ranked first."""
    by_analysis = np.array([verdict.covered.mean() for verdict in verdicts])
    first = np.array([verdict.covered[verdict.first] for verdict in verdicts])
    root = np.sqrt(len(verdicts))
    alone = np.sqrt(LEVEL * (1 - LEVEL))  # standard deviation of a single interval that covers as it should
    error = max(by_analysis.std(ddof=1), alone / np.sqrt(len(verdicts[0].covered))) / root
    return float(by_analysis.mean()), float(error), float(first.mean()), float(alone / root)


def main() -> int:
    """Print coverage; fails when intervals cover too little or too much."""
    verdicts: list[Verdict] = []
    for number in range(BOARDS):
        found = short_analyses(unit_wins(number))
        verdicts += found
        everybody, _, first, _ = coverage(found)
        sys.stdout.write(
            f"board {FIRST_BOARD + number}: {len(found)} analyses of {ROUNDS * SLOTS * GAMES_A_UNIT:,} games, against "
            f"{GAMES_A_UNIT * LONG_UNITS:,} games for each of {CANDIDATES} candidates: 95 % intervals cover "
            f"{everybody:.3f} of all candidates, {first:.3f} of those ranked first\n"
        )
        sys.stdout.flush()
    everybody, error, first, first_error = coverage(verdicts)
    sys.stdout.write(
        f"in all: {everybody:.3f} (standard error {error:.3f}) of {len(verdicts) * CANDIDATES} intervals, "
        f"{first:.3f} ({first_error:.3f}) of the {len(verdicts)} ranked first\n"
    )
    holds = abs(everybody - LEVEL) <= ERRORS_ALLOWED * error and first >= LEVEL - ERRORS_ALLOWED * first_error
    sys.stdout.write("as promised\n" if holds else "NOT as promised\n")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())

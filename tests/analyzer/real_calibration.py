"""Whether the analyser is as sure as it should be on real boards: short analyses against a long one of the same board.

``python -m tests.analyzer.real_calibration`` takes some minutes. Every candidate of a board plays many units; the rate
over all of them stands for the truth. Slices of them are what short analyses would have played: candidates share their
dice within a slice, which simulated arms do not.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from analyzer.allocation import SLOTS, plan_round
from analyzer.candidates import choose_candidates
from analyzer.posterior import fitted_posterior
from catan_sim.ai.registry import find_agents
from catan_sim.core.generate import random_board
from catan_sim.core.ruleset import find_ruleset
from catan_sim.rollout import Candidate, RolloutSetup, rollout_units
from catan_sim.rollout_records import GAMES_A_UNIT
from tests.analyzer.calibration import Judgement, coverage, judge
from tests.analyzer.simulated_arms import Arms, Counts, play

BOARDS = 2
FIRST_BOARD = 40
CANDIDATES = 20
SLICES = 6
SLICE_UNITS = 192
"""More than a short analysis gives to any candidate."""
ROUNDS = 8


def unit_wins(number: int) -> Counts:
    """Wins of every unit of every candidate of one board, shape (CANDIDATES, SLICES * SLICE_UNITS)."""
    board, ruleset = random_board("standard", FIRST_BOARD + number), find_ruleset("base")
    agents = find_agents("heuristic", ruleset.players)
    setup = RolloutSetup(board, ruleset, agents, 0, number)

    def wins(vertex: int) -> Counts:
        return np.array(rollout_units(setup, Candidate(vertex), 0, SLICES * SLICE_UNITS).units["wins"])

    with ThreadPoolExecutor() as pool:
        return np.array(list(pool.map(wins, choose_candidates(board, ruleset, agents, 0, (), CANDIDATES))))


def short_analyses(wins: Counts) -> list[Judgement]:
    """One analysis for each slice, held against the rates over all slices."""
    rates = wins.mean(axis=1) / GAMES_A_UNIT
    judgements = []
    for number in range(SLICES):
        part = wins[:, number * SLICE_UNITS : (number + 1) * SLICE_UNITS]
        arms = Arms(rates, np.concatenate([np.zeros((CANDIDATES, 1), np.int64), np.cumsum(part, axis=1)], axis=1))
        *_, (won, games) = play(arms, plan_round, number, SLOTS, ROUNDS, 8)
        judgements.append(judge(fitted_posterior(won, games), arms))
    return judgements


def main() -> int:
    """Print coverage; fails when intervals cover too little."""
    everything: list[Judgement] = []
    for number in range(BOARDS):
        wins = unit_wins(number)
        found = short_analyses(wins)
        everything += found
        sys.stdout.write(
            f"board {FIRST_BOARD + number}: {CANDIDATES} candidates, {GAMES_A_UNIT * wins.shape[1]:,} games each; "
            f"{SLICES} analyses of {ROUNDS * SLOTS * GAMES_A_UNIT:,} games: "
            "95 % intervals cover {:.3f} of all candidates, {:.3f} of those ranked first\n".format(*coverage(found))
        )
        sys.stdout.flush()
    everybody, first = coverage(everything)
    sys.stdout.write(f"in all: {everybody:.3f} of all candidates, {first:.3f} of those ranked first\n")
    return 0 if 0.92 <= everybody <= 0.98 else 1


if __name__ == "__main__":
    sys.exit(main())

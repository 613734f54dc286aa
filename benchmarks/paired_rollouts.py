"""What sharing the dice saves: the variance of a difference of two candidates, paired and not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import mean

import numpy as np
import numpy.typing as npt

from catan_sim.ai.registry import find_agents
from catan_sim.core.generate import random_board
from catan_sim.core.ruleset import find_ruleset
from catan_sim.draft import predict_draft
from catan_sim.rollout import Candidate, RolloutSetup, rollout_units
from catan_sim.rollout_records import GAMES_A_UNIT

BOARDS = 4
CANDIDATES = 4
UNITS = 40


def _wins(setup: RolloutSetup, vertex: int) -> npt.NDArray[np.float64]:
    """Shape (games,): 1 for a game won."""
    masks = rollout_units(setup, Candidate(vertex), 0, UNITS).units["win_mask"]
    return np.array([[int(mask) >> game & 1 for game in range(GAMES_A_UNIT)] for mask in masks], float).ravel()


def measure() -> Iterator[tuple[str, float]]:
    """Mean over pairs of good candidates; 1 means that pairing saves nothing, 0.5 that it halves the variance."""
    ratios = []
    for seed in range(BOARDS):
        board, ruleset, agents = random_board("standard", seed), find_ruleset("base"), find_agents("heuristic", 4)
        setup = RolloutSetup(board, ruleset, agents, 0, seed)
        picks = predict_draft(board, ruleset, agents)[:CANDIDATES]
        wins = [_wins(setup, pick.vertex) for pick in picks]
        ratios += [(a - b).var() / (a.var() + b.var()) for a, b in combinations(wins, 2)]
    yield "paired_variance_ratio", float(mean(ratios))

"""Random play with invariants on, as a kernel; ``python -m tests.fuzz.play --steps N`` for long runs."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np

from catan_sim.ai.random_agent import choose_random
from catan_sim.core.board import Board
from catan_sim.core.records import Part, Record
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import board_record, new_states, new_work, rules_record, start_state
from mcts.kernel import kernel
from mcts.records import copy_record
from mcts.splitmix import SplitMix
from tests.fuzz.invariants import NAMES, first_violation
from tests.reference.lockstep import random_setting


@kernel
def fuzz(
    board: Record, rules: Record, start: Record, state: Record, work: Record, seed: Any, steps: int
) -> tuple[int, int]:
    """Play ``steps`` actions: (0, games begun), or the broken invariant and the game in which it broke."""
    game = 0
    left = steps
    while left > 0:
        copy_record(state, start)
        seed_streams(board, work, seed, game, 0)
        game += 1
        while state.part != Part.OVER and left > 0:
            step(board, rules, state, work, choose_random(board, rules, state, work), DRAW)
            left -= 1
            broken = first_violation(board, rules, state, work)
            if broken:
                return broken, game - 1
    return 0, game


def fuzz_setting(board: Board, ruleset: Ruleset, seed: int, steps: int) -> int:
    """Fuzz one board and ruleset; returns the number of games begun."""
    board_rec, rules = board_record(board), rules_record(ruleset)
    start = start_state(board, board_rec, rules)
    state, work = new_states(board, 1)[0], new_work(board)[0]
    broken, game = fuzz(board_rec, rules, start, state, work, np.uint64(seed), steps)
    assert broken == 0, f"broken: {NAMES[broken]} (seed {seed}, game {game}, {board!r}, {ruleset})"
    return int(game)


def fuzz_many(settings: int, steps_each: int, seed: int) -> int:
    """Fuzz random boards and rules; returns the number of games begun."""
    games = 0
    for number in range(settings):
        board, ruleset = random_setting(SplitMix(seed * 1_000_003 + number))
        games += fuzz_setting(board, ruleset, number, steps_each)
    return games


def main() -> int:
    """Fuzz for a number of steps and say how it went."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.perf_counter()
    games = fuzz_many(max(1, options.steps // 5000), 5000, options.seed)
    seconds = time.perf_counter() - start
    sys.stdout.write(f"{options.steps} steps in {games} games, no invariant broken, {seconds:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

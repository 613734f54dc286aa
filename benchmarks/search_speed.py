"""The search itself, on the smallest game: iterations a second, and where an iteration's time goes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import boardgames.tictactoe.plugin_kernels  # noqa: F401  (plugs the game in)
from boardgames.tictactoe.rules import DTYPE
from mcts.config import SearchConfig
from mcts.search import Search

ITERATIONS = 200_000
REPEATS = 5


def _speed(config: SearchConfig) -> float:
    """Iterations a second from a fresh tree, the best of several runs."""
    best = 0.0
    for _ in range(REPEATS):
        search = Search(_start(), config)
        search.run(iterations=10)  # compiles, and touches the first pages
        start = time.perf_counter()
        search.run(iterations=ITERATIONS)
        best = max(best, ITERATIONS / (time.perf_counter() - start))
    return best


def _start() -> Any:
    return np.zeros(1, DTYPE)[0]


def measure() -> Iterator[tuple[str, float]]:
    """Speed with the defaults, and with one switch after the other."""
    yield "tictactoe_iterations_per_s", _speed(SearchConfig())
    yield "tictactoe_rave_iterations_per_s", _speed(SearchConfig(rave=True))
    yield "tictactoe_random_order_iterations_per_s", _speed(SearchConfig(order="random", widening=False))
    yield "tictactoe_rollout_iterations_per_s", _speed(SearchConfig(rollouts=1))
    yield "tictactoe_information_set_iterations_per_s", _speed(SearchConfig(information_set=True))

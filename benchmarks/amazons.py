"""Amazons on one core: iterations of Bot001's search at two fixed positions, and staged random games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from boardgames.amazons.bots import Bot001
from boardgames.amazons.playouts import play_random_games
from boardgames.amazons.positions import start_state, state_from_rows

ITERATIONS: Final = 20_000
GAMES: Final = 40_000
REPEATS: Final = 7

PLY_20: Final = (
    "......#.",
    "#B.##WB.",
    "#W...#..",
    ".#B#..W#",
    ".#W...#.",
    "...####.",
    ".##...#.",
    "#...B#..",
)
"""After twenty turns of the improved bot against itself; Black is to move."""


def _best_rate(work: Callable[[], Any], amount: int) -> float:
    """Amount a second in the best of some repeats."""
    best = 0.0
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        best = max(best, amount / (time.perf_counter() - start))
    return best


def _search_rate(state: Any) -> float:
    """Iterations a second from a fresh tree with the faithful evaluation."""
    Bot001(state, nodes=ITERATIONS + 1).choose(iterations=1)
    bots = [Bot001(state, nodes=ITERATIONS + 1) for _ in range(REPEATS)]
    return _best_rate(lambda: bots.pop().choose(iterations=ITERATIONS), ITERATIONS)


def _playout_rate(size: int) -> float:
    """Random games a second from the first position."""
    state = start_state(size)
    play_random_games(state, 1, 1)
    return _best_rate(lambda: play_random_games(state, 1, GAMES), GAMES)


def measure() -> Iterator[tuple[str, float]]:
    """Searches and playouts."""
    yield "amazons8_opening_iterations_per_s", _search_rate(start_state(8))
    yield "amazons8_ply20_iterations_per_s", _search_rate(state_from_rows(PLY_20))
    yield "amazons8_random_games_per_s", _playout_rate(8)
    yield "amazons10_random_games_per_s", _playout_rate(10)

"""Carcassonne on one core: whole random games with fields, and search in the middle of a game.

The position is fixed and shipped: ``positions/carcassonne_mid.json``, two searching players, 36 tiles laid.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from boardgames.carcassonne import (
    plugin_kernels,  # noqa: F401  (plugs the game in)
    rules,
)
from boardgames.carcassonne.game import CarcassonneGame
from boardgames.carcassonne.records import DTYPE
from boardgames.carcassonne.weights import EvalWeights
from mcts.config import SearchConfig
from mcts.kernel import kernel
from mcts.records import copy_record
from mcts.rng import seed_stream
from mcts.search import Search

ROUNDS = 9
GAMES = 10_000
ITERATIONS = 20_000
TILES_LAID = 36
POSITION = Path(__file__).parent / "positions" / "carcassonne_mid.json"


@kernel
def play_games(blank: Any, state: Any, stream: Any, players: int, first: int, count: int) -> int:
    """Play so many random games, each from its own seed; returns all points of all players."""
    points = 0
    for seed in range(first, first + count):
        copy_record(state, blank)
        seed_stream(stream, np.uint64(seed))
        rules.fill_bag(state, stream)
        rules.begin(state, players)
        while rules.actor(state) >= 0:
            rules.apply_action(state, rules.random_action(state, stream))
        for seat in range(players):
            points += state.scores[seat]
    return points


def _random_games_per_second() -> float:
    states = np.zeros(2, DTYPE)
    stream = np.zeros(2, np.uint64)
    play_games(states[0], states[1], stream, 2, 0, 1)
    speeds = []
    for number in range(ROUNDS):
        start = time.perf_counter()
        play_games(states[0], states[1], stream, 2, GAMES * number, GAMES)
        speeds.append(GAMES / (time.perf_counter() - start))
    return median(speeds)


def _search(game: CarcassonneGame, seed: int, iterations: int) -> tuple[int, float]:
    """Search a fresh tree with the full evaluator; returns the action and the seconds it took."""
    search = Search(game.state, SearchConfig(worlds=1), seed, EvalWeights().record())
    start = time.perf_counter()
    result = search.run(iterations=iterations)
    seconds = time.perf_counter() - start
    assert result.action is not None, "the game is not over"
    return result.action, seconds


def middle_of_a_game() -> CarcassonneGame:
    """The game that was shipped, played by two searches of 2,000 iterations."""
    game = CarcassonneGame(players=2, seed=36)
    while game.state["placed"] <= TILES_LAID or game.phase != 0:
        game.step(_search(game, len(game.log), 2_000)[0])
    return game


def measure() -> Iterator[tuple[str, float]]:
    """Random games and search iterations a second."""
    yield "carcassonne_random_games_per_s", _random_games_per_second()
    game = CarcassonneGame.from_text(POSITION.read_text())
    _search(game, 0, 1)
    speeds = [ITERATIONS / _search(game, seed, ITERATIONS)[1] for seed in range(ROUNDS)]
    yield "carcassonne_mid_iterations_per_s", median(speeds)

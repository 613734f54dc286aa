"""The search itself, on the smallest game: iterations a second, and where an iteration's time goes; processor time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import boardgames.tictactoe.plugin_kernels  # noqa: F401  (plugs the game in)
from boardgames.tictactoe.rules import DTYPE
from mcts.backup import back_up
from mcts.config import SearchConfig
from mcts.evaluate import judge
from mcts.iterate import descend, prepare
from mcts.kernel import kernel
from mcts.search import Search
from mcts.tree import node_at

ITERATIONS = 200_000
REPEATS = 5


def _speed(config: SearchConfig) -> float:
    """Iterations a second from a fresh tree, the best of several runs."""
    best = 0.0
    for _ in range(REPEATS):
        search = Search(_start(), config)
        search.run(iterations=10)  # compiles, and touches the first pages
        start = time.process_time()
        search.run(iterations=ITERATIONS)
        best = max(best, ITERATIONS / (time.process_time() - start))
    return best


def _start() -> Any:
    return np.zeros(1, DTYPE)[0]


@kernel
def _copy_often(root: Any, state: Any, tree: Any, config: Any) -> None:
    for _ in range(ITERATIONS):
        prepare(root, state, tree, config)


@kernel
def _descend_often(root: Any, state: Any, tree: Any, path: Any, config: Any) -> int:
    plies = 0
    for _ in range(ITERATIONS):
        prepare(root, state, tree, config)
        descend(state, tree, path, config)
        plies += path.depth
        node_at(tree.nodes, 0).visits += 1  # so that no descent can be left out
    return plies


@kernel
def _judge_often(state: Any, tree: Any, path: Any, config: Any, parameters: Any) -> None:
    for _ in range(ITERATIONS):
        judge(state, False, tree, path, config, parameters)


@kernel
def _back_up_often(tree: Any, path: Any, config: Any) -> None:
    for _ in range(ITERATIONS):
        back_up(tree, path, config)


def _nanoseconds(function: Callable[..., Any], *arguments: Any) -> float:
    """Time of one turn of a loop, the best of several runs."""
    function(*arguments)
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        function(*arguments)
        times.append(time.process_time() - start)
    return min(times) / ITERATIONS * 1e9


def _parts() -> Iterator[tuple[str, float]]:
    """Cost of each part of an iteration on a full tree, whose descents are deep and add nothing."""
    search = Search(_start(), SearchConfig(max_nodes=50_000))
    search.run(iterations=ITERATIONS)
    worker = search._workers[0]
    tree, path, config = worker.tree.record, worker.paths[0], worker.config.record(open_loop=False, priors=False)
    state = worker.states[0]
    copy = _nanoseconds(_copy_often, worker.root, state, tree, config)
    yield "search_copy_ns", copy
    yield "search_descend_ns", _nanoseconds(_descend_often, worker.root, state, tree, path, config) - copy
    yield "search_plies", _descend_often(worker.root, state, tree, path, config) / ITERATIONS
    yield "search_judge_ns", _nanoseconds(_judge_often, state, tree, path, config, worker.evaluator)
    yield "search_back_up_ns", _nanoseconds(_back_up_often, tree, path, config)


def measure() -> Iterator[tuple[str, float]]:
    """Speed with the defaults, and with one switch after the other."""
    yield "tictactoe_iterations_per_s", _speed(SearchConfig())
    yield "tictactoe_rave_iterations_per_s", _speed(SearchConfig(rave=True))
    yield "tictactoe_random_order_iterations_per_s", _speed(SearchConfig(order="random", widening=False))
    yield "tictactoe_rollout_iterations_per_s", _speed(SearchConfig(rollouts=1))
    yield "tictactoe_information_set_iterations_per_s", _speed(SearchConfig(information_set=True))
    yield from _parts()

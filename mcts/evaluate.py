"""What a leaf is worth: outcomes of finished games, evaluators, random playouts."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from mcts.exact_math import sigmoid
from mcts.game import (
    actor,
    apply_action,
    count_seats,
    evaluate,
    marked_dtype,
    outcome,
    plug_in_default_evaluator,
    random_action,
    resolve_chance,
    score,
)
from mcts.kernel import kernel
from mcts.records import copy_record
from mcts.solver import DRAWN, WON_BY
from mcts.tree import MAX_SEATS

SIGMOID_DTYPE: Final = marked_dtype("score_sigmoid", [("scale", np.float64)], [Path(__file__)])


def score_sigmoid(scale: float = 20.0) -> Any:
    """Parameters of the evaluator that every game has: 1 / (1 + e^-((own - best other score) / scale))."""
    record = np.zeros(1, SIGMOID_DTYPE)
    record["scale"] = scale
    return record[0]


@kernel
def _evaluate_score(state: Any, seat: int, parameters: Any) -> float:
    """Sigmoid of the lead in points."""
    best_other = -np.inf
    for other in range(count_seats(state)):
        if other != seat:
            best_other = max(best_other, score(state, other))
    if best_other == -np.inf:  # playing alone
        best_other = 0.0
    return sigmoid((score(state, seat) - best_other) / parameters.scale)


plug_in_default_evaluator(SIGMOID_DTYPE, _evaluate_score)


@kernel
def _worth(result: int, draw_value: float) -> float:
    """Value of an outcome: sole winner 1, shared win or draw ``draw_value``, loser 0."""
    if result == 2:
        return 1.0
    return draw_value if result == 1 else 0.0


@kernel
def _value_for(state: Any, seat: int, finished: bool, config: Any, parameters: Any) -> float:
    """Value of a position for one seat."""
    if finished and not config.evaluate_finished:
        return _worth(outcome(state, seat), config.draw_value)
    return evaluate(state, seat, parameters)


@kernel
def share_paranoid(path: Any, seat: int, value: float) -> None:
    """Write one seat's value, and for all others, as if they were one opponent, what is missing to 1."""
    for other in range(MAX_SEATS):
        path.values[other] = 1.0 - value
    path.values[seat] = value


@kernel
def judge(state: Any, finished: bool, tree: Any, path: Any, config: Any, parameters: Any) -> None:
    """Write the values of a position for every seat into the path."""
    if not config.maxn:
        share_paranoid(path, tree.searcher, _value_for(state, tree.searcher, finished, config, parameters))
        return
    for seat in range(count_seats(state)):
        path.values[seat] = _value_for(state, seat, finished, config, parameters)


@kernel
def judge_proven(result: int, tree: Any, path: Any, config: Any) -> None:
    """Write the values of a proven result of a game of two."""
    for seat in range(2):
        path.values[seat] = config.draw_value if result == DRAWN else np.float64(result == WON_BY + seat)
    if not config.maxn:
        share_paranoid(path, tree.searcher, path.values[tree.searcher])


@kernel
def roll_out(state: Any, scratch: Any, tree: Any, path: Any, config: Any, parameters: Any) -> None:
    """Average the values at the ends of random games from here; ``state`` stays as it is."""
    for seat in range(MAX_SEATS):
        path.sums[seat] = 0.0
    for _ in range(config.rollouts):
        copy_record(scratch, state)
        steps = 0
        while actor(scratch) >= 0 and steps < config.rollout_steps:
            apply_action(scratch, random_action(scratch, tree.rollout_stream))
            resolve_chance(scratch, tree.rollout_stream)
            steps += 1
        judge(scratch, actor(scratch) < 0, tree, path, config, parameters)
        for seat in range(MAX_SEATS):
            path.sums[seat] += path.values[seat]
    for seat in range(MAX_SEATS):
        path.values[seat] = path.sums[seat] / config.rollouts

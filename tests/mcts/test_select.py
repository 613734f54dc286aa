"""Scores against the formulas, and the choice among many children against a plain maximum."""

import math
from typing import Any

import numpy as np
import pytest

from mcts.amaf import rave_weight
from mcts.backup import refresh_arm
from mcts.config import SearchConfig
from mcts.kernel import kernel
from mcts.select import child_score, select_child
from mcts.tree import Tree, add_child, node_at


@kernel
def _add(tree: Any, action: int) -> int:
    return add_child(tree, node_at(tree.nodes, 0), action)


@kernel
def _select(tree: Any, config: Any) -> int:
    return select_child(tree, node_at(tree.nodes, 0), config)


@kernel
def _score(tree: Any, place: int, config: Any) -> float:
    return child_score(tree, node_at(tree.nodes, 0), place, config)


def bush(statistics: list[tuple[int, float]], priors: list[float] | None = None) -> Tree:
    """A root with children of so many visits and such totals."""
    tree = Tree(2 * len(statistics) + 2, amaf=True, seed=0)
    for index, (visits, total) in enumerate(statistics):
        place = _add(tree.record, index)
        tree.edges[place]["visits"] = visits
        tree.edges[place]["total"] = total
    first = int(tree.nodes[0]["first"])
    for index, (visits, _) in enumerate(statistics):
        tree.edges[first + index]["prior"] = priors[index] if priors else 0.0
        if visits:
            refresh_arm(tree.record, first + index)
    tree.nodes[0]["visits"] = sum(visits for visits, _ in statistics)
    return tree


def test_uct_formula() -> None:
    tree = bush([(10, 6.0), (30, 21.0)])
    config = SearchConfig(exploration=1.41).record(False, False)
    first = int(tree.nodes[0]["first"])
    assert _score(tree.record, first, config) == pytest.approx(0.6 + 1.41 * math.sqrt(math.log(40) / 10), abs=1e-12)
    assert _score(tree.record, first + 1, config) == pytest.approx(0.7 + 1.41 * math.sqrt(math.log(40) / 30), abs=1e-12)


def test_rave_formula_without_data_counts_half() -> None:
    tree = bush([(10, 6.0), (30, 21.0)])
    config = SearchConfig(rave=True).record(False, False)
    beta = math.sqrt(100 / (3 * 40 + 100))
    expected = (1 - beta) * 0.6 + beta * 0.5 + 1.41 * math.sqrt(math.log(40) / 10)
    assert _score(tree.record, int(tree.nodes[0]["first"]), config) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("visits", [0, 1, 33, 200, 10**6])
def test_rave_weight(visits: int) -> None:
    assert rave_weight(visits, 100.0) == pytest.approx(math.sqrt(100 / (3 * visits + 100)), abs=1e-15)


def test_puct_formula_and_urgency() -> None:
    tree = bush([(10, 6.0), (0, 0.0), (0, 0.0)], priors=[0.2, 0.3, 0.5])
    first = int(tree.nodes[0]["first"])
    config = SearchConfig(exploration=2.0, first_play_urgency=0.4).record(False, True)
    scores = [_score(tree.record, first + index, config) for index in range(3)]
    root = math.sqrt(10)
    assert scores == pytest.approx([0.6 + 2 * 0.2 * root / 11, 0.4 + 2 * 0.3 * root, 0.4 + 2 * 0.5 * root], abs=1e-12)
    always_new = SearchConfig(exploration=0.0).record(False, True)
    assert _select(tree.record, always_new) == first + 1
    by_prior = SearchConfig(exploration=1.0).record(False, True)
    assert _select(tree.record, by_prior) == first + 2, "among untried actions the highest prior comes first"


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 10, 11, 50, 1001])
def test_best_of_many_is_the_first_maximum(count: int) -> None:
    random = np.random.Generator(np.random.PCG64(count))
    config = SearchConfig(exploration=0.3).record(False, False)
    for _ in range(10):
        visits = random.integers(1, 5, count)
        totals = visits * random.integers(0, 4, count) / 4.0  # many equal scores
        tree = bush(list(zip(visits.tolist(), totals.tolist(), strict=True)))
        first = int(tree.nodes[0]["first"])
        scores = [_score(tree.record, first + index, config) for index in range(count)]
        assert _select(tree.record, config) - first == scores.index(max(scores))

"""Chance and hidden information: known expectations, worlds, information sets."""

from __future__ import annotations

import numpy as np
import pytest

from mcts.config import SearchConfig
from mcts.errors import InputError
from mcts.search import Search
from tests.mcts.toys import GUESS_SMALL, GUESS_THREE, ROLL, SAFE, urn

ONE_TREE = SearchConfig(information_set=True, draw_value=0.5)


def test_values_are_expectations_over_dice_and_hidden_numbers() -> None:
    result = Search(urn(), ONE_TREE, seed=1).run(iterations=40_000)
    values = dict(zip(result.actions, result.values, strict=True))
    assert result.action == GUESS_SMALL
    assert values[GUESS_SMALL] == pytest.approx(0.75, abs=0.01)
    assert values[SAFE] == 0.5
    assert values[ROLL] == pytest.approx(0.5, abs=0.03)
    assert values[GUESS_THREE] == pytest.approx(0.25, abs=0.06)


def test_the_searcher_does_not_know_what_is_hidden() -> None:
    first = Search(urn(hidden=0), ONE_TREE, seed=2).run(iterations=2000)
    second = Search(urn(hidden=3), ONE_TREE, seed=2).run(iterations=2000)
    assert (first.visits, first.values) == (second.visits, second.values)


def test_availability_counts() -> None:
    search = Search(urn(), ONE_TREE, seed=3)
    search.run(iterations=5000)
    tree = search._workers[0].tree
    root = tree.nodes[0]
    for bet in tree.edges[root["first"] : root["first"] + root["children"]]:
        assert bet["available"] > 4990
        node = tree.nodes[bet["node"]]
        replies = tree.edges[node["first"] : node["first"] + node["children"]]
        assert set(replies["action"]) == {0, 1, 2, 3, 4}
        assert (replies["visits"] <= replies["available"]).all()
        assert (replies["available"] <= node["visits"]).all()
        # Each number h is drawn in a quarter of the visits and makes h and h + 1 available.
        shares = replies["available"][np.argsort(replies["action"])] / node["visits"]
        assert shares == pytest.approx([0.25, 0.5, 0.5, 0.5, 0.25], abs=2.5 / np.sqrt(node["visits"]))


def test_worlds_are_separate_trees_summed_by_key() -> None:
    config = SearchConfig(worlds=20, draw_value=0.5)
    search = Search(urn(), config, seed=4)
    result = search.run(iterations=4000)
    assert len(search._workers) == 20
    assert result.iterations == 4000
    assert sum(result.visits) == 4000
    hidden = [int(worker.root["hidden"]) for worker in search._workers]
    assert set(hidden) == {0, 1, 2, 3}
    parts = [worker.statistics() for worker in search._workers]
    for action, visits in zip(result.actions, result.visits, strict=True):
        assert visits == sum(int(part.visits[part.actions == action].sum()) for part in parts)
    assert result.action in (GUESS_SMALL, GUESS_THREE)  # within a world the hidden number is known


def test_worlds_share_a_budget_without_losing_iterations() -> None:
    assert Search(urn(), SearchConfig(worlds=3), seed=4).run(iterations=100).iterations == 100


def test_advancing_needs_the_state_that_chance_made() -> None:
    search = Search(urn(), ONE_TREE, seed=5)
    search.run(iterations=500)
    with pytest.raises(InputError, match="needs the new state"):
        search.advance_root(SAFE)
    after = urn(hidden=2)
    after["ply"] = 1
    search.advance_root(SAFE, after)
    assert search.run(iterations=10).iterations == 10
    assert search._workers[0].tree.nodes[0]["visits"] > 10, "what was known about the position is kept"


def test_no_reuse_across_worlds() -> None:
    search = Search(urn(), SearchConfig(worlds=2), seed=6)
    search.run(iterations=500)
    after = urn(hidden=2)
    after["ply"] = 1
    search.advance_root(SAFE, after)
    assert all(worker.tree.nodes[0]["visits"] == 0 for worker in search._workers)

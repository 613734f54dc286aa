"""Budgets, edge cases, determinism, memory, threads and the worker pool."""

from __future__ import annotations

import doctest
import math
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardgames.tictactoe.plugin_kernels  # noqa: F401
from boardgames.tictactoe import rules
from cluster.local import LocalPool
from mcts.config import SearchConfig
from mcts.errors import InputError
from mcts.result import RootStatistics
from mcts.search import Search, budgets, jobs, merge_jobs
from mcts.tree import MOST_VISITS, Tree
from mcts.worker import TreeJob
from tests.mcts.plain_search import PlainSearch, actions_of, copy_of
from tests.mcts.toys import maze, maze_actor, maze_apply, nim

ROOT = Path(__file__).resolve().parents[2]


def board(first: int, second: int) -> Any:
    state = np.zeros(1, rules.DTYPE)
    state["cells"][0] = (first, second)
    return state[0]


def test_finds_the_winning_move_and_the_defence() -> None:
    assert Search(board(0b011, 0b011000)).run(iterations=2000).action == 2
    assert Search(board(0b000000001, 0), SearchConfig(rollouts=1)).run(iterations=5000).action == 4
    threatened = Search(board(0b100000011, 0b010000), SearchConfig(rollouts=1)).run(iterations=5000)
    assert threatened.action == 2


@pytest.mark.parametrize("backup", ["paranoid", "maxn"])
def test_same_seed_same_tree(backup: str) -> None:
    config = SearchConfig(order="random", rollouts=1, backup=backup)
    first, second = (Search(maze(1, 3), config, seed=5).run(iterations=3000) for _ in range(2))
    assert (first.visits, first.values) == (second.visits, second.values)
    assert first.visits != Search(maze(1, 3), config, seed=6).run(iterations=3000).visits


def test_budgets() -> None:
    search = Search(maze(1, last_ply=30))
    assert search.run(iterations=1234).iterations == 1234
    assert search.run(iterations=1).iterations == 1235
    assert search.run(nodes=5000).iterations == 4999, "each iteration adds one position here"
    assert Search(nim(4)).run(nodes=1000).iterations == 32_000, "a small game never has that many positions"
    timed = search.run(seconds=0.05)
    assert timed.iterations > 4999
    assert 0.04 < timed.seconds < 5.0


def test_edge_cases() -> None:
    assert Search(nim(1)).run(iterations=100).action == 1, "one legal action needs no search"
    assert Search(nim(1)).run(iterations=100).iterations == 0
    over = Search(nim(0)).run(iterations=100)
    assert (over.action, over.actions) == (None, ())
    assert Search(nim(5)).run(iterations=0).action == 1, "without an iteration the first legal action"
    assert Search(nim(5)).run(seconds=0.0).action == 1
    with pytest.raises(InputError, match="give a budget"):
        Search(nim(5)).run()
    assert Search(nim(5)).run(nodes=0).action == 1
    with pytest.raises(InputError, match="has not been plugged in"):
        Search(np.zeros(1, np.dtype([("x", np.int64)]))[0])
    with pytest.raises(InputError, match="action 9 is not legal"):
        Search(nim(5)).advance_root(9)
    with pytest.raises(InputError, match="noise needs"):
        Search(nim(5), SearchConfig(noise=(0.25, 0.3)))


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        ({"iterations": -1}, "iterations must be from 0"),
        ({"iterations": 2.5}, "iterations must be a whole number, not 2.5"),
        ({"iterations": 10**30}, "iterations must be from 0"),
        ({"nodes": True}, "nodes must be a whole number"),
        ({"seconds": math.nan}, "seconds must be a number from 0"),
        ({"seconds": math.inf}, "seconds must be a number from 0"),
        ({"seconds": "1"}, "seconds must be a number from 0"),
    ],
)
def test_budgets_that_would_never_end_or_mean_nothing_are_refused(budget: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Search(nim(5)).run(**budget)


def test_more_positions_than_there_is_memory_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("mcts.tree.np.empty", too_large)
    with pytest.raises(InputError, match="no memory for a tree of 1000 positions; lower max_nodes"):
        Search(nim(5), SearchConfig(max_nodes=1000))


def test_counters_never_overflow() -> None:
    search = Search(nim(9))
    search.run(iterations=100)
    search._workers[0].tree.nodes[0]["visits"] = MOST_VISITS - 7
    assert search.run(iterations=100).iterations == 107
    assert search.run(iterations=100).iterations == 107


def test_worlds_divide_the_time_and_threads_multiply_it() -> None:
    def seconds(trees: int, threads: int) -> list[float]:
        return [part.seconds for part in budgets(trees, threads, seconds=1.2)]

    assert seconds(1, 1) == [1.2]
    assert seconds(3, 1) == pytest.approx([0.4] * 3)
    assert seconds(3, 3) == [1.2] * 3
    assert seconds(5, 2) == pytest.approx([0.4] * 5), "three turns for two threads"
    assert [part.iterations for part in budgets(3, 1, iterations=200)] == [66, 67, 67]


def test_playouts_are_averaged_and_broken_off() -> None:
    """Two moves before the end, playouts of one move see only points, longer ones only outcomes."""
    state = maze(5, last_ply=3)
    values = {}
    for steps in (1, 1000):
        config = SearchConfig(rollouts=64, rollout_steps=steps, widening=False, draw_value=0.5)
        result = Search(state, config, seed=1).run(iterations=len(actions_of(state)))
        assert set(result.visits) == {1}
        values[steps] = result.values
    for action, short, long in zip(result.actions, values[1], values[1000], strict=True):
        after = copy_of(state)
        maze_apply(after, action)
        assert short == pytest.approx(mean_after(after, 1), abs=0.1)
        assert long == pytest.approx(mean_after(after, 1000), abs=0.15)
        assert (64 * 2 * long) % 1 == 0.0, "only wins, draws and losses"
    assert values[1] != values[1000]


def mean_after(state: Any, steps: int) -> float:
    """Expected value for the first maze's searcher after so many random moves."""
    searcher = maze_actor(maze(5, last_ply=3))
    if maze_actor(state) < 0 or steps == 0:
        return PlainSearch(maze(5, last_ply=3), SearchConfig(draw_value=0.5)).value(state, searcher)
    means = []
    for action in actions_of(state):
        after = copy_of(state)
        maze_apply(after, action)
        means.append(mean_after(after, steps - 1))
    return sum(means) / len(means)


def test_finished_games_are_judged_by_their_outcome_or_by_the_evaluator() -> None:
    state = maze(1, last_ply=1)
    for switched_on in (False, True):
        config = SearchConfig(widening=False, evaluate_finished=switched_on)
        result = Search(state, config).run(iterations=50)
        are_outcomes = [value in (0.0, 0.8, 1.0) for value in result.values]
        assert not any(are_outcomes) if switched_on else all(are_outcomes)


@pytest.mark.parametrize("rave", [False, True])
def test_a_full_tree_goes_on_without_growing_or_writing_past_its_limits(rave: bool) -> None:
    search = Search(maze(1, last_ply=40), SearchConfig(max_nodes=400, rave=rave))
    tree = search._workers[0].tree
    limits = {"node_limit": 90, "place_limit": 400, "child_limit": 199, "amaf_limit": 300 if rave else 0}
    arrays = {"node_limit": tree.nodes, "place_limit": tree.edges, "amaf_limit": tree.entries}
    for name, limit in limits.items():
        tree.record[name] = limit
    beyond = [array[limits[name] :].view(np.uint8) for name, array in arrays.items()] + [tree.arms[400:].view(np.uint8)]
    for part in beyond:
        part[:] = 0xAA
    result = search.run(iterations=20_000)
    assert result.iterations == sum(result.visits) == 20_000
    assert tree.record["child_count"] <= 199
    assert all((part == 0xAA).all() for part in beyond)
    check_counts(search)


def test_the_configured_number_of_positions_is_reached_and_kept() -> None:
    search = Search(maze(1, last_ply=40), SearchConfig(max_nodes=200))
    search.run(iterations=20_000)
    assert search._workers[0].tree.record["child_count"] + 1 == 200


def check_counts(search: Search) -> None:
    """Every node's visits are those of its edge; what a tree holds adds up."""
    tree = search._workers[0].tree
    waiting = [0]
    children = 0
    while waiting:
        node = tree.nodes[waiting.pop()]
        edges = tree.edges[node["first"] : node["first"] + node["children"]]
        children += len(edges)
        for edge in edges[edges["node"] >= 0]:
            assert tree.nodes[edge["node"]]["visits"] == edge["visits"]
            waiting.append(int(edge["node"]))
    assert children == tree.record["child_count"]


def amaf_below(tree: Tree, index: int) -> list[dict[int, tuple[int, float]]]:
    """The AMAF tables of a subtree, node by node."""
    node = tree.nodes[index]
    size = 1 << int(node["amaf_bits"]) if node["amaf_bits"] else 0
    entries = tree.entries[node["amaf_first"] : node["amaf_first"] + size]
    found = [{int(entry["key"]): (int(entry["visits"]), float(entry["total"])) for entry in entries if entry["visits"]}]
    for edge in tree.edges[node["first"] : node["first"] + node["children"]]:
        if edge["node"] >= 0:
            found += amaf_below(tree, int(edge["node"]))
    return found


@pytest.mark.parametrize("config", [SearchConfig(), SearchConfig(rave=True), SearchConfig(order="random")])
def test_advancing_keeps_the_subtree(config: SearchConfig) -> None:
    state = maze(5, last_ply=12)
    search = Search(state, config)
    result = search.run(iterations=3000)
    check_counts(search)
    tree = search._workers[0].tree
    root = tree.nodes[0]
    edges = tree.edges[root["first"] : root["first"] + root["children"]]
    child = next(edge for edge in edges if edge["action"] == result.action)
    visits = int(result.visits[result.actions.index(result.action or 0)])
    below = tree.nodes[child["node"]]
    expected = Counter(
        {
            int(edge["action"]): int(edge["visits"])
            for edge in tree.edges[below["first"] : below["first"] + below["children"]]
        }
    )
    tables = amaf_below(tree, int(child["node"]))
    assert any(tables) == config.rave
    assert result.action is not None
    search.advance_root(result.action)
    maze_apply(state, result.action)
    assert amaf_below(tree, 0) == tables
    assert search.state.tobytes() == state.tobytes()
    root = tree.nodes[0]
    assert root["visits"] == visits
    kept = tree.edges[root["first"] : root["first"] + root["children"]]
    assert Counter({int(edge["action"]): int(edge["visits"]) for edge in kept}) == expected
    check_counts(search)
    assert tree.record["place_count"] < 3000
    after = search.run(iterations=500)
    assert sum(after.visits) >= 500
    assert set(after.actions) <= set(actions_of(state))
    check_counts(search)


def test_advancing_to_an_unknown_position_starts_afresh() -> None:
    search = Search(nim(9), SearchConfig(max_nodes=3))
    search.run(iterations=5)
    search.advance_root(3)
    assert search.run(iterations=50).iterations == 50


def test_threads_change_the_trees_but_not_from_run_to_run() -> None:
    config = SearchConfig(threads=3, order="random")
    results = [Search(maze(5), config, seed=1).run(iterations=3001) for _ in range(2)]
    assert results[0].visits == results[1].visits
    assert results[0].values == results[1].values
    assert sum(results[0].visits) == 3001


def test_a_worker_pool_gives_what_threads_give() -> None:
    state = maze(5)
    config = SearchConfig(threads=3, order="random")
    parts: list[TreeJob] = pickle.loads(pickle.dumps(jobs("tests.mcts.toys", state, config, seed=1, iterations=3001)))
    finished: dict[Hashable, RootStatistics] = {}
    with LocalPool[None, RootStatistics](lambda: None, workers=2) as pool:
        for job in reversed(parts):
            pool.submit(job)
        while pool.in_flight:
            finished |= {done.key: done.result for done in pool.collect()}
    result = merge_jobs(state, config, 1, [finished[job.key] for job in parts])
    expected = Search(state, config, seed=1).run(iterations=3001)
    assert (result.action, result.visits, result.values) == (expected.action, expected.visits, expected.values)


def test_temperature_draws_by_visits() -> None:
    state = maze(5)
    drawn = Counter(Search(state, SearchConfig(temperature=1.0), seed).run(iterations=200).action for seed in range(60))
    assert len(drawn) > 2
    cold = Search(state, SearchConfig(temperature=0.01)).run(iterations=200)
    hottest = cold.actions[int(np.argmax(cold.visits))]
    assert cold.action == hottest
    assert cold.principal_variation[0] == hottest


def test_principal_variation_is_a_line_of_legal_moves() -> None:
    state = maze(5)
    result = Search(state).run(iterations=3000)
    position = copy_of(state)
    assert len(result.principal_variation) >= 3
    for action in result.principal_variation:
        assert maze_actor(position) >= 0
        assert action in actions_of(position)
        maze_apply(position, action)


def test_pictures() -> None:
    result = Search(nim(6)).run(iterations=100)
    dot = result.to_dot(depth=2, width=2, name=lambda action: f'take "{action}"')
    assert dot.startswith("digraph")
    assert dot.count("->") == 6
    assert 'take \\"2\\"' in dot
    svg = result.to_svg(depth=2, width=2, name=lambda action: f"<{action}>")
    assert svg.startswith("<svg")
    assert svg.count("<rect") == 7
    assert "&lt;2&gt;" in svg


def test_compiled_search_is_a_cache_hit_in_the_next_process(tmp_path: Path) -> None:
    code = (
        "from tests.mcts.toys import nim\nfrom mcts.search import Search\nfrom mcts.iterate import run_iterations\n"
        "result = Search(nim(5)).run(iterations=100)\n"
        "print(result.visits, sum(run_iterations.stats.cache_hits.values()))"
    )
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    run = [subprocess.run(command, env=env, cwd=tmp_path, check=True, capture_output=True, text=True) for _ in range(2)]
    assert run[1].stdout.split()[-1] == "1"
    assert run[0].stdout.split()[:-1] == run[1].stdout.split()[:-1]


def test_the_example_in_the_documentation() -> None:
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8").partition("```python")[2].partition("```")[0]
    test = doctest.DocTestParser().get_doctest(text, {}, "search", "search.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0

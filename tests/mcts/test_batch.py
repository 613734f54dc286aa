"""Batched evaluation with a small numpy network: priors, virtual loss, noise, determinism."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mcts.batch import BatchedEvaluator
from mcts.config import SearchConfig
from mcts.errors import InputError
from mcts.search import Search
from tests.mcts import plain_puct
from tests.mcts.plain_search import actions_of, copy_of
from tests.mcts.toys import FEATURES, MOST, POLICY, maze, maze_actor, maze_apply, maze_encode

WEIGHTS = np.random.Generator(np.random.PCG64(3)).normal(size=(FEATURES, 1 + MOST))


def network(features: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
    out = np.tanh(features @ WEIGHTS)
    policy = np.exp(2.0 * out[:, 1:])
    return (1.0 + out[:, 0]) / 2.0, policy / policy.sum(axis=1, keepdims=True)


def values_only(features: NDArray[np.float32]) -> tuple[NDArray[Any], None]:
    return network(features)[0], None


PRIORS = BatchedEvaluator(FEATURES, network)
VALUES = BatchedEvaluator(FEATURES, values_only, priors=False)
CONFIG = SearchConfig(exploration=1.5, widening=False, first_play_urgency=0.5, batch_size=8)


def check_settled(search: Search) -> None:
    """No virtual loss and no pending leaf is left."""
    for worker in search._workers:
        tree = worker.tree
        waiting = [0]
        while waiting:
            node = tree.nodes[waiting.pop()]
            edges = tree.edges[node["first"] : node["first"] + node["children"]]
            assert not node["pending"]
            assert (edges["node"] >= -1).all()
            assert (edges["total"] <= edges["visits"] + 1e-9).all()
            for edge in edges[edges["node"] >= 0]:
                assert tree.nodes[edge["node"]]["visits"] == edge["visits"]
                waiting.append(int(edge["node"]))


@pytest.mark.parametrize("evaluator", [PRIORS, VALUES], ids=["priors", "values"])
@pytest.mark.parametrize("seats", [2, 3])
def test_counts_add_up(evaluator: BatchedEvaluator, seats: int) -> None:
    search = Search(maze(5, seats, last_ply=8), CONFIG, seed=1, evaluator=evaluator)
    result = search.run(iterations=1000)
    assert result.iterations == 1000
    assert search._workers[0].tree.nodes[0]["visits"] == 1000
    assert sum(result.visits) == 1000 - evaluator.priors, "with priors the first evaluation is the root's own"
    check_settled(search)


def test_the_first_child_has_the_highest_prior() -> None:
    state = maze(5, last_ply=8)
    result = Search(state, replace(CONFIG, batch_size=1), evaluator=PRIORS).run(iterations=2)
    room = np.zeros((1, FEATURES), np.float32)
    maze_encode(state, maze_actor(state), room[0])
    policy = network(room)[1][0]
    assert result.actions == (max(actions_of(state), key=lambda action: policy[action % 10]),)


@pytest.mark.parametrize("seed", [1, 5, 6])
def test_one_leaf_at_a_time_is_plain_puct(seed: int) -> None:
    state = maze(seed, last_ply=7)
    found = Search(state, replace(CONFIG, batch_size=1), evaluator=PRIORS)
    found.run(iterations=400)
    tree = found._workers[0].tree

    def compare(node: plain_puct.Node, index: int) -> None:
        first, children = (int(tree.nodes[index][name]) for name in ("first", "children"))
        edges = {int(edge["action"]): edge for edge in tree.edges[first : first + children]}
        assert list(edges) == list(node.children)
        for action, child in node.children.items():
            assert edges[action]["visits"] == child.visits
            assert edges[action]["total"] == pytest.approx(child.total, abs=1e-10)
            if edges[action]["node"] >= 0 and child.visits > 1:
                compare(child, int(edges[action]["node"]))

    compare(plain_puct.search(state, CONFIG, network, FEATURES, 400), 0)


def test_priors_are_normalised_over_legal_actions_and_sorted() -> None:
    state = maze(1)
    search = Search(state, CONFIG, evaluator=PRIORS)
    search.run(iterations=50)
    tree = search._workers[0].tree
    root = tree.nodes[0]
    priors = tree.edges[root["first"] : root["first"] + root["children"]]["prior"]
    assert len(priors) == len(actions_of(state))
    assert priors.sum() == pytest.approx(1.0)
    assert (np.diff(priors) <= 0).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_deterministic_for_seed_and_threads(threads: int) -> None:
    config = replace(CONFIG, threads=threads, noise=(0.25, 0.3))
    runs = [Search(maze(5, last_ply=8), config, seed=2, evaluator=PRIORS).run(iterations=900) for _ in range(2)]
    assert runs[0].visits == runs[1].visits
    assert runs[0].values == runs[1].values


def test_batches_join_in_tree_order() -> None:
    sizes: list[int] = []

    def watched(features: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
        sizes.append(len(features))
        return network(features)

    config = replace(CONFIG, threads=3)
    Search(maze(5, last_ply=8), config, evaluator=BatchedEvaluator(FEATURES, watched)).run(iterations=900)
    assert sizes[0] == 3, "first every tree's root"
    assert max(sizes) > 8


def test_noise_changes_priors_and_is_renewed_with_the_root() -> None:
    state = maze(5, last_ply=8)
    plain = Search(state, CONFIG, seed=3, evaluator=PRIORS)
    noisy = Search(state, replace(CONFIG, noise=(0.25, 0.3)), seed=3, evaluator=PRIORS)

    def priors(search: Search) -> NDArray[np.float64]:
        tree = search._workers[0].tree
        root = tree.nodes[0]
        return tree.edges[root["first"] : root["first"] + root["ready"]]["prior"].copy()

    action = plain.run(iterations=500).action
    noisy.run(iterations=500)
    assert priors(noisy).sum() == pytest.approx(1.0)
    assert np.abs(priors(noisy) - priors(plain)).max() > 0.01
    assert action is not None
    for search in (plain, noisy):
        search.advance_root(action)
    before = priors(noisy)
    noisy.run(iterations=10)
    assert np.abs(priors(noisy) - before).max() > 0.01


def test_solver_works_with_batches() -> None:
    config = replace(CONFIG, solver=True)
    assert Search(maze(5, last_ply=3), config, evaluator=PRIORS).run(iterations=20_000).proven is not None


def test_a_full_tree_goes_on() -> None:
    config = replace(CONFIG, max_nodes=60)
    search = Search(maze(5, last_ply=20), config, evaluator=PRIORS)
    assert search.run(iterations=1000).iterations == 1000
    check_settled(search)


@pytest.mark.parametrize(
    ("values", "priors", "message"),
    [
        (np.full(1, np.inf), np.ones((1, POLICY)), "must be finite"),
        (np.ones(1), -np.ones((1, POLICY)), "priors not negative"),
        (np.ones(2), np.ones((1, POLICY)), r"values must have the shape \(1,\) or \(1, 3\), not \(2,\)"),
        (np.ones((1, 2)), np.ones((1, POLICY)), r"values must have the shape"),
        (np.ones(1), np.ones((1, POLICY - 1)), r"priors must have the shape \(1, 6\), not \(1, 5\)"),
        (np.ones(1), None, "priors must have the shape"),
    ],
)
def test_bad_answers_are_refused(values: Any, priors: Any, message: str) -> None:
    evaluator = BatchedEvaluator(FEATURES, lambda _: (values, priors))
    with pytest.raises(InputError, match=message):
        Search(maze(5, 3), CONFIG, evaluator=evaluator).run(iterations=1)


def test_a_network_for_another_game_is_refused_before_anything_is_written() -> None:
    with pytest.raises(InputError, match="this game writes 8 features, and not the evaluator's 7"):
        Search(maze(5), CONFIG, evaluator=BatchedEvaluator(FEATURES - 1, network))


def test_all_trees_have_the_whole_time() -> None:
    """They grow side by side in batches; dividing the time among them, as among worlds, would end too early."""
    config = replace(CONFIG, threads=4)
    search = Search(maze(5, last_ply=30), config, evaluator=PRIORS)
    search.config = replace(config, threads=1)
    assert search.run(seconds=0.4).seconds > 0.39


def test_noise_is_mixed_in_by_its_weight() -> None:
    """A prior never falls below (1 - ε) P, and what is missing is ε times the noise, which sums to 1."""
    state, weight = maze(5, last_ply=8), 0.1
    plain = Search(state, CONFIG, seed=3, evaluator=PRIORS)
    noisy = Search(state, replace(CONFIG, noise=(weight, 0.3)), seed=3, evaluator=PRIORS)
    tables = []
    for search in (plain, noisy):
        search.run(iterations=50)
        tree = search._workers[0].tree
        root = tree.nodes[0]
        edges = tree.edges[root["first"] : root["first"] + root["ready"]]
        tables.append({int(edge["action"]): float(edge["prior"]) for edge in edges})
    noise = [(tables[1][action] - (1 - weight) * prior) / weight for action, prior in tables[0].items()]
    assert min(noise) >= -1e-12
    assert sum(noise) == pytest.approx(1.0)
    assert max(noise) > 0.3, "with a small concentration most of the noise falls on few actions"


@pytest.mark.parametrize("backup", ["paranoid", "maxn"])
def test_a_value_for_each_seat(backup: str) -> None:
    """A network that gives three values counts, for each edge, that of the seat that chose it, or in paranoid 1 - v."""

    def by_seat(features: NDArray[np.float32]) -> tuple[NDArray[Any], None]:
        return np.tile([0.2, 0.7, 0.4], (len(features), 1)), None

    state = maze(5, 3, last_ply=400)
    config = replace(CONFIG, backup=backup, batch_size=1)
    search = Search(state, config, evaluator=BatchedEvaluator(FEATURES, by_seat, priors=False))
    search.run(iterations=200)
    tree = search._workers[0].tree
    searcher = maze_actor(state)
    by_seats = [0.2, 0.7, 0.4]
    seen = set()
    for node in tree.nodes[: tree.record["node_count"]]:
        for edge in tree.edges[node["first"] : node["first"] + node["children"]]:
            own = by_seats[searcher] if node["seat"] == searcher else 1 - by_seats[searcher]
            expected = by_seats[node["seat"]] if backup == "maxn" else own
            assert edge["total"] / edge["visits"] == pytest.approx(expected)
            seen.add(int(node["seat"]))
    assert seen == {0, 1, 2}


def test_one_value_with_maxn_is_that_of_the_seat_to_move() -> None:
    def for_the_mover(features: NDArray[np.float32]) -> tuple[NDArray[Any], None]:
        return np.full(len(features), 0.7), None

    expected, found = [], []
    for seed in range(20):
        state = maze(seed, 3, last_ply=400)
        actions = actions_of(state)
        if len(actions) == 1:
            continue
        config = replace(CONFIG, backup="maxn", batch_size=1)
        evaluator = BatchedEvaluator(FEATURES, for_the_mover, priors=False)
        result = Search(state, replace(config, first_play_urgency=np.inf), evaluator=evaluator).run(
            iterations=len(actions)
        )
        for action, value in zip(result.actions, result.values, strict=True):
            after = copy_of(state)
            maze_apply(after, action)
            expected.append(0.7 if maze_actor(after) == maze_actor(state) else 0.3)
            found.append(value)
    assert found == pytest.approx(expected)
    assert len(set(expected)) == 2

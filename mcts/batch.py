"""Evaluating leaves in batches, for networks: kernels gather and scatter, Python evaluates in between.

``gather`` descends again and again; each leaf found counts as a loss until its value is known (virtual loss), so that
the next descent goes elsewhere. It stops early when it meets a leaf that is already on its way. Finished games need no
evaluator and are backed up at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mcts.backup import back_up, refresh_arm
from mcts.evaluate import share_paranoid
from mcts.game import action_buffer, count_seats, encode, legal_actions, prior_index
from mcts.iterate import COLLISION, EVALUATE, descend, finish, prepare
from mcts.kernel import kernel
from mcts.solver import UNPROVEN
from mcts.tree import NONE, PENDING, add_child, edge_at, new_node, node_at, reserve_places

Answer = tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]] | None]


@dataclass(frozen=True)
class BatchedEvaluator:
    """A network, or anything that values many positions at once.

    Attributes
    ----------
    features
        Length of a position's encoding.
    evaluate
        Takes the encodings, float32, shape (n, features), each seen by the seat to move. Returns values in [0, 1] and
        priors: values have the shape (n,), for the seat to move, or (n, seats), for each seat; priors have the shape
        (n, policy), not negative, read at the game's ``prior_index`` and made to sum to 1 over the legal actions.
        Without priors (None) the search selects by UCT.
    priors
        Whether it gives priors.
    """

    features: int
    evaluate: Callable[[NDArray[np.float32]], Answer]
    priors: bool = True


@kernel
def _count_loss(tree: Any, path: Any, visits: int) -> None:
    """Add visits without value along a path; a negative number takes them away again."""
    for ply in range(path.depth):
        node_at(tree.nodes, path.nodes[ply]).visits += visits
        edge = edge_at(tree.edges, path.edges[ply])
        edge.visits += visits
        if edge.visits > 0:
            refresh_arm(tree, path.edges[ply])
    if path.leaf != NONE:
        node_at(tree.nodes, path.leaf).visits += visits


@kernel
def _set_pending(tree: Any, path: Any, pending: bool) -> None:
    """Mark the leaf at a path's end as on its way, or no longer."""
    if path.depth == 0:
        node_at(tree.nodes, 0).pending = pending
    elif path.leaf == NONE:
        edge_at(tree.edges, path.edges[path.depth - 1]).node = PENDING if pending else NONE


@kernel
def gather(
    root: Any,
    states: Any,
    tree: Any,
    paths: Any,
    config: Any,
    parameters: Any,
    features: Any,
    wanted: int,
    node_limit: int,
) -> int:
    """Find up to ``wanted`` leaves and encode them; returns how many.

    Parameters
    ----------
    root : record
        The position searched.
    states, paths : arrays, shape (batch,)
        Filled with the leaves and the ways to them.
    features : float32, shape (batch, features)
        Filled with the encodings.
    """
    found = 0
    finished = 0
    while found + finished < wanted:
        if node_at(tree.nodes, 0).proven != UNPROVEN or tree.child_count + 1 >= node_limit:
            break
        path = paths[found]
        state = states[found]
        prepare(root, state, tree, config)
        ending = descend(state, tree, path, config)
        if ending == COLLISION:
            break
        if ending != EVALUATE:
            finish(state, ending, tree, path, config, parameters)
            finished += 1
            continue
        encode(state, path.mover, features[found])
        _count_loss(tree, path, config.virtual_loss)
        _set_pending(tree, path, True)
        found += 1
    return found


@kernel
def _open_children(tree: Any, node: Any, state: Any, policy: Any) -> None:
    """Give a node all its children, the highest prior first; none when the tree is full."""
    actions = action_buffer(state)
    count = legal_actions(state, actions)
    node.actions = count
    if tree.child_count + count > tree.child_limit or not reserve_places(tree, node, count):
        return
    total = 0.0
    for index in range(count):
        total += policy[prior_index(state, actions[index])]
    for index in range(count):
        prior = policy[prior_index(state, actions[index])] / total if total > 0.0 else 1.0 / count
        add_child(tree, node, actions[index])
        place = node.first + index
        while place > node.first and edge_at(tree.edges, place - 1).prior < prior:
            edge_at(tree.edges, place).action = edge_at(tree.edges, place - 1).action
            edge_at(tree.edges, place).prior = edge_at(tree.edges, place - 1).prior
            place -= 1
        edge_at(tree.edges, place).action = actions[index]
        edge_at(tree.edges, place).prior = prior
    for place in range(node.first, node.first + count):
        edge_at(tree.edges, place).key = edge_at(tree.edges, place).action
    node.children = min(1, count)


@kernel
def _read_values(tree: Any, path: Any, state: Any, values: Any, config: Any) -> None:
    """Write an evaluator's values (float64, shape (1,) or (seats,)) into the path."""
    if values.size == 1:
        value = values[0]
        if not config.maxn and path.mover != tree.searcher:
            value = 1.0 - value
        share_paranoid(path, path.mover if config.maxn else tree.searcher, value)
    elif config.maxn:
        for seat in range(count_seats(state)):
            path.values[seat] = values[seat]
    else:
        share_paranoid(path, tree.searcher, values[tree.searcher])


@kernel
def scatter(states: Any, tree: Any, paths: Any, config: Any, values: Any, policies: Any, count: int) -> None:
    """Back up the evaluator's answers for ``count`` gathered leaves.

    Parameters
    ----------
    values : float64, shape (count, 1) or (count, seats)
    policies : float64, shape (count, policy); empty without priors
    """
    for index in range(count):
        path = paths[index]
        state = states[index]
        _count_loss(tree, path, -config.virtual_loss)
        _set_pending(tree, path, False)
        if config.priors:
            if path.leaf == NONE:
                path.leaf = new_node(tree)
                if path.leaf != NONE:
                    edge = edge_at(tree.edges, path.edges[path.depth - 1])
                    edge.node = path.leaf
                    node = node_at(tree.nodes, path.leaf)
                    node.seat = path.mover
                    node.visits = edge.visits
            if path.leaf != NONE:
                _open_children(tree, node_at(tree.nodes, path.leaf), state, policies[index])
        _read_values(tree, path, state, values[index], config)
        back_up(tree, path, config)

"""One iteration of the search: descend, expand, evaluate, back up; and many of them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mcts.backup import back_up
from mcts.evaluate import judge, judge_proven, roll_out
from mcts.expand import expand, width
from mcts.game import actor, apply_action, count_actions, determinize, resolve_chance
from mcts.kernel import kernel
from mcts.open_loop import choose_open
from mcts.records import copy_record
from mcts.select import child_score, select_child
from mcts.solver import UNPROVEN, prove_path, result_of
from mcts.tree import MAX_DEPTH, NONE, PENDING, edge_at, new_node, node_at

EVALUATE: Final = 0
FINISHED: Final = 1
PROVEN: Final = 2
COLLISION: Final = 3
"""How a descent ends: at a leaf, at the end of the game, at a proven result, at a leaf that is being evaluated."""


@kernel
def _choose(tree: Any, node: Any, state: Any, path: Any, config: Any) -> int:
    """Select a child or add one, which ``path.created`` tells; returns its place, NONE when there is none to be had."""
    path.created = 0
    if config.priors:
        node.children = min(node.ready, max(node.children, width(node, config)))
        return select_child(tree, node, config)
    best = NONE
    if node.children < node.actions and node.children < width(node, config):
        if node.children > 0 and config.first_play_urgency < np.inf:
            best = select_child(tree, node, config)
        if best == NONE or child_score(tree, node, best, config) < config.first_play_urgency:
            added = expand(tree, node, state, config)
            if added != NONE:
                path.created = 1
                return added
    if best == NONE:
        best = select_child(tree, node, config)
    if best == NONE and node.children < node.actions:  # all known to lose: widen out of turn
        best = expand(tree, node, state, config)
        path.created = np.int64(best != NONE)
    return best


@kernel
def _step(tree: Any, index: int, place: int, seat: int, state: Any, path: Any) -> None:
    """Play the chosen action and note it in the path."""
    edge = edge_at(tree.edges, place)
    path.nodes[path.depth] = index
    path.edges[path.depth] = place
    path.seats[path.depth] = seat
    path.keys[path.depth] = edge.key
    path.depth += 1
    apply_action(state, edge.action)
    resolve_chance(state, tree.chance_stream)


@kernel
def _stop(path: Any, leaf: int, mover: int) -> int:
    """End a descent at a position, known by its node, and who is to move there."""
    path.leaf = leaf
    path.mover = mover
    return FINISHED if mover < 0 else EVALUATE


@kernel
def descend(state: Any, tree: Any, path: Any, config: Any) -> int:
    """Walk from the root to a leaf, playing the actions on ``state``; returns how the walk ended.

    Positions along the way are told from their nodes; only the last one is asked who moves.
    """
    index = 0
    path.depth = 0
    while True:
        node = node_at(tree.nodes, index)
        if config.open_loop:
            seat = actor(state)
            if seat < 0 or path.depth == MAX_DEPTH:
                return _stop(path, index, seat)
            node.seat = seat
            place = choose_open(tree, node, state, path, config)
        else:
            seat = node.seat
            if node.pending:
                path.leaf = NONE
                return COLLISION
            if (config.priors and node.ready == 0) or path.depth == MAX_DEPTH:
                return _stop(path, index, seat)
            place = _choose(tree, node, state, path, config)
        if place == NONE:
            return _stop(path, index, seat)
        _step(tree, index, place, seat, state, path)
        if path.created:
            return _stop(path, NONE, actor(state))
        edge = edge_at(tree.edges, place)
        if edge.proven != UNPROVEN:
            path.leaf = edge.node
            return PROVEN
        if edge.node == PENDING:
            path.leaf = NONE
            return COLLISION
        if edge.node == NONE:
            seat = actor(state)
            if seat < 0 or config.priors:
                return _stop(path, NONE, seat)
            made = new_node(tree)
            if made == NONE:
                return _stop(path, NONE, seat)
            node = node_at(tree.nodes, made)
            node.seat = seat
            node.actions = count_actions(state)
            node.visits = edge.visits
            edge.node = made
        index = edge.node


@kernel
def prepare(root: Any, state: Any, tree: Any, config: Any) -> None:
    """Start an iteration: copy the root, in a new world if that is the mode, and draw what is pending."""
    copy_record(state, root)
    if config.information_set:
        determinize(state, tree.searcher, tree.world_stream)
    resolve_chance(state, tree.chance_stream)


@kernel
def finish(state: Any, ending: int, tree: Any, path: Any, config: Any, parameters: Any) -> None:
    """Judge and back up a descent that ended at a finished game or a proven result."""
    if ending == PROVEN:
        judge_proven(edge_at(tree.edges, path.edges[path.depth - 1]).proven, tree, path, config)
        back_up(tree, path, config)
        return
    judge(state, True, tree, path, config, parameters)
    back_up(tree, path, config)
    if config.solver:
        prove_path(tree, path, result_of(state))


@kernel
def run_iterations(
    root: Any,
    state: Any,
    scratch: Any,
    tree: Any,
    path: Any,
    config: Any,
    parameters: Any,
    limit: int,
    node_limit: int,
) -> int:
    """Search until ``limit`` iterations are done, the tree has ``node_limit`` positions, or its root is proven.

    Parameters
    ----------
    root, state, scratch
        The position searched, and room for two more (records of the game's dtype).
    tree, path, config, parameters
        Records of TREE_DTYPE, PATH_DTYPE, CONFIG_DTYPE and of the evaluator's dtype.

    Returns
    -------
    int
        Iterations done.
    """
    for done in range(limit):
        if node_at(tree.nodes, 0).proven != UNPROVEN or tree.child_count + 1 >= node_limit:
            return done
        prepare(root, state, tree, config)
        ending = descend(state, tree, path, config)
        if ending != EVALUATE:
            finish(state, ending, tree, path, config, parameters)
            continue
        if config.rollouts > 0:
            roll_out(state, scratch, tree, path, config, parameters)
        else:
            judge(state, False, tree, path, config, parameters)
        back_up(tree, path, config)
    return limit


@kernel
def enter_root(root: Any, tree: Any, scratch: Any) -> None:
    """Tell a fresh root who moves there and how many legal actions there are."""
    copy_record(scratch, root)
    resolve_chance(scratch, tree.chance_stream)
    node = node_at(tree.nodes, 0)
    node.seat = actor(scratch)
    node.actions = count_actions(scratch)
    tree.searcher = node.seat

"""Nodes whose legal actions change from visit to visit: chance events, and worlds drawn anew each iteration.

A node then stands for the actions that led to it, not for one position. Only children whose action is legal now take
part in the choice; with information sets, a child's bonus counts the visits in which it was available rather than all
visits of its parent.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mcts.amaf import rave_weight
from mcts.expand import add_keyed_child, best_untried, find_children, sort_key, width
from mcts.game import action_buffer, legal_actions
from mcts.kernel import kernel
from mcts.rng import draw_below
from mcts.select import exploration_scale, rave_score
from mcts.tree import NONE, arm_at, edge_at


@kernel
def _next_untried(tree: Any, node: Any, state: Any, actions: Any, count: int, places: Any, config: Any) -> int:
    """Index of the untried legal action that is expanded next."""
    if config.rave and config.amaf_urgency:
        return best_untried(tree, node, state, actions, count, places, config)
    untried = 0
    best = NONE
    best_key = 0
    for index in range(count):
        if places[index] != NONE:
            continue
        untried += 1
        if config.random_order:
            if draw_below(tree.order_stream, untried) == 0:  # keeps each with equal probability
                best = index
        else:
            key = sort_key(state, actions[index], index)
            if best == NONE or key < best_key:
                best = index
                best_key = key
    return best


@kernel
def choose_open(tree: Any, node: Any, state: Any, path: Any, config: Any) -> int:
    """Select or add a child among the actions that are legal now; returns its place, NONE when there is none."""
    actions = action_buffer(state)
    places = action_buffer(state)
    count = legal_actions(state, actions)
    found = find_children(tree, node, actions, count, places)
    weight = rave_weight(node.visits, config.rave_k)
    scale = exploration_scale(node.visits, config.exploration)
    best = NONE
    best_score = -np.inf
    for index in range(count):
        place = places[index]
        if place == NONE:
            continue
        if config.information_set:
            scale = exploration_scale(edge_at(tree.edges, place).available, config.exploration)
        arm = arm_at(tree.arms, place)
        score = arm.mean + scale * arm.spread
        if config.rave:
            score = rave_score(tree, node, place, scale, weight)
        if score > best_score:
            best_score = score
            best = place
    path.created = 0
    if found < count and found < width(node, config) and best_score < config.first_play_urgency:
        index = _next_untried(tree, node, state, actions, count, places, config)
        added = add_keyed_child(tree, node, state, actions[index], config)
        if added != NONE:
            path.created = 1
            # The block may have moved: find the places of those available once more by their distance from its start.
            found = find_children(tree, node, actions, count, places)
            best = added
    for index in range(count):
        if places[index] != NONE:
            edge_at(tree.edges, places[index]).available += 1
    return best

"""Adding children: progressive widening, and the order in which actions are tried.

Untried actions are not stored. In random order a node's k-th action is a permutation of k, computed from the node's
seed; in ranked order the next few best actions stand ready behind its children, and twice as many are looked up when
they are used up.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64

from mcts.amaf import amaf_mean
from mcts.bits import mix
from mcts.exact_math import power
from mcts.game import action_buffer, action_key, action_rank, legal_actions, nth_action
from mcts.kernel import kernel
from mcts.tree import NONE, add_child, edge_at, reserve_places, write_action

_UNLIMITED: Final = 1 << 40
_PLACE_BITS: Final = 20
"""Bits of a place in the list of legal actions, below its rank in a sort key."""
_FEWEST_READY: Final = 4


@kernel
def max_children(visits: int, factor: float, exponent: float) -> int:
    """Children that a node may have: max(1, floor(factor * visits ** exponent)), and 1 before its first visit."""
    if visits == 0:
        return 1
    return max(1, int64(np.floor(min(float(_UNLIMITED), factor * power(np.float64(visits), exponent)))))


@kernel
def width(node: Any, config: Any) -> int:
    """Children that this node may have now."""
    if not config.widening:
        return _UNLIMITED
    return max_children(node.visits, config.widening_factor, config.widening_exponent)


@kernel
def shuffled_place(seed: Any, place: int, count: int) -> int:
    """Value at ``place`` of a permutation of 0 … count - 1 that the seed determines.

    Multiplying by an odd number, adding and folding the upper bits down are each one-to-one on 2^b numbers; results
    outside the range go round again until they fall inside.
    """
    bits = 0
    while (1 << bits) < count:
        bits += 1
    mask = np.uint64((1 << bits) - 1)
    shift = np.uint64(bits // 2 + 1)
    words = mix(np.uint64(seed))
    x = np.uint64(place)
    while True:
        for turn in range(3):
            x = (x * ((words >> np.uint64(20 * turn)) | np.uint64(1)) + (words >> np.uint64(8 + 16 * turn))) & mask
            x ^= x >> shift
        if x < np.uint64(count):
            return int64(x)


@kernel
def sort_key(state: Any, action: int, place: int) -> int:
    """Orders actions by rank, and equal ranks by their place among the legal actions."""
    return (action_rank(state, action) << _PLACE_BITS) | place


@kernel
def _make_ready(tree: Any, node: Any, state: Any) -> bool:
    """Put the next best untried actions behind a node's children, in order; False when the tree is full."""
    wanted = min(max(_FEWEST_READY, node.children), node.actions - node.children)
    if not reserve_places(tree, node, node.children + wanted):
        return False
    actions = action_buffer(state)
    keys = action_buffer(state)
    count = legal_actions(state, actions)
    last = NONE
    if node.children > 0:
        action = edge_at(tree.edges, node.first + node.children - 1).action
        for place in range(count):
            if actions[place] == action:
                last = place
                break
    floor = np.iinfo(np.int64).min if last == NONE else sort_key(state, actions[last], last)
    kept = 0
    for place in range(count):
        key = sort_key(state, actions[place], place)
        if (last != NONE and key <= floor) or (kept == wanted and key > keys[kept - 1]):
            continue
        position = kept if kept < wanted else kept - 1
        while position > 0 and keys[position - 1] > key:
            keys[position] = keys[position - 1]
            position -= 1
        keys[position] = key
        kept = min(kept + 1, wanted)
    for index in range(kept):
        write_action(tree, node.first + node.children + index, actions[keys[index] & ((1 << _PLACE_BITS) - 1)])
    node.ready = node.children + kept
    return True


@kernel
def best_untried(tree: Any, node: Any, state: Any, actions: Any, count: int, places: Any, config: Any) -> int:
    """Index of the untried action to expand, by AMAF urgency.

    Actions without data come first, in ranked order; then the highest AMAF mean, equal ones in ranked order.

    Parameters
    ----------
    actions, places
        Legal actions and, for each, the place of its child or NONE (int64, the first ``count`` count).
    """
    best = NONE
    best_mean = -1.0
    best_key = 0
    for index in range(count):
        if places[index] != NONE:
            continue
        mean = amaf_mean(tree, node, action_key(state, actions[index], config.tile_aware != 0))
        if mean < 0.0:
            mean = np.inf
        key = sort_key(state, actions[index], index)
        if mean > best_mean or (mean == best_mean and key < best_key):
            best = index
            best_mean = mean
            best_key = key
    return best


@kernel
def find_children(tree: Any, node: Any, actions: Any, count: int, places: Any) -> int:
    """Write the place of each action's child, or NONE, into ``places``; returns how many have one.

    Children were mostly made in the order of the list, so each search starts where the last one ended.
    """
    found = 0
    start = 0
    for index in range(count):
        places[index] = NONE
        offset = start
        for _ in range(node.children):
            if offset >= node.children:
                offset = 0
            if edge_at(tree.edges, node.first + offset).action == actions[index]:
                places[index] = node.first + offset
                found += 1
                start = offset + 1
                break
            offset += 1
    return found


@kernel
def add_keyed_child(tree: Any, node: Any, state: Any, action: int, config: Any) -> int:
    """Append a child with its AMAF key; NONE when the tree is full."""
    place = add_child(tree, node, action)
    if place != NONE and config.rave:
        edge_at(tree.edges, place).key = action_key(state, action, config.tile_aware != 0)
    return place


@kernel
def expand(tree: Any, node: Any, state: Any, config: Any) -> int:
    """Add the next child of a node that has untried actions; returns its place, NONE when the tree is full."""
    if tree.child_count >= tree.child_limit:
        return NONE
    if config.rave and config.amaf_urgency:
        actions = action_buffer(state)
        places = action_buffer(state)
        count = legal_actions(state, actions)
        find_children(tree, node, actions, count, places)
        action = actions[best_untried(tree, node, state, actions, count, places, config)]
    elif config.random_order:
        action = nth_action(state, shuffled_place(node.seed, node.children, node.actions))
    else:
        if node.ready == node.children and not _make_ready(tree, node, state):
            return NONE
        action = edge_at(tree.edges, node.first + node.children).action
    return add_keyed_child(tree, node, state, action, config)

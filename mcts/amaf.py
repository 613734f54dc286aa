"""All-moves-as-first statistics: for each node, how actions did that were played anywhere below it.

Each node has an open-addressing table of its own, keyed by ``action_key``; its size is a power of two, and it doubles
when three quarters are used. When the room for tables is used up, keys that are not yet there go uncounted.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mcts.bits import mix
from mcts.kernel import kernel
from mcts.tree import NONE, amaf_at, node_at

_FIRST_BITS: Final = 3
UNKNOWN_MEAN: Final = 0.5
"""AMAF mean of an action without data."""


@kernel
def _start(key: int, bits: int) -> int:
    """Where the search for a key begins in a table of 2**bits entries."""
    return np.int64(mix(np.uint64(key)) >> np.uint64(64 - bits))


@kernel
def find(tree: Any, node: Any, key: int) -> int:
    """Entry of a key in a node's table, or NONE."""
    if node.amaf_bits == 0:
        return NONE
    mask = (1 << node.amaf_bits) - 1
    place = _start(key, node.amaf_bits)
    while True:
        entry = amaf_at(tree.amaf, node.amaf_first + place)
        if entry.visits == 0:
            return NONE
        if entry.key == key:
            return node.amaf_first + place
        place = (place + 1) & mask


@kernel
def _insert(tree: Any, first: int, bits: int, key: int) -> int:
    """Place for a key that is not in the table."""
    mask = (1 << bits) - 1
    place = _start(key, bits)
    while amaf_at(tree.amaf, first + place).visits != 0:
        place = (place + 1) & mask
    return first + place


@kernel
def _grow(tree: Any, node: Any) -> bool:
    """Move a node's table to one of double size; False when there is no room."""
    bits = max(_FIRST_BITS, node.amaf_bits + 1)
    size = 1 << bits
    if tree.amaf_count + size > tree.amaf_limit:
        return False
    first = tree.amaf_count
    tree.amaf_count += size
    for index in range(first, first + size):
        amaf_at(tree.amaf, index).visits = 0
    if node.amaf_bits:
        for index in range(node.amaf_first, node.amaf_first + (1 << node.amaf_bits)):
            old = amaf_at(tree.amaf, index)
            if old.visits:
                new = amaf_at(tree.amaf, _insert(tree, first, bits, old.key))
                new.key = old.key
                new.total = old.total
                new.visits = old.visits
    node.amaf_first = first
    node.amaf_bits = bits
    return True


@kernel
def _count(tree: Any, node: Any, key: int, value: float) -> None:
    """Count one playing of an action below a node."""
    index = find(tree, node, key)
    if index == NONE:
        size = 0 if node.amaf_bits == 0 else 1 << node.amaf_bits
        if 4 * (node.amaf_used + 1) > 3 * size and not _grow(tree, node):
            return
        index = _insert(tree, node.amaf_first, node.amaf_bits, key)
        node.amaf_used += 1
        entry = amaf_at(tree.amaf, index)
        entry.key = key
        entry.total = 0.0
        entry.visits = 0
    entry = amaf_at(tree.amaf, index)
    entry.visits += 1
    entry.total += value


@kernel
def amaf_mean(tree: Any, node: Any, key: int) -> float:
    """Mean value of an action below a node; -1 without data."""
    index = find(tree, node, key)
    if index == NONE:
        return -1.0
    entry = amaf_at(tree.amaf, index)
    return entry.total / entry.visits


@kernel
def back_up_amaf(tree: Any, path: Any, config: Any) -> None:
    """Count, at every node of the path, the actions played below it, at most ``amaf_depth`` plies (0: all)."""
    for above in range(path.depth):
        node = node_at(tree.nodes, path.nodes[above])
        end = path.depth
        if config.amaf_depth > 0:
            end = min(end, above + config.amaf_depth)
        for ply in range(above, end):
            _count(tree, node, path.keys[ply], path.values[path.seats[ply]])


@kernel
def rave_weight(visits: int, rave_k: float) -> float:
    """Weight β of the AMAF mean at a node: sqrt(k / (3 N + k))."""
    return np.sqrt(rave_k / (3.0 * visits + rave_k))

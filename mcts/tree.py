"""The search tree in preallocated arrays.

A position is an *edge*: the action that led to it and its statistics. Only when it is visited a second time does it get
a *node*, which holds where its children stand. The children of a node are neighbours in the array, so that choosing
among a thousand reads memory in a row; what that choice reads, the *arms*, has an array of its own, 16 bytes a child. A
node's block of places doubles when it is full.

The root is node 0. Visits are counted on edges, and once more on nodes, where the root has no edge.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mcts.bits import mix
from mcts.errors import InputError
from mcts.kernel import kernel
from mcts.pointers import accessor, address_of
from mcts.rng import seed_stream

MAX_SEATS: Final = 8
MAX_DEPTH: Final = 512
"""Longest path into a tree; a leaf at this depth is evaluated and not expanded."""

MOST_VISITS: Final = 2_100_000_000
"""A root visited that often is not searched any further: visits are counted with 32 bits."""

NONE: Final = -1
PENDING: Final = -2
"""In the place of an edge's node: no node yet; no node, and its leaf is on its way to a batched evaluator."""

NODE_DTYPE: Final = np.dtype(
    [
        ("first", np.int32),  # place of its first child
        ("children", np.int32),  # children that take part in the choice
        ("ready", np.int32),  # places that already hold an action: children, then the next ones in order
        ("capacity", np.int32),  # places in its block
        ("actions", np.int32),  # legal actions here
        ("visits", np.int32),
        ("amaf_first", np.int32),  # its AMAF table: first entry, used entries, and below the logarithm of its size
        ("amaf_used", np.int32),
        ("seed", np.uint32),  # of its random order of actions
        ("seat", np.int8),  # who decides here
        ("proven", np.int8),  # see mcts.solver
        ("amaf_bits", np.int8),
        ("pending", np.int8),  # its own evaluation is on its way
    ],
    align=True,
)
EDGE_DTYPE: Final = np.dtype(
    [
        ("action", np.int64),
        ("key", np.int64),  # of the action, for AMAF
        ("total", np.float64),  # sum of the values for the seat that chose it
        ("prior", np.float64),
        ("visits", np.int32),
        ("available", np.int32),  # visits of its parent in which the action was legal (information sets)
        ("node", np.int32),
        ("proven", np.int8),
    ],
    align=True,
)
ARM_DTYPE: Final = np.dtype(
    [
        ("mean", np.float64),  # total / visits
        ("spread", np.float64),  # 1 / sqrt(visits)
    ]
)
AMAF_DTYPE: Final = np.dtype([("key", np.int64), ("total", np.float64), ("visits", np.int64)])

TREE_DTYPE: Final = np.dtype(
    [
        ("nodes", np.uint64),  # addresses of the four arrays
        ("edges", np.uint64),
        ("arms", np.uint64),
        ("amaf", np.uint64),
        ("node_count", np.int64),
        ("node_limit", np.int64),
        ("place_count", np.int64),
        ("place_limit", np.int64),
        ("child_count", np.int64),
        ("child_limit", np.int64),
        ("amaf_count", np.int64),
        ("amaf_limit", np.int64),
        ("seed", np.uint64),
        ("nodes_made", np.uint64),  # since the search began; seeds the next node
        ("iterations", np.int64),  # since the root was set
        ("noisy", np.int64),  # whether the root's priors have had their noise
        ("searcher", np.int64),  # seat whose move is searched
        ("order_stream", np.uint64, (2,)),
        ("chance_stream", np.uint64, (2,)),
        ("world_stream", np.uint64, (2,)),
        ("rollout_stream", np.uint64, (2,)),
        ("noise_stream", np.uint64, (2,)),
    ]
)
PATH_DTYPE: Final = np.dtype(
    [
        ("depth", np.int64),
        ("leaf", np.int64),  # node of the position at its end, or NONE
        ("mover", np.int64),  # who decides at its end, -1 when the game is over
        ("created", np.int64),  # whether its last edge is new
        ("values", np.float64, (MAX_SEATS,)),  # of the position at its end, for each seat
        ("sums", np.float64, (MAX_SEATS,)),  # of the values of several playouts
        ("keys", np.int64, (MAX_DEPTH,)),
        ("nodes", np.int32, (MAX_DEPTH,)),
        ("edges", np.int32, (MAX_DEPTH,)),
        ("seats", np.int8, (MAX_DEPTH,)),
    ]
)
"""The way of one iteration from the root: node, chosen edge, its key and who chose it, for each ply."""

node_at = accessor(NODE_DTYPE)
edge_at = accessor(EDGE_DTYPE)
arm_at = accessor(ARM_DTYPE)
amaf_at = accessor(AMAF_DTYPE)


@kernel
def new_node(tree: Any) -> int:
    """Make a node without children; NONE when the tree is full."""
    if tree.node_count >= tree.node_limit:
        return NONE
    index = tree.node_count
    tree.node_count += 1
    tree.nodes_made += np.uint64(1)
    node = node_at(tree.nodes, index)
    node.first = 0
    node.children = 0
    node.ready = 0
    node.capacity = 0
    node.actions = -1
    node.visits = 0
    node.amaf_first = 0
    node.amaf_used = 0
    node.seed = np.uint32(mix(tree.seed ^ tree.nodes_made) >> np.uint64(32))
    node.seat = -1
    node.proven = 0
    node.amaf_bits = 0
    node.pending = 0
    return index


@kernel
def reserve_places(tree: Any, node: Any, wanted: int) -> bool:
    """Give a node room for at least ``wanted`` children, moving its block when it must; False when the tree is full."""
    if wanted <= node.capacity:
        return True
    capacity = max(2, 2 * node.capacity)
    while capacity < wanted:
        capacity *= 2
    if tree.place_count + capacity > tree.place_limit:
        return False
    first = tree.place_count
    tree.place_count += capacity
    for place in range(node.ready):
        copy_edge(edge_at(tree.edges, first + place), edge_at(tree.edges, node.first + place))
        copy_arm(arm_at(tree.arms, first + place), arm_at(tree.arms, node.first + place))
    node.first = first
    node.capacity = capacity
    return True


@kernel
def write_action(tree: Any, place: int, action: int) -> None:
    """Put an action that has never been played into a place."""
    edge = edge_at(tree.edges, place)
    edge.action = action
    edge.key = action
    edge.total = 0.0
    edge.prior = 0.0
    edge.visits = 0
    edge.available = 0
    edge.node = NONE
    edge.proven = 0
    arm = arm_at(tree.arms, place)
    arm.mean = 0.0
    arm.spread = 0.0


@kernel
def add_child(tree: Any, node: Any, action: int) -> int:
    """Append a child; returns its place, NONE when the tree is full."""
    if tree.child_count >= tree.child_limit or not reserve_places(tree, node, node.children + 1):
        return NONE
    place = node.first + node.children
    write_action(tree, place, action)
    node.children += 1
    node.ready = max(node.ready, node.children)
    tree.child_count += 1
    return place


@kernel
def copy_edge(target: Any, source: Any) -> None:
    """Copy an edge's fields."""
    target.action = source.action
    target.key = source.key
    target.total = source.total
    target.prior = source.prior
    target.visits = source.visits
    target.available = source.available
    target.node = source.node
    target.proven = source.proven


@kernel
def copy_arm(target: Any, source: Any) -> None:
    """Copy an arm's fields."""
    target.mean = source.mean
    target.spread = source.spread


@kernel
def start_streams(tree: Any, seed: Any) -> None:
    """Seed the tree's streams, each with its own key."""
    tree.seed = seed
    seed_stream(tree.order_stream, mix(seed) + np.uint64(1))
    seed_stream(tree.chance_stream, mix(seed) + np.uint64(2))
    seed_stream(tree.world_stream, mix(seed) + np.uint64(3))
    seed_stream(tree.rollout_stream, mix(seed) + np.uint64(4))
    seed_stream(tree.noise_stream, mix(seed) + np.uint64(5))


class Tree:
    """Owner of one tree's arrays.

    Parameters
    ----------
    limit
        Positions it may hold. Arrays are allocated for the worst case, but the operating system hands out their
        memory only as they fill.
    amaf
        Whether it needs room for AMAF tables.
    seed
        Of its streams and of the random order of actions, below 2**64.
    """

    def __init__(self, limit: int, amaf: bool, seed: int) -> None:
        self.limit = limit
        self.amaf = amaf
        self.record: Any = np.zeros(1, TREE_DTYPE)[0]
        start_streams(self.record, np.uint64(seed))
        self.clear()

    def allocate(self) -> None:
        """Make empty arrays; streams and counters of the search stay."""
        places = 4 * self.limit  # blocks are at most half empty, and moved ones leave holes
        try:
            self.nodes = np.empty(self.limit + 1, NODE_DTYPE)
            self.edges = np.empty(places, EDGE_DTYPE)
            self.arms = np.empty(places, ARM_DTYPE)
            self.entries = np.empty(2 * places if self.amaf else 0, AMAF_DTYPE)
        except MemoryError:
            raise InputError(f"search: no memory for a tree of {self.limit} positions; lower max_nodes") from None
        record = self.record
        record["nodes"] = address_of(self.nodes)
        record["edges"] = address_of(self.edges)
        record["arms"] = address_of(self.arms)
        record["amaf"] = address_of(self.entries)
        record["node_limit"] = len(self.nodes)
        record["place_limit"] = len(self.edges)
        record["child_limit"] = self.limit - 1  # the root is a position too
        record["amaf_limit"] = len(self.entries)
        for name in ("node_count", "place_count", "child_count", "amaf_count", "iterations", "noisy"):
            record[name] = 0

    def arrays(self) -> tuple[Any, ...]:
        """The arrays, for whoever must keep them alive a little longer."""
        return self.nodes, self.edges, self.arms, self.entries

    def clear(self) -> None:
        """Start again from a root that has never been visited."""
        self.allocate()
        new_node(self.record)

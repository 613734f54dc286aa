"""Proven results: wins, losses and draws that are certain move up the tree.

A result is absolute, a draw or the seat that wins, so that nothing depends on players taking turns strictly one after
the other: a node's mover wins if any child is won for that very seat.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mcts.game import outcome
from mcts.kernel import kernel
from mcts.tree import arm_at, edge_at, node_at

UNPROVEN: Final = 0
DRAWN: Final = 1
WON_BY: Final = 2
"""WON_BY + seat: that seat wins."""


@kernel
def result_of(state: Any) -> int:
    """Result of a finished game of two players."""
    first = outcome(state, 0)
    if first == 1:
        return DRAWN
    return WON_BY if first == 2 else WON_BY + 1


@kernel
def is_lost(result: int, seat: int) -> bool:
    """Whether a proven result is a loss for this seat."""
    return result >= WON_BY and result != WON_BY + seat


@kernel
def _decide(tree: Any, node: Any) -> int:
    """Result of a node from its children: won by its mover if one child is; otherwise known when all children are."""
    has_draw = False
    all_known = node.children == node.actions
    for place in range(node.first, node.first + node.children):
        result = edge_at(tree.edges, place).proven
        if result == WON_BY + node.seat:
            return result
        has_draw |= result == DRAWN
        all_known &= result != UNPROVEN
    if not all_known:
        return UNPROVEN
    return DRAWN if has_draw else WON_BY + 1 - node.seat


@kernel
def prove_path(tree: Any, path: Any, result: int) -> None:
    """Note the result of the path's end, and what follows for the nodes above it."""
    for ply in range(path.depth - 1, -1, -1):
        edge_at(tree.edges, path.edges[ply]).proven = result
        node = node_at(tree.nodes, path.nodes[ply])
        if is_lost(result, node.seat):
            shun(tree, path.edges[ply])
        result = _decide(tree, node)
        if result == UNPROVEN:
            return
        node.proven = result


@kernel
def shun(tree: Any, place: int) -> None:
    """Let selection avoid a child that is lost for the seat that chooses."""
    arm = arm_at(tree.arms, place)
    arm.mean = -np.inf
    arm.spread = 0.0

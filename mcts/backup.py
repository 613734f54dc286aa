"""Counting an iteration's values on the way back to the root."""

from __future__ import annotations

from typing import Any

import numpy as np

from mcts.amaf import back_up_amaf
from mcts.kernel import kernel
from mcts.solver import is_lost, shun
from mcts.tree import NONE, arm_at, edge_at, node_at


@kernel
def refresh_arm(tree: Any, place: int) -> None:
    """Bring what selection reads up to date with an edge's statistics."""
    edge = edge_at(tree.edges, place)
    arm = arm_at(tree.arms, place)
    arm.mean = edge.total / edge.visits
    arm.spread = 1.0 / np.sqrt(np.float64(edge.visits))


@kernel
def back_up(tree: Any, path: Any, config: Any) -> None:
    """Count the path's values: each edge gets the value for the seat that chose it."""
    for ply in range(path.depth):
        node_at(tree.nodes, path.nodes[ply]).visits += 1
        place = path.edges[ply]
        edge = edge_at(tree.edges, place)
        edge.visits += 1
        edge.total += path.values[path.seats[ply]]
        refresh_arm(tree, place)
        if is_lost(edge.proven, path.seats[ply]):
            shun(tree, place)
    if path.leaf != NONE:
        node_at(tree.nodes, path.leaf).visits += 1
    if config.rave:
        back_up_amaf(tree, path, config)
    tree.iterations += 1

"""Keeping a subtree when the game goes on: copied, breadth first and without holes, into fresh arrays."""

from __future__ import annotations

from typing import Any

from mcts.kernel import kernel
from mcts.records import copy_record
from mcts.tree import NONE, Tree, amaf_at, arm_at, copy_arm, copy_edge, edge_at, node_at


@kernel
def find_root_child(tree: Any, action: int) -> int:
    """Node of the root's child by this action, NONE when it has none."""
    root = node_at(tree.nodes, 0)
    for place in range(root.first, root.first + root.children):
        edge = edge_at(tree.edges, place)
        if edge.action == action:
            return max(NONE, edge.node)
    return NONE


@kernel
def _copy_amaf(target: Any, source: Any, node: Any) -> None:
    """Copy a node's AMAF table; ``node`` is already the copy and learns its new place."""
    if node.amaf_bits == 0:
        return
    size = 1 << node.amaf_bits
    for index in range(size):
        new = amaf_at(target.amaf, target.amaf_count + index)
        copy_record(new, amaf_at(source.amaf, node.amaf_first + index))
    node.amaf_first = target.amaf_count
    target.amaf_count += size


@kernel
def copy_subtree(target: Any, source: Any, top: int) -> None:
    """Copy the subtree below node ``top`` into an empty tree of at least the same limits."""
    copy_record(node_at(target.nodes, 0), node_at(source.nodes, top))
    target.node_count = 1
    done = 0
    while done < target.node_count:  # nodes from ``done`` on still point into the source
        node = node_at(target.nodes, done)
        done += 1
        first = target.place_count
        target.place_count += node.capacity
        for index in range(node.ready):
            edge = edge_at(target.edges, first + index)
            copy_edge(edge, edge_at(source.edges, node.first + index))
            copy_arm(arm_at(target.arms, first + index), arm_at(source.arms, node.first + index))
            target.child_count += index < node.children or edge.prior > 0.0
            if edge.node >= 0:
                copy_record(node_at(target.nodes, target.node_count), node_at(source.nodes, edge.node))
                edge.node = target.node_count
                target.node_count += 1
        node.first = first
        _copy_amaf(target, source, node)


def advance(tree: Tree, action: int) -> bool:
    """Make the root's child by this action the root; False, and an empty tree, when nothing is known about it."""
    top = find_root_child(tree.record, action)
    if top == NONE:
        tree.clear()
        return False
    old, held = tree.record.copy(), tree.arrays()
    tree.allocate()
    copy_subtree(tree.record, old, top)
    del held
    return True

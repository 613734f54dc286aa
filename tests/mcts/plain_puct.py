"""PUCT once more, slowly and plainly: one leaf at a time, a node a dictionary of children."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mcts.config import SearchConfig
from tests.mcts.plain_search import actions_of, copy_of
from tests.mcts.toys import maze_actor, maze_apply, maze_encode, maze_outcome

Network = Callable[[Any], tuple[Any, Any]]


@dataclass
class Node:
    """A position: its prior, its visits, the values for the seat that chose it, and, once evaluated, its children."""

    prior: float = 0.0
    visits: int = 0
    total: float = 0.0
    children: dict[int, Node] = field(default_factory=dict)


def search(state: Any, config: SearchConfig, network: Network, features: int, iterations: int) -> Node:
    """Search a maze of two players."""
    root = Node()
    for _ in range(iterations):
        position = copy_of(state)
        node = root
        path = [(root, -1)]
        while node.children:
            parent = node
            mover = maze_actor(position)

            def score(action: int, parent: Node = parent) -> float:
                child = parent.children[action]
                mean = child.total / child.visits if child.visits else config.first_play_urgency
                return mean + config.exploration * child.prior * math.sqrt(parent.visits) / (1 + child.visits)

            action = max(node.children, key=score)
            node = node.children[action]
            maze_apply(position, action)
            path.append((node, mover))
        mover = maze_actor(position)
        if mover < 0:
            mover = maze_actor(state)
            value = [0.0, config.draw_value, 1.0][maze_outcome(position, mover)]
        else:
            room = np.zeros((1, features), np.float32)
            maze_encode(position, mover, room[0])
            values, policies = network(room)
            value = float(values[0])
            weights = {action: float(policies[0][action % 10]) for action in actions_of(position)}
            total = sum(weights.values())
            for action in sorted(weights, key=lambda action: -weights[action]):
                node.children[action] = Node(prior=weights[action] / total)
        for visited, seat in path:
            visited.visits += 1
            visited.total += value if seat == mover else 1.0 - value
    return root

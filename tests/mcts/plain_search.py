"""The search once more, slowly and plainly, straight from the formulas: objects, lists and dictionaries."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mcts.config import SearchConfig
from tests.mcts import toys


@dataclass
class Node:
    """A position in the tree."""

    action: int | None = None
    key: int | None = None
    seat: int | None = None  # who chose the action
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    untried: list[int] | None = None
    visits: int = 0
    available: int = 0  # visits of its parent since it was made
    total: float = 0.0
    amaf_visits: dict[int, int] = field(default_factory=dict)
    amaf_totals: dict[int, float] = field(default_factory=dict)


def actions_of(state: Any) -> list[int]:
    room = np.zeros(toys.MOST, np.int64)
    return room[: toys.maze_actions(state, room)].tolist()


def copy_of(state: Any) -> Any:
    room = np.zeros(1, state.dtype)
    room[0] = state
    return room[0]


class PlainSearch:
    """Search a maze; the arguments are those of the real search."""

    def __init__(self, state: Any, config: SearchConfig) -> None:
        self.state = state
        self.config = config
        self.searcher = toys.maze_actor(state)
        self.root = Node()

    def run(self, iterations: int) -> Node:
        for _ in range(iterations):
            self.iterate()
        return self.root

    def limit(self, node: Node) -> int:
        if not self.config.widening:
            return 10**9
        if node.visits == 0:
            return 1
        return max(1, math.floor(self.config.widening_factor * node.visits**self.config.widening_exponent))

    def score(self, node: Node, child: Node) -> float:
        chances = child.available if self.config.information_set else node.visits
        explore = self.config.exploration * math.sqrt(math.log(chances) / child.visits)
        mean = child.total / child.visits
        if not self.config.rave:
            return mean + explore
        beta = math.sqrt(self.config.rave_k / (3 * node.visits + self.config.rave_k))
        assert child.key is not None
        count = node.amaf_visits.get(child.key, 0)
        amaf = node.amaf_totals[child.key] / count if count else 0.5
        return (1 - beta) * mean + beta * amaf + explore

    def next_action(self, node: Node, state: Any) -> int:
        assert node.untried
        ordered = sorted(node.untried, key=lambda action: toys.maze_rank(state, action))
        if self.config.rave and self.config.amaf_urgency:
            keys = {action: toys.maze_key(state, action, self.config.tile_aware) for action in ordered}

            def urgency(action: int) -> float:
                count = node.amaf_visits.get(keys[action], 0)
                return node.amaf_totals[keys[action]] / count if count else math.inf

            ordered.sort(key=urgency, reverse=True)
        return ordered[0]

    def iterate(self) -> None:
        state = copy_of(self.state)
        node = self.root
        played: list[tuple[int, int]] = []
        while (seat := toys.maze_actor(state)) >= 0:
            if node.untried is None:
                node.untried = actions_of(state)
            new = bool(node.untried) and len(node.children) < self.limit(node)
            if new and node.children:
                new = max(self.score(node, child) for child in node.children) < self.config.first_play_urgency
            if new:
                action = self.next_action(node, state)
                node.untried.remove(action)
                key = toys.maze_key(state, action, self.config.tile_aware and self.config.rave)
                node.children.append(Node(action, key, seat, node))
                node = node.children[-1]
            else:
                parent = node
                node = max(node.children, key=lambda child: self.score(parent, child))
            assert node.parent is not None
            for child in node.parent.children:
                child.available += 1
            assert node.action is not None
            assert node.key is not None
            played.append((node.key, seat))
            toys.maze_apply(state, node.action)
            if new:
                break
        self.back_up(node, self.values(state), played)

    def values(self, state: Any) -> list[float]:
        seats = range(state["seats"])
        if self.config.backup == "maxn":
            return [self.value(state, seat) for seat in seats]
        value = self.value(state, self.searcher)
        return [value if seat == self.searcher else 1 - value for seat in seats]

    def value(self, state: Any, seat: int) -> float:
        if toys.maze_actor(state) < 0:
            return [0.0, self.config.draw_value, 1.0][toys.maze_outcome(state, seat)]
        scores = [toys.maze_score(state, other) for other in range(state["seats"])]
        lead = scores[seat] - max(scores[:seat] + scores[seat + 1 :])
        return 1 / (1 + math.exp(-lead / 20))

    def back_up(self, leaf: Node, values: list[float], played: list[tuple[int, int]]) -> None:
        node: Node | None = leaf
        depth = len(played)
        while node is not None:
            node.visits += 1
            if node.seat is not None:
                node.total += values[node.seat]
            end = min(len(played), depth + self.config.amaf_depth) if self.config.amaf_depth else len(played)
            for key, seat in played[depth:end] if self.config.rave else []:
                node.amaf_visits[key] = node.amaf_visits.get(key, 0) + 1
                node.amaf_totals[key] = node.amaf_totals.get(key, 0.0) + values[seat]
            depth -= 1
            node = node.parent

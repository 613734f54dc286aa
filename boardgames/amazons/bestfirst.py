"""Best-first search over moves and arrows: the improved bot's way of thinking.

Every visited position is expanded at once: all its steps are evaluated and become children in a row of their own, best
first. In this order they are opened to the search, more of them the more often the position has been visited
(progressive widening). A child's worth mixes the mean of what was found below it with the minimax value of its subtree.
Values are those of seat 0; 1 and 0 are proven. Children always stand behind their parents in the array.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from boardgames.amazons.filling import UNDECIDED, is_race, race_winner
from boardgames.amazons.judge import evaluate
from boardgames.amazons.records import NOWHERE
from boardgames.amazons.rules import can_move
from boardgames.amazons.stepped import MOST_STEPS, apply_action, legal_actions
from mcts.expand import max_children
from mcts.kernel import kernel
from mcts.records import copy_record

NODE: Final = np.dtype(
    [
        ("total", np.float64),  # sum of the values found at and below this node
        ("best", np.float64),  # minimax value
        ("visits", np.int32),
        ("first", np.int32),  # index of the first child
        ("action", np.int32),  # the step that leads here
        ("count", np.int16),  # children, best first; 0 before expansion
        ("opened", np.int16),  # how many of them the search may look at
    ]
)
LONGEST_PATH: Final = 256
"""Steps from the root to the deepest node: two a turn, and at most 92 turns."""

SETTINGS: Final = np.dtype(
    [
        ("exploration", np.float64),
        ("mixing", np.float64),  # share of the minimax value in a child's worth; the rest is the mean
        ("factor", np.float64),  # a position with n visits has factor * n ** exponent children open
        ("exponent", np.float64),
    ]
)
WORK: Final = np.dtype(
    [
        ("actions", np.int64, (max(MOST_STEPS.values()),)),  # legal steps
        ("ordered", np.int64, (max(MOST_STEPS.values()),)),  # the same, best first
        ("values", np.float64, (max(MOST_STEPS.values()),)),  # what they are worth for the mover
        ("path", np.int64, (LONGEST_PATH,)),  # nodes from the root down
        ("seats", np.int64, (LONGEST_PATH,)),  # who decides at each
    ]
)
_MOST_CHILDREN: Final = max(MOST_STEPS.values())


@kernel
def _is_proven(value: float) -> bool:
    return value == 0.0 or value == 1.0


@kernel
def _worth_for(seat: int, value: float) -> float:
    """A value as a seat sees it."""
    return value if seat == 0 else 1.0 - value


@kernel
def _value_of(state: Any, parameters: Any) -> float:
    """Value of a position for seat 0: exact when the mover cannot move, or in a race that counting decides."""
    if state.landed == NOWHERE:
        if not can_move(state, state.mover):
            return 1.0 if state.mover == 1 else 0.0
        if is_race(state):
            winner = race_winner(state)
            if winner != UNDECIDED:
                return 1.0 if winner == 0 else 0.0
    return evaluate(state, 0, parameters)


@kernel
def _select(nodes: Any, node: int, seat: int, settings: Any) -> int:
    """The open child to look at next, never a proven one; when all open ones are proven, another is opened."""
    first = nodes[node].first
    count = nodes[node].count
    visits = nodes[node].visits
    opened = min(count, max(nodes[node].opened, max_children(visits, settings.factor, settings.exponent)))
    spread = settings.exploration * np.sqrt(np.float64(visits))
    chosen = -1
    highest = -1.0
    for child in range(first, first + opened):
        if _is_proven(nodes[child].best):
            continue
        visits = nodes[child].visits
        value = (1.0 - settings.mixing) * nodes[child].total / visits + settings.mixing * nodes[child].best
        urgency = _worth_for(seat, value) + spread / visits
        if urgency > highest:
            highest = urgency
            chosen = child
    while chosen < 0 and opened < count:
        if not _is_proven(nodes[first + opened].best):
            chosen = first + opened
        opened += 1
    nodes[node].opened = opened
    return chosen


@kernel
def _back_up(nodes: Any, node: int, seat: int) -> None:
    """Recompute a node's minimax value from its open children; where all of them lose, the next speaks for the rest."""
    first = nodes[node].first
    opened = max(1, nodes[node].opened)
    best = nodes[first].best
    for child in range(first + 1, first + opened):
        best = max(best, nodes[child].best) if seat == 0 else min(best, nodes[child].best)
    if _worth_for(seat, best) == 0.0 and opened < nodes[node].count:
        best = nodes[first + opened].best
    nodes[node].best = best


@kernel
def _expand(nodes: Any, used: int, node: int, state: Any, scratch: Any, work: Any, parameters: Any) -> int:
    """Evaluate all steps and put them in order; returns how many nodes were added."""
    count = legal_actions(state, work.actions)
    for index in range(count):
        action = work.actions[index]
        copy_record(scratch, state)
        apply_action(scratch, action)
        worth = _worth_for(state.mover, _value_of(scratch, parameters))
        place = index
        while place > 0 and work.values[place - 1] < worth:
            work.values[place] = work.values[place - 1]
            work.ordered[place] = work.ordered[place - 1]
            place -= 1
        work.values[place] = worth
        work.ordered[place] = action
    for place in range(count):
        child = used + place
        nodes[child].action = work.ordered[place]
        nodes[child].best = _worth_for(state.mover, work.values[place])
        nodes[child].total = nodes[child].best
        nodes[child].visits = 1
        nodes[child].count = 0
    nodes[node].first = used
    nodes[node].count = count
    nodes[node].opened = 0
    return count


@kernel
def grow(
    nodes: Any, used: int, root: Any, room: Any, work: Any, settings: Any, parameters: Any, iterations: int
) -> int:
    """Expand up to ``iterations`` positions; returns the number of nodes then used.

    Parameters
    ----------
    nodes : ndarray
        NODE, shape (capacity,); node 0 is the root.
    room : ndarray
        Two records for positions.
    """
    state = room[0]
    scratch = room[1]
    for _ in range(iterations):
        if _is_proven(nodes[0].best) or used + _MOST_CHILDREN > nodes.shape[0]:
            break
        copy_record(state, root)
        node = 0
        depth = 0
        work.path[0] = 0
        work.seats[0] = state.mover
        while nodes[node].count > 0 and depth < LONGEST_PATH - 2:
            child = _select(nodes, node, state.mover, settings)
            if child < 0:
                break
            node = child
            apply_action(state, nodes[node].action)
            depth += 1
            work.path[depth] = node
            work.seats[depth] = state.mover
        if nodes[node].count == 0:
            used += _expand(nodes, used, node, state, scratch, work, parameters)
        _back_up(nodes, node, state.mover)
        value = nodes[node].best
        for level in range(depth, -1, -1):
            here = work.path[level]
            nodes[here].total += value
            nodes[here].visits += 1
            if level < depth:
                _back_up(nodes, here, work.seats[level])
    return used


@kernel
def keep_subtree(nodes: Any, used: int, root: int, place: Any) -> int:
    """Move the subtree below ``root`` to the front; returns the number of nodes kept.

    Parameters
    ----------
    place : ndarray
        int32, shape (capacity,): room for the nodes' new indices.
    """
    for node in range(root, used):
        place[node] = 0
    place[root] = 1
    for node in range(root, used):  # children stand behind their parents, so one pass marks the subtree
        if place[node]:
            for child in range(nodes[node].first, nodes[node].first + nodes[node].count):
                place[child] = 1
    kept = 0
    for node in range(root, used):  # in the old order: rows of children stay rows, and nobody moves backwards
        if place[node]:
            place[node] = kept
            kept += 1
        else:
            place[node] = -1
    for node in range(root, used):
        if place[node] >= 0:
            copy_record(nodes[place[node]], nodes[node])
            if nodes[place[node]].count > 0:
                nodes[place[node]].first = place[nodes[place[node]].first]
    return kept


@kernel
def prune(nodes: Any, used: int, place: Any) -> int:
    """Make room: forget what lies below rarely visited nodes until at most half is left; returns how many are kept.

    A node that becomes a leaf keeps what was found below it, and is expanded again when the search comes back. Proven
    nodes keep their proofs, and the root's favourite its children.
    """
    most = 0
    for node in range(nodes[0].first, nodes[0].first + nodes[0].count):
        if not _is_proven(nodes[node].best):
            most = max(most, nodes[node].visits)
    visits = 1
    left = used
    while left > used // 2 and 2 * visits <= most:
        visits *= 2
        left = 1 + nodes[0].count
        for node in range(1, used):
            if nodes[node].visits >= visits or _is_proven(nodes[node].best):
                left += nodes[node].count
    for node in range(1, used):
        if nodes[node].visits < visits and not _is_proven(nodes[node].best):
            nodes[node].count = 0
    return keep_subtree(nodes, used, 0, place)

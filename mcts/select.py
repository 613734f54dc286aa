"""Choosing among the children of a node: UCT, RAVE and PUCT.

The bonus of a child with n visits, C sqrt(ln N / n), is computed as (C sqrt(ln N)) times the child's stored
1 / sqrt(n): one multiplication and one addition for each of a thousand children.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mcts.amaf import UNKNOWN_MEAN, amaf_mean, rave_weight
from mcts.exact_math import natural_log
from mcts.kernel import kernel
from mcts.tree import NONE, arm_at, edge_at

_BEFORE_ALL: Final = 1e6
"""Stands for an infinite urgency where priors still order the untried actions."""


@kernel
def exploration_scale(visits: int, exploration: float) -> float:
    """C sqrt(ln N) for a parent with N visits."""
    return exploration * np.sqrt(natural_log(np.float64(max(1, visits))))


@kernel
def _best_uct(tree: Any, node: Any, scale: float) -> int:
    """Place of the child with the highest mean + scale / sqrt(visits), the first of equals.

    Four running maxima at a time, each over every fourth child: no comparison waits for the one before.
    """
    first = node.first
    end = first + node.children
    best = NONE
    best_score = -np.inf
    place = first
    if end - first >= 8:
        score_0 = score_1 = score_2 = score_3 = -np.inf
        best_0 = best_1 = best_2 = best_3 = NONE
        while place + 3 < end:
            arm = arm_at(tree.arms, place)
            score = arm.mean + scale * arm.spread
            best_0 = place if score > score_0 else best_0
            score_0 = score if score > score_0 else score_0
            arm = arm_at(tree.arms, place + 1)
            score = arm.mean + scale * arm.spread
            best_1 = place + 1 if score > score_1 else best_1
            score_1 = score if score > score_1 else score_1
            arm = arm_at(tree.arms, place + 2)
            score = arm.mean + scale * arm.spread
            best_2 = place + 2 if score > score_2 else best_2
            score_2 = score if score > score_2 else score_2
            arm = arm_at(tree.arms, place + 3)
            score = arm.mean + scale * arm.spread
            best_3 = place + 3 if score > score_3 else best_3
            score_3 = score if score > score_3 else score_3
            place += 4
        best, best_score = _better(score_0, best_0, score_1, best_1)
        other, other_score = _better(score_2, best_2, score_3, best_3)
        best, best_score = _better(best_score, best, other_score, other)
    while place < end:
        arm = arm_at(tree.arms, place)
        score = arm.mean + scale * arm.spread
        if score > best_score:
            best_score = score
            best = place
        place += 1
    return best


@kernel
def _better(score: float, place: int, other_score: float, other: int) -> tuple[int, float]:
    """The higher score and its place; of equal scores the one further to the front."""
    if other_score > score or (other_score == score and other < place):
        return other, other_score
    return place, score


@kernel
def rave_score(tree: Any, node: Any, place: int, scale: float, weight: float) -> float:
    """Score (1 - β) mean + β AMAF mean + scale / sqrt(visits); without AMAF data its mean counts as 0.5."""
    arm = arm_at(tree.arms, place)
    amaf = amaf_mean(tree, node, edge_at(tree.edges, place).key)
    if amaf < 0.0:
        amaf = UNKNOWN_MEAN
    return (1.0 - weight) * arm.mean + weight * amaf + scale * arm.spread


@kernel
def puct_score(tree: Any, place: int, root: float, config: Any) -> float:
    """Score mean + C prior sqrt(N) / (1 + visits); an untried action has the first-play urgency for its mean."""
    edge = edge_at(tree.edges, place)
    mean = arm_at(tree.arms, place).mean
    if edge.visits == 0:
        mean = config.first_play_urgency if config.first_play_urgency < _BEFORE_ALL else _BEFORE_ALL
    return mean + config.exploration * edge.prior * root / (1 + edge.visits)


@kernel
def child_score(tree: Any, node: Any, place: int, config: Any) -> float:
    """Score of one child, by whichever formula is switched on."""
    if config.priors:
        return puct_score(tree, place, np.sqrt(np.float64(node.visits)), config)
    scale = exploration_scale(node.visits, config.exploration)
    if config.rave:
        return rave_score(tree, node, place, scale, rave_weight(node.visits, config.rave_k))
    arm = arm_at(tree.arms, place)
    return arm.mean + scale * arm.spread


@kernel
def select_child(tree: Any, node: Any, config: Any) -> int:
    """Place of the child with the highest score, the first of equals; NONE when all are known to lose."""
    if config.priors:
        root = np.sqrt(np.float64(node.visits))
        best = NONE
        best_score = -np.inf
        for place in range(node.first, node.first + node.children):
            score = puct_score(tree, place, root, config)
            if score > best_score:
                best_score = score
                best = place
        return best
    scale = exploration_scale(node.visits, config.exploration)
    if not config.rave:
        return _best_uct(tree, node, scale)
    weight = rave_weight(node.visits, config.rave_k)
    best = NONE
    best_score = -np.inf
    for place in range(node.first, node.first + node.children):
        score = rave_score(tree, node, place, scale, weight)
        if score > best_score:
            best_score = score
            best = place
    return best

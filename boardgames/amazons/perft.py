"""Counting all sequences of turns of a given length, the standard test of move generation."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgames.amazons.rules import MOST_TURNS, apply_action, count_actions, legal_actions
from mcts.kernel import kernel
from mcts.records import copy_record


@kernel
def _count(states: Any, turns: Any, listed: Any) -> int:
    """Walk all sequences, the last turn of each counted without being played.

    Parameters
    ----------
    states : ndarray
        Records, shape (depth,); the first is the position.
    turns : ndarray
        int64, shape (depth, most turns): the turns of the position on each level.
    listed : ndarray
        int64, shape (depth,): how many turns of a level are still to be played.
    """
    deepest = states.shape[0] - 1
    if deepest == 0:
        return count_actions(states[0])
    total = 0
    level = 0
    listed[0] = legal_actions(states[0], turns[0])
    while level >= 0:
        if listed[level] == 0:
            level -= 1
            continue
        listed[level] -= 1
        copy_record(states[level + 1], states[level])
        apply_action(states[level + 1], turns[level, listed[level]])
        if level + 1 == deepest:
            total += count_actions(states[deepest])
        else:
            level += 1
            listed[level] = legal_actions(states[level], turns[level])
    return total


def perft(state: Any, size: int, depth: int) -> int:
    """Number of sequences of ``depth`` turns from a position."""
    states = np.zeros(depth, dtype=state.dtype)
    states[0] = state
    turns = np.zeros((depth, MOST_TURNS[size]), dtype=np.int64)
    return int(_count(states, turns, np.zeros(depth, dtype=np.int64)))

"""Positions and steps as numbers for networks.

A position is four planes of squares: own amazons, the other side's, what is blocked, and the amazon that has yet to
shoot. Squares are numbered as in sets, so that a plane has 64 on boards up to 8×8 and 128 on 10×10; what is not on the
board counts as blocked. A policy has a place for each move, ``from`` times squares plus ``to``, and then one for each
arrow.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from boardgames.amazons.records import NOWHERE, words_of
from boardgames.amazons.rules import arrow_of, start_of, target_of
from mcts.kernel import kernel

PLANES: Final = 4
_WORD: Final = 64
_ONE: Final = np.uint64(1)


def feature_count(size: int) -> int:
    """Length of an encoded position on a board of this size."""
    return PLANES * _WORD * words_of(size)


def policy_length(size: int) -> int:
    """Length of a policy on a board of this size."""
    squares = _WORD * words_of(size)
    return squares * squares + squares


@kernel
def encode(state: Any, seat: int, out: Any) -> None:
    """Write the four planes seen by a seat into ``out`` (float32, shape (features,)), each square 0 or 1."""
    squares = _WORD * state.blocked.size
    for square in range(squares):
        word = square // _WORD
        bit = np.uint64(square % _WORD)
        out[square] = (state.amazons[seat, word] >> bit) & _ONE
        out[squares + square] = (state.amazons[1 - seat, word] >> bit) & _ONE
        out[2 * squares + square] = (state.blocked[word] >> bit) & _ONE
        out[3 * squares + square] = state.landed == square


@kernel
def move_index(state: Any, action: int) -> int:
    """Place of a move in the policy; of a whole turn that of its move, so that its arrows share the prior."""
    return start_of(action) * _WORD * state.blocked.size + target_of(action)


@kernel
def step_index(state: Any, action: int) -> int:
    """Place of a move or an arrow in the policy."""
    if state.landed == NOWHERE:
        return move_index(state, action)
    squares = _WORD * state.blocked.size
    return squares * squares + arrow_of(action)

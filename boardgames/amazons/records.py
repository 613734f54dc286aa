"""The record of a position, one dtype a board size and kind of turn, and how kernels read it.

Fields
------
amazons : uint64, shape (2, words)
    Squares of each seat's amazons; seat 0 is Black and moves first.
blocked : uint64, shape (words,)
    Squares with an arrow, and the squares of the frame that are not on the board.
mover : int64
    Seat that has the turn.
ply : int64
    Whole turns played since the first position.
landed : int64
    Square of the amazon that has moved and has yet to shoot, or -1. Only when a turn is played in two steps.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import types
from numba.extending import overload

from boardgames.amazons.squares import stride_of
from boardgames.amazons.wide import join, low_word, wide
from mcts.bits import mix
from mcts.game import register_game
from mcts.kernel import kernel

SIZES: Final = (6, 8, 10)
NOWHERE: Final = -1
_SOURCES: Final = tuple(sorted(Path(__file__).parent.glob("*.py")))
_SHIFT_WORD: Final = np.uint64(64)


def words_of(size: int) -> int:
    """Number of 64-bit words that hold a set of squares."""
    return 1 if size <= 8 else 2


def _fields(size: int) -> list[tuple[Any, ...]]:
    words = words_of(size)
    return [
        ("amazons", np.uint64, (2, words)),
        ("blocked", np.uint64, (words,)),
        ("mover", np.int64),
        ("ply", np.int64),
        ("landed", np.int64),
    ]


WHOLE_TURNS: Final = {size: register_game(f"amazons{size}", _fields(size), _SOURCES) for size in SIZES}
"""Size → dtype of the game in which one action is a whole turn: amazon, target and arrow."""

STEPPED_TURNS: Final = {size: register_game(f"amazons{size}_stepped", _fields(size), _SOURCES) for size in SIZES}
"""Size → dtype of the same game with a turn in two actions: first the move, then the arrow."""


def board_words(size: int) -> Any:
    """The squares of the board.

    Returns
    -------
    ndarray
        uint64, shape (words,).
    """
    words = np.zeros(words_of(size), dtype=np.uint64)
    for row, column in np.ndindex(size, size):
        square = stride_of(size) * row + column
        words[square // 64] |= np.uint64(1 << square % 64)
    return words


def is_wide_state(state: Any) -> bool:
    """Whether a Numba record type holds sets of two words."""
    return bool(state.fields["blocked"].type.shape == (2,))


def amazons_of(state: Any, seat: int) -> Any:
    """A seat's amazons as a set of squares."""
    raise NotImplementedError  # stands for the kernel below


@overload(amazons_of, strict=False)  # type: ignore[untyped-decorator]
def _amazons_of(state: Any, seat: Any) -> Any:  # noqa: ARG001
    if not isinstance(state, types.Record):
        return None
    if is_wide_state(state):
        return lambda state, seat: join(state.amazons[seat, 0], state.amazons[seat, 1])
    return lambda state, seat: state.amazons[seat, 0]


def blocked_of(state: Any) -> Any:
    """The arrows, with everything outside the board, as a set of squares."""
    raise NotImplementedError  # stands for the kernel below


@overload(blocked_of, strict=False)  # type: ignore[untyped-decorator]
def _blocked_of(state: Any) -> Any:
    if is_wide_state(state):
        return lambda state: join(state.blocked[0], state.blocked[1])
    return lambda state: state.blocked[0]


def put_amazons(state: Any, seat: int, squares: Any) -> None:
    """Place a seat's amazons."""
    raise NotImplementedError  # stands for the kernel below


@overload(put_amazons, strict=False)  # type: ignore[untyped-decorator]
def _put_amazons(state: Any, seat: Any, squares: Any) -> Any:  # noqa: ARG001
    def one_word(state: Any, seat: int, squares: Any) -> None:
        state.amazons[seat, 0] = squares

    def two_words(state: Any, seat: int, squares: Any) -> None:
        state.amazons[seat, 0] = low_word(squares)
        state.amazons[seat, 1] = low_word(squares >> _SHIFT_WORD)

    return two_words if is_wide_state(state) else one_word


def put_blocked(state: Any, squares: Any) -> None:
    """Replace the blocked squares."""
    raise NotImplementedError  # stands for the kernel below


@overload(put_blocked, strict=False)  # type: ignore[untyped-decorator]
def _put_blocked(state: Any, squares: Any) -> Any:  # noqa: ARG001
    def one_word(state: Any, squares: Any) -> None:
        state.blocked[0] = squares

    def two_words(state: Any, squares: Any) -> None:
        state.blocked[0] = low_word(squares)
        state.blocked[1] = low_word(squares >> _SHIFT_WORD)

    return two_words if is_wide_state(state) else one_word


def hash_words(squares: Any) -> Any:
    """64 bits of a set: itself on small boards, a mixture of both words on large ones."""
    raise NotImplementedError  # stands for the kernel below


@overload(hash_words, strict=False)  # type: ignore[untyped-decorator]
def _hash_words(squares: Any) -> Any:
    if squares == wide:
        return lambda squares: mix(low_word(squares)) ^ low_word(squares >> _SHIFT_WORD)
    return lambda squares: squares


@kernel
def occupied_of(state: Any) -> Any:
    """Everything that stops an amazon or an arrow."""
    return amazons_of(state, 0) | amazons_of(state, 1) | blocked_of(state)

"""Sets of squares as integers, and how amazons slide over them.

A set is a uint64 on boards of at most 8×8 and a 128-bit integer (``wide.py``) on 10×10; every function here takes both,
so the small board keeps its one-word code. Square ``i`` is bit ``i``: on the small frame ``8 * row + column``, on the
large one ``11 * row + column``, whose eleventh column is never empty and stops what would slip round the edge. A 6×6
board is the corner of the small frame, with all other squares blocked.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from boardgames.amazons.wide import join, wide
from mcts.kernel import kernel

SMALL_STRIDE: Final = 8
LARGE_STRIDE: Final = 11
LARGE_SIZE: Final = 10
DIRECTIONS: Final = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""Row and column step of the eight directions; the first four lead to lower squares, the others to higher ones."""

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_FOUR: Final = np.uint64(4)
_SEVEN: Final = 7
_NOT_FIRST_COLUMN: Final = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_LAST_COLUMN: Final = np.uint64(0x7F7F7F7F7F7F7F7F)


def stride_of(size: int) -> int:
    """Distance between a square and the one below it on a board of this size."""
    return SMALL_STRIDE if size <= SMALL_STRIDE else LARGE_STRIDE


def _ray_table(size: int) -> Any:
    """Squares seen from each square in each direction on an empty board, as words.

    Returns
    -------
    ndarray
        uint64, shape (squares of the frame, 8, words).
    """
    stride = stride_of(size)
    words = 1 if size <= SMALL_STRIDE else 2
    table = np.zeros((64 * words, len(DIRECTIONS), words), dtype=np.uint64)
    for row, column in np.ndindex(size, size):
        for direction, (down, right) in enumerate(DIRECTIONS):
            y, x = row + down, column + right
            while 0 <= y < size and 0 <= x < size:
                square = stride * y + x
                table[stride * row + column, direction, square // 64] |= np.uint64(1 << square % 64)
                y, x = y + down, x + right
    return table


_SMALL_RAYS: Final = _ray_table(SMALL_STRIDE)[:, :, 0].copy()
_LARGE_RAYS: Final = _ray_table(LARGE_SIZE)


def _near_table() -> Any:
    """For each square of the large board those at most seven rows and columns away (uint64, shape (128, 2))."""
    table = np.zeros((128, 2), dtype=np.uint64)
    for row, column in np.ndindex(LARGE_SIZE, LARGE_SIZE):
        rows = range(max(0, row - _SEVEN), min(LARGE_SIZE, row + _SEVEN + 1))
        first, end = max(0, column - _SEVEN), min(LARGE_SIZE, column + _SEVEN + 1)
        near = sum(((1 << end) - (1 << first)) << LARGE_STRIDE * y for y in rows)
        table[LARGE_STRIDE * row + column] = near & (1 << 64) - 1, near >> 64
    return table


_LARGE_NEAR: Final = _near_table()


def _is_wide(squares: Any) -> bool:
    return squares == wide


@intrinsic  # type: ignore[untyped-decorator]
def how_many(typing_context: Any, squares: Any) -> Any:
    """Number of squares in a set."""
    del typing_context

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        count = builder.ctpop(arguments[0])
        return builder.trunc(count, ir.IntType(64)) if _is_wide(squares) else count

    return types.int64(squares), generate


@intrinsic  # type: ignore[untyped-decorator]
def first_square(typing_context: Any, squares: Any) -> Any:
    """The lowest square of a set that is not empty."""
    del typing_context

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del signature
        zeros = builder.cttz(arguments[0], context.get_constant(types.boolean, True))
        return builder.trunc(zeros, ir.IntType(64)) if _is_wide(squares) else zeros

    return types.int64(squares), generate


@intrinsic  # type: ignore[untyped-decorator]
def last_square(typing_context: Any, squares: Any) -> Any:
    """The highest square of a set that is not empty."""
    del typing_context

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del signature
        zeros = builder.ctlz(arguments[0], context.get_constant(types.boolean, True))
        last = builder.sub(ir.Constant(zeros.type, zeros.type.width - 1), zeros)
        return builder.trunc(last, ir.IntType(64)) if _is_wide(squares) else last

    return types.int64(squares), generate


def only(like: Any, square: int) -> Any:
    """The set with one square, of the same kind as ``like``."""
    raise NotImplementedError  # stands for the kernel below


@overload(only, strict=False)  # type: ignore[untyped-decorator]
def _only(like: Any, square: Any) -> Any:  # noqa: ARG001
    if _is_wide(like):
        return lambda like, square: join(_ONE, _ZERO) << square  # noqa: ARG005
    return lambda like, square: _ONE << np.uint64(square)  # noqa: ARG005


def ray(like: Any, square: int, direction: int) -> Any:
    """Squares seen from a square in a direction of ``DIRECTIONS`` on an empty board."""
    raise NotImplementedError  # stands for the kernel below


@overload(ray, strict=False)  # type: ignore[untyped-decorator]
def _ray(like: Any, square: Any, direction: Any) -> Any:  # noqa: ARG001
    if _is_wide(like):
        return lambda like, square, direction: join(  # noqa: ARG005
            _LARGE_RAYS[square, direction, 0], _LARGE_RAYS[square, direction, 1]
        )
    return lambda like, square, direction: _SMALL_RAYS[square, direction]  # noqa: ARG005


def _near(like: Any, square: int) -> Any:
    """Squares at most seven rows and columns away on the large board."""
    raise NotImplementedError  # stands for the kernel below


@overload(_near, strict=False)  # type: ignore[untyped-decorator]
def _choose_near(like: Any, square: Any) -> Any:  # noqa: ARG001
    if _is_wide(like):
        return lambda like, square: join(_LARGE_NEAR[square, 0], _LARGE_NEAR[square, 1])  # noqa: ARG005
    return lambda like, square: like  # noqa: ARG005


def row_stride(like: Any) -> Any:
    """Distance between a square and the one below it."""
    raise NotImplementedError  # stands for the kernel below


@overload(row_stride, strict=False)  # type: ignore[untyped-decorator]
def _row_stride(like: Any) -> Any:
    stride = np.uint64(LARGE_STRIDE if _is_wide(like) else SMALL_STRIDE)
    return lambda like: stride  # noqa: ARG005


def eastward(free: Any) -> Any:
    """The free squares that a step to the right can enter."""
    raise NotImplementedError  # stands for the kernel below


@overload(eastward, strict=False)  # type: ignore[untyped-decorator]
def _eastward(free: Any) -> Any:
    if _is_wide(free):
        return lambda free: free
    return lambda free: free & _NOT_FIRST_COLUMN


def westward(free: Any) -> Any:
    """The free squares that a step to the left can enter."""
    raise NotImplementedError  # stands for the kernel below


@overload(westward, strict=False)  # type: ignore[untyped-decorator]
def _westward(free: Any) -> Any:
    if _is_wide(free):
        return lambda free: free
    return lambda free: free & _NOT_LAST_COLUMN


def is_large(like: Any) -> bool:
    """Whether a slide can be longer than seven steps: a constant when compiled."""
    raise NotImplementedError  # stands for the kernel below


@overload(is_large, strict=False)  # type: ignore[untyped-decorator]
def _is_large(like: Any) -> Any:
    large = _is_wide(like)
    return lambda like: large  # noqa: ARG005


@kernel
def nothing(like: Any) -> Any:
    """The empty set, of the same kind as ``like``."""
    return like ^ like


@kernel
def is_empty(squares: Any) -> bool:
    """Whether a set has no square."""
    return squares == nothing(squares)


@kernel
def without_first(squares: Any) -> Any:
    """A set without its lowest square."""
    return squares & (squares - only(squares, 0))


@kernel
def nth_square(squares: Any, index: int) -> int:
    """The square at this place of a set, counted upwards from 0."""
    for _ in range(index):
        squares = without_first(squares)
    return first_square(squares)


@kernel
def _line(occupied: Any, below: Any, above: Any) -> Any:
    """Squares of one line through a square up to the first occupied ones, these included.

    Between the nearest blocker below and the nearest above: subtracting the lower from twice the upper sets exactly the
    bits from the one to the other. Without a blocker the subtraction runs from the lowest square or past the highest.
    """
    lower = occupied & below | only(occupied, 0)
    upper = occupied & above
    nearest_above = upper & (nothing(upper) - upper)
    return (nearest_above + nearest_above - only(occupied, last_square(lower))) & (below | above)


@kernel
def slides(occupied: Any, square: int) -> Any:
    """Empty squares that a queen on ``square`` can reach in one move."""
    seen = nothing(occupied)
    for direction in range(4):
        seen |= _line(occupied, ray(occupied, square, direction), ray(occupied, square, 7 - direction))
    return seen & ~occupied


@kernel
def slides_within_seven(occupied: Any, square: int) -> Any:
    """Empty squares that a queen on ``square`` can reach in one move of at most seven steps."""
    seen = slides(occupied, square)
    return seen & _near(seen, square) if is_large(seen) else seen


@kernel
def _up(source: Any, free: Any, step: Any) -> Any:
    """Free squares reached from a set by sliding towards higher squares."""
    reached = source
    reached |= free & (reached << step)
    free &= free << step
    reached |= free & (reached << (step + step))
    free &= free << (step + step)
    reached |= free & (reached << (_FOUR * step))
    if is_large(free):
        reached |= free & (reached << (_FOUR * step))
    return reached


@kernel
def _down(source: Any, free: Any, step: Any) -> Any:
    """Free squares reached from a set by sliding towards lower squares."""
    reached = source
    reached |= free & (reached >> step)
    free &= free >> step
    reached |= free & (reached >> (step + step))
    free &= free >> (step + step)
    reached |= free & (reached >> (_FOUR * step))
    if is_large(free):
        reached |= free & (reached >> (_FOUR * step))
    return reached


@kernel
def queen_steps(source: Any, free: Any) -> Any:
    """Free squares that queens on ``source`` reach in one move."""
    row = row_stride(free)
    east = eastward(free)
    west = westward(free)
    reached = _up(source, east, _ONE) | _down(source, west, _ONE) | _up(source, free, row) | _down(source, free, row)
    reached |= _up(source, east, row + _ONE) | _down(source, west, row + _ONE)
    reached |= _up(source, west, row - _ONE) | _down(source, east, row - _ONE)
    return reached & free


@kernel
def king_steps(source: Any, free: Any) -> Any:
    """Free squares next to ``source``, also across a corner."""
    row = row_stride(free)
    beside = source | eastward(source << _ONE) | westward(source >> _ONE)
    return (beside | beside << row | beside >> row) & free

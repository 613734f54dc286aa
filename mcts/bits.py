"""Sets of small numbers in 64-bit words, and the mixing function behind seeds and hashes.

A bitset is a row of uint64 words; member ``i`` is bit ``i % 64`` of word ``i // 64``. The number of words is part of
the array's type, so loops over a one-word set vanish.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types
from numba.extending import intrinsic

from mcts.kernel import kernel

WORD_BITS: Final = 64
_ONE: Final = np.uint64(1)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)
GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typing_context: Any, word: Any) -> Any:
    """Number of ones in a uint64."""
    del typing_context
    if word != types.uint64:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def lowest_bit(typing_context: Any, word: Any) -> Any:
    """Position of the lowest one in a uint64 that is not zero."""
    del typing_context
    if word != types.uint64:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del signature
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), generate


@kernel
def without_lowest(word: Any) -> Any:
    """The word with its lowest one cleared."""
    return word & (word - _ONE)


@kernel
def contains(words: Any, member: int) -> bool:
    """Whether a bitset has this member."""
    return bool((words[member >> 6] >> np.uint64(member & 63)) & _ONE)


@kernel
def add(words: Any, member: int) -> None:
    """Put a member into a bitset."""
    words[member >> 6] |= _ONE << np.uint64(member & 63)


@kernel
def remove(words: Any, member: int) -> None:
    """Take a member out of a bitset."""
    words[member >> 6] &= ~(_ONE << np.uint64(member & 63))


@kernel
def unite(words: Any, others: Any) -> None:
    """Add all members of another bitset of the same length."""
    for index in range(words.shape[0]):
        words[index] |= others[index]


@kernel
def mix(value: Any) -> Any:
    """Scramble 64 bits (the finaliser of splitmix64); one-to-one."""
    z = np.uint64(value) + GOLDEN
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return z ^ (z >> np.uint64(31))

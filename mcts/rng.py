"""Random numbers as a pure function of integers: xoroshiro128++ streams seeded by splitmix64 over a key."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64

from mcts.bits import GOLDEN, mix
from mcts.kernel import kernel

_LOW_32: Final = np.uint64(0xFFFFFFFF)
_32: Final = np.uint64(32)


@kernel
def _rotate(value: Any, count: int) -> Any:
    return (value << np.uint64(count)) | (value >> np.uint64(64 - count))


@kernel
def seed_stream(stream: Any, key: Any) -> None:
    """Start a stream (uint64, shape (2,)) from a 64-bit key."""
    stream[0] = mix(key)
    stream[1] = mix(np.uint64(key) + GOLDEN)
    if stream[0] == np.uint64(0) and stream[1] == np.uint64(0):
        stream[0] = GOLDEN  # the one state from which the generator never leaves


@kernel
def next_word(stream: Any) -> Any:
    """Draw 64 random bits."""
    a = stream[0]
    b = stream[1]
    result = _rotate(a + b, 17) + a
    b ^= a
    stream[0] = _rotate(a, 49) ^ b ^ (b << np.uint64(21))
    stream[1] = _rotate(b, 28)
    return result


@kernel
def draw_below(stream: Any, bound: int) -> int:
    """Draw from 0 … bound - 1, every value exactly equally likely (bound at most 2**32).

    Multiplies 32 random bits by the bound and keeps the high half; the few low halves that would favour some values are
    drawn again.
    """
    size = np.uint64(bound)
    product = (next_word(stream) >> _32) * size
    if (product & _LOW_32) < size:
        threshold = (np.uint64(1) << _32) % size
        while (product & _LOW_32) < threshold:
            product = (next_word(stream) >> _32) * size
    return int64(product >> _32)

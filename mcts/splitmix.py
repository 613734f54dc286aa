"""A tiny integer generator whose draws are the same on every platform and in every version.

SplitMix64 (Steele, Lea and Flood, 2014). Boards are made with it because a seed quoted in a file or a bug report must
give the same board for good; the standard library and numpy promise that for their raw bits at most, not for shuffles.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, TypeVar

Item = TypeVar("Item")

_MASK: Final = (1 << 64) - 1
_GAMMA: Final = 0x9E3779B97F4A7C15


class SplitMix:
    """A stream of random integers; ``seed`` is taken modulo 2**64."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next64(self) -> int:
        """Draw the next 64 random bits."""
        self._state = (self._state + _GAMMA) & _MASK
        bits = self._state
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
        return bits ^ (bits >> 31)

    def below(self, bound: int) -> int:
        """Draw a number from 0 to bound - 1, every one equally likely."""
        if not 0 < bound <= _MASK:
            raise ValueError(f"bound must be from 1 to 2**64 - 1, not {bound}")
        # Drawing again from the incomplete last stretch is what keeps the remainder unbiased.
        complete = (_MASK + 1) - (_MASK + 1) % bound
        while (bits := self.next64()) >= complete:
            pass
        return bits % bound

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Put the items in a new order, every order equally likely (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def mixed(seed: int, *keys: object) -> int:
    """A new seed (64 bits) from an old one and, as text, what it is for."""
    for key in keys:
        digest = int.from_bytes(blake2b(str(key).encode(), digest_size=8).digest(), "little")
        seed = SplitMix(seed ^ digest).next64()
    return seed

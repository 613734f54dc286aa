"""Every bit trick against a plain loop."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mcts.bits import add, contains, lowest_bit, mix, popcount, remove, unite, without_lowest
from mcts.kernel import kernel

words = st.integers(0, 2**64 - 1)
members = st.sets(st.integers(0, 191))


@kernel
def _word_facts(word: Any) -> Any:
    return popcount(word), without_lowest(word)


@kernel
def _lowest(word: Any) -> int:
    return lowest_bit(word)


def bitset(of: set[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    result = np.zeros(3, np.uint64)
    for member in of:
        add(result, member)
    return result


@given(words)
def test_popcount_counts_ones(word: int) -> None:
    assert _word_facts(np.uint64(word))[0] == bin(word).count("1")


@given(words.filter(bool))
def test_lowest_bit_is_the_first_one(word: int) -> None:
    first = next(i for i in range(64) if word >> i & 1)
    assert _lowest(np.uint64(word)) == first
    assert _word_facts(np.uint64(word))[1] == word - (1 << first)


@given(members, members)
def test_bitsets_are_sets(first: set[int], second: set[int]) -> None:
    both = bitset(first)
    unite(both, bitset(second))
    assert {i for i in range(192) if contains(both, i)} == first | second
    for member in second:
        remove(both, member)
    assert {i for i in range(192) if contains(both, i)} == first - second


@given(words)
def test_mix_is_splitmix64(word: int) -> None:
    z = (word + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    assert mix(np.uint64(word)) == z ^ (z >> 31)

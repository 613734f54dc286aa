"""The generator against its published outputs."""

from __future__ import annotations

from collections import Counter

import pytest

from mcts.splitmix import SplitMix, mixed


def test_published_outputs() -> None:
    generator = SplitMix(1234567)
    assert [generator.next64() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_below_stays_in_range_and_reaches_everything() -> None:
    generator = SplitMix(1)
    counts = Counter(generator.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert min(counts.values()) > 850


def test_below_rejects_the_incomplete_stretch() -> None:
    # With this bound a third of all draws is thrown away; a plain remainder would make low values twice as likely.
    bound = (1 << 64) // 3 * 2
    generator = SplitMix(2)
    low = sum(generator.below(bound) < bound // 2 for _ in range(4000))
    assert 1850 < low < 2150


@pytest.mark.parametrize("bound", [0, -1, 1 << 64])
def test_below_refuses_impossible_bounds(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        SplitMix(0).below(bound)


def test_shuffles_are_even_and_leave_the_original_alone() -> None:
    generator = SplitMix(3)
    original = ["a", "b", "c"]
    counts = Counter(tuple(generator.shuffled(original)) for _ in range(6000))
    assert len(counts) == 6
    assert min(counts.values()) > 850
    assert original == ["a", "b", "c"]


def test_mixed_seeds_differ() -> None:
    seeds = {mixed(seed, name, number) for seed in range(4) for name in ("a", "b") for number in range(50)}
    assert len(seeds) == 4 * 2 * 50
    assert all(0 <= seed < 1 << 64 for seed in seeds)
    assert mixed(2**64 - 1, "a") == mixed(2**64 - 1, "a")

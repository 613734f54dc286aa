"""Random numbers: exact, equally likely, and a pure function of their key."""

import numpy as np

from mcts.rng import draw_below, next_word, seed_stream

MASK = 2**64 - 1


def rotate(value: int, count: int) -> int:
    return (value << count | value >> (64 - count)) & MASK


def xoroshiro(a: int, b: int) -> tuple[int, int, int]:
    """One step of xoroshiro128++ in plain integers: result and next state."""
    result = (rotate((a + b) & MASK, 17) + a) & MASK
    b ^= a
    return result, rotate(a, 49) ^ b ^ (b << 21 & MASK), rotate(b, 28)


def test_words_are_those_of_xoroshiro128plusplus() -> None:
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.uint64(12345))
    a, b = int(stream[0]), int(stream[1])
    for _ in range(1000):
        expected, a, b = xoroshiro(a, b)
        assert next_word(stream) == expected


def test_bounded_draws_are_equally_likely() -> None:
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.uint64(7))
    for bound in (1, 2, 5, 6, 36, 95):
        counts = np.bincount([draw_below(stream, bound) for _ in range(400 * bound)], minlength=bound)
        chi_square = ((counts - 400) ** 2 / 400).sum()
        assert chi_square < bound + 6 * np.sqrt(2 * bound), (bound, counts)


def test_draws_that_would_favour_some_values_are_repeated() -> None:
    """With a bound just over half of 2**32 nearly every second draw has to be repeated."""
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.uint64(1))
    bound = 2**31 + 1
    draws = [draw_below(stream, bound) for _ in range(2000)]
    assert max(draws) < bound
    assert abs(np.mean(draws) / bound - 0.5) < 0.03

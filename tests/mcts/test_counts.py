"""Words of counts against plain loops."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mcts.counts import (
    COUNTS,
    add_to_row,
    beyond,
    count_at,
    lesser,
    only,
    places,
    plus,
    row_counts,
    take_from_row,
    times,
    total,
    weighed_most,
    weighed_sum,
)
from mcts.kernel import kernel

byte = st.integers(0, 255)
bytes_8 = st.lists(byte, min_size=COUNTS, max_size=COUNTS)
weights_8 = st.lists(st.integers(0, 70_000), min_size=COUNTS, max_size=COUNTS)
RECORD = np.dtype([("rows", np.uint8, (3, 5)), ("row", np.uint8, (5,)), ("rest", np.uint8, (20,))])


def word(counts: list[int]) -> Any:
    return np.uint64(sum(count << 8 * place for place, count in enumerate(counts)))


def counts(of: Any) -> list[int]:
    return [int(of) >> 8 * place & 255 for place in range(COUNTS)]


@kernel
def _pairs(one: Any, other: Any) -> Any:
    return beyond(one, other), plus(one, other), lesser(one, other)


@kernel
def _facts(of: Any, factor: int) -> Any:
    return times(of, factor), total(of), places(of)


@kernel
def _weighed(of: Any, weights: Any, shift: int) -> Any:
    return weighed_sum(of, weights, shift), weighed_most(of, weights)


@kernel
def _read(record: Any, row: int) -> Any:
    return row_counts(record, "rows", row), row_counts(record, "row", 0)


@kernel
def _move(record: Any, row: int, of: Any) -> None:
    add_to_row(record, "rows", row, of)
    take_from_row(record, "row", 0, of)


@given(bytes_8, bytes_8)
def test_two_words_count_by_count(first: list[int], second: list[int]) -> None:
    over, both, less = (counts(result) for result in _pairs(word(first), word(second)))
    pairs = list(zip(first, second, strict=True))
    assert over == [max(one - other, 0) for one, other in pairs]
    assert both == [min(one + other, 255) for one, other in pairs]
    assert less == [min(one, other) for one, other in pairs]


@given(bytes_8, byte)
def test_one_word_count_by_count(of: list[int], factor: int) -> None:
    product, whole, where = _facts(word(of), factor)
    assert counts(product) == [min(count * factor, 255) for count in of]
    assert whole == sum(of)
    assert where == sum(1 << place for place, count in enumerate(of) if count)
    assert [count_at(word(of), place) for place in range(COUNTS)] == of


@given(bytes_8, weights_8, st.integers(0, 16))
def test_weighed_counts(of: list[int], weights: list[int], shift: int) -> None:
    products = [count * weight for count, weight in zip(of, weights, strict=True)]
    whole, most = _weighed(word(of), np.array(weights, np.int32), shift)
    assert (whole, most) == (sum(product >> shift for product in products), max(products))


@given(byte, st.integers(0, COUNTS - 1))
def test_only_one_count(count: int, place: int) -> None:
    assert counts(only(count, place)) == [count if other == place else 0 for other in range(COUNTS)]


@given(st.integers(0, 2), st.lists(st.integers(0, 9), min_size=5, max_size=5))
def test_rows_of_a_record(row: int, moved: list[int]) -> None:
    record = np.zeros(1, RECORD)[0]
    record["rows"], record["row"], record["rest"] = np.arange(15).reshape(3, 5), 200, 77
    before = record.copy()
    _move(record, row, word([*moved, 0, 0, 0]))
    before["rows"][row] += np.array(moved, np.uint8)
    before["row"] -= np.array(moved, np.uint8)
    assert record == before
    rows, alone = _read(record, row)
    assert counts(rows) == [*before["rows"][row], 0, 0, 0]
    assert counts(alone) == [*before["row"], 0, 0, 0]

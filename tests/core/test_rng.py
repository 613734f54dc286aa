"""The streams of a game: what they depend on and what not."""

import numpy as np

from catan_sim.core.boardfile import find_board
from catan_sim.core.records import Stream
from catan_sim.core.rng import seed_streams
from catan_sim.core.state import board_record, new_work


def test_luck_depends_on_seed_board_and_index_but_not_on_the_candidate() -> None:
    board = board_record(find_board("standard"))
    other = board_record(find_board("eight"))
    work, work_eight = new_work(find_board("standard"))[0], new_work(find_board("eight"))[0]

    def streams(seed: int, index: int, candidate: int) -> list[tuple[int, ...]]:
        seed_streams(board, work, np.uint64(seed), np.uint64(index), np.uint64(candidate))
        return [tuple(row) for row in work["streams"].tolist()]

    first = streams(1, 2, 3)
    assert streams(1, 2, 3) == first
    assert streams(1, 2, 4)[: Stream.AGENT] == first[: Stream.AGENT]
    assert streams(1, 2, 4)[Stream.AGENT] != first[Stream.AGENT]
    assert not set(streams(1, 3, 3)) & set(first)
    assert not set(streams(2, 2, 3)) & set(first)
    assert len(set(first)) == 4
    seed_streams(other, work_eight, np.uint64(1), np.uint64(2), np.uint64(3))
    assert not {tuple(row) for row in work_eight["streams"].tolist()} & set(first)

"""Copying a position into another one, as searches do."""

from __future__ import annotations

import time
from collections.abc import Iterator

from catan_sim.core.boardfile import find_board
from catan_sim.core.records import Record
from catan_sim.core.state import new_states
from mcts.kernel import kernel
from mcts.records import copy_record

COPIES = 20_000_000


@kernel
def _copy_often(target: Record, source: Record, count: int) -> int:
    """Copy again and again; the source changes each time, so that no copy can be left out."""
    total = 0
    for index in range(count):
        source.turn = index & 0xFF
        copy_record(target, source)
        total += target.turn
    return total


def measure() -> Iterator[tuple[str, float]]:
    """Copies a second of a 19-hex state."""
    states = new_states(find_board("standard"), 2)
    _copy_often(states[0], states[1], 10)
    start = time.perf_counter()
    _copy_often(states[0], states[1], COPIES)
    yield "state_copies_per_s", COPIES / (time.perf_counter() - start)
    yield "state_bytes", float(states.itemsize)

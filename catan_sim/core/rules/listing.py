"""Writing bitsets of places into the list of legal actions."""

from __future__ import annotations

from typing import Any

from catan_sim.core.encoding import encode
from catan_sim.core.records import Record
from mcts.bits import lowest_bit, without_lowest
from mcts.kernel import kernel


@kernel
def list_places(work: Record, kind: int, word: int, bits: Any, count: int) -> int:
    """One action of a kind for each member of one word (uint64) of a bitset of vertices or edges."""
    while bits:
        work.actions[count] = encode(kind, 64 * word + lowest_bit(bits))
        bits = without_lowest(bits)
        count += 1
    return count

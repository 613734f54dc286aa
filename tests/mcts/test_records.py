"""Copying and hashing records."""

from typing import Any

import numpy as np

from mcts.kernel import kernel
from mcts.records import copy_record, hash_record

DTYPE = np.dtype([("a", np.uint64, (2,)), ("b", np.uint8, (8,))], align=True)


@kernel
def _copy(target: Any, source: Any) -> None:
    copy_record(target, source)


def test_copy_copies_every_byte() -> None:
    records = np.zeros(2, DTYPE)
    records[0] = ([1, 2], range(8))
    _copy(records[1], records[0])
    assert records[1].tobytes() == records[0].tobytes()


def test_hash_depends_on_every_byte() -> None:
    raw = np.zeros(DTYPE.itemsize, np.uint8)
    hashes = {int(hash_record(raw.view(DTYPE)[0]))}
    for position in range(DTYPE.itemsize):
        raw[:] = 0
        raw[position] = 1
        hashes.add(int(hash_record(raw.view(DTYPE)[0])))
    assert len(hashes) == DTYPE.itemsize + 1

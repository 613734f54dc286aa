"""The random streams of a game of CATAN: luck apart from the agents' own whims."""

from __future__ import annotations

from typing import Any

import numpy as np

from catan_sim.core.records import Record, Stream
from mcts.bits import mix
from mcts.kernel import kernel
from mcts.rng import seed_stream


@kernel
def seed_streams(board: Record, work: Record, seed: Any, index: Any, agent_key: Any) -> None:
    """Seed all streams of game ``index``: luck from (seed, board, index), the agents' own also from ``agent_key``."""
    key = mix(np.uint64(seed))
    for word in range(4):
        key = mix(key ^ board.fingerprint[word])
    key = mix(key ^ np.uint64(index))
    for stream in range(3):
        seed_stream(work.streams[stream], mix(key ^ np.uint64(stream)))
    seed_stream(work.streams[Stream.AGENT], mix(mix(key ^ np.uint64(Stream.AGENT)) ^ np.uint64(agent_key)))

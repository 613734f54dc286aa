"""Random games from a position, many at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgames.amazons.rules import play_out
from mcts.bits import mix
from mcts.kernel import kernel
from mcts.records import copy_record
from mcts.rng import seed_stream


@kernel
def _play_many(first: Any, state: Any, stream: Any, seed: Any, start: int, games: int, tally: Any) -> None:
    """Play games number ``start`` and following; game ``i`` depends on the seed and ``i`` alone."""
    for number in range(start, start + games):
        seed_stream(stream, mix(seed) ^ np.uint64(number))
        copy_record(state, first)
        tally[play_out(state, stream)] += 1
        tally[2] += state.ply - first.ply


def play_random_games(first: Any, seed: int, games: int, start: int = 0) -> tuple[int, int, int]:
    """Wins of Black, wins of White and turns played in all."""
    tally = np.zeros(3, dtype=np.int64)
    state = np.zeros(1, dtype=first.dtype)[0]
    _play_many(first, state, np.zeros(2, dtype=np.uint64), np.uint64(seed), start, games, tally)
    return int(tally[0]), int(tally[1]), int(tally[2])

"""Positions of random games, for tests that compare two ways of computing the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from boardgames.amazons.positions import start_state
from boardgames.amazons.rules import actor, apply_action, random_action
from mcts.rng import seed_stream


def random_positions(size: int, seed: int) -> Iterator[Any]:
    """Yield every position of one random game, the last without a turn left."""
    stream = np.zeros(2, dtype=np.uint64)
    seed_stream(stream, np.uint64(seed))
    state = start_state(size)
    while True:
        yield state.copy()
        if actor(state) < 0:
            return
        apply_action(state, random_action(state, stream))

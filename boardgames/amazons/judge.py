"""The improved bot's evaluation: the parts of ``territory.py`` with learnt weights that follow the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from boardgames.amazons.records import NOWHERE
from boardgames.amazons.territory import PARTS, parts_of
from mcts.exact_math import sigmoid
from mcts.game import marked_dtype
from mcts.kernel import kernel

LONGEST_GAME: Final = {6: 28, 8: 56, 10: 92}
"""Size → empty squares of the first position, one of which every turn blocks."""
_MOST_PLIES: Final = 100
SURE: Final = 0.999
"""No estimate goes beyond this; 1 and 0 are proven results."""

PARAMETERS: Final = marked_dtype("amazons_judge", [("weights", np.float64, (2, _MOST_PLIES, PARTS))], [Path(__file__)])
"""``weights``: by whether an arrow is missing, ply and part."""


def parameters(size: int, knots: Any) -> Any:
    """The evaluation's record.

    Parameters
    ----------
    knots : ndarray
        float64, shape (2, knots, PARTS): weights at evenly spaced moments of the game, without and with an arrow
        missing; in between they change linearly.
    """
    record = np.zeros(1, dtype=PARAMETERS)[0]
    moments = np.linspace(0.0, LONGEST_GAME[size], knots.shape[1])
    for kind in range(2):
        for part in range(PARTS):
            record["weights"][kind, :, part] = np.interp(np.arange(_MOST_PLIES), moments, knots[kind, :, part])
    return record


@kernel
def evaluate(state: Any, seat: int, parameters: Any) -> float:
    """Estimated probability that ``seat`` wins."""
    parts = parts_of(state, seat)
    weights = parameters.weights[0 if state.landed == NOWHERE else 1, state.ply]
    total = 0.0
    for part in range(PARTS):
        total += weights[part] * parts[part]
    return min(max(sigmoid(total), 1.0 - SURE), SURE)

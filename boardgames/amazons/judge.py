"""The improved bot's evaluation: the score of ``territory.py`` with learnt weights that follow the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from boardgames.amazons.records import NOWHERE
from boardgames.amazons.territory import PARTS, next_to_move, score
from mcts.exact_math import sigmoid
from mcts.game import marked_dtype
from mcts.kernel import kernel

LONGEST_GAME: Final = {6: 28, 8: 56, 10: 92}
"""Size → empty squares of the first position, one of which every turn blocks."""
_MOST_PLIES: Final = 100
_UNIT: Final = 1.0 / 65536.0
SURE: Final = 0.999
"""No estimate goes beyond this; 1 and 0 are proven results."""

PARAMETERS: Final = marked_dtype("amazons_judge", [("weights", np.int64, (2, _MOST_PLIES, PARTS))], [Path(__file__)])
"""``weights``: in units of a 65,536th of a logit, by whether an arrow is missing, ply and part."""


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
            course = np.interp(np.arange(_MOST_PLIES), moments, knots[kind, :, part])
            record["weights"][kind, :, part] = np.rint(course / _UNIT)
    return record


@kernel
def evaluate(state: Any, seat: int, parameters: Any) -> float:
    """Estimated probability that ``seat`` wins."""
    total = _UNIT * score(state, parameters.weights[0 if state.landed == NOWHERE else 1, state.ply])
    value = sigmoid(total if next_to_move(state) == seat else -total)
    return min(max(value, 1.0 - SURE), SURE)

"""The learnt weights of the improved bot's evaluation.

They stand in ``weights.csv``: first without, then with an arrow missing, a row for each of evenly spaced moments of
the game, a column for each part of ``territory.py``. They were learnt the way ``python -m boardgames.amazons.learn``
does it, from one round of 3,000 games between bots with an earlier, smaller evaluation (600 positions a turn); a run of
that command gives similar, not the same, numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

PLACE: Final = Path(__file__).with_name("weights.csv")


def read_knots() -> Any:
    """The weights.

    Returns
    -------
    ndarray
        float64, shape (2, moments, PARTS).
    """
    table = np.loadtxt(PLACE, delimiter=",")
    return table.reshape(2, -1, table.shape[1])


def write_knots(knots: Any) -> None:
    """Replace the weights."""
    np.savetxt(PLACE, knots.reshape(-1, knots.shape[2]), fmt="%.3f", delimiter=",")


KNOTS: Final = read_knots()

"""The learnt weights of the improved bot's evaluation.

They stand in ``weights.csv``: first without, then with an arrow missing, a row for each of evenly spaced moments of
the game, a column for each part of ``territory.py``. The first line is the command that learnt them, by self-play that
began with plain territory; it gives the same file again as long as the search and the evaluation are what they were.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

PLACE: Final = Path(__file__).with_name("weights.csv")
DECIMALS: Final = 3


def read_knots() -> Any:
    """The weights.

    Returns
    -------
    ndarray
        float64, shape (2, moments, PARTS).
    """
    table = np.loadtxt(PLACE, delimiter=",")
    return table.reshape(2, -1, table.shape[1])


def write_knots(knots: Any, command: str) -> None:
    """Replace the weights, and say which command learnt them."""
    np.savetxt(PLACE, knots.reshape(-1, knots.shape[2]), fmt=f"%.{DECIMALS}f", delimiter=",", header=command)


KNOTS: Final = read_knots()

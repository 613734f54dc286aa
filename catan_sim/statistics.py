"""How sure counts are: small formulas that several reports share."""

from __future__ import annotations

import math
from typing import Final

Z95: Final = 1.959963984540054
"""A standard normal deviate lies within ± this in 95 % of cases."""


def wilson(wins: int, games: int, z: float = Z95) -> tuple[float, float]:
    """Bounds of the chance to win, given so many wins (Wilson, 1927).

    Unlike the textbook ``p ± z·s`` it stays within 0 and 1 and is honest when all or no games are won.

    Parameters
    ----------
    wins, games : int
        With ``0 <= wins <= games``. No games say nothing: 0 to 1.
    z : float
        How many standard deviations to either side; the default gives a 95 % interval.

    Returns
    -------
    tuple of float
        The lower and the upper bound.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games cannot be")
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, z * z
    centre = (share + square / (2 * games)) / (1 + square / games)
    half = z * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    # At the ends centre and half are equal on paper; rounding must not leave a crumb.
    low = 0.0 if wins == 0 else centre - half
    high = 1.0 if wins == games else centre + half
    return low, high

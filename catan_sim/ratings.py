"""Elo ratings of whoever met at tables of two or more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from catan_sim.statistics import Z95

MEAN_ELO: Final = 1000.0
ELO_A_NAT: Final = 400 / float(np.log(10))
"""Four hundred points are odds of ten to one."""

_NEWTON_STEPS: Final = 500
_LONGEST_STEP: Final = 0.5
_CLOSE_ENOUGH: Final = 1e-10

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """Somebody's strength with its 95 % interval, both relative to the mean of those rated."""

    name: str
    elo: float
    low: float
    high: float


def rate(names: Sequence[str], seats: Vector, wins: Vector) -> list[Rating]:
    """Elo ratings, strongest first, with mean ``MEAN_ELO``.

    Every seat wins with a chance proportional to the strength of whoever sits there (Bradley and Terry, 1952; Luce,
    1959). Games that nobody won do not count. See :func:`fit`.

    Parameters
    ----------
    names : sequence of str
    seats, wins : ndarray of float64, shape (tables, names)
        As for :func:`fit`.
    """
    logs, covariance = fit(seats, wins)
    centring = np.eye(len(names)) - 1 / len(names)
    elos = MEAN_ELO + ELO_A_NAT * (centring @ logs)
    halves = Z95 * ELO_A_NAT * np.sqrt(np.diag(centring @ covariance @ centring))
    ratings = [
        Rating(name, float(elo), float(elo - half), float(elo + half))
        for name, elo, half in zip(names, elos, halves, strict=True)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def fit(seats: Vector, wins: Vector) -> tuple[Vector, Vector]:
    """Find the most likely strengths.

    So that whoever wins or loses everything keeps a finite strength, each has half a win and half a loss in addition,
    in a game of two against an average player (strength 1).

    Parameters
    ----------
    seats : ndarray of float64, shape (tables, names)
        How many seats each has at each table.
    wins : ndarray of float64, shape (tables, names)
        How many games there each has won; a shared win is shared out.

    Returns
    -------
    logs : ndarray of float64, shape (names,)
        Natural logarithm of each strength.
    covariance : ndarray of float64, shape (names, names)
        Inverse of the observed information.
    """
    games = wins.sum(axis=1)

    # Newton's method, since minorise-maximise (Hunter, 2004) needs steps in proportion to the games when somebody wins
    # nearly all. No log-odds move by more than 2 × 1/2 in a step, so the curvature changes at most e-fold on the way,
    # and every step makes the results more likely.
    logs = np.zeros(seats.shape[1])
    for _ in range(_NEWTON_STEPS):
        strengths = seats * np.exp(logs - logs.max())
        chances = strengths / strengths.sum(axis=1, keepdims=True)
        average = 1 / (1 + np.exp(-logs))
        slope = (wins - games[:, None] * chances).sum(axis=0) + 0.5 - average
        weighted = games[:, None] * chances
        information = np.diag(weighted.sum(axis=0) + average * (1 - average)) - weighted.T @ chances
        step = np.linalg.solve(information, slope)
        longest = float(np.abs(step).max())
        logs += step * min(1.0, _LONGEST_STEP / max(longest, _CLOSE_ENOUGH))
        if longest < _CLOSE_ENOUGH:
            break
    return logs, np.asarray(np.linalg.inv(information), np.float64)

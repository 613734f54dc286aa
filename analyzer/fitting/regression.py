"""Logistic regression of wins on features, with a small penalty for large weights.

Only differences between the vertices of one position mean anything, so every position has a level of its own: the
log-odds of winning from a vertex are that level plus the score. Log-odds, because win rates on one board go from nearly
nothing to several times their mean, and what an eighth pip adds depends on how good the vertex is already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.special import expit, logit, xlogy

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

PENALTIES: Final = (0.001, 0.01, 0.1, 1.0)
"""Penalties to choose from, as shares of what the data say about a feature on its own."""
_FOLDS: Final = 10
_NEWTON_STEPS: Final = 12
_LONGEST_STEP: Final = 2.0
"""Of a level in one step, so that a bad start does not end in the flat far end of the logistic function."""


@dataclass(frozen=True)
class Sample:
    """What rollouts of one position gave.

    Attributes
    ----------
    features : float64 array (vertices, features)
    wins, games : int64 array (vertices,)
    """

    features: Floats
    wins: Counts
    games: Counts


@dataclass(frozen=True)
class Fit:
    """A score and how good it is on positions that it was not fitted to.

    Attributes
    ----------
    weights : float64 array (features,)
        For features in their own units; the score is in log-odds of winning.
    penalty : float
    explained : float
        Share of the deviance between the vertices of a position, beyond what chance accounts for, that is explained.
    rank_correlation : float
        Between scores and win rates, the mean over positions; the noise of the games keeps it below 1.
    """

    weights: Floats
    penalty: float
    explained: float
    rank_correlation: float


class _Rows:
    """The vertices of some positions, one below the other."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        # From the first row on, so that a feature that does not vary in a position is exactly zero there.
        self.features = np.concatenate([sample.features - sample.features[0] for sample in samples])
        self.wins = np.concatenate([sample.wins for sample in samples]).astype(np.float64)
        self.games = np.concatenate([sample.games for sample in samples]).astype(np.float64)
        sizes = np.array([len(sample.wins) for sample in samples])
        self.starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self.position = np.repeat(np.arange(len(samples)), sizes)

    def sums(self, values: Floats) -> Floats:
        """Sums over each position: float64 (rows, ...) to (positions, ...)."""
        return np.add.reduceat(values, self.starts, axis=0)

    def first_levels(self) -> Floats:
        """Log-odds of winning from an average vertex of each position: float64 (positions,)."""
        return logit((self.sums(self.wins) + 0.5) / (self.sums(self.games) + 1))

    def fit(self, penalty: float) -> Floats:
        """Weights that maximise the penalised likelihood, by Newton's method: float64 (features,)."""
        levels, weights = self.first_levels(), np.zeros(self.features.shape[1])
        penalties = np.empty(0)
        for _ in range(_NEWTON_STEPS):
            rates = expit(levels[self.position] + self.features @ weights)
            residuals, information = self.wins - self.games * rates, self.games * rates * (1 - rates)
            sums = self.sums(information[:, None] * self.features)
            total = self.sums(information)
            # Levels are eliminated: what a feature says beyond them is its deviation from the mean of the position.
            deviations = self.features - (sums / total[:, None])[self.position]
            hessian = deviations.T @ (information[:, None] * deviations)
            if not penalties.size:
                alone = np.diag(hessian)
                # A feature that never varies says nothing and gets no weight.
                penalties = np.where(alone > 0, penalty * alone, 1.0)
            move = np.linalg.solve(hessian + np.diag(penalties), deviations.T @ residuals - penalties * weights)
            weights = weights + move
            levels = levels + np.clip((self.sums(residuals) - sums @ move) / total, -_LONGEST_STEP, _LONGEST_STEP)
        return weights

    def deviance(self, scores: Floats) -> float:
        """How badly these scores (rows,) tell the wins, each position at the level that suits it best."""
        levels = self.first_levels()
        for _ in range(_NEWTON_STEPS):
            rates = expit(levels[self.position] + scores)
            residuals, information = self.wins - self.games * rates, self.games * rates * (1 - rates)
            levels = levels + np.clip(self.sums(residuals) / self.sums(information), -_LONGEST_STEP, _LONGEST_STEP)
        expected = self.games * expit(levels[self.position] + scores)
        lost = self.games - self.wins
        return 2 * float((xlogy(self.wins, self.wins / expected) + xlogy(lost, lost / (self.games - expected))).sum())


def fit_weights(samples: Sequence[Sample]) -> Fit:
    """Fit the score, with the penalty that predicts positions left out best.

    Parameters
    ----------
    samples : sequence of Sample
        At least two.
    """
    rows = _Rows(samples)
    left_out = {penalty: _scores_left_out(samples, penalty) for penalty in PENALTIES}
    deviances = {penalty: rows.deviance(np.concatenate(scores)) for penalty, scores in left_out.items()}
    penalty = min(PENALTIES, key=deviances.__getitem__)
    # Chance alone gives a deviance of about one for each vertex, less the level of each position.
    chance = len(rows.wins) - len(samples)
    explainable = rows.deviance(np.zeros_like(rows.wins)) - chance
    explained = 1 - (deviances[penalty] - chance) / explainable if explainable > 0 else 0.0
    correlations = [
        _rank_correlation(scores, sample.wins / sample.games)
        for scores, sample in zip(left_out[penalty], samples, strict=True)
    ]
    return Fit(rows.fit(penalty), penalty, float(explained), float(np.mean(correlations)))


def _scores_left_out(samples: Sequence[Sample], penalty: float) -> list[Floats]:
    """Scores of the vertices of each position, by weights that were fitted without it."""
    scores = [np.empty(0)] * len(samples)
    for fold in range(min(_FOLDS, len(samples))):
        others = [sample for number, sample in enumerate(samples) if number % _FOLDS != fold]
        weights = _Rows(others).fit(penalty)
        for number in range(fold, len(samples), _FOLDS):
            scores[number] = samples[number].features @ weights
    return scores


def _rank_correlation(one: Floats, other: Floats) -> float:
    """Spearman's, with equals in the order they come in."""
    ranks = np.array([np.argsort(np.argsort(values, kind="stable")) for values in (one, other)])
    deviations = ranks - ranks.mean(axis=1, keepdims=True)
    products = deviations @ deviations.T
    return float(products[0, 1] / products[0, 0]) if len(one) > 1 else 0.0

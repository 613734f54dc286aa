"""The evolution strategy: mirrored candidates around a mean that follows the ranks of their fitness.

Each generation draws directions at random and tries the mean plus and minus each of them; the mean then moves along
all directions, each weighed by how far apart its two candidates rank. This is PGPE (Sehnke et al., 2010) with the
rank-based fitness of natural evolution strategies (Wierstra et al., 2014): noise can then move the mean only so far.
The step size is not learnt, because with a noisy fitness it would wander; it shrinks on a schedule that does not depend
on how many generations are planned, so that a run can be made longer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

DEFAULT_STEP: Final = 0.2
"""Large enough for candidates to differ by several times the noise of 2,000 games, small enough to stay sensible.

Numbers that have been learnt want less, or the first generations undo a part of it.
"""
_STEP_HALVES_AFTER: Final = 30
_RATE: Final = 0.2
"""How far the mean moves, in steps, for a single pair; more pairs agree better on where to go."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Evolution:
    """Where a run stands; a new one is made for each generation.

    Attributes
    ----------
    mean : tuple of float
    scale : tuple of float
        What a step of 1 means for each number.
    lowest, highest : float
        Bounds for every number.
    seed : int
        With the generation it decides the directions, so there is no generator whose state would have to be kept.
    first_step : float
        The spread of the first generation.
    generation : int
    """

    mean: tuple[float, ...]
    scale: tuple[float, ...]
    lowest: float
    highest: float
    seed: int
    first_step: float = DEFAULT_STEP
    generation: int = 0

    @property
    def step(self) -> float:
        """The spread of the candidates."""
        return self.first_step / math.sqrt(1 + 3 * self.generation / _STEP_HALVES_AFTER)

    def step_sizes(self) -> tuple[float, ...]:
        """The spread of each number."""
        return tuple(self.step * scale for scale in self.scale)

    def candidates(self, count: int) -> Floats:
        """All candidates (shape (count, numbers), count even): rows 2i and 2i + 1 mirror each other."""
        moves = self._directions(count // 2) * np.array(self.step_sizes())
        mirrored = np.stack([moves, -moves], axis=1).reshape(count, -1)
        return np.clip(np.array(self.mean) + mirrored, self.lowest, self.highest)

    def next(self, fitness: Sequence[float]) -> Evolution:
        """Move the mean, given the fitness of each candidate."""
        pairs = len(fitness) // 2
        ranks = _centred_ranks(fitness)
        apart = ranks[0::2] - ranks[1::2]
        length = math.sqrt(float((apart**2).sum())) or 1.0
        # Of unit variance if fitness is nothing but noise, so the size of a move does not depend on the ranks.
        direction = (apart[:, None] * self._directions(pairs)).sum(axis=0) / length
        move = _RATE * math.sqrt(pairs) * np.array(self.step_sizes()) * direction
        mean = np.clip(np.array(self.mean) + move, self.lowest, self.highest)
        return replace(self, mean=tuple(mean.tolist()), generation=self.generation + 1)

    def _directions(self, pairs: int) -> Floats:
        generator = np.random.Generator(np.random.Philox(key=self.generation << 64 | self.seed))
        return generator.standard_normal((pairs, len(self.mean)))


def _centred_ranks(fitness: Sequence[float]) -> Floats:
    """Ranks from -0.5 to 0.5; equals share theirs."""
    values = np.array(fitness)
    below = (values[:, None] > values).sum(axis=1)
    above = (values[:, None] < values).sum(axis=1)
    return (below - above) / (2 * (len(values) - 1))

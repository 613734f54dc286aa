"""A round: which units are to be played together, and their results as they come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from catan_sim.rollout import Candidate

Counts = npt.NDArray[np.int64]
Indices = npt.NDArray[np.int64]
Units = npt.NDArray[np.void]


@dataclass(frozen=True)
class Stretch:
    """Consecutive units of one candidate.

    Attributes
    ----------
    arm : int
        Position of the candidate among those of its stage.
    first, count : int
    """

    arm: int
    first: int
    count: int


class Round:
    """Units in the order of their candidates and numbers.

    Parameters
    ----------
    stage : str
        What the round is part of.
    number : int
        From 0, within the stage.
    candidates : sequence of Candidate
        Those of the stage.
    slots : int64 array (units,)
        Which candidate each slot was given to, in the order of planning.
    before : int64 array (candidates,)
        How many units of each candidate earlier rounds have.
    dtype : numpy.dtype
        ``unit_dtype`` of the board.

    Attributes
    ----------
    arms, numbers : int64 array (units,)
        Candidate and unit number of each row.
    units : unit_dtype, shape (units,)
        Results; those of rows that are not done are zero.
    """

    def __init__(
        self,
        stage: str,
        number: int,
        candidates: Sequence[Candidate],
        slots: Indices,
        before: Counts,
        dtype: np.dtype[np.void],
    ) -> None:
        self.stage: Final = stage
        self.number: Final = number
        self.candidates: Final = candidates
        self.slots: Final = slots
        counts = np.bincount(slots, minlength=len(candidates))
        self._starts: Final = np.cumsum(counts) - counts
        self._before: Final = before.copy()
        self.arms: Final[Indices] = np.repeat(np.arange(len(candidates)), counts)
        self.numbers: Final[Indices] = before[self.arms] + np.arange(len(slots)) - self._starts[self.arms]
        self.units: Final[Units] = np.zeros(len(slots), dtype)
        self._is_done: Final = np.zeros(len(slots), bool)
        self._next = 0

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Which rows have results: bool (units,)."""
        return self._is_done

    @property
    def is_complete(self) -> bool:
        """Whether all units have been played."""
        return bool(self._is_done.all())

    def take(self, most: int) -> Stretch | None:
        """The next units that somebody should play, at most so many; None when all are done or under way."""
        rows = len(self.arms)
        while self._next < rows and self._is_done[self._next]:
            self._next += 1
        first = end = self._next
        while end < min(rows, first + most) and self.arms[end] == self.arms[first] and not self._is_done[end]:
            end += 1
        self._next = end
        return None if first == end else Stretch(int(self.arms[first]), int(self.numbers[first]), end - first)

    def store(self, arm: int, units: Units) -> int:
        """Keep results of a candidate; returns how many of them were not known yet.

        Raises
        ------
        RuntimeError
            When a unit comes a second time with another result, or was not asked for.
        """
        rows = units["unit"] - self._before[arm] + self._starts[arm]
        asked = (rows >= 0) & (rows < len(self.arms))
        if not asked.all() or not ((self.arms[rows] == arm) & (self.numbers[rows] == units["unit"])).all():
            raise RuntimeError(f"units came back that round {self.number} did not ask for")
        again = self._is_done[rows]
        for row, unit in zip(rows[again], units[again], strict=True):
            if self.units[row] != unit:
                raise RuntimeError(
                    f"unit {unit['unit']} of {self.candidates[arm]} came out differently the second time; "
                    f"a worker or a file cannot be trusted"
                )
        self.units[rows] = units
        self._is_done[rows] = True
        return int((~again).sum())

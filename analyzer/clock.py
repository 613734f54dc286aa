"""Whether there is time for another round, told from the pace so far."""

from __future__ import annotations

import time
from typing import Final


class Clock:
    """Time spent, and how fast units are played.

    Parameters
    ----------
    limit : float or None
        Seconds for everything; None for no limit.
    spent_before : float
        Seconds of earlier sessions.
    """

    def __init__(self, limit: float | None, spent_before: float) -> None:
        self._limit: Final = limit
        self._spent_before: Final = spent_before
        self._begin: Final = time.monotonic()
        self._first_job: float | None = None
        self._units = 0

    @property
    def seconds(self) -> float:
        """Spent in this session."""
        return time.monotonic() - self._begin

    def played(self, units: int) -> None:
        """So many more units have been played."""
        self._units += units

    def working(self) -> None:
        """From now on units are being played."""
        if self._first_job is None:
            self._first_job = time.monotonic()

    def allows(self, units: int, share: float) -> bool:
        """Whether so many units can be played before this share of the time is over."""
        if self._limit is None:
            return True
        pace = 0.0
        if self._first_job is not None and self._units:
            pace = (time.monotonic() - self._first_job) / self._units
        return self._spent_before + self.seconds + units * pace <= share * self._limit

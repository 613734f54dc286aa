"""How long a job may take before it is given to another worker, and before idle ones may try it too."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

_SOON: Final = 1.0
"""Seconds within which nothing is late."""


@dataclass(frozen=True)
class Deadlines:
    """Rules for deadlines: generous, since a job that was only slow is done twice for nothing.

    A network that is cut or a computer that hangs says nothing, and Ray takes two minutes to notice; jobs are not
    to wait for that.

    Attributes
    ----------
    first : float
        Seconds for jobs while none has been finished.
    least : float
        Seconds below which no later deadline falls.
    multiple : float
        Later jobs get so many times what the longest has taken so far.
    late : float
        Jobs that take so many times what is usual are late, though not lost.
    urgent : float
        Jobs that take so many times what the longest has taken are probably lost, and others may wait for them.
    """

    first: float = 60.0
    least: float = 10.0
    multiple: float = 10.0
    late: float = 3.0
    urgent: float = 1.25

    def seconds(self, longest: float, losses: int) -> float:
        """The deadline of a job.

        Parameters
        ----------
        longest : float
            Seconds that the longest of all finished jobs took; 0 if there is none.
        losses : int
            How many workers have been lost with this job; each doubles its time, for the job may really be long.
        """
        usual = max(self.least, self.multiple * longest) if longest else self.first
        return usual * 2.0**losses

    def late_after(self, usual: float) -> float:
        """Seconds from which on a job is worth a second try by somebody with nothing else to do.

        Parameters
        ----------
        usual : float
            Seconds that jobs take on average; 0 if none has been finished.
        """
        return max(_SOON, self.late * usual) if usual else math.inf

    def urgent_after(self, longest: float) -> float:
        """Seconds from which on that second try comes before all other jobs; ``longest`` as above."""
        return max(_SOON, self.urgent * longest) if longest else math.inf

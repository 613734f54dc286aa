"""How long a job may take before it is given to another worker."""

from __future__ import annotations

from dataclasses import dataclass


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
    """

    first: float = 60.0
    least: float = 10.0
    multiple: float = 10.0

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

"""Jobs: what a pool is given and what it gives back."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Shared = TypeVar("Shared")
Shared_contra = TypeVar("Shared_contra", contravariant=True)
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Job(Protocol[Shared_contra, Result_co]):
    """A small picklable piece of work. Its result depends on nothing but itself and what all jobs share.

    A pool may therefore run it anywhere, at any time and, after a failure, once more.
    """

    @property
    def key(self) -> Hashable:
        """What the result is called when it comes back; different for every job that a pool has at a time."""
        ...

    def run(self, shared: Shared_contra) -> Result_co:
        """Do the work; ``shared`` is not to be changed."""
        ...


@dataclass(frozen=True)
class Finished(Generic[Result]):
    """A job's result.

    Attributes
    ----------
    key : hashable
        That of the job.
    result
        What its ``run`` returned.
    """

    key: Hashable
    result: Result


class JobError(RuntimeError):
    """A job raised an exception; the text contains the traceback from where it ran.

    Attributes
    ----------
    key : hashable
        That of the job.
    """

    def __init__(self, key: Hashable, traceback: str) -> None:
        super().__init__(f"job {key} failed:\n{traceback.rstrip()}")
        self.key = key

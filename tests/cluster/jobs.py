"""Small jobs for tests of pools; workers find them by their module."""

from __future__ import annotations

import os
import platform
import signal
import time
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt


def seven() -> int:
    """What the jobs share."""
    return 7


def versions() -> dict[str, str]:
    return {"python": platform.python_version(), "fish": os.environ.get("FISH", "cod")}


@dataclass(frozen=True)
class Times:
    """Multiplies a number by the shared one."""

    key: Hashable
    number: int

    def run(self, shared: int) -> int:
        return self.number * shared


@dataclass(frozen=True)
class Failing:
    key: Hashable

    def run(self, shared: int) -> int:
        raise ValueError(f"cannot divide {shared} by love")


@dataclass(frozen=True)
class Sleeping:
    """Takes a while."""

    key: Hashable
    seconds: float

    def run(self, shared: int) -> int:
        time.sleep(self.seconds)
        return shared


@dataclass(frozen=True)
class Deadly:
    """Kills its worker so many times, as counted by marks in a file, then goes well."""

    key: Hashable
    marks: Path
    times: int

    def run(self, shared: int) -> int:
        with self.marks.open("ab") as file:
            file.write(b"x")
        if self.marks.stat().st_size <= self.times:
            os.kill(os.getpid(), signal.SIGKILL)
        return shared


@dataclass(frozen=True)
class Hanging:
    """Never ends the first so many times."""

    key: Hashable
    marks: Path
    times: int

    def run(self, shared: int) -> int:
        with self.marks.open("ab") as file:
            file.write(b"x")
        if self.marks.stat().st_size <= self.times:
            time.sleep(3600)
        return shared


@dataclass(frozen=True)
class Where:
    """Tells which process ran it, after a while."""

    key: Hashable
    seconds: float

    def run(self, shared: int) -> int:
        time.sleep(self.seconds)
        return shared * 0 + os.getpid()


def array() -> npt.NDArray[np.int64]:
    return np.zeros(1, np.int64)


@dataclass(frozen=True)
class Writes:
    """Counts in what is shared, which jobs must not do, but memory for kernels must allow."""

    key: Hashable

    def run(self, shared: npt.NDArray[np.int64]) -> int:
        shared[0] += 1
        return int(shared[0])

"""Keeping an eye on a cluster's head, so that its loss is noticed before Ray ends the process over it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import Final

from cluster.pool import ClusterError

ANSWER_SECONDS: Final = 3.0
"""For a head to accept a connection."""
_BETWEEN_LOOKS: Final = 1.0
_SECONDS_REFUSED: Final = 5.0
"""A head that refuses connections for so long has ended."""
_SECONDS_SILENT: Final = 30.0
"""A head that says nothing for so long is given up."""


def accepts_connections(address: str) -> bool:
    """Whether a server listens at HOST:PORT.

    Raises
    ------
    OSError
        When nobody can tell: there is no such host, or no answer from it.
    """
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), ANSWER_SECONDS):
            return True
    except ConnectionRefusedError:
        return False


class HeadWatch:
    """Looks every second, on a thread of its own, whether the head answers and how many CPUs its cluster has.

    Parameters
    ----------
    address : str
        HOST:PORT of the head.
    count_cpus : callable
        Asks the head, and raises something within a few seconds when it does not answer; a ClusterError when the cluster
        is of no use any more. Most of Ray's own questions are asked for ever: a thread that still asked one after the
        head was left for lost would have Ray end the whole process, without a word, when its patience is over.

    Attributes
    ----------
    cpus : int
        Of the whole cluster, when last seen.
    """

    def __init__(self, address: str, count_cpus: Callable[[], int]) -> None:
        self._address: Final = address
        self._count_cpus: Final = count_cpus
        self.cpus = count_cpus()
        self._seen = time.monotonic()
        self._refused_since: float | None = None
        self._problem: ClusterError | None = None
        self._is_closed: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._watch, name="head-watch", daemon=True)
        self._thread.start()

    @property
    def answers(self) -> bool:
        """Whether it did just now, so that asking it for something will not take long."""
        return time.monotonic() - self._seen < ANSWER_SECONDS + _BETWEEN_LOOKS

    def check(self) -> None:
        """Raise a ClusterError if the head is gone, or the cluster of no use."""
        if self._problem is not None:
            raise self._problem
        now = time.monotonic()
        is_refusing = self._refused_since is not None and now - self._refused_since > _SECONDS_REFUSED
        if is_refusing or now - self._seen > _SECONDS_SILENT:
            raise ClusterError(f"the head of the Ray cluster at {self._address} is gone")

    def close(self) -> None:
        """Look no more."""
        self._is_closed.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._is_closed.wait(_BETWEEN_LOOKS):
            try:
                if accepts_connections(self._address):
                    self._refused_since = None
                    self.cpus = self._count_cpus()
                    self._seen = time.monotonic()
                else:
                    self._refused_since = self._refused_since or time.monotonic()
            except ClusterError as problem:
                self._problem = problem
            except Exception:  # whatever it is, the head has not answered
                continue

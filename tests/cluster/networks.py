"""Two computers with a cable between them: network namespaces of this one, which nobody else can reach."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.cluster.nodes import Place

_NEW_NETWORK: Final = 0x40000000
"""``CLONE_NEWNET``."""


def why_not() -> str:
    """Why this computer does not allow it; nothing if it does."""
    if shutil.which("ip") is None:
        return "needs iproute2"
    if os.geteuid() != 0:
        return "network namespaces need root"
    name = f"r{uuid.uuid4().hex[:8]}"
    if subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode:
        return "network namespaces are not allowed here"
    _ip("netns", "delete", name)
    return ""


class Cable:
    """Joins two places.

    Attributes
    ----------
    one, other : Place
    """

    def __init__(self, name: str) -> None:
        self._names = (f"{name}a", f"{name}b")
        self.one, self.other = (_place(namespace, f"10.77.0.{n}") for n, namespace in enumerate(self._names, 1))

    def lay(self) -> None:
        """Make both places and join them."""
        for namespace in self._names:
            _ip("netns", "add", namespace)
        one, other = self._names
        _ip("link", "add", one, "netns", one, "type", "veth", "peer", "name", other, "netns", other)
        for namespace, place in zip(self._names, (self.one, self.other), strict=True):
            _ip("-n", namespace, "address", "add", f"{place.address}/24", "dev", namespace)
            _ip("-n", namespace, "link", "set", "lo", "up")
            _ip("-n", namespace, "link", "set", namespace, "up")

    def cut(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        _ip("-n", self._names[1], "link", "set", self._names[1], "down")

    def mend(self) -> None:
        """All is as before."""
        _ip("-n", self._names[1], "link", "set", self._names[1], "up")

    def remove(self) -> None:
        """Take everything away."""
        for namespace in self._names:
            subprocess.run(["ip", "netns", "delete", namespace], capture_output=True, check=False)


@contextmanager
def cable() -> Iterator[Cable]:
    """Two places that are gone afterwards."""
    made = Cable(f"r{uuid.uuid4().hex[:8]}")
    try:
        made.lay()
        yield made
    finally:
        made.remove()


@contextmanager
def alone() -> Iterator[bool]:
    """Put this thread, and whatever it starts, where there is nothing but loopback; tells whether that is allowed."""
    if sys.platform != "linux" or why_not():
        yield False
        return
    system = ctypes.CDLL(None, use_errno=True)
    with Path("/proc/thread-self/ns/net").open("rb") as home:
        if system.unshare(_NEW_NETWORK):
            yield False
            return
        try:
            _ip("link", "set", "lo", "up")
            yield True
        finally:
            assert system.setns(home.fileno(), _NEW_NETWORK) == 0


def _place(namespace: str, address: str) -> Place:
    return Place(address, ("ip", "netns", "exec", namespace), {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1"})


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)

"""Real Ray nodes for tests: heads and workers as separate processes of this computer, on its loopback interface.

Where a test makes networks of its own, nodes can be there instead.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Self

from tests.cluster.ending import start_watching

ROOT = Path(__file__).resolve().parents[2]
START = (
    "from ray._private import services\n"
    "services.resolve_ip_for_localhost = lambda host: host\n"
    "from ray.scripts.scripts import main\n"
    "main()"
)
"""``ray start``, except that 127.0.0.1 is not taken for the address that other computers know this one by."""
TOKEN = secrets.token_hex(16)
ENVIRONMENT = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": TOKEN,
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # those at 127.0.0.1 are to be found there
    "RAY_USAGE_STATS_ENABLED": "0",
    "PYTHONPATH": str(ROOT),  # jobs of tests are found by their module
    "PYTHONWARNINGS": "",
}
"""For whoever belongs to a cluster; this process too, before it imports Ray."""
os.environ.update(ENVIRONMENT)
IMPATIENT = {
    "RAY_health_check_initial_delay_ms": "500",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "1000",
    "RAY_health_check_failure_threshold": "3",
}
"""For a head that is to notice soon that a node is gone."""


@dataclass(frozen=True)
class Place:
    """An address, the command that starts others where it exists, and what they must know for it."""

    address: str
    entering: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


HERE = Place("127.0.0.1")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def descendants(pid: int) -> list[int]:
    """A process and all that come from it, parents first."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
            except OSError:
                continue  # it has just ended
            children.setdefault(int(status.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    found = [pid]
    for parent in found:
        found += children.get(parent, [])
    return found


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def send(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


class Node:
    """The processes of one node."""

    def __init__(self, arguments: list[str], log: Path, place: Place, environment: dict[str, str]) -> None:
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                [*place.entering, sys.executable, "-c", START, "start", *arguments, "--block", "--disable-usage-stats"],
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **place.environment, **environment},
            )
        self._log = log

    def pids(self, containing: str = "") -> list[int]:
        """Of all its processes, or of those with some words in their command."""
        if self._process.returncode is not None:  # killed; the number may be somebody else's by now
            return []
        return [pid for pid in descendants(self._process.pid) if containing in command_of(pid)]

    @property
    def workers(self) -> list[int]:
        """Processes that run jobs."""
        return self.pids("ray::Worker")

    @property
    def raylet(self) -> int:
        return next(pid for pid in self.pids("/raylet/raylet "))

    def kill(self) -> None:
        """End everything at once."""
        found = self.pids()
        send(found, signal.SIGSTOP)  # so that nobody starts anything meanwhile
        found = self.pids()
        send(found, signal.SIGKILL)
        self._process.wait()

    def pause(self) -> None:
        send(self.pids(), signal.SIGSTOP)

    def go_on(self) -> None:
        send(self.pids(), signal.SIGCONT)

    def wait_until_it_runs(self) -> None:
        while "Ray runtime started" not in self._log.read_text():
            assert self._process.poll() is None, self._log.read_text()
            time.sleep(0.05)


@cache
def end_with_these_tests() -> subprocess.Popen[bytes]:
    """See to it that whatever belongs to a cluster of this process ends with it, even if it is killed."""
    return start_watching(f"RAY_AUTH_TOKEN={TOKEN}")


class Cluster:
    """A head without CPUs unless it is given some, and nodes that come and go; everything ends with it."""

    def __init__(self, cpus: int = 0, dashboard: bool = False, place: Place = HERE, *, impatient: bool = False) -> None:
        end_with_these_tests()
        self._place = place
        self.folder = Path(tempfile.mkdtemp(prefix="r", dir="/tmp"))  # sockets allow only short paths
        self.port, self.dashboard_port = free_port(), free_port()
        self.nodes: list[Node] = []
        with_dashboard = ["--dashboard-port", str(self.dashboard_port)] if dashboard else ["--include-dashboard=false"]
        patience = IMPATIENT if impatient else {}
        self.head = self._start(["--head", f"--port={self.port}", *with_dashboard], cpus, place, patience)
        self.head.wait_until_it_runs()

    @property
    def address(self) -> str:
        return f"{self._place.address}:{self.port}"

    @property
    def dashboard(self) -> str:
        return f"http://127.0.0.1:{self.dashboard_port}"

    def add(self, cpus: int = 1, place: Place = HERE, **environment: str) -> Node:
        may_join = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1"}
        return self._start([f"--address={self.address}"], cpus, place, {**may_join, **environment})

    def _start(self, arguments: list[str], cpus: int, place: Place, environment: dict[str, str]) -> Node:
        options = [f"--node-ip-address={place.address}", f"--num-cpus={cpus}", f"--object-store-memory={80 * 2**20}"]
        options.append(f"--dashboard-agent-listen-port={free_port()}")
        if "--head" in arguments:
            options += [f"--temp-dir={self.folder}", f"--ray-client-server-port={free_port()}"]
        node = Node([*arguments, *options], self.folder / f"node{len(self.nodes)}.log", place, environment)
        self.nodes.append(node)
        return node

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for node in reversed(self.nodes):
            node.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

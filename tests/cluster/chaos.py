"""Random faults on real Ray nodes while analyses run, one after the other; every report must be that of a local run.

``python -m tests.cluster.chaos --seconds 600 --seed 1`` tells what it did. The seed decides the faults, their order and
the time between them; what an analysis is doing at that moment nobody decides.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.cluster.analyses import ASK, Run, play_reference, report
from tests.cluster.nodes import Cluster, Node, send

KINDS = ("kill a worker", "kill the raylet", "kill the node", "pause the node", "add a node")
MOST_NODES = 2
BETWEEN_FAULTS = (1.0, 4.0)
PAUSES = (1.0, 8.0)
"""Seconds, at least and at most."""


class Chaos:
    """Faults and analyses side by side.

    Parameters
    ----------
    cluster : Cluster
        Whose head has a CPU; nodes are added here.
    folder : Path
        Where ``play_reference`` has been.
    reference : bytes
        The right report.
    seed : int
    log : callable
        Told everything that is done.

    Attributes
    ----------
    faults : list of str
        Those that happened.
    reports : int
        How many were as they should be.
    """

    def __init__(
        self, cluster: Cluster, folder: Path, reference: bytes, seed: int, log: Callable[[str], object]
    ) -> None:
        self._cluster = cluster
        self._folder = folder
        self._reference = reference
        self._random = random.Random(seed)
        self._log = log
        self._nodes: list[Node] = []
        self._paused: dict[Node, float] = {}
        self._kinds = self._endless_kinds()
        self._begin = time.monotonic()
        self.faults: list[str] = []
        self.reports = 0

    def run(self, seconds: float) -> None:
        """Do harm for so long, then let the last analysis end in peace."""
        self._begin = time.monotonic()
        kind, due = next(self._kinds), 0.0
        run = self._start()
        while run.process.poll() is None or self._now < seconds:
            if run.process.poll() is not None:
                self._check(run)
                run = self._start()
            if not self._nodes and self._now < seconds:
                self._add()
            if due < self._now < seconds and self._do(kind):
                self.faults.append(kind)
                kind, due = next(self._kinds), self._now + self._random.uniform(*BETWEEN_FAULTS)
            self._wake(seconds)
            time.sleep(0.05)
        self._check(run)
        for node in self._nodes:
            node.kill()

    @property
    def _now(self) -> float:
        return time.monotonic() - self._begin

    def _endless_kinds(self) -> Iterator[str]:
        """Every kind once, in any order, and again."""
        while True:
            yield from self._random.sample(KINDS, len(KINDS))

    def _start(self) -> Run:
        return Run(self._folder, *ASK, "--out", f"run{self.reports}", "--address", self._cluster.address)

    def _check(self, run: Run) -> None:
        code, stderr = run.end()
        assert code == 0, stderr
        assert report(self._folder / f"run{self.reports}") == self._reference, f"run {self.reports} differs"
        self._tell(f"report {self.reports} is right")
        self.reports += 1

    def _tell(self, what: str) -> None:
        self._log(f"{self._now:6.1f} s  {what}")

    def _add(self) -> None:
        self._nodes.append(self._cluster.add(1))
        self._tell("add a node")

    def _do(self, kind: str) -> bool:
        """Do a fault, if there is a node that it can happen to."""
        if kind == "add a node":
            if len(self._nodes) < MOST_NODES:
                self._add()
            return True
        working = [node for node in self._nodes if node not in self._paused and node.workers]
        if not working:
            return False
        node = self._random.choice(working)
        self._tell(kind)
        if kind == "kill a worker":
            send(node.workers[:1], signal.SIGKILL)
        elif kind == "pause the node":
            node.pause()
            self._paused[node] = self._now + self._random.uniform(*PAUSES)
        else:
            if kind == "kill the raylet":
                send([node.raylet], signal.SIGKILL)
            else:
                node.kill()
            self._nodes.remove(node)
        return True

    def _wake(self, seconds: float) -> None:
        """Let nodes go on whose pause is over; all of them in the end."""
        for node, until in list(self._paused.items()):
            if self._now > min(until, seconds):
                node.go_on()
                del self._paused[node]
                self._tell("a paused node goes on")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Run it for as long as asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.chaos", description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, Cluster(cpus=1) as cluster:
        folder = Path(name)
        chaos = Chaos(cluster, folder, play_reference(folder), options.seed, _say)
        chaos.run(options.seconds)
    _say(f"{len(chaos.faults)} faults, {chaos.reports} reports, all the same bit for bit")
    return 0


if __name__ == "__main__":
    sys.exit(main())

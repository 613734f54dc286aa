"""Random faults on real Ray nodes while analyses run, one after the other; every report must be that of a local run.

``python -m tests.cluster.chaos --seconds 600 --seed 1`` tells what it did. The seed decides the faults, their order and
the time between them; what an analysis is doing at that moment nobody decides. Where the machine allows networks of its
own, the head is at one end of a cable and the nodes are at the other.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.cluster.analyses import ASK, Run, play_reference, report
from tests.cluster.networks import Cable, cable, why_not
from tests.cluster.nodes import HERE, Cluster, Node, send

CUT = "cut the cable"
ADD = "add a node"
KINDS = ("kill a worker", "kill the raylet", "kill the node", "pause the node", ADD, "kill the driver")
MOST_NODES = 2
BETWEEN_FAULTS = (1.0, 4.0)
PAUSES = (1.0, 8.0)
"""Seconds, at least and at most."""


class Chaos:
    """Faults and analyses side by side.

    Parameters
    ----------
    cluster : Cluster
        Whose head has a CPU.
    cable : Cable or None
        Between the head and the nodes that are added, if there is one.
    folder : Path
        Where ``play_reference`` has been.
    reference : bytes
        The right report.
    seed : int
    log : callable
        Told everything that is done.

    Attributes
    ----------
    kinds : tuple of str
        Faults that can happen here.
    faults : list of str
        Those that happened.
    reports : int
        How many were as they should be.
    """

    def __init__(
        self,
        cluster: Cluster,
        cable: Cable | None,
        folder: Path,
        reference: bytes,
        seed: int,
        log: Callable[[str], object],
    ) -> None:
        self._cluster = cluster
        self._cable = cable
        self._head_place, self._node_place = (cable.one, cable.other) if cable else (HERE, HERE)
        self._mended_at = 0.0
        self._folder = folder
        self._reference = reference
        self._random = random.Random(seed)
        self._log = log
        self._nodes: list[Node] = []
        self._paused: dict[Node, float] = {}
        self.kinds = (*KINDS, CUT) if cable else KINDS
        self._next_kinds = self._endless_kinds()
        self._begin = time.monotonic()
        self.faults: list[str] = []
        self.reports = 0

    def run(self, seconds: float) -> None:
        """Do harm for so long, and until there has been every kind, then let the last analysis end in peace."""
        self._begin = time.monotonic()
        kind, due = self._next_kind(), 0.0
        run = self._start()
        while run.process.poll() is None or self._does_harm(seconds):
            if run.process.poll() is not None:
                self._check(run)
                run = self._start()
            if not self._nodes and self._does_harm(seconds):
                self._add()
            if due < self._now and self._does_harm(seconds):
                if kind == "kill the driver":
                    took_over = self._take_over(run)
                    run, is_done = took_over or run, took_over is not None
                else:
                    is_done = self._do(kind)
                if is_done:
                    self.faults.append(kind)
                    kind, due = self._next_kind(), self._now + self._random.uniform(*BETWEEN_FAULTS)
            self._wake(seconds)
            time.sleep(0.05)
        self._check(run)
        for node in self._nodes:
            node.kill()

    def _does_harm(self, seconds: float) -> bool:
        return self._now < seconds or not set(self.kinds) <= set(self.faults)

    @property
    def _now(self) -> float:
        return time.monotonic() - self._begin

    def _next_kind(self) -> str:
        """What is to happen next; no node is added to those that are enough."""
        kind = next(self._next_kinds)
        return kind if kind != ADD or len(self._nodes) < MOST_NODES else self._next_kind()

    def _endless_kinds(self) -> Iterator[str]:
        """Every kind once, in any order, and again."""
        while True:
            yield from self._random.sample(self.kinds, len(self.kinds))

    def _start(self) -> Run:
        return self._run(*ASK, "--out", f"run{self.reports}")

    def _run(self, *arguments: str) -> Run:
        return Run(self._folder, *arguments, "--address", self._cluster.address, place=self._head_place)

    def _take_over(self, run: Run) -> Run | None:
        """Kill the driver and have another one go on; nothing if it has not begun or has just ended."""
        name = f"run{self.reports}"
        if not list((self._folder / name).glob("*/*-plan.json")) or run.process.poll() is not None:
            return None
        run.process.kill()
        run.end()
        self._tell("kill the driver")
        return self._run("resume", name, "--quiet")

    def _check(self, run: Run) -> None:
        code, stderr = run.end()
        assert code == 0, stderr
        assert report(self._folder / f"run{self.reports}") == self._reference, f"run {self.reports} differs"
        self._tell(f"report {self.reports} is right")
        self.reports += 1

    def _tell(self, what: str) -> None:
        self._log(f"{self._now:6.1f} s  {what}")

    def _add(self) -> None:
        self._nodes.append(self._cluster.add(1, place=self._node_place))
        self._tell(ADD)

    def _do(self, kind: str) -> bool:
        """Do a fault, if there is a node that it can happen to."""
        if kind == ADD:
            self._add()
            return True
        if kind == CUT:
            return self._cut()
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

    def _cut(self) -> bool:
        """Cut the cable, if it is whole and somebody works at its other end."""
        assert self._cable is not None
        if self._mended_at or not any(node.workers for node in self._nodes if node not in self._paused):
            return False
        self._cable.cut()
        self._mended_at = self._now + self._random.uniform(*PAUSES)
        self._tell(CUT)
        return True

    def _wake(self, seconds: float) -> None:
        """Let nodes go on whose pause is over, and mend the cable; all of it in the end."""
        is_over = not self._does_harm(seconds)
        for node, until in list(self._paused.items()):
            if is_over or self._now > until:
                node.go_on()
                del self._paused[node]
                self._tell("a paused node goes on")
        if self._cable and self._mended_at and (is_over or self._now > self._mended_at):
            self._cable.mend()
            self._mended_at = 0.0
            self._tell("the cable is mended")


@contextmanager
def chaos_in(folder: Path, seed: int, log: Callable[[str], object]) -> Iterator[Chaos]:
    """Everything that it takes."""
    reference = play_reference(folder)
    with ExitStack() as stack:
        network = None if why_not() else stack.enter_context(cable())
        if network is None:
            log(f"no cable is cut: {why_not()}")
        cluster = stack.enter_context(Cluster(cpus=1, place=network.one if network else HERE))
        yield Chaos(cluster, network, folder, reference, seed, log)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Run it for as long as asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.chaos", description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, chaos_in(Path(name), options.seed, _say) as chaos:
        chaos.run(options.seconds)
    counted = ", ".join(f"{kind} {chaos.faults.count(kind)}" for kind in chaos.kinds)
    _say(f"{len(chaos.faults)} faults ({counted}), {chaos.reports} reports, all the same bit for bit")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Analyses on real Ray nodes to which everything happens; the report is that of a local run on one worker.

Every test runs the command as a process of its own, does something to the cluster while rounds are being stored, and
compares the report bit for bit.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.analyzer.quick import RULES
from tests.cli.test_commands import COMMAND, rollout
from tests.cluster.nodes import Cluster, Node, send

ASK = ("analyze", "standard", "--players", "2", "--ruleset", "quick.yaml", "--budget", "400000", "--quiet")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("on_ray")
    (made / "quick.yaml").write_text(RULES)
    return made


@pytest.fixture(scope="module")
def reference(folder: Path) -> bytes:
    """The report of a local run on one worker."""
    done = rollout(*ASK, "--out", "reference", "--workers", "1", cwd=folder)
    assert done.returncode == 0, done.stderr
    return (folder / "reference" / "report.json").read_bytes()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster(cpus=1) as one:
        yield one


class Run:
    """An analysis under way."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._folder = folder
        self.process = subprocess.Popen(
            [COMMAND, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def wait_for_rounds(self, run: Path, count: int) -> None:
        """Until so many more rounds are stored than there are now."""
        aim = len(list(run.glob("*/*-results.parquet"))) + count
        while self.process.poll() is None and len(list(run.glob("*/*-results.parquet"))) < aim:
            time.sleep(0.01)
        assert self.process.poll() is None, self.process.communicate()

    def end(self, timeout: float = 120) -> tuple[int, str]:
        _, stderr = self.process.communicate(timeout=timeout)
        return self.process.returncode, stderr


def kill_a_worker(node: Node) -> None:
    send(node.workers[:1], signal.SIGKILL)


def kill_the_raylet(node: Node) -> None:
    send([node.raylet], signal.SIGKILL)


def kill_the_node(node: Node) -> None:
    node.kill()


def pause_the_node(node: Node) -> None:
    node.pause()


FAULTS = (kill_a_worker, kill_the_raylet, kill_the_node, pause_the_node)


@pytest.mark.parametrize("do", FAULTS)
def test_whatever_happens_to_a_node_the_report_is_the_same(
    do: Callable[[Node], None], cluster: Cluster, folder: Path, reference: bytes
) -> None:
    name = do.__name__
    node = cluster.add(1)  # takes longer to start than the analysis, and so joins in mid-run
    run = Run(folder, *ASK, "--out", name, "--address", cluster.address)
    while not node.workers:
        assert run.process.poll() is None, run.process.communicate()
        time.sleep(0.02)
    run.wait_for_rounds(folder / name, 4)
    do(node)
    run.wait_for_rounds(folder / name, 2)
    node.go_on()
    code, stderr = run.end()
    assert (code, stderr) == (0, "")
    assert (folder / name / "report.json").read_bytes() == reference
    node.kill()


def test_a_killed_driver_goes_on_at_another_cluster(cluster: Cluster, folder: Path, reference: bytes) -> None:
    """The first cluster is killed with it, head and all; the run folder is on a disk that both share."""
    with Cluster(cpus=1) as first:
        run = Run(folder, *ASK, "--out", "moved", "--address", first.address)
        run.wait_for_rounds(folder / "moved", 2)
        run.process.kill()
        run.end()
        first.head.kill()
    done = rollout("resume", "moved", "--quiet", "--address", cluster.address, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / "moved" / "report.json").read_bytes() == reference


def test_a_lost_head_is_told_in_a_sentence_and_nothing_is_lost(folder: Path, reference: bytes) -> None:
    with Cluster(cpus=1) as doomed:
        run = Run(folder, *ASK, "--out", "headless", "--address", doomed.address)
        run.wait_for_rounds(folder / "headless", 1)
        send(doomed.head.pids("gcs_server"), signal.SIGKILL)
        code, stderr = run.end()
    assert code == 2, stderr
    assert "is gone; what was played is stored, rollout resume goes on." in stderr
    assert "Traceback" not in stderr
    done = rollout("resume", "headless", "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "headless" / "report.json").read_bytes() == reference


def test_a_private_cluster_and_ctrl_c(folder: Path, reference: bytes) -> None:
    run = Run(folder, *ASK, "--out", "private", "--address", "local", "--workers", "2")
    run.wait_for_rounds(folder / "private", 1)
    os.kill(run.process.pid, signal.SIGINT)
    code, stderr = run.end()
    assert code == 130, stderr
    assert stderr == "Interrupted; to go on: rollout resume private\n"
    done = rollout("resume", "private", "--quiet", "--address", "local", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / "private" / "report.json").read_bytes() == reference


def test_no_such_cluster(folder: Path) -> None:
    done = rollout(*ASK, "--out", "nowhere", "--address", "127.0.0.1:1", cwd=folder)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: no Ray cluster can be reached at 127.0.0.1:1 (nobody listens there)")

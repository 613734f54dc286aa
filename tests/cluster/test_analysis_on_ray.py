"""Analyses on real Ray clusters that lose their heads; the report is that of a local run on one worker.

What happens to nodes and drivers is in ``chaos.py``.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_commands import rollout
from tests.cluster.analyses import ASK, Run, play_reference, report
from tests.cluster.nodes import Cluster, send


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("on_ray")


@pytest.fixture(scope="module")
def reference(folder: Path) -> bytes:
    return play_reference(folder)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster(cpus=1) as one:
        yield one


def test_after_the_loss_of_its_head_a_run_goes_on_at_another_cluster(
    cluster: Cluster, folder: Path, reference: bytes
) -> None:
    """The run folder is on a disk that both share."""
    with Cluster(cpus=1) as doomed:
        run = Run(folder, *ASK, "--out", "moved", "--address", doomed.address)
        run.wait_for_rounds(folder / "moved", 1)
        send(doomed.head.pids("gcs_server"), signal.SIGKILL)
        code, stderr = run.end()
    assert code == 2, stderr
    assert stderr.endswith("is gone; what was played is stored; to go on: rollout resume moved\n")
    assert "Traceback" not in stderr
    done = rollout("resume", "moved", "--quiet", "--address", cluster.address, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert report(folder / "moved") == reference


def test_a_private_cluster_and_ctrl_c(folder: Path, reference: bytes) -> None:
    run = Run(folder, *ASK, "--out", "private", "--address", "local", "--workers", "2")
    run.wait_for_rounds(folder / "private", 1)
    os.kill(run.process.pid, signal.SIGINT)
    code, stderr = run.end()
    assert code == 130, stderr
    assert stderr.endswith("; to go on: rollout resume private\n")
    done = rollout("resume", "private", "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert report(folder / "private") == reference


def test_no_such_cluster(folder: Path, reference: bytes) -> None:
    done = rollout(*ASK, "--out", "nowhere", "--address", "127.0.0.1:1", cwd=folder)
    assert done.returncode == 2
    assert done.stderr == (
        "Error: no Ray cluster can be reached at 127.0.0.1:1 (nobody listens there); start it, or give another "
        "address; nothing was played; to go on: rollout resume nowhere\n"
    )
    resumed = rollout("resume", "nowhere", "--quiet", cwd=folder)
    assert resumed.returncode == 0, resumed.stderr
    assert report(folder / "nowhere") == reference

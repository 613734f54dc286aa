"""A cluster over a network whose cable is cut during an analysis, and mended."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.cluster.analyses import ASK, Run, play_reference, report
from tests.cluster.networks import cable, why_not
from tests.cluster.nodes import Cluster


@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_a_cut_cable_changes_nothing(tmp_path: Path) -> None:
    reference = play_reference(tmp_path)
    with cable() as network, Cluster(cpus=1, place=network.one) as cluster:
        node = cluster.add(1, place=network.other)
        run = Run(tmp_path, *ASK, "--out", "cut", "--address", cluster.address, place=network.one)
        while not node.workers:
            assert run.process.poll() is None, run.process.communicate()
            time.sleep(0.02)
        rounds = len(list((tmp_path / "cut").glob("*/*-results.parquet")))
        run.wait_for_rounds(tmp_path / "cut", rounds + 2)
        network.cut()
        run.wait_for_rounds(tmp_path / "cut", rounds + 6)  # the head's own CPU goes on
        network.mend()
        code, stderr = run.end()
    assert code == 0, stderr
    assert report(tmp_path / "cut") == reference

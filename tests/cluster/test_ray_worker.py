"""What workers do before their first job."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from pathlib import Path

import pytest

from cluster.ray_worker import first_on_this_node


def go(folder: str, number: int) -> None:
    tempfile.tempdir = folder
    with first_on_this_node("pool"):
        Path(folder, f"begin{number}").touch()
        time.sleep(0.3)
        Path(folder, f"end{number}").touch()


def test_one_worker_of_a_node_goes_first_and_the_others_follow_together(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    workers = [spawn.Process(target=go, args=(str(tmp_path), number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    begins = sorted((tmp_path / f"begin{number}").stat().st_mtime_ns for number in range(3))
    ends = sorted((tmp_path / f"end{number}").stat().st_mtime_ns for number in range(3))
    assert ends[0] < begins[1]


def test_a_first_one_that_fails_lets_another_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(ZeroDivisionError), first_on_this_node("pool"):
        raise ZeroDivisionError
    assert (tmp_path / "workers-pool").read_bytes() == b""
    with first_on_this_node("pool"):
        pass
    assert (tmp_path / "workers-pool").read_bytes() == b"through"

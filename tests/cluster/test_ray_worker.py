"""What workers do before their first job."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path

import pytest

from cluster.ray_worker import first_on_this_node


def go(folder: Path, number: int) -> None:
    with first_on_this_node(folder, "pool"):
        begin = time.monotonic_ns()  # one clock for all processes; those of file systems are too coarse
        time.sleep(0.3)
        (folder / f"worker{number}").write_text(f"{begin} {time.monotonic_ns()}")


def test_one_worker_of_a_node_goes_first_and_the_others_follow_together(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    workers = [spawn.Process(target=go, args=(tmp_path, number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    times = sorted(tuple(map(int, (tmp_path / f"worker{number}").read_text().split())) for number in range(3))
    (_, first_end), (second_begin, _), _ = times
    assert first_end < second_begin


def test_a_first_one_that_fails_lets_another_try(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), first_on_this_node(tmp_path, "pool"):
        raise ZeroDivisionError
    assert (tmp_path / "workers-pool").read_bytes() == b""
    with first_on_this_node(tmp_path, "pool"):
        pass
    assert (tmp_path / "workers-pool").read_bytes() == b"through"

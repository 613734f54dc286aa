"""Workers on real Ray nodes that die, hang, differ, come late or have nothing free, and heads that are lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from cluster.deadlines import Deadlines
from cluster.head import Head
from cluster.job import Finished, Job, JobError
from cluster.pool import ClusterError, run_all
from cluster.ray_pool import RayPool
from tests.cluster.jobs import Deadly, Hanging, Sleeping, Times, Where, Writes, array, seven, versions
from tests.cluster.nodes import Cluster, Node, free_port, send

SHORT = Deadlines(first=4.0, least=2.0, multiple=3.0)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster(cpus=1) as one:
        yield one


class Notices(list[str]):
    """What a pool says."""

    def has(self, words: str) -> bool:
        return any(words in text for text in self)


def open_pool(
    cluster: Cluster, workers: int | None, notices: Callable[[str], None], deadlines: Deadlines = SHORT
) -> RayPool[int, int]:
    return RayPool(seven, workers, address=cluster.address, versions=versions, notice=notices, deadlines=deadlines)


def results(pool: RayPool[int, int], jobs: list[Job[int, int]]) -> dict[object, int]:
    return {done.key: done.result for done in run_all(pool, jobs)}


def drain(pool: RayPool[int, int], into: list[Finished[int]]) -> None:
    """Collect everything in flight, up to a failure."""
    while pool.in_flight:
        into += pool.collect()


def collect_until(pool: RayPool[int, int], is_so: Callable[[], bool]) -> list[Finished[int]]:
    """Look after the pool until something is so."""
    found = []
    while not is_so():
        found += pool.collect(timeout=0.1)
        time.sleep(0.01)
    return found


def test_a_job_that_kills_its_worker_twice_is_done_in_the_end(cluster: Cluster, tmp_path: Path) -> None:
    notices = Notices()
    jobs: list[Job[int, int]] = [Deadly("deadly", tmp_path / "marks", 2), *(Times(n, n) for n in range(20))]
    with open_pool(cluster, 1, notices.append) as pool:
        assert results(pool, jobs) == dict[object, int]({"deadly": 7}) | {n: 7 * n for n in range(20)}
    assert (tmp_path / "marks").read_bytes() == b"xxx"
    assert notices.has("was lost; another one does its jobs")


def test_a_job_that_kills_its_worker_three_times_is_reported_by_name(cluster: Cluster, tmp_path: Path) -> None:
    good: list[Finished[int]] = []
    with open_pool(cluster, 1, Notices().append) as pool:
        pool.submit(Deadly("the deadly one", tmp_path / "marks", 99))
        pool.submit(Times("innocent", 6))
        with pytest.raises(JobError, match="job the deadly one failed:\n3 workers were lost with it") as caught:
            drain(pool, good)
        assert caught.value.key == "the deadly one"
        drain(pool, good)
    assert good == [Finished("innocent", 42)]
    assert (tmp_path / "marks").read_bytes() == b"xxx"


def test_a_job_over_its_deadline_is_given_to_another_worker(cluster: Cluster, tmp_path: Path) -> None:
    notices = Notices()
    jobs: list[Job[int, int]] = [Hanging("hanging", tmp_path / "marks", 1), *(Times(n, n) for n in range(9))]
    with open_pool(cluster, 1, notices.append) as pool:
        assert results(pool, jobs) == dict[object, int]({"hanging": 7}) | {n: 7 * n for n in range(9)}
    assert notices.has("did not answer in time")


def test_a_node_joins_late_hangs_and_leaves(cluster: Cluster) -> None:
    notices = Notices()
    with open_pool(cluster, None, notices.append, Deadlines(first=600, least=600)) as pool:
        assert pool.workers == 1
        node = cluster.add(2)
        for done in run_all(pool, (Where(n, 0.02) for n in range(10**9))):
            if done.result in node.workers:
                break
        assert pool.workers == 3
        send([done.result], signal.SIGSTOP)  # nobody is told; those with nothing to do take over its jobs
        while_it_hangs = results(pool, [Where(f"hanging {n}", 0.05) for n in range(20)])
        assert {f"hanging {n}" for n in range(20)} <= set(while_it_hangs)
        send([done.result], signal.SIGCONT)
        send([node.raylet], signal.SIGKILL)  # its workers end with it
        found = results(pool, [Where(f"later {n}", 0.05) for n in range(40)])
    assert {f"later {n}" for n in range(40)} <= set(found)
    assert not notices.has("did not answer in time")
    node.kill()


def test_jobs_that_got_stuck_are_tried_again_though_nobody_is_idle() -> None:
    with Cluster(cpus=2) as own, open_pool(own, 2, Notices().append, Deadlines(first=600, least=600)) as pool:
        first = next(iter(run_all(pool, (Where(n, 0.02) for n in range(10**9)))))
        results(pool, [Times(f"settled {n}", n) for n in range(9)])
        send([first.result], signal.SIGSTOP)
        keys = [done.key for done in run_all(pool, (Where(n, 0.05) for n in range(200)))]
    assert max(keys.index(n) for n in range(4)) < len(keys) - 20  # two of them got stuck


@pytest.mark.parametrize("harm", [Node.kill, Node.pause], ids=["killed", "paused"])
def test_a_node_that_ray_takes_for_alive_though_it_is_not(harm: Callable[[Node], None]) -> None:
    notices = Notices()
    with Cluster() as own:
        doomed = own.add()
        doomed.wait_until_it_runs()
        own.add().wait_until_it_runs()
        harm(doomed)
        with open_pool(own, 1, notices.append) as pool:
            assert results(pool, [Times(n, n) for n in range(9)]) == {n: 7 * n for n in range(9)}
            nodes = Head(own.address).nodes().values()
            assert sum(node.cpus for node in nodes) == 2  # nobody waited until Ray had noticed
        with open_pool(own, None, notices.append) as pool:
            assert pool.workers == 1
            assert results(pool, [Times(n, n) for n in range(9)]) == {n: 7 * n for n in range(9)}
    assert not notices.has("has 2")


def test_no_cpu_is_free(cluster: Cluster) -> None:
    notices = Notices()
    with open_pool(cluster, 2, notices.append) as pool:  # one CPU for two workers
        assert results(pool, [Times(n, n) for n in range(10)]) == {n: 7 * n for n in range(10)}
    code = (
        "import ray, time\n"
        f"ray.init('{cluster.address}')\n"
        "@ray.remote(num_cpus=1)\n"
        "def busy(): time.sleep(3600)\n"
        "busy.remote(); time.sleep(3600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL) as other:
        while len(cluster.head.pids("ray::busy")) == 0:
            assert other.poll() is None
            time.sleep(0.05)
        with open_pool(cluster, 1, notices.append) as pool:
            pool.submit(Times("patient", 6))
            collect_until(pool, lambda: notices.has("waiting for a free CPU"))
            other.kill()
            assert pool.collect() == [Finished("patient", 42)]
            pool.submit(Sleeping("and on", 1))
            collect_until(pool, lambda: notices[-1] == "")


def test_other_versions_are_refused_with_node_and_difference(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FISH", "herring")
    with (
        pytest.raises(ClusterError, match=r"node .*\(127.0.0.1\) cannot help: it has fish cod, and herring is right"),
        open_pool(cluster, 1, Notices().append) as pool,
    ):
        results(pool, [Times(1, 1)])


def test_a_late_node_with_other_versions_is_left_out(cluster: Cluster) -> None:
    notices = Notices()
    with open_pool(cluster, None, notices.append) as pool:
        assert results(pool, [Times(1, 1)]) == {1: 7}
        node = cluster.add(1, FISH="herring")
        pool.submit(Sleeping("long", 0.1))
        collect_until(pool, lambda: notices.has("it has fish herring, and cod is right"))
        assert results(pool, [Times(n, n) for n in range(30)]) == {n: 7 * n for n in range(30)}
        assert pool.workers == 1
    node.kill()


def test_what_is_shared_is_prepared_once_a_worker_and_may_be_written_to(cluster: Cluster) -> None:
    with RayPool[npt.NDArray[np.int64], int](array, 1, address=cluster.address, versions=versions) as pool:
        assert sorted(done.result for done in run_all(pool, [Writes(n) for n in range(5)])) == [1, 2, 3, 4, 5]
        (mark,) = cluster.folder.glob(f"session_2*/workers-{pool._name}")  # in Ray's own folder, not left in /tmp
        assert mark.read_bytes() == b"through"


@pytest.mark.parametrize(
    ("address", "says"),
    [
        pytest.param(f"127.0.0.1:{free_port()}", "nobody listens there", id="free port"),
        ("nowhere.invalid:6379", "no Ray cluster can be reached at nowhere.invalid:6379"),
        ("somewhere", "'somewhere' is no address"),
    ],
)
def test_no_such_cluster(address: str, says: str) -> None:
    with pytest.raises(ClusterError, match=says):
        RayPool(seven, 1, address=address, versions=versions)


def test_no_cluster_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    with pytest.raises(ClusterError, match="no Ray cluster runs on this computer"):
        RayPool(seven, 1, address="auto", versions=versions)
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray" / "ray_current_cluster").write_text(f"127.0.0.1:{free_port()}")  # left by a killed head
    with pytest.raises(ClusterError, match="nobody listens there"):
        RayPool(seven, 1, address="auto", versions=versions)


def kill(cluster: Cluster) -> None:
    send(cluster.head.pids("gcs_server"), signal.SIGKILL)


def hang(cluster: Cluster) -> None:
    send(cluster.head.pids("gcs_server"), signal.SIGSTOP)


def lose_own_node(cluster: Cluster) -> None:
    send(cluster.head.pids()[:1], signal.SIGSTOP)  # it would end the head as well
    send([cluster.head.raylet], signal.SIGKILL)


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (kill, "the head of the Ray cluster at .* is gone"),
        (hang, "the head of the Ray cluster at .* is gone"),
        (lose_own_node, "the Ray node on this computer is gone"),
    ],
    ids=["killed", "hanging", "own node"],
)
def test_a_lost_head_is_told_and_left(
    harm: Callable[[Cluster], None], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever still asked the head after that would have Ray end this process, sooner or later and without a word."""
    monkeypatch.setattr("cluster.head._SECONDS_SILENT", 6.0)
    with Cluster(cpus=1, impatient=True) as doomed:
        pool = open_pool(doomed, 1, Notices().append)
        assert results(pool, [Times(1, 1)]) == {1: 7}
        harm(doomed)
        with pytest.raises(ClusterError, match=says), pool:
            results(pool, [Sleeping(n, 0.1) for n in range(600)])
    assert "head-watch" not in {thread.name for thread in threading.enumerate()}

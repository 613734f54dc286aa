"""What every worker pool promises; a new implementation joins by its line in POOLS."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from weakref import WeakSet

import pytest

from cluster.job import Finished, JobError
from cluster.local import LocalPool
from cluster.pool import WorkerPool, run_all
from cluster.ray_pool import RayPool
from tests.cluster.jobs import Failing, Sleeping, Times, seven, versions
from tests.cluster.nodes import Cluster

MakePool = Callable[[int], WorkerPool[int, int]]


def make_local(workers: int, address: str) -> WorkerPool[int, int]:
    del address
    return LocalPool(seven, workers)


def make_ray(workers: int, address: str) -> WorkerPool[int, int]:
    return RayPool(seven, workers, address=address, versions=versions)


POOLS = {"local": make_local, "ray": make_ray}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a Ray cluster, for pools that need one."""
    with Cluster(cpus=3) as cluster:
        yield cluster.address


@pytest.fixture(params=POOLS)
def make_pool(request: pytest.FixtureRequest) -> MakePool:
    make = POOLS[request.param]
    where = "" if make is make_local else request.getfixturevalue("address")
    return lambda workers: make(workers, where)


def test_every_job_comes_back_once_with_its_key(make_pool: MakePool) -> None:
    jobs = [Times(("job", number), number) for number in range(200)]
    found: list[Finished[int]] = []
    with make_pool(3) as pool:
        assert pool.workers == 3
        waiting = list(jobs)
        while waiting or pool.in_flight:
            while waiting and pool.room:
                pool.submit(waiting.pop())
            found += pool.collect()
    assert sorted(done.result for done in found) == [7 * number for number in range(200)]
    assert all(done.key == ("job", done.result // 7) for done in found)


def test_what_is_in_flight_is_bounded(make_pool: MakePool) -> None:
    with make_pool(2) as pool:
        most = pool.room
        assert most >= 2
        for number in range(most):
            pool.submit(Times(number, number))
        assert pool.room == 0
        assert pool.in_flight == most
        with pytest.raises(RuntimeError, match="in flight"):
            pool.submit(Times("one more", 0))
        while pool.in_flight:
            pool.collect()
        assert pool.room == most


def test_nothing_is_kept_of_jobs_that_are_done(make_pool: MakePool) -> None:
    alive: WeakSet[Times] = WeakSet()

    def jobs() -> Iterator[Times]:
        for number in range(600):
            job = Times(number, number)
            alive.add(job)
            yield job

    with make_pool(2) as pool:
        most = max(len(alive) for _ in run_all(pool, jobs()))
    assert most < 60  # four in flight, and what threads and collectors have not let go of yet


def test_whoever_waits_can_look_after_other_things(make_pool: MakePool) -> None:
    with make_pool(1) as pool:
        pool.submit(Times("warm", 1))
        assert pool.collect() == [Finished("warm", 7)]
        pool.submit(Sleeping("slow", 1.0))
        assert pool.collect(timeout=0.01) == []
        assert pool.in_flight == 1
        assert pool.collect() == [Finished("slow", 7)]


def test_run_all_keeps_the_pool_busy_and_stops_when_nobody_asks(make_pool: MakePool) -> None:
    with make_pool(2) as pool:
        assert sorted(done.result for done in run_all(pool, (Times(n, n) for n in range(30)))) == [*range(0, 210, 7)]
        endless = run_all(pool, (Times(n, n) for n in range(10**9)))
        assert next(endless).key in range(10)
        endless.close()
        while pool.in_flight:
            pool.collect()


def test_nothing_in_flight_is_nothing_to_collect(make_pool: MakePool) -> None:
    with make_pool(1) as pool:
        assert pool.collect() == []


def test_a_failing_job_tells_its_traceback_and_spares_the_others(make_pool: MakePool) -> None:
    with make_pool(1) as pool:
        pool.submit(Failing("bad"))
        pool.submit(Times("good", 6))
        results, errors = [], []
        while pool.in_flight:
            try:
                results += pool.collect()
            except JobError as error:
                errors.append(error)
        assert results == [Finished("good", 42)]
    assert [error.key for error in errors] == ["bad"]
    assert "cannot divide 7 by love" in str(errors[0])
    assert "in run" in str(errors[0])


def test_results_before_a_failure_are_not_lost(make_pool: MakePool) -> None:
    with make_pool(1) as pool:
        pool.submit(Times("good", 6))
        pool.submit(Failing("bad"))
        assert pool.collect() == [Finished("good", 42)]
        with pytest.raises(JobError):
            pool.collect()


def test_forgotten_jobs_do_not_come_back(make_pool: MakePool) -> None:
    with make_pool(1) as pool:
        for number in range(pool.room):
            pool.submit(Times(number, number))
        pool.forget_waiting()
        left = pool.in_flight
        results: list[Finished[int]] = []
        while pool.in_flight:
            results += pool.collect()
        assert len(results) == left
        pool.submit(Times("after", 1))
        assert pool.collect() == [Finished("after", 7)]


@dataclass(frozen=True)
class Meeting:
    """Ends when as many of its kind run as the barrier waits for."""

    key: Hashable
    barrier: threading.Barrier

    def run(self, shared: int) -> int:
        self.barrier.wait(timeout=30)
        return shared


def test_threads_run_side_by_side_and_waiting_jobs_can_be_dropped() -> None:
    barrier = threading.Barrier(3)  # two workers and this test
    with LocalPool[int, int](seven, 2) as pool:
        for number in range(pool.room):
            pool.submit(Meeting(number, barrier))
        while barrier.n_waiting < 2:
            pass
        pool.forget_waiting()
        assert pool.in_flight == 2
        barrier.wait(timeout=30)
        found: list[Finished[int]] = []
        while pool.in_flight:
            found += pool.collect()
    assert {done.key for done in found} == {0, 1}

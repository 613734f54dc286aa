"""Workers that are processes of a Ray cluster, one on each CPU, replaced when they are lost."""

from __future__ import annotations

import os
import pickle
import time
import uuid
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final

from cluster import ray_worker
from cluster.connection import join, leave
from cluster.deadlines import Deadlines
from cluster.job import Finished, Job, JobError, Result, Shared
from cluster.pool import IN_FLIGHT_PER_WORKER, ClusterError, WorkerPool
from cluster.ray_worker import Versions

MOST_LOSSES: Final = 3
"""A job with which so many workers were lost is given up."""
_BETWEEN_ROUNDS: Final = 0.5
"""Seconds between looks at deadlines, nodes and who is waiting."""
NEWS: Final = 0.05
"""What one more job counts in how long they usually take."""
_PATIENCE: Final = 3.0
"""Seconds without a worker before anything is said about it."""
_NODE_NAME: Final = "ray.io/node-id"
"""A label that Ray gives to every node."""


def _nothing(text: str) -> None:
    del text


@dataclass(eq=False)
class _Task:
    """A job as it is sent, how many workers have been lost while they ran it, and how many have it now."""

    key: Hashable
    pickled: bytes
    losses: int = 0
    holders: int = 0


@dataclass(eq=False)
class _Member:
    """A worker as the pool sees it.

    Attributes
    ----------
    actor
        Its handle.
    node : str
        Where it is; empty until it has a CPU.
    is_ready : bool
        Whether it takes jobs.
    tasks : deque of _Task
        Given to it, the one it runs first.
    since : float
        When it began with that one.
    is_late : bool
        Whether that one takes unusually long; meanwhile the worker is given nothing.
    """

    actor: Any
    node: str = ""
    is_ready: bool = False
    tasks: deque[_Task] = field(default_factory=deque)
    since: float = 0.0
    is_late: bool = False


class RayPool(WorkerPool[Shared, Result]):
    """A pool of Ray actors; a process has one at a time.

    Ray restarts nothing by itself: the pool knows which job a lost worker ran, so that it can tell a job that kills
    workers from jobs in bad company, and does not wait for Ray to notice that a node is gone. Workers with nothing else
    to do help out those that take unusually long.

    Parameters
    ----------
    prepare : callable
        Makes what all jobs share; picklable, called once on each worker.
    workers : int, optional
        How many; by default one for each CPU of the cluster, also of nodes that come later.
    address : str
        ``local`` for a private cluster, ``auto`` for that of this computer, or HOST:PORT.
    versions : callable
        Tells the versions of whatever results depend on; picklable, and must say the same everywhere.
    notice : callable
        Told in a sentence what keeps the pool waiting or went wrong, and told nothing ("") when it goes on.
    deadlines : Deadlines

    Raises
    ------
    ClusterError
        When the cluster cannot be joined.
    """

    def __init__(
        self,
        prepare: Callable[[], Shared],
        workers: int | None = None,
        *,
        address: str,
        versions: Callable[[], Versions],
        notice: Callable[[str], None] = _nothing,
        deadlines: Deadlines | None = None,
    ) -> None:
        self._versions: Final = versions()
        self._asked_for: Final = workers
        self._name: Final = uuid.uuid4().hex
        self._notice: Final = notice
        self._deadlines: Final = deadlines or Deadlines()
        self._head: Final = join(address, workers or os.cpu_count() or 1)
        import ray
        from ray import cloudpickle

        self._ray: Final = ray
        cloudpickle.register_pickle_by_value(ray_worker)
        self._actor_class: Final = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(ray_worker.Worker)
        # Sent to each (4 kB), not put into our node's object store: Ray ends a process whose objects are lost with it.
        self._recipe: Final = cloudpickle.dumps((prepare, versions))
        self._events: Final[SimpleQueue[tuple[Callable[..., None], _Member, Future[Any]]]] = SimpleQueue()
        self._members: Final[set[_Member]] = set()
        self._refused: Final[set[_Member]] = set()
        self._avoided: frozenset[str] = frozenset()
        self._by_load: Final[list[dict[_Member, None]]] = [{} for _ in range(IN_FLIGHT_PER_WORKER)]
        self._tasks: Final[dict[Hashable, _Task]] = {}
        self._waiting: Final[deque[_Task]] = deque()
        self._finished: list[Finished[Result]] = []
        self._failed: Final[deque[JobError]] = deque()
        self._longest = self._usual = 0.0
        self._next_round = 0.0
        self._idle_since = time.monotonic()
        self._said = ""
        self._go_round()

    @property
    def workers(self) -> int:
        """Workers asked for, or CPUs of the cluster."""
        return self._asked_for or max(1, self._head.cpus - len(self._refused))

    @property
    def in_flight(self) -> int:
        """Jobs submitted and not collected."""
        return len(self._tasks) + len(self._finished) + len(self._failed)

    @property
    def room(self) -> int:
        """Jobs that may be submitted now; less than none when nodes have left."""
        return IN_FLIGHT_PER_WORKER * self.workers - self.in_flight

    def submit(self, job: Job[Shared, Result]) -> None:
        """Take on a job."""
        if self.room < 1:
            raise RuntimeError(f"{self.in_flight} jobs are in flight; collect some first")
        task = self._tasks[job.key] = _Task(job.key, pickle.dumps(job, pickle.HIGHEST_PROTOCOL))
        self._waiting.append(task)
        self._hand_out()

    def collect(self, timeout: float | None = None) -> list[Finished[Result]]:
        """Wait for results, and meanwhile look after the workers."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            now = time.monotonic()
            if now >= self._next_round:
                self._go_round()
            is_idle = not self._finished and not self._failed and bool(self._tasks) and (end is None or now < end)
            try:
                until = self._next_round if end is None else min(self._next_round, end)
                handle, member, future = self._events.get(timeout=max(0.0, until - now) if is_idle else 0.0)
            except Empty:
                if not is_idle:
                    break
                continue
            handle(member, future)
        if self._finished:  # what came before a failure is handed out first
            finished, self._finished = self._finished, []
            return finished
        if self._failed:
            raise self._failed.popleft()
        return []

    def forget_waiting(self) -> None:
        """Drop jobs that no worker has been given."""
        for task in self._waiting:
            if not task.holders:
                self._tasks.pop(task.key, None)
        self._waiting.clear()

    def close(self) -> None:
        """Let the workers go."""
        self.forget_waiting()
        leave(self._head)

    def _go_round(self) -> None:
        """Do what needs doing now and then."""
        self._head.check()
        now = time.monotonic()
        self._next_round = now + _BETWEEN_ROUNDS
        for member in list(self._members):
            if member.tasks and now - member.since > self._deadlines.seconds(self._longest, member.tasks[0].losses):
                self._lose(member, "did not answer in time")
        self._share_late_jobs(now)
        if self._head.answers:  # otherwise the next lines would block
            self._hire()
        self._tell_what_we_wait_for(now)

    def _share_late_jobs(self, now: float) -> None:
        """Let somebody else try what workers have had for long, oldest first; the first result counts."""
        late = min(self._deadlines.late_after(self._usual), self._deadlines.urgent_after(self._longest))
        for member in sorted(self._members, key=lambda member: member.since):
            if not member.tasks or now - member.since < late:
                continue
            member.is_late = True
            self._reckon(member)
            is_urgent = now - member.since > self._deadlines.urgent_after(self._longest)
            for task in member.tasks:
                has_idle = bool(self._by_load[0]) and not self._waiting
                is_alone = self._is_open(task) and task.holders == 1 and not task.losses and task not in self._waiting
                if is_alone and (is_urgent or has_idle):
                    self._waiting.appendleft(task)
                    self._hand_out()

    def _is_open(self, task: _Task) -> bool:
        """Whether nobody has done it yet."""
        return self._tasks.get(task.key) is task

    def _hire(self) -> None:
        """Have as many workers as there should be; those without a CPU wait for one, also on nodes still to come.

        Ray would still send them to a node that is gone; who waits there already is replaced.
        """
        without_cpu = [member for member in self._members if not member.node]
        if self._avoided == self._head.silent:
            without_cpu = without_cpu[: max(0, len(self._members) - self.workers)]
        self._avoided = self._head.silent
        for member in without_cpu:
            self._dismiss(member)
        options = {"label_selector": {_NODE_NAME: f"!in({','.join(sorted(self._avoided))})"}} if self._avoided else {}
        for _ in range(self.workers - len(self._members)):
            member = _Member(self._actor_class.options(**options).remote())
            self._members.add(member)
            self._call(self._greeted, member, member.actor.hello.remote())

    def _call(self, handle: Callable[..., None], member: _Member, answer: Any) -> None:
        """Have an answer handled when it comes, on the thread that collects."""
        answer.future().add_done_callback(lambda future: self._events.put((handle, member, future)))

    def _greeted(self, member: _Member, future: Future[str]) -> None:
        if member not in self._members:
            return
        if future.exception() is not None:
            self._dismiss(member)
            return
        member.node = future.result()
        self._call(self._prepared, member, member.actor.prepare.remote(self._recipe, self._versions, self._name))

    def _prepared(self, member: _Member, future: Future[tuple[Versions, str]]) -> None:
        if member not in self._members:
            return
        if future.exception() is not None:
            self._lose(member, "was lost while it got ready")
            return
        versions, problem = future.result()
        if problem and versions == self._versions:
            raise JobError(f"prepare on {member.node}", problem)
        if versions != self._versions:
            self._refuse(member, _difference(self._versions, versions, problem))
            return
        member.is_ready = True
        self._by_load[0][member] = None
        self._hand_out()

    def _refuse(self, member: _Member, difference: str) -> None:
        """Do not use a worker; when the work is under way it keeps its CPU, so that no other one starts there."""
        sentence = f"node {member.node} cannot help: {difference}"
        if not self._longest:
            raise ClusterError(sentence)
        self._members.discard(member)
        self._refused.add(member)
        self._notice(sentence)

    def _hand_out(self) -> None:
        """Give waiting jobs to workers with nothing to do, then one ahead to others.

        A job that has lost a worker is run alone, so that no other can be blamed or suffer for it.
        """
        empty, busy = self._by_load[0], self._by_load[1:]
        while self._waiting:
            if not self._is_open(self._waiting[0]):  # it was late, and has been done
                self._waiting.popleft()
                continue
            is_suspect = self._waiting[0].losses > 0
            loads = [empty] if is_suspect else [empty, *busy]
            load = next((load for load in loads if load), None)
            if load is None:
                return
            member = next(iter(load))
            self._give(member, self._waiting.popleft())

    def _give(self, member: _Member, task: _Task) -> None:
        if not member.tasks:
            member.since = time.monotonic()
        member.tasks.append(task)
        task.holders += 1
        self._reckon(member)
        self._call(partial(self._answered, task), member, member.actor.run.remote(task.pickled))

    def _reckon(self, member: _Member) -> None:
        """Put a worker where its load says; one that is late or has a suspect job takes no other."""
        for load in self._by_load:
            load.pop(member, None)
        is_open = member.is_ready and not member.is_late and not any(task.losses for task in member.tasks)
        if is_open and len(member.tasks) < IN_FLIGHT_PER_WORKER:
            self._by_load[len(member.tasks)][member] = None

    def _answered(self, task: _Task, member: _Member, future: Future[tuple[bytes, str]]) -> None:
        if member not in self._members:  # lost before; its jobs are with others
            return
        if isinstance(future.exception(), self._ray.exceptions.RayActorError):
            self._lose(member, "was lost")
            return
        now = time.monotonic()
        took, member.since = now - member.since, now
        member.tasks.remove(task)
        member.is_late = False
        task.holders -= 1
        if self._is_open(task):
            del self._tasks[task.key]
            self._longest = max(self._longest, took)
            self._usual += (took - self._usual) * (NEWS if self._usual else 1.0)
            self._keep(task.key, future)
        self._reckon(member)
        self._hand_out()

    def _keep(self, key: Hashable, future: Future[tuple[bytes, str]]) -> None:
        """Have an answer ready for whoever collects."""
        error = future.exception()
        if error is not None:  # the job could not be sent, or its result could not
            self._failed.append(JobError(key, str(error)))
            return
        result, problem = future.result()
        if problem:
            self._failed.append(JobError(key, problem))
        else:
            self._finished.append(Finished(key, pickle.loads(result)))

    def _lose(self, member: _Member, how: str) -> None:
        """Go on without a worker: its jobs are done again, before all others."""
        self._notice(f"a worker on {member.node} {how}; another one does its jobs")
        if member.tasks:
            member.tasks[0].losses += 1
        for task in member.tasks:
            task.holders -= 1
        tasks = [task for task in member.tasks if self._is_open(task) and task.holders == 0]
        tasks = [task for task in tasks if task not in self._waiting]
        self._dismiss(member)
        if tasks and tasks[0].losses >= MOST_LOSSES:
            key = tasks.pop(0).key
            del self._tasks[key]
            self._failed.append(JobError(key, f"{MOST_LOSSES} workers were lost with it; the last one {how}"))
        self._waiting.extendleft(reversed(tasks))
        self._hand_out()

    def _dismiss(self, member: _Member) -> None:
        member.is_ready = False
        self._members.discard(member)
        self._reckon(member)
        if self._head.answers:
            self._ray.kill(member.actor)

    def _tell_what_we_wait_for(self, now: float) -> None:
        if any(member.is_ready for member in self._members) or not self._tasks:
            self._idle_since = now
            self._say("")
        elif now - self._idle_since > _PATIENCE:
            getting_ready = sum(bool(member.node) for member in self._members)
            if getting_ready:
                self._say(f"workers are getting ready ({getting_ready}); each node prepares itself once")
            elif self._head.cpus:
                self._say(f"waiting for a free CPU: the cluster has {self._head.cpus}, and has given us none yet")
            else:
                self._say("waiting for a CPU: the cluster has none now")

    def _say(self, text: str) -> None:
        if text != self._said:
            self._said = text
            self._notice(text)


def _difference(right: Versions, found: Versions, problem: str) -> str:
    """What differs first, in words."""
    if not found:
        reason = problem.strip().rpartition("\n")[2]
        return f"it cannot load what the jobs need ({reason}); install there what is installed here"
    name = next(name for name in {**right, **found} if right.get(name) != found.get(name))
    return f"it has {name} {found.get(name)}, and {right.get(name)} is right; install the same version there"

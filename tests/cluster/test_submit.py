"""Analyses submitted to a real head through Ray's Jobs API, with token authentication."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cluster.pool import ClusterError
from cluster.submit import JobsClient
from tests.analyzer.quick import RULES
from tests.cli.test_commands import COMMAND, rollout
from tests.cluster.nodes import Cluster, free_port, send

ASK = ("standard", "--players", "2", "--ruleset", "quick.yaml", "--budget", "60000")
LONG = ("standard", "--players", "2", "--ruleset", "quick.yaml", "--budget", "300000")
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def head() -> Iterator[Cluster]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{BIN}:{os.environ['PATH']}")  # jobs call python by its name
        patch.delenv("PYTHONPATH")  # and find nothing but what is sent along
        with Cluster(cpus=2, dashboard=True) as one:
            yield one


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("submitted")
    (made / "quick.yaml").write_text(RULES)
    return made


def test_submitted_followed_fetched_and_the_same_as_here(head: Cluster, folder: Path) -> None:
    store = folder / "store"  # stands for a disk that both share
    where = ("--address", head.dashboard)
    done = rollout("submit", *ASK, "--store", store, "--out", "fetched", *where, cwd=folder)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "rollout rerun fetched" in done.stdout
    here = rollout("analyze", *ASK, "--out", "here", "--workers", "1", "--quiet", cwd=folder)
    assert here.returncode == 0, here.stderr
    report = (folder / "here" / "report.json").read_bytes()
    assert (folder / "fetched" / "report.json").read_bytes() == report
    plans = {path.name for path in (folder / "here").glob("*/*-plan.json")}
    assert {path.name for path in (folder / "fetched").glob("*/*-plan.json")} == plans  # the journal came too

    name = done.stderr.split()[-1]
    listed = rollout("status", *where)
    assert f"{name}: succeeded" in listed.stdout, listed.stderr
    late = rollout("cancel", name, *where)
    assert late.stdout == f"{name} has succeeded before; rollout fetch gets what was played.\n"
    again = rollout("fetch", name, "--out", "again", *where, cwd=folder)
    assert again.returncode == 0, again.stderr
    assert (folder / "again" / "report.json").read_bytes() == report
    taken = rollout("fetch", name, "--out", "again", *where, cwd=folder)
    assert (taken.returncode, taken.stderr) == (2, "Error: again is there already; choose another folder.\n")


def test_cancelled_it_can_be_resumed_from_its_store(head: Cluster, folder: Path) -> None:
    store = folder / "cancelled"
    where = ("--address", head.dashboard)
    done = rollout("submit", *LONG, "--store", store, "--detach", *where, cwd=folder)
    assert done.returncode == 0, done.stderr
    name = done.stdout.strip()
    while not list(store.glob("*/*-results.parquet")):
        assert rollout("status", name, *where).stdout.split()[1] in ("pending", "running")
        time.sleep(0.2)
    send(head.head.workers, signal.SIGSTOP)  # so that it is not done before it is cancelled
    so_far = rollout("fetch", name, "--out", "so-far", *where, cwd=folder)
    says = "What was played so far is in so-far; to go on with it here: rollout resume so-far\n"
    assert (so_far.returncode, so_far.stdout) == (0, says), so_far.stderr
    assert rollout("cancel", name, *where).stdout == f"{name} is cancelled; rollout fetch gets what was played.\n"
    status = rollout("status", name, *where).stdout
    assert status.startswith(f"{name}: stopped\n")
    assert status.endswith(f"Ended from outside; what was played is stored; to go on: rollout resume {store}\n")
    assert "SIGTERM" not in status
    for run in (store, folder / "so-far"):  # the copy has no lock of the one who was still playing
        resumed = rollout("resume", run, "--quiet", cwd=folder)
        assert resumed.returncode == 0, resumed.stderr
    assert (store / "report.json").read_bytes() == (folder / "so-far" / "report.json").read_bytes()


@pytest.mark.parametrize("command", ["status", "fetch", "cancel"])
def test_a_name_that_nobody_knows(head: Cluster, folder: Path, command: str) -> None:
    done = rollout(command, "rollout-nothing", "--address", head.dashboard, cwd=folder)
    says = f"Error: there is no rollout-nothing at {head.dashboard}; rollout status lists what there is.\n"
    assert (done.returncode, done.stderr) == (2, says)


@pytest.mark.parametrize("token", [None, "0123456789abcdef0123456789abcdef"])
def test_whoever_has_no_token_is_refused(head: Cluster, folder: Path, token: str | None) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAY_AUTH")}
    environment["HOME"] = str(folder)
    if token is not None:
        environment["RAY_AUTH_TOKEN"] = token
    ask: list[str | Path] = [COMMAND, "submit", *ASK, "--address", head.dashboard]
    done = subprocess.run(ask, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "does not let us in; give its token in RAY_AUTH_TOKEN" in done.stderr
    assert "Traceback" not in done.stderr
    join: list[str | Path] = [COMMAND, "analyze", *ASK, "--out", f"no-{token}", "--address", head.address]
    done = subprocess.run(join, env=environment, cwd=folder, capture_output=True, text=True, check=False, timeout=90)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith(
        f"Error: the Ray cluster at {head.address} does not let us in; give its token in RAY_A"
    )
    assert done.stderr.count("\n") == 1


def test_a_dashboard_that_hangs_is_not_waited_for_for_ever(head: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluster.submit._ANSWER_SECONDS", 2.0)
    client = JobsClient(head.dashboard)
    processes = head.head.pids("dashboard.py")
    send(processes, signal.SIGSTOP)
    try:
        with pytest.raises(ClusterError, match="does not answer"):
            client.names("")
    finally:
        send(processes, signal.SIGCONT)


def test_a_head_that_is_lost_while_it_is_followed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{BIN}:{os.environ['PATH']}")
    store = folder / "left"
    with Cluster(dashboard=True) as lost:  # and without CPUs
        ask: list[str | Path] = [COMMAND, "submit", *LONG, "--store", store, "--address", lost.dashboard]
        with subprocess.Popen(ask, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as us:
            while not list(store.glob("*/*-plan.json")):
                assert us.poll() is None
                time.sleep(0.2)
            lost.head.kill()
            _, stderr = us.communicate(timeout=90)
    assert us.returncode == 2
    says = f"the head of the Ray cluster at {lost.dashboard} does not answer; go on elsewhere: rollout resume {store}"
    assert stderr.splitlines()[1:] == [f"Error: {says}."]
    while (done := rollout("resume", store, "--quiet", cwd=folder)).returncode:
        assert "is working on this run" in done.stderr  # it has not noticed yet that its head is gone
        time.sleep(1)


@pytest.mark.parametrize("address", [f"http://127.0.0.1:{free_port()}", "127.0.0.1:8265"], ids=["free port", "no URL"])
def test_no_such_head(folder: Path, address: str) -> None:
    done = rollout("status", "--address", address, cwd=folder)
    assert done.returncode == 2
    assert address in done.stderr
    assert "Traceback" not in done.stderr

"""``rollout analyze``, ``resume`` and ``rerun`` as real processes, also killed ones."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import time
from collections import defaultdict
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from rollout import main
from tests.analyzer.quick import RULES
from tests.cli.test_commands import COMMAND, rollout

GAMES = 100_000
KILLS = 12
ASK = ("analyze", "standard", "--ruleset", "quick.yaml", "--budget", str(GAMES), "--quiet")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("analyses")
    (made / "quick.yaml").write_text(RULES)
    return made


@pytest.fixture(scope="module")
def reference(folder: Path) -> bytes:
    """The report of an uninterrupted run on one worker."""
    done = rollout(*ASK, "--out", "reference", "--workers", "1", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "rollout rerun reference" in done.stdout
    return (folder / "reference" / "report.json").read_bytes()


def results_in(run: Path) -> dict[str, bytes]:
    return {str(path.relative_to(run)): path.read_bytes() for path in run.glob("*/*-results.parquet")}


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [COMMAND, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def wait_for_files(run: Path, count: int, running: subprocess.Popen[str]) -> None:
    """Until so many files are in the run folder, or the process has ended."""
    while running.poll() is None and len(list(run.glob("*/*"))) < count:
        time.sleep(0.005)


def assert_every_unit_counts_once(run: Path) -> None:
    numbers = defaultdict(list)
    for path in sorted(run.glob("*/*-results.parquet")):
        table = pq.read_table(path, columns=["vertex", "road", "unit"]).to_pylist()
        for row in table:
            numbers[row["vertex"], row["road"]].append(row["unit"])
    assert all(units == list(range(len(units))) for units in numbers.values())
    assert sum(map(len, numbers.values())) == -(-GAMES // 64)


def test_killed_a_dozen_times_the_report_is_the_same(folder: Path, reference: bytes) -> None:
    chance, run, kept = random.Random(4), folder / "killed", dict[str, bytes]()
    for _ in range(KILLS):
        workers = ("--workers", str(chance.choice([1, 2, 3])))
        asked = ("resume", "killed", "--quiet") if (run / "question.json").exists() else (*ASK, "--out", "killed")
        running = start(folder, *asked, *workers)
        wait_for_files(run, len(list(run.glob("*/*"))) + chance.randrange(6), running)
        time.sleep(chance.random() / 10)
        running.kill()
        _, stderr = running.communicate()
        assert running.returncode == -signal.SIGKILL, stderr
        found = results_in(run)
        assert kept.items() <= found.items(), "a committed round was lost or changed"
        kept = found
    done = rollout("resume", "killed", "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (run / "report.json").read_bytes() == reference
    assert_every_unit_counts_once(run)
    assert kept.items() <= results_in(run).items()


def test_ctrl_c_reports_so_far_and_says_how_to_go_on(folder: Path, reference: bytes) -> None:
    run = folder / "interrupted"
    running = start(folder, *ASK, "--out", "interrupted", "--workers", "2")
    wait_for_files(run, 9, running)
    running.send_signal(signal.SIGINT)
    stdout, stderr = running.communicate(timeout=60)
    assert running.returncode == 130, stderr
    said = "Interrupted; the report so far is interrupted/report.html; to go on: rollout resume interrupted"
    assert said in stderr
    assert "Traceback" not in stderr
    assert "E5" in stdout
    so_far = (run / "report.json").read_bytes()
    assert so_far != reference

    again = rollout("rerun", "interrupted", "--workers", "3", "--quiet", cwd=folder)
    assert (again.returncode, again.stdout) == (0, "The report is bit-identical.\n"), again.stderr

    done = rollout("resume", "interrupted", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (run / "report.json").read_bytes() == reference
    assert_every_unit_counts_once(run)


def test_ended_from_outside_it_keeps_what_was_played_and_says_how_to_go_on(folder: Path, reference: bytes) -> None:
    run = folder / "ended"
    running = start(folder, *ASK, "--out", "ended", "--workers", "2", "--quiet")
    wait_for_files(run, 9, running)
    running.send_signal(signal.SIGTERM)
    _, stderr = running.communicate(timeout=60)
    said = "Ended from outside; what was played is stored; to go on: rollout resume ended\n"
    assert (running.returncode, stderr) == (128 + signal.SIGTERM, said)
    assert not (run / "lock.json").exists()
    done = rollout("resume", "ended", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (run / "report.json").read_bytes() == reference


def test_rerun_tells_when_reports_differ(folder: Path) -> None:
    ask = ("analyze", "standard", "--ruleset", "quick.yaml", "--compare", "E5,C4", "--budget", "2000", "--out", "small")
    assert rollout(*ask, cwd=folder).returncode == 0
    report = folder / "small" / "report.json"
    report.write_bytes(report.read_bytes() + b" ")
    done = rollout("rerun", "small", cwd=folder)
    assert done.returncode == 1
    assert "differs" in done.stderr
    shutil.rmtree(done.stderr.split()[-1])  # kept for whoever wants to compare


def test_who_names_no_cluster_learns_how_to_go_on(folder: Path) -> None:
    done = rollout(*ASK, "--out", "astray", "--address", "somewhere", cwd=folder)
    assert done.returncode == 2
    assert done.stderr.endswith("; nothing was played; to go on: rollout resume astray\n")


def test_a_request_file_and_options_over_it(folder: Path) -> None:
    (folder / "ask.yaml").write_text("board: standard\nruleset: quick.yaml\ncompare: [E5, C4]\nseed: 5\nout: asked\n")
    done = rollout("analyze", "ask.yaml", "--budget", "2000", cwd=folder)
    assert done.returncode == 0, done.stderr
    stored = json.loads((folder / "asked" / "request.json").read_text())
    assert (stored["seed"], stored["budget"], stored["compare"]) == (5, 2000, ["E5", "C4"])
    done = rollout("analyze", "ask.yaml", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "Error: asked holds a run already; go on with it (rollout resume asked) or choose another folder.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["analyze", "nowhere.yaml"], "nowhere.yaml"),
        (["analyze", "typo.yaml"], "did you mean 'players'"),
        (["analyze", "standard", "--seat", "7"], "seat 7"),
        (["analyze", "standard", "--time", "soon"], "time"),
        (["analyze", "standard", "--out", "quick.yaml/run"], "quick.yaml/run"),
        (["resume", "nowhere"], "no run in this folder"),
        (["rerun", "."], "no run in this folder"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_code_2(
    folder: Path, arguments: list[str], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "typo.yaml").write_text("board: standard\nplayer: 4\n")
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.argv", ["rollout", *arguments])
    with pytest.raises(SystemExit) as end:
        main()  # in this process: starting others would take longer than all the rest
    assert end.value.code == 2
    (message,) = capsys.readouterr().err.splitlines()
    assert message.startswith("Error: ")
    assert says in message

"""``rollout analyze`` when something goes wrong around it: disks, folders, files, encodings, impatient people."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.analyzer.quick import RULES
from tests.cli.test_analyze import start, wait_for_files
from tests.cli.test_commands import COMMAND, rollout

# Agents without numbers of their own: the question is a small file.
TABLE = ("--ruleset", "quick.yaml", "--agents", "handset")
ASK = ("analyze", "standard", *TABLE, "--candidates", "12", "--budget", "40000", "--quiet")
LARGEST_FILE = 12_000
"""Bytes: enough for the question and for plans, not for the results of a round."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("trouble")
    (made / "quick.yaml").write_text(RULES)
    return made


@pytest.fixture(scope="module")
def reference(folder: Path) -> bytes:
    """The report of a run that met with no trouble."""
    done = rollout(*ASK, "--out", "reference", cwd=folder)
    assert done.returncode == 0, done.stderr
    return (folder / "reference" / "report.json").read_bytes()


def assert_goes_on(folder: Path, run: str, reference: bytes) -> None:
    done = rollout("resume", run, "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / run / "report.json").read_bytes() == reference


def assert_refused(done: subprocess.CompletedProcess[str], *says: str) -> None:
    """Exit code 2 and one sentence."""
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("Error: ") == 1
    assert "Traceback" not in done.stderr
    for words in says:
        assert words in done.stderr


def stopped_after(folder: Path, run: str, files: int) -> Path:
    """A run killed when it had so many files of rounds."""
    running = start(folder, *ASK, "--out", run)
    wait_for_files(folder / run, files, running)
    running.kill()
    running.communicate()
    return folder / run


def test_a_disk_that_takes_no_more_loses_nothing(folder: Path, reference: bytes) -> None:
    limit = (LARGEST_FILE, resource.RLIM_INFINITY)
    done = subprocess.run(
        [COMMAND, *ASK, "--out", "full"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )
    assert_refused(done, "full/spots/", "cannot be written (file too large)", "rollout resume full")
    assert not list((folder / "full").rglob("*.tmp-*"))
    assert_goes_on(folder, "full", reference)


def test_a_place_where_nothing_can_be_made(folder: Path) -> None:
    assert_refused(rollout(*ASK, "--out", "/proc/run", cwd=folder), "/proc/run: the folder cannot be made")


def test_a_folder_that_only_others_may_write_to(folder: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("permissions do not hold for root")
    (folder / "theirs").mkdir(mode=0o555)
    assert_refused(rollout(*ASK, "--out", "theirs/run", cwd=folder), "theirs/run", "permission denied")


def test_a_file_in_another_encoding_is_named(folder: Path) -> None:
    (folder / "latin.yaml").write_bytes("board: standard\nout: Ergebnis für Max\n".encode("latin-1"))
    assert_refused(rollout("analyze", "latin.yaml", cwd=folder), "latin.yaml", "UTF-8")


def test_a_terminal_that_knows_few_signs(folder: Path, reference: bytes) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = subprocess.run(
        [COMMAND, "resume", "reference"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "The first settlements if" in done.stdout
    assert (folder / "reference" / "report.json").read_bytes() == reference


def test_a_plan_that_was_deleted_is_made_again(folder: Path, reference: bytes) -> None:
    run = stopped_after(folder, "planless", 6)
    (run / "spots" / "00000-plan.json").unlink()
    assert_goes_on(folder, "planless", reference)
    assert (run / "spots" / "00000-plan.json").exists()


@pytest.mark.usefixtures("reference")
def test_a_board_that_was_changed_is_named(folder: Path) -> None:
    run = stopped_after(folder, "changed", 3)
    question = json.loads((run / "question.json").read_text())
    rows = question["board"]["rows"]
    rows[0], rows[-1] = rows[-1], rows[0]
    (run / "question.json").write_text(json.dumps(question))
    assert_refused(rollout("resume", "changed", cwd=folder), "changed/question.json", "the board has been changed")


def test_ctrl_c_twice_ends_at_once_and_loses_nothing(folder: Path, reference: bytes) -> None:
    running = start(folder, *ASK, "--out", "impatient")
    wait_for_files(folder / "impatient", 5, running)
    running.send_signal(signal.SIGINT)
    time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, stderr = running.communicate(timeout=60)
    assert running.returncode == 130, stderr
    assert "Interrupted" in stderr
    assert "Traceback" not in stderr
    assert_goes_on(folder, "impatient", reference)


def test_a_reader_that_leaves_early_is_no_error(folder: Path, reference: bytes) -> None:
    script = f"{COMMAND} resume reference --quiet | head -n 3"
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 3
    assert (folder / "reference" / "report.json").read_bytes() == reference

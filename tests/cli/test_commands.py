"""The installed command, run as a person would."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

COMMAND = Path(sys.executable).with_name("rollout")


def rollout(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, check=False)


def test_play_tells_a_game_and_writes_its_record(tmp_path: Path) -> None:
    done = rollout("play", "--players", "3", "--seed", "3", "--out", "game.json", "--svg", "end.svg", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Beginner board, 3 players, seed 3"
    assert lines[1].startswith("  Seat 1 places a settlement at ")
    assert "after" in lines[-1]
    assert (tmp_path / "end.svg").read_text().startswith("<svg")

    from catan_sim.core.game import Game

    again = Game.from_text((tmp_path / "game.json").read_text())
    assert again.is_over
    assert str(again.log[-1]) == lines[-2].strip()


def test_play_is_the_same_every_time() -> None:
    arguments = ("play", "--players", "2", "--seed", "5")
    assert rollout(*arguments).stdout == rollout(*arguments).stdout


def test_simulate_is_the_same_on_any_number_of_threads(tmp_path: Path) -> None:
    for threads in ("1", "3"):
        out = tmp_path / f"{threads}.parquet"
        done = rollout("simulate", "--games", "300", "--threads", threads, "--seed", "9", "--out", out)
        assert done.returncode == 0, done.stderr
    first, second = (pq.read_table(tmp_path / f"{threads}.parquet") for threads in ("1", "3"))
    assert first.equals(second)
    assert first.num_rows == 300
    assert set(first.column("winner").to_pylist()) <= {1, 2, 3, 4, None}


def test_simulate_sums_up() -> None:
    done = rollout("simulate", "--games", "100", "--players", "8")
    assert done.returncode == 0, done.stderr
    for word in ("games", "length", "wins", "unfinished", "cards", "8:", "wheat"):
        assert word in done.stdout
    assert done.stderr == "" or done.stderr.startswith("Compiling the kernels")


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    rollout("simulate", "--games", "1")  # compiles, should nobody have done so yet
    out = tmp_path / "games.parquet"
    running = subprocess.Popen(
        [COMMAND, "simulate", "--games", "100000000", "--out", out],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a suite in the background ignores it
    )
    try:
        time.sleep(8)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130, stderr
    assert "Interrupted" in stderr
    assert "Traceback" not in stderr
    assert pq.read_table(out).num_rows > 0
    assert "games written" in stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "--board", "nowhere.yaml"], "nowhere.yaml"),
        (["play", "--ruleset", "bass"], "bass"),
        (["play", "--players", "9"], "players"),
        (["play", "--seed", "-1"], "seed"),
        (["simulate", "--games", "0"], "games"),
        (["simulate", "--out", "no/such/folder/x.parquet"], "no/such/folder"),
        (["play", "--out", "no/such/folder/x.json", "--players", "2"], "no/such/folder"),
        (["dance"], "dance"),
        (["analyse", "standard"], "did you mean 'analyze'"),
        (["analyze", "eigth"], "did you mean 'eight'"),
        (["simulate", "--out", "bad.yaml"], "bad.yaml exists already; choose another name"),
        (["play", "--out", "bad.yaml"], "bad.yaml exists already; choose another name"),
        (["play", "--svg", "bad.yaml"], "bad.yaml exists already; choose another name"),
        (["ladder", "random", "weighted", "--out", "bad.yaml"], "bad.yaml exists already; choose another name"),
        (["board", "show", "bad.yaml"], "bad.yaml"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_code_2(tmp_path: Path, arguments: list[str], says: str) -> None:
    (tmp_path / "bad.yaml").write_text("rows: [wood 7, ore 3]\n")
    done = rollout(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    message = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert len(message) == 1
    assert says in message[0]
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_early_is_no_error() -> None:
    rollout("play", "--players", "2", "--seed", "5")  # compiles, should nobody have done so yet: that is said on stderr
    script = f"{COMMAND} play --players 2 --seed 5 | head -n 3"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 3


def test_version() -> None:
    assert rollout("--version").stdout.startswith("rollout, version ")

"""``rollout arena``, ``games``, ``bots`` and ``replay``, run as a person would."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from boardgames.bots.registry import find_bot
from boardgames.registry import find_game
from mcts.errors import InputError
from rollout import main

COMMAND = Path(sys.executable).with_name("rollout")
HERE = Path(__file__).parent


def rollout(*arguments: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ) if path is None else {**os.environ, "PYTHONPATH": str(path)}
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False, env=environment)


def games_in(folder: Path) -> list[dict[str, object]]:
    table = pq.read_table(folder / "games.parquet").drop_columns(["seconds"])
    rows: list[dict[str, object]] = table.to_pylist()
    return rows


def test_results_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    for workers in ("1", "3"):
        done = rollout(
            *("arena", "tictactoe", "--bots", "mcts:iterations=15,rave:iterations=15,random", "--games", "18"),
            *("--seed", "7", "--workers", workers, "--out", tmp_path / workers),
        )
        assert done.returncode == 0, done.stderr
        assert "Elo" in done.stdout
    one, three = games_in(tmp_path / "1"), games_in(tmp_path / "3")
    assert one == three
    assert len(one) == 36
    page = (tmp_path / "1" / "report.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "http" not in page
    assert "rave:iterations=15" in page


def test_ctrl_c_waits_for_nobody(tmp_path: Path) -> None:
    """Neither for a search that thinks for an hour nor for a program that never answers, and leaves none behind."""
    (tmp_path / "bot.py").write_text(
        "import os, pathlib, time\n"
        'print(\'{"type": "ready"}\', flush=True)\n'
        f"pathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(os.getpid()))\n"
        "time.sleep(3600)\n"
    )
    (tmp_path / "sleeper.yaml").write_text(
        f"kind: process\nparameters:\n  command: {sys.executable} {tmp_path / 'bot.py'}\n  seconds: 3600\n"
    )
    bots = f"mcts:seconds=3600,{tmp_path / 'sleeper.yaml'}"
    running = subprocess.Popen(
        [COMMAND, "arena", "tictactoe", "--bots", bots, "--games", "2", "--workers", "2", "--out", tmp_path / "out"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        while not (tmp_path / "pid").exists() or not (program := (tmp_path / "pid").read_text()):
            assert running.poll() is None
            time.sleep(0.1)
        time.sleep(0.5)  # both games are under way
        running.send_signal(signal.SIGINT)
        _, stderr = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    assert f"Interrupted after 0 games; to go on: rollout arena {tmp_path / 'out'}" in stderr
    state = Path(f"/proc/{program}/stat")
    assert not state.exists() or state.read_text().split()[2] == "Z"  # nobody may be there to bury it


def test_killed_at_any_moment_it_goes_on_to_the_same_end(tmp_path: Path) -> None:
    arguments = ["arena", "tictactoe", "--bots", "mcts:iterations=300,random", "--games", "60", "--seed", "3"]
    whole = rollout(*arguments, "--out", tmp_path / "whole")
    assert whole.returncode == 0, whole.stderr
    running = subprocess.Popen(
        [COMMAND, *arguments, "--out", tmp_path / "broken", "--workers", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    journal = tmp_path / "broken" / "games.jsonl"
    begin = time.monotonic()
    while running.poll() is None and time.monotonic() - begin < 60:
        if journal.exists() and journal.read_bytes().count(b"\n") >= 5:
            break
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    with journal.open("ab") as file:
        file.write(b'{"number": 7, "rou')  # a line that the kill has torn
    done = rollout("arena", tmp_path / "broken")
    assert done.returncode == 0, done.stderr
    assert games_in(tmp_path / "broken") == games_in(tmp_path / "whole")
    more = rollout("arena", tmp_path / "broken", "--games", "64")
    assert more.returncode == 0, more.stderr
    assert games_in(tmp_path / "broken")[:120] == games_in(tmp_path / "whole")
    assert len(games_in(tmp_path / "broken")) == 128


def test_until_sure_stops_early_and_always_at_the_same_round(tmp_path: Path) -> None:
    counts = []
    for workers in ("1", "4"):
        folder = tmp_path / workers
        done = rollout(
            *("arena", "tictactoe", "--bots", "mcts:iterations=50,random", "--games", "2000", "--until-sure"),
            *("--workers", workers, "--out", folder),
        )
        assert done.returncode == 0, done.stderr
        assert "mcts:iterations=50 is better than random" in done.stdout
        counts.append(len(games_in(folder)))
    assert counts[0] == counts[1] < 200


def test_a_sweep_takes_the_first_bot_once_for_each_value(tmp_path: Path) -> None:
    done = rollout(
        *("arena", "tictactoe", "--bots", "rave,random", "--sweep", "rave_k=50,300", "--sweep", "iterations=5"),
        *("--games", "6", "--out", tmp_path / "out"),
    )
    assert done.returncode == 0, done.stderr
    bots = {row["bot"] for row in games_in(tmp_path / "out")}
    assert bots == {"rave:rave_k=50.0,iterations=5", "rave:rave_k=300.0,iterations=5", "random"}


def test_a_bot_file_is_only_for_the_games_it_names(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("kind: search\ngames: [carcassonne]\nparameters:\n  iterations: 3\n")
    assert find_bot(str(file), find_game("carcassonne")).parameters == {"iterations": 3}
    with pytest.raises(InputError, match="plays carcassonne, not tictactoe"):
        find_bot(str(file), find_game("tictactoe"))


def test_games_can_be_replayed_and_exported(tmp_path: Path) -> None:
    rollout("arena", "tictactoe", "--bots", "random,mcts:iterations=9", "--games", "2", "--out", tmp_path / "out")
    done = rollout("replay", tmp_path / "out", "2", "--out", tmp_path / "game.json")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split()[1:3] == ["mcts:iterations=9", "cell"]
    assert " after " in lines[-1]
    game = json.loads((tmp_path / "game.json").read_text())
    assert game["game"] == "tictactoe"
    assert len(game["record"]["moves"]) == len(lines) - 1 == len(game["events"])
    again = rollout("replay", tmp_path / "out", "2", "--out", tmp_path / "game.json")
    assert (again.returncode, again.stdout) == (2, "")
    assert "exists already" in again.stderr
    journal = tmp_path / "out" / "games.jsonl"
    journal.write_text(journal.read_text().replace('"scores":[0.0', '"scores":[9.0'))
    assert rollout("replay", tmp_path / "out", "2").returncode == 2


def test_lists() -> None:
    games = rollout("games")
    assert games.returncode == 0, games.stderr
    for name in ("amazons", "carcassonne", "catan", "tictactoe"):
        assert name in games.stdout
    bots = rollout("bots", "carcassonne", "--parameters")
    assert bots.returncode == 0, bots.stderr
    for word in ("mcts", "rave", "aggressive", "rave_k=100.0", "process"):
        assert word in bots.stdout
    assert "bot001" not in bots.stdout


def test_games_and_bots_of_another_package(tmp_path: Path) -> None:
    shutil.copy(HERE / "toys.py", tmp_path / "their_games.py")
    (tmp_path / "their_bots.py").write_text(
        "from boardgames.bots.bot import Bot, BotKind\n"
        "class First(Bot):\n"
        "    def __init__(self, seat): self.seat = seat\n"
        "    def choose(self, game_data, phase):\n"
        "        return self.seat.plugin.get_valid_actions(game_data, phase, self.seat.player_id)[0]\n"
        "class FirstKind(BotKind):\n"
        "    name, description = 'first', 'the first valid action'\n"
        "    def sit_down(self, seat, parameters): return First(seat)\n"
        "class Broken: pass\n"
    )
    info = tmp_path / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[catan_rollout.games]\nhighest = their_games:Highest\nbroken = their_bots:Broken\n"
        "[catan_rollout.bots]\nfirst = their_bots:FirstKind\n"
    )
    done = rollout(
        *("arena", "highest", "--bots", "first,random", "--players", "3", "--games", "4", "--option", "cards=5"),
        *("--out", tmp_path / "out"),
        path=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "Highest card, 3 players, cards 5, 4 games" in done.stdout
    assert "first" in rollout("bots", "highest", path=tmp_path).stdout
    refused = rollout("arena", "broken", "--bots", "first,random", path=tmp_path)
    assert refused.returncode == 2
    assert "broken" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["arena", "tictacto", "--bots", "random,mcts"], "tictactoe"),
        (["arena", "tictactoe"], "--bots"),
        (["arena", "tictactoe", "--bots", "random"], "2 to 100 bots"),
        (["arena", "tictactoe", "--bots", "random,random"], "twice"),
        (["arena", "tictactoe", "--bots", "random,mtcs"], "mcts"),
        (["arena", "tictactoe", "--bots", "random,bot001"], "amazons"),
        (["arena", "tictactoe", "--bots", "random,mcts:rave_q=3"], "rave_k"),
        (["arena", "tictactoe", "--bots", "random,mcts:iterations=many"], "whole number"),
        (["arena", "tictactoe", "--bots", "random,mcts:iterations=0"], "budget"),
        (["arena", "tictactoe", "--bots", "random,mcts:evaluator=nice"], "evaluator"),
        (["arena", "tictactoe", "--bots", "random,mcts:worlds=0"], "worlds"),
        (["arena", "tictactoe", "--bots", "random,mcts:iterations=99999999999"], "iterations"),
        (["arena", "tictactoe", "--bots", "random,mcts:seconds=inf"], "seconds"),
        (["arena", "tictactoe", "--bots", "random,mcts:max_nodes=99999999999999"], "max_nodes"),
        (["arena", "tictactoe", "--bots", "random,mcts:fast"], "name=value"),
        (["arena", "tictactoe", "--bots", "random,process"], "command"),
        (["arena", "tictactoe", "--bots", "random,mine.yaml"], "mine.yaml"),
        (["arena", "tictactoe", "--bots", "random,mcts", "--players", "3"], "2 players, not 3"),
        (["arena", "tictactoe", "--bots", "random,mcts", "--games", "0"], "games"),
        (["arena", "tictactoe", "--bots", "random,mcts", "--seed", "-1"], "seed"),
        (["arena", "tictactoe", "--bots", "random,mcts", "--margin", "0.9"], "margin"),
        (["arena", "tictactoe", "--bots", "random,mcts", "--option", "size=4"], "size"),
        (["arena", "tictactoe", "--bots", "random,mcts", "--option", "size"], "name=value"),
        (["arena", "tictactoe", "--bots", "mcts,random", "--sweep", "rave_k="], "rave_k"),
        (["arena", "tictactoe", "--bots", "mcts,random", "--sweep", "k=1,2"], "'k'"),
        (["arena", "amazons", "--bots", "bot001,random", "--option", "size=7"], "6, 8, 10"),
        (["arena", "catan", "--bots", "heuristic,random", "--option", "board=nowhere"], "nowhere"),
        (["bots", "chess"], "chess"),
        (["replay", "nowhere", "1"], "nowhere"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_code_2(
    tmp_path: Path,
    arguments: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["rollout", *arguments])
    with pytest.raises(SystemExit) as ended:  # anything else would be a traceback
        main()
    assert ended.value.code == 2
    message = [line for line in capsys.readouterr().err.splitlines() if line.startswith("Error: ")]
    assert len(message) == 1
    assert says in message[0]
    assert not any(tmp_path.iterdir())

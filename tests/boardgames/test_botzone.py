"""The Botzone protocol, spoken to the real command in its own process and to the dialogue in this one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardgames.amazons.plain import PlainAmazons, Turn
from boardgames.amazons.remote import RemoteBot
from boardgames.botzone import KEEP_RUNNING, Dialogue, ProtocolError, process_age

ROOT = Path(__file__).resolve().parents[2]
FIRST = "1\n-1 -1 -1 -1 -1 -1\n"


def command(*options: str) -> list[str]:
    return [sys.executable, "-c", "import rollout; rollout.main()", "botzone", "amazons", *options]


def as_turn(line: str) -> Turn:
    a, b, c, d, e, f = map(int, line.split())
    return 8 * a + b, 8 * c + d, 8 * e + f


def as_line(turn: Turn) -> str:
    return " ".join(str(number) for square in turn for number in divmod(square, 8))


class Bot:
    """The command, kept running."""

    def __init__(self, *options: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            command(*options),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **environment},
        )

    def ask(self, request: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(request)
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer.startswith("-1"):
            assert self.process.stdout.readline().strip() == KEEP_RUNNING
        return answer

    def close(self) -> tuple[int, str]:
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


def talk(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*options), input=text, capture_output=True, text=True, cwd=ROOT, check=False, timeout=60
    )


@pytest.mark.parametrize("bot", ["improved", "bot001"])
def test_two_processes_play_a_whole_game(bot: str) -> None:
    bots = [Bot("--time", "0.05", "--first-time", "0.05", "--bot", bot) for _ in (0, 1)]
    position = PlainAmazons()
    request = FIRST
    for ply in range(60):
        if not any(position.turns()):
            break
        answer = bots[ply % 2].ask(request)
        assert position.is_legal(as_turn(answer))
        position.play(as_turn(answer))
        request = f"1\n{answer}\n" if ply == 0 else f"{answer}\n"
    assert bots[position.mover].ask(request) == "-1 -1 -1 -1 -1 -1"
    for player in bots:
        assert player.close() == (0, "")


def test_a_restarted_bot_gets_the_history() -> None:
    history: list[str] = []
    position = PlainAmazons()
    for ply in range(6):
        requests = ["-1 -1 -1 -1 -1 -1", *history] if ply % 2 == 0 else history
        number = (len(requests) + 1) // 2
        done = talk(f"{number}\n" + "".join(f"{line}\n" for line in requests), "--time", "0.1", "--first-time", "0.1")
        assert (done.returncode, done.stderr) == (0, "")
        answer, keep = done.stdout.splitlines()
        assert keep == KEEP_RUNNING
        assert position.is_legal(as_turn(answer))
        position.play(as_turn(answer))
        history.append(answer)


def test_without_compiled_kernels_answers_come_in_time(tmp_path: Path) -> None:
    """Answers come while the compiler works: long before it could have finished."""
    bot = Bot("--time", "0.5", NUMBA_CACHE_DIR=str(tmp_path))
    position = PlainAmazons()
    request = FIRST
    for _ in range(3):
        answer = bot.ask(request)
        assert position.is_legal(as_turn(answer))
        position.play(as_turn(answer))
        reply = next(position.turns())
        position.play(reply)
        request = f"{as_line(reply)}\n"
    assert bot.close() == (0, "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", None),
        ("\n\n", None),
        ("hello\n", "expected numbers"),
        ("0\n", "number of our turn"),
        ("1 2 3\n", "expected 1 numbers, got 3"),
        ("2\n-1 -1 -1 -1 -1 -1\n", "history ends after 1 of 3"),
        ("1\n0 2 0 3 9 9\n", "not a legal move for Black"),
        ("1\n0 5 0 4 0 5\n", "not a legal move for Black"),
        (FIRST + "1 2 3\n", "expected 6 numbers"),
        (FIRST + "x\n", "expected numbers"),
        (FIRST + "0 0 0 0 0 0\n", "not a legal move for White"),
    ],
)
def test_malformed_input_ends_with_one_sentence(text: str, message: str | None) -> None:
    sink = io.StringIO()
    dialogue = Dialogue(io.StringIO(text), sink, _Asleep(), 0.05, 0.05, time.perf_counter())
    if message is None:
        dialogue.run()
        assert sink.getvalue() == ""
    else:
        with pytest.raises(ProtocolError, match=message):
            dialogue.run()


class _Asleep(RemoteBot):
    """A bot that never wakes up."""

    def __init__(self) -> None:
        pass

    def is_ready(self, deadline: float) -> bool:
        del deadline
        return False


def test_command_reports_malformed_input() -> None:
    done = talk("hello\n")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "Error: expected numbers, got 'hello'.\n"


def test_lone_numbers_and_empty_lines_are_passed_over() -> None:
    sink = io.StringIO()
    Dialogue(io.StringIO(f"\n{FIRST}\n2\n"), sink, _Asleep(), 0.05, 0.05, time.perf_counter()).run()
    assert sink.getvalue().count(KEEP_RUNNING) == 1


def test_age_of_the_process_is_known() -> None:
    def ages() -> Iterator[float]:
        yield process_age()
        time.sleep(0.05)
        yield process_age()

    young, old = ages()
    assert 0.0 < young < old


def test_a_warm_bot_compiles_nothing_more() -> None:
    """After warming, opening, middle game and race call no kernel for the first time."""
    code = (
        "from boardgames.amazons.warm import warm_bot\n"
        "from boardgames.amazons.bots import ImprovedBot\n"
        "from boardgames.amazons.positions import start_state\n"
        "from boardgames.amazons.rules import actor, apply_action\n"
        "from boardgames.amazons.thinker import Settings\n"
        "from numba.core import event\n"
        "warm_bot('improved')\n"
        "state = start_state(); actor(state); bot = ImprovedBot(state, Settings(nodes=3_000))\n"
        "apply_action(state, turn := bot.choose(iterations=5)); bot.advance(turn)\n"
        "with event.install_recorder('numba:compile') as recorder:\n"
        "    while actor(state) >= 0:\n"
        "        turn = bot.choose(iterations=50); apply_action(state, turn); bot.advance(turn)\n"
        "assert not recorder.buffer, recorder.buffer\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=300)

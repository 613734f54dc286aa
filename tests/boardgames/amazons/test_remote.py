"""A bot in a process of its own: guesses before answers, late answers left behind, crashes survived."""

from __future__ import annotations

import io
import time
from queue import SimpleQueue

import pytest

from boardgames.amazons import engine
from boardgames.amazons.plain import PlainAmazons
from boardgames.amazons.remote import RemoteBot
from boardgames.botzone import KEEP_RUNNING, Dialogue

SOON = 0.05


class CountingBot:
    """Takes its time and answers 1, 2, 3, …"""

    def __init__(self) -> None:
        self.asked: list[float] = []

    def choose(self, iterations: int | None = None, seconds: float | None = None) -> int:
        assert iterations is None
        assert seconds is not None
        self.asked.append(seconds)
        time.sleep(seconds)
        return len(self.asked)

    def advance(self, turn: int) -> None:
        raise AssertionError(turn)


class Line(RemoteBot):
    """The line to an engine that says what the test wants."""

    def __init__(self, *answers: str) -> None:
        self._answers: SimpleQueue[list[str]] = SimpleQueue()  # type: ignore[misc]
        self._ready = False
        self._played = self._asked = 0
        self.told: list[str] = []
        self.say(*answers)

    def say(self, *answers: str) -> None:
        for answer in answers:
            self._answers.put(answer.split())

    def _tell(self, *lines: str) -> None:
        self.told += lines


def test_the_engine_guesses_before_it_answers(capsys: pytest.CaptureFixture[str]) -> None:
    bot = CountingBot()
    engine._choose(bot, "7", time.perf_counter() + 0.2)
    *guesses, turn = capsys.readouterr().out.splitlines()
    assert len(guesses) >= 2
    assert guesses == [f"guess 7 {number}" for number in range(1, len(guesses) + 1)]
    assert turn == f"turn 7 {len(guesses) + 1}"
    assert sum(bot.asked) < 0.21


def test_without_time_the_engine_still_answers(capsys: pytest.CaptureFixture[str]) -> None:
    engine._choose(CountingBot(), "1", time.perf_counter() - 1.0)
    assert capsys.readouterr().out == "turn 1 1\n"


def test_the_last_guess_counts_when_the_answer_is_late() -> None:
    line = Line("ready", "guess 1 129", "guess 1 16642")
    now = time.perf_counter()
    assert line.is_ready(now)
    assert line.choose([(1, 2, 3)], now, now + SOON) == (2, 2, 1)
    assert line.told == [f"advance {1 + 2 * 128 + 3 * 16384}", f"choose 1 {now}"]
    line.say("turn 1 5", "guess 2 6", "turn 2 7")  # the first comes too late and belongs to an older question
    assert line.choose([(1, 2, 3), (4, 5, 6)], now, now + 10) == (7, 0, 0)
    assert line.told[2].startswith("advance ")


def test_an_engine_that_says_nothing_is_not_waited_for() -> None:
    line = Line()
    now = time.perf_counter()
    assert not line.is_ready(now + SOON)
    assert line.choose([], now, now + SOON) is None
    assert time.perf_counter() < now + 10


def test_a_crash_of_the_engine_loses_no_game(capfd: pytest.CaptureFixture[str]) -> None:
    bot = RemoteBot("nobody")
    sink = io.StringIO()
    source = io.StringIO("1\n-1 -1 -1 -1 -1 -1\n")
    Dialogue(source, sink, bot, 0.3, 0.3, time.perf_counter()).run()
    bot.close()
    answer, keep = sink.getvalue().splitlines()
    row, column, *_ = map(int, answer.split())
    assert PlainAmazons().amazons[0] >> (8 * row + column) & 1
    assert keep == KEEP_RUNNING
    del capfd  # holds what the engine says on its way down

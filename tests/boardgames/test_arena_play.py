"""Games of an arena: what is recorded, bots that misbehave, replays."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import msgspec
import pytest

from boardgames.arena.play import play_game, replay_game
from boardgames.arena.record import GameRecord
from boardgames.arena.request import Request
from boardgames.arena.schedule import Schedule
from boardgames.bots.registry import BotSpec, find_bots
from boardgames.registry import find_game
from tests.boardgames.toys import Endless

MANNERS = Path(__file__).with_name("bots_for_tests.py")


def spec(manner: str, seconds: float = 20.0) -> str:
    return f"process:command={sys.executable} {MANNERS} '{manner}',seconds={seconds},start_seconds={seconds}"


def request(bots: str, game: str = "tictactoe", games: int = 2, seed: int = 5) -> Request:
    return Request(game, find_bots(bots, find_game(game)), 2, games, seed)


def play_all(wanted: Request) -> list[GameRecord]:
    return [play_game(wanted, fixture) for fixture in Schedule(wanted)]


def without_seconds(records: list[GameRecord]) -> list[GameRecord]:
    return [msgspec.structs.replace(record, seconds=[]) for record in records]


def test_a_game_depends_on_nothing_but_request_and_fixture() -> None:
    wanted = request("mcts:iterations=20,random", games=4)
    first, second = play_all(wanted), play_all(wanted)
    assert without_seconds(first) == without_seconds(second)
    assert first[0].moves != first[2].moves


def test_programs_play_whole_games() -> None:
    for record in play_all(request(f"{spec('first')},{spec('last')}")):
        assert record.fault is None
        assert record.reason == "normal"
        first = record.seats.index(next(seat for seat in record.seats if "first" in seat))
        assert record.moves[first][1] == {"cell": 0 if first == 0 else record.moves[first][1]["cell"]}
        match, words = replay_game(find_game("tictactoe"), {}, record)
        assert match.is_over
        assert len(words) == len(record.moves)


@pytest.mark.parametrize(
    ("manner", "seconds", "why"),
    [
        ("illegal", 20.0, "not a legal mark"),
        ("babble", 20.0, "not JSON"),
        ("wordless", 20.0, "no action"),
        ("crash", 20.0, r"ended with code 1 \(RuntimeError: out of ideas\)"),
        ("sleep", 1.0, "did not answer within 1 s"),
        ("never ready", 1.0, "did not answer within 1 s"),
    ],
)
def test_misbehaving_loses_the_game_and_is_reported(manner: str, seconds: float, why: str) -> None:
    import re

    wanted = request(f"{spec(manner, seconds)},random")
    for record in play_all(wanted):
        bad = record.seats.index(wanted.labels[0])
        assert record.fault is not None
        assert record.fault.seat == bad
        assert re.search(why, record.fault.why)
        assert record.outcomes[bad] == 0
        assert record.outcomes[1 - bad] == 2
        assert record.reason == "forfeit"
        match, _ = replay_game(find_game("tictactoe"), {}, record)
        assert match.is_over


@pytest.mark.parametrize(("counts", "actions"), [(True, 500), (False, 70)])
def test_a_game_without_end_is_stopped_and_nobody_wins(
    counts: bool, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardgames.arena.request.find_game", lambda _: Endless())
    monkeypatch.setattr("boardgames.arena.play._MOST_ACTIONS", 70 if not counts else 50_000)
    bots = [BotSpec("one", "random"), BotSpec("other", "random")]
    wanted = Request("endless", bots, 2, 2, 5, {"counts": counts})
    for record in play_all(wanted):
        assert (record.reason, record.outcomes, record.fault) == ("turn_limit", [0, 0], None)
        assert len(record.moves) == actions
        match, _ = replay_game(Endless(), {"counts": counts}, record)
        assert match.state.result is not None
        assert match.state.result.reason == "turn_limit"


def test_a_program_that_cannot_be_started_loses() -> None:
    (record, _) = play_all(request("process:command=/no/such/program,random"))
    assert record.fault is not None
    assert "cannot be started" in record.fault.why


def test_a_program_that_does_not_leave_is_ended() -> None:
    begin = time.monotonic()
    wanted = request(f"{spec('deaf')},random")
    play_game(wanted, next(iter(Schedule(wanted))))
    assert time.monotonic() - begin < 30  # it would sleep for a minute
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    assert not children.exists() or children.read_text().strip() == ""


@pytest.mark.parametrize("size", [6, 10])
def test_botzone_programs_are_not_asked_about_other_boards(size: int) -> None:
    plugin = find_game("amazons")
    bots = find_bots("botzone:command=/no/such/program,random", plugin)
    for record in play_all(Request("amazons", bots, 2, 2, 3, {"size": size})):
        assert record.fault is not None
        assert record.fault.why == "Botzone plays on 8×8 only"


def test_botzone_programs_play_amazons(tmp_path: Path) -> None:
    """One that asks to be kept running, and one that is started anew for every turn; both follow a random opening."""
    program = tmp_path / "botzone_bot.py"
    program.write_text(BOTZONE_PROGRAM)
    plugin = find_game("amazons")
    stays, goes = (f"botzone:command={sys.executable} {program} {manner}" for manner in ("stay", "go"))
    wanted = Request("amazons", find_bots(f"{stays},{goes}", plugin), 2, 2, 3, {"opening": 3})
    for record in play_all(wanted):
        assert record.fault is None, record.fault
        assert record.reason == "normal"
        assert len(record.moves) > 4


BOTZONE_PROGRAM = """
import sys
STEPS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
board = {**{p: 1 for p in ((0, 2), (2, 0), (5, 0), (7, 2))}, **{p: -1 for p in ((0, 5), (2, 7), (5, 7), (7, 5))}}

def play(turn, colour):
    del board[turn[:2]]
    board[turn[2:4]] = colour
    board[turn[4:]] = 2

def rays(place):
    for dx, dy in STEPS:
        x, y = place[0] + dx, place[1] + dy
        while 0 <= x < 8 and 0 <= y < 8 and (x, y) not in board:
            yield x, y
            x, y = x + dx, y + dy

def choose(colour):
    for start in sorted(place for place, value in board.items() if value == colour):
        del board[start]
        for target in sorted(rays(start)):
            for arrow in sorted(rays(target)):
                board[start] = colour
                return (*start, *target, *arrow)
        board[start] = colour

def read():
    return tuple(map(int, sys.stdin.readline().split()))

lines = [read() for _ in range(2 * read()[0] - 1)]
mine = 1 if lines[0] == (-1,) * 6 else -1
if mine == 1:
    lines = lines[1:]
for number, line in enumerate(lines):
    play(line, 1 if number % 2 == 0 else -1)
while True:
    turn = choose(mine)
    print(*turn)
    print("some words")
    if sys.argv[1] == "go":
        break
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
    play(turn, mine)
    line = read()
    if not line:
        break
    play(line, -mine)
"""

"""All recorded games replay without a difference, and the replayer notices whatever is changed in them."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.carcassonne import main

FILES = sorted((Path(__file__).parents[1] / "data").glob("carcassonne_games_*.jsonl.xz"))
Line = dict[str, Any]
GAMES = {"carcassonne_games_2p.jsonl.xz": 30, "carcassonne_games_4p.jsonl.xz": 8, "carcassonne_games_5p.jsonl.xz": 4}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_recorded_games_do_not_differ(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path)]) == 0
    report = capsys.readouterr().out
    assert f": {GAMES[path.name]} games, " in report
    assert ", 0 differences" in report


def test_all_files_are_there() -> None:
    assert [path.name for path in FILES] == sorted(GAMES)


@pytest.fixture(scope="module")
def game() -> list[str]:
    """The lines of one recorded game: the one with a tile that fitted nowhere."""
    with lzma.open(FILES[0], "rt") as file:
        return [line for line in file if json.loads(line)["game"] == 21]


def change_first(game: list[str], condition: Callable[[Line], bool], change: Callable[[Line], object]) -> str:
    """The game with a change in its first line of some sort."""
    lines = [json.loads(line) for line in game]
    change(next(line for line in lines if condition(line)))
    return "".join(json.dumps(line) + "\n" for line in lines)


def is_event(name: str) -> Callable[[Line], bool]:
    return lambda line: line["event"] == name


CHANGES: dict[str, tuple[Callable[[Line], bool], Callable[[Line], object]]] = {
    "placements": (is_event("tile"), lambda line: line["legal_placements"].pop()),
    "player": (is_event("tile"), lambda line: line.update(player=1)),
    "tiles left": (is_event("tile"), lambda line: line.update(pack=3)),
    "spots": (is_event("meeple"), lambda line: line["legal_spots"].pop()),
    "player with the follower": (is_event("meeple"), lambda line: line.update(player=1 - line["player"])),
    "tile of the spots": (is_event("meeple"), lambda line: line["legal_spots"][0].update(position=[9, 9])),
    "points": (is_event("points"), lambda line: line["points"][0].update(points=40)),
    "'field'": (
        lambda line: line["event"] == "points" and line["points"][0]["name"] == "field",
        lambda line: line["points"][0].update(player=1 - line["points"][0]["player"]),
    ),
    "turn 7: points": (is_event("points"), lambda line: line.update(turn=7)),
    "scores": (is_event("final"), lambda line: line["scores"].reverse()),
    "tiles laid": (is_event("final"), lambda line: line.update(placed=72)),
    "turns": (is_event("final"), lambda line: line.update(turns=71)),
    "tiles set aside": (is_event("discard"), lambda line: line.update(turn=6)),
    "cannot be continued: turn 1: ": (is_event("tile"), lambda line: line.update(x=9)),
    "no follower can go to the City at": (
        lambda line: line["event"] == "meeple" and line["placed"] is not None,
        lambda line: line["placed"].update(feature="City", location="NESW"),
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_every_change_is_noticed(
    what: str, game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "changed.jsonl"
    path.write_text(change_first(game, *CHANGES[what]))
    assert main([str(path)]) == 1
    assert what in capsys.readouterr().out


def test_a_game_copied_out_replays_plain(game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "same.jsonl"
    path.write_text("".join(game))
    assert main([str(path)]) == 0
    assert f"in all: 1 games, {len(game)} events, 0 differences" in capsys.readouterr().out


def test_compressed_files_are_known_by_their_contents(
    game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, compressed = tmp_path / "plain.xz", tmp_path / "compressed"
    plain.write_text("".join(game))
    compressed.write_bytes(lzma.compress("".join(game).encode()))
    assert main([str(plain), str(compressed)]) == 0
    assert "in all: 2 games" in capsys.readouterr().out


def test_what_is_left_of_a_file_is_refused(game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = "".join(game).encode()
    for content in (whole[:5000], whole[: whole.rfind(b"{")], lzma.compress(whole)[:3000]):
        path = tmp_path / "torn"
        path.write_bytes(content)
        assert main([str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"{path} is not a recording: ")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "it holds no game"),
        (
            '{"game": 1, "event": "points", "turn": 1, "points": [{"player": 0, "points": 1, "name": "road", '
            '"feature": {"position": [0, 0], "location": "Q", "feature": "Road"}}]}\n',
            "line 1: there is no Road at 'Q'",
        ),
        (
            '{"game": 1, "event": "meeple", "turn": 1, "player": 0, "placed": {"position": [0, 0], "location": "N", '
            '"feature": "Tower"}, "legal_spots": []}\n',
            "line 1: there is no Tower at 'N'",
        ),
        (
            '{"game": 1, "event": "meeple", "turn": 1, "player": 0, "placed": null, "legal_spots": [{"position": '
            '[99999999999999999999, 0], "location": "N", "feature": "Road"}]}\n',
            "line 1: no tile can lie at (99999999999999999999, 0)",
        ),
        ("{}\n", "line 1"),
        ("dice\n", "line 1"),
        ('{"game": 1, "event": "discard", "turn": 1, "letter": "?"}\n', "no tile '?'"),
        ('{"game": 1, "event": "discard", "turn": 1, "letter": "A"}\n', "game 1 has no end"),
        (
            '{"game": 1, "event": "discard", "turn": 1, "letter": "A"}\n'
            '{"game": 2, "event": "discard", "turn": 1, "letter": "A"}\n',
            "game 2 begins before game 1 has ended",
        ),
        (
            '{"game": 1, "event": "final", "turns": 0, "scores": [0, 0], "discarded": [], "placed": 1}\n',
            "draws 0 tiles, not 71",
        ),
    ],
)
def test_what_is_no_recording_is_refused(
    content: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(content)
    assert main([str(path)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_file_is_needed_and_must_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main([str(tmp_path / "none.xz")]) == 2
    assert "name at least one file" in capsys.readouterr().err

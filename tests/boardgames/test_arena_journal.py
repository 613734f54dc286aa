"""The folder of an arena: what is refused, what is repaired."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from boardgames.arena.journal import GAMES_FILE, opened, read_records
from boardgames.arena.play import play_game
from boardgames.arena.request import Request
from boardgames.arena.schedule import Schedule
from boardgames.bots.registry import BotSpec
from mcts.errors import InputError

REQUEST = Request("tictactoe", [BotSpec("random", "random"), BotSpec("other", "random")], 2, 4, 9)


def filled(folder: Path) -> Path:
    with opened(folder, REQUEST) as journal:
        for fixture in Schedule(REQUEST):
            journal.add(play_game(REQUEST, fixture))
    return folder / GAMES_FILE


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    filled(tmp_path)
    records = read_records(tmp_path)
    assert [record.number for record in records] == [0, 1, 2, 3]
    with opened(tmp_path, REQUEST) as journal:
        assert list(journal.records.values()) == records


def test_a_torn_line_is_cut_off_and_everything_else_stays(tmp_path: Path) -> None:
    file = filled(tmp_path)
    whole = file.read_bytes()
    for end in (len(whole) - 1, len(whole) - 40):
        file.write_bytes(whole[:end])
        with opened(tmp_path, REQUEST) as journal:
            assert sorted(journal.records) == [0, 1, 2]
        assert whole.startswith(file.read_bytes())
        assert file.read_bytes().count(b"\n") == 3


def test_only_one_process_writes(tmp_path: Path) -> None:
    with opened(tmp_path, REQUEST), pytest.raises(InputError, match="another process"), opened(tmp_path, REQUEST):
        pass


def test_another_arena_is_refused_and_more_games_are_not(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(InputError, match="another arena"), opened(tmp_path, msgspec.structs.replace(REQUEST, seed=8)):
        pass
    with opened(tmp_path, msgspec.structs.replace(REQUEST, games=10)) as journal:
        assert len(journal.records) == 4


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b'{"number":0', b'{"numbed":0', "line 1: this is no game"),
        (b'"number":1,', b'"number":3,', "of another arena"),
        (b'"round":1,', b'"round":-1,', "of another arena"),
    ],
)
def test_damaged_games_are_named(tmp_path: Path, old: bytes, new: bytes, says: str) -> None:
    file = filled(tmp_path)
    file.write_bytes(file.read_bytes().replace(old, new, 1))
    with pytest.raises(InputError, match=says), opened(tmp_path, REQUEST):
        pass

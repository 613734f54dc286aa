"""The folder of an arena: what it plays (``arena.json``) and every finished game, a line each (``games.jsonl``).

A line is written with one call when its game is over, so that a process that is killed at any moment leaves at most a
torn last line, which the next one removes. Only one process writes at a time.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from boardgames.arena.record import GameRecord
from boardgames.arena.request import VERSION, Request, check_request
from boardgames.arena.schedule import Schedule
from mcts.errors import InputError

REQUEST_FILE: Final = "arena.json"
GAMES_FILE: Final = "games.jsonl"


class Journal:
    """A folder that is being written to; made by :func:`opened`."""

    def __init__(self, folder: Path, request: Request, file: int) -> None:
        self.folder: Final = folder
        self.request: Final = request
        self._file: Final = file
        self.records: Final = {record.number: record for record in _read_games(folder, request, file)}

    def add(self, record: GameRecord) -> None:
        """Store a finished game."""
        self.records[record.number] = record
        os.write(self._file, msgspec.json.encode(record) + b"\n")


def is_arena(folder: str) -> bool:
    """Whether this is the folder of an arena."""
    return (Path(folder) / REQUEST_FILE).is_file()


def read_request(folder: Path) -> Request:
    """What the arena in a folder plays."""
    try:
        request = msgspec.json.decode((folder / REQUEST_FILE).read_bytes(), type=Request)
    except FileNotFoundError:
        raise InputError(f"{folder}: there is no arena in this folder; give the folder of one") from None
    except msgspec.DecodeError as error:
        raise InputError(f"{folder / REQUEST_FILE}: this is no arena ({error}); play it anew") from None
    if request.version != VERSION:
        raise InputError(f"{folder / REQUEST_FILE}: it is of version {request.version}; this program reads {VERSION}")
    check_request(request)
    return request


def read_records(folder: Path) -> list[GameRecord]:
    """All finished games in a folder, by number."""
    request = read_request(folder)
    try:
        file = os.open(folder / GAMES_FILE, os.O_RDONLY)
    except FileNotFoundError:
        return []
    try:
        return sorted(_read_games(folder, request, file, repair=False), key=lambda record: record.number)
    finally:
        os.close(file)


@contextmanager
def opened(folder: Path, request: Request) -> Iterator[Journal]:
    """Work on the arena in a folder, which is made if need be.

    Raises
    ------
    InputError
        When the folder holds another arena, is damaged, or another process works on it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / GAMES_FILE, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{folder}: the folder cannot be used ({reason}); give another") from None
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{folder}: another process is playing this arena; wait for it") from None
        _store_request(folder, request)
        yield Journal(folder, request, file)
    finally:
        os.close(file)


def _store_request(folder: Path, request: Request) -> None:
    if (folder / REQUEST_FILE).exists():
        stored = read_request(folder)
        if _same_games(stored) != _same_games(request):
            raise InputError(
                f"{folder} holds another arena; give another folder, or go on with: rollout arena {folder}"
            )
    ready = folder / f"{REQUEST_FILE}.new"
    ready.write_bytes(msgspec.json.format(msgspec.json.encode(request)) + b"\n")
    ready.replace(folder / REQUEST_FILE)


def _same_games(request: Request) -> Request:
    """The request without what only says where to stop."""
    return msgspec.structs.replace(request, games=1, until_sure=False, margin=0.1)


def _read_games(folder: Path, request: Request, file: int, repair: bool = True) -> Iterator[GameRecord]:
    """The games of a journal, checked against the schedule; a torn last line is cut off."""
    games_a_round = Schedule(request).games_a_round
    schedule = Schedule(msgspec.structs.replace(request, games=1))
    content = b""
    while chunk := os.read(file, 1 << 20):
        content += chunk
    lines = content.split(b"\n")
    if lines.pop() and repair:
        os.ftruncate(file, content.rfind(b"\n") + 1)
    for place, line in enumerate(lines, 1):
        try:
            record = msgspec.json.decode(line, type=GameRecord)
        except msgspec.DecodeError:
            raise InputError(
                f"{folder / GAMES_FILE}, line {place}: this is no game; delete the line, and it will be played again"
            ) from None
        fixtures = list(schedule.round(record.round))
        place_in_round = record.number - record.round * games_a_round
        fits = record.round >= 0 and 0 <= place_in_round < games_a_round
        labels = [request.labels[bot] for bot in fixtures[place_in_round].seats] if fits else []
        if labels != record.seats or fixtures[0].seed != record.seed:
            raise InputError(f"{folder / GAMES_FILE}, line {place}: this game is of another arena; delete the line")
        yield record

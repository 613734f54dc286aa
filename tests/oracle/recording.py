"""Reading recorded games: JSON lines, plain or compressed with xz."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

FiveCounts = tuple[int, int, int, int, int]
Cube = tuple[int, int, int]
Pair = tuple[int, int]
RecordedAction = tuple[str, str, Any]
"""Colour, type and value."""


class RecordingError(Exception):
    """A file that is no recording, and why."""


class Tile(msgspec.Struct):
    """A hex, its contents and its six corners by compass direction."""

    cube: Cube
    resource: str | None
    number: int | None
    nodes: dict[str, int]


class Harbour(msgspec.Struct):
    """A port; no resource means three of anything."""

    resource: str | None
    nodes: Pair


class Geometry(msgspec.Struct):
    """The map in the numbering of the recording."""

    tiles: list[Tile]
    ports: list[Harbour]
    edges: list[Pair]


class Player(msgspec.Struct):
    """Everything about one player."""

    color: str
    hand: FiveCounts
    dev_hand: FiveCounts
    dev_played: FiveCounts
    dev_owned_at_start: tuple[bool, bool, bool, bool]
    played_dev_this_turn: bool
    has_rolled: bool
    pieces_left: tuple[int, int, int]
    vp_public: int
    vp: int
    longest_road: bool
    largest_army: bool
    road_length: int
    settlements: list[int]
    cities: list[int]
    roads: list[Pair]
    discard_left: int


class Moment(msgspec.Struct):
    """The whole position before an action, or at the end."""

    turn_seat: int
    actor_seat: int
    prompt: str
    num_turns: int
    initial_phase: bool
    road_building_left: int
    robber: Cube
    bank: FiveCounts
    dev_deck: dict[str, int]
    players: list[Player]
    winner: str | None


class Opening(msgspec.Struct, tag_field="type", tag="game"):
    """The first line of a game."""

    seed: int
    geometry: Geometry
    seats: list[str]
    vps_to_win: int


class Step(msgspec.Struct, tag_field="type", tag="step"):
    """A position, what could be done in it, what was done and how chance fell."""

    i: int
    state: Moment
    legal: list[RecordedAction]
    action: RecordedAction
    result: Any


class Ending(msgspec.Struct, tag_field="type", tag="end"):
    """The last line of a game."""

    steps: int
    state: Moment


@dataclass
class Recording:
    """One complete game."""

    opening: Opening
    steps: list[Step]
    ending: Ending


def read_recordings(path: Path) -> Iterator[Recording]:
    """The games of a file, one after the other.

    Raises
    ------
    RecordingError
        When the file cannot be read or holds anything but complete games.
    """
    decoder = msgspec.json.Decoder(Opening | Step | Ending)
    opening: Opening | None = None
    steps: list[Step] = []
    games = 0
    for number, text in enumerate(_lines(path), 1):
        try:
            line = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RecordingError(f"line {number} is not part of a recorded game: {error}") from None
        if isinstance(line, Opening) == (opening is not None) or (isinstance(line, Step) and line.i != len(steps)):
            raise RecordingError(f"line {number} does not follow from the one before it")
        if isinstance(line, Opening):
            opening, steps = line, []
        elif isinstance(line, Step):
            steps.append(line)
        elif opening is not None:
            if line.steps != len(steps):
                raise RecordingError(f"line {number} ends a game of {line.steps} steps after {len(steps)}")
            yield Recording(opening, steps, line)
            opening, games = None, games + 1
    if opening is not None or games == 0:
        raise RecordingError("it ends in the middle of a game" if opening else "it holds no games")


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            yield from file
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise RecordingError(f"it cannot be read: {error}") from None

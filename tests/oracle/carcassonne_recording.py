"""Reading recorded Carcassonne games: JSON lines, plain or compressed with xz."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from boardgames.carcassonne.tiles import HALVES, LETTERS, SIDES, Kind
from tests.oracle.recording import RecordingError

Place = tuple[int, int]


class Feature(msgspec.Struct):
    """A segment of a tile on the table: where the tile lies, and what the segment covers after its rotation."""

    position: Place
    location: str
    feature: str

    @property
    def spot(self) -> Spot:
        """The segment in our words.

        Raises
        ------
        RecordingError
            When there is no such segment on any tile.
        """
        try:
            return Spot(_KINDS[self.feature], _places(self.feature, self.location))
        except (KeyError, ValueError):
            raise RecordingError(f"there is no {self.feature} at {self.location!r} of a tile") from None


class TileLine(msgspec.Struct, tag="tile", tag_field="event"):
    """A tile was laid."""

    game: int
    turn: int
    player: int
    letter: str
    x: int
    y: int
    rotation: int
    pack: int
    legal_placements: list[tuple[int, int, int]]


class MeepleLine(msgspec.Struct, tag="meeple", tag_field="event"):
    """A follower was put on the tile, or not."""

    game: int
    turn: int
    player: int
    placed: Feature | None
    legal_spots: list[Feature]


class DiscardLine(msgspec.Struct, tag="discard", tag_field="event"):
    """A tile fitted nowhere."""

    game: int
    turn: int
    letter: str


class Points(msgspec.Struct):
    """What one player got for a feature."""

    player: int
    points: int
    name: str
    feature: Feature


class PointsLine(msgspec.Struct, tag="points", tag_field="event"):
    """A feature was scored; without a turn, at the end."""

    game: int
    turn: int | None
    points: list[Points]


class FinalLine(msgspec.Struct, tag="final", tag_field="event"):
    """The end of a game."""

    game: int
    turns: int
    scores: list[int]
    discarded: list[str]
    placed: int


Line = TileLine | MeepleLine | DiscardLine | PointsLine | FinalLine


@dataclass(frozen=True)
class Spot:
    """A segment: its kind, and the sides or halves that it covers."""

    kind: Kind
    places: frozenset[int]


@dataclass
class Recording:
    """One recorded game."""

    number: int
    tiles: list[TileLine] = field(default_factory=list)
    meeples: dict[int, MeepleLine] = field(default_factory=dict)
    discards: list[DiscardLine] = field(default_factory=list)
    points: dict[int | None, list[PointsLine]] = field(default_factory=dict)
    drawn: str = ""
    """Letters of all tiles in the order of drawing, set-aside ones included."""
    events: int = 0


_XZ: Final = b"\xfd7zXZ\0"
"""How compressed files begin, whatever their names."""
_FARTHEST: Final = 72
"""No tile lies farther from the first one."""
_KINDS: Final = {"City": Kind.CITY, "Road": Kind.ROAD, "Field": Kind.FIELD, "Monastery": Kind.MONASTERY}


def _places(feature: str, location: str) -> frozenset[int]:
    """The sides or halves that a location names."""
    if feature == "Monastery":
        return frozenset()
    if feature == "Field":
        return frozenset(HALVES.index(half) for half in location.split("."))
    named = {SIDES.index(side) for side in location.removeprefix("_")}
    return frozenset(set(range(len(SIDES))) - named if location.startswith("_") else named)


def read_games(path: Path) -> Iterator[tuple[Recording, FinalLine]]:
    """The games of a file with how they ended.

    Raises
    ------
    RecordingError
        When the file cannot be read or is no recording of whole games.
    """
    try:
        content = path.read_bytes()
        content = lzma.decompress(content) if content.startswith(_XZ) else content
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise RecordingError(str(error)) from None
    if not content.strip():
        raise RecordingError("it holds no game")
    recording: Recording | None = None
    for number, text in enumerate(content.splitlines(), start=1):
        try:
            line = msgspec.json.decode(text, type=Line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RecordingError(f"line {number}: {error}") from None
        recording = recording or Recording(line.game)
        if line.game != recording.number:
            raise RecordingError(f"line {number}: game {line.game} begins before game {recording.number} has ended")
        if isinstance(line, FinalLine):
            yield recording, line
            recording = None
        else:
            try:
                _add(recording, line)
            except RecordingError as error:
                raise RecordingError(f"line {number}: {error}") from None
    if recording is not None:
        raise RecordingError(f"game {recording.number} has no end")


def _add(recording: Recording, line: TileLine | MeepleLine | DiscardLine | PointsLine) -> None:
    recording.events += 1
    for feature in _features(line):
        if max(map(abs, feature.position)) > _FARTHEST:
            raise RecordingError(f"no tile can lie at {feature.position}")
        _ = feature.spot
    if isinstance(line, PointsLine):
        recording.points.setdefault(line.turn, []).append(line)
    elif isinstance(line, MeepleLine):
        recording.meeples[line.turn] = line
    else:
        if line.letter not in LETTERS:
            raise RecordingError(f"there is no tile {line.letter!r}")
        recording.drawn += line.letter
        if isinstance(line, TileLine):
            recording.tiles.append(line)
        else:
            recording.discards.append(line)


def _features(line: TileLine | MeepleLine | DiscardLine | PointsLine) -> list[Feature]:
    """The segments that a line names."""
    if isinstance(line, MeepleLine):
        return line.legal_spots + ([] if line.placed is None else [line.placed])
    return [entry.feature for entry in line.points] if isinstance(line, PointsLine) else []

"""The 72 tiles of the base game, as a person would describe them.

Sides are N, E, S, W. Each side has two field halves, named looking outward from the tile's centre: ``NL`` is the
western half of the north side, ``NR`` the eastern one. Clockwise from the north-western corner they are HALVES.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

SIDES: Final = "NESW"
HALVES: Final = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
ROTATIONS: Final = 4


class Kind(IntEnum):
    """What a follower can stand on, in the order in which a search tries them."""

    CITY = 0
    MONASTERY = 1
    ROAD = 2
    FIELD = 3


@dataclass(frozen=True)
class Segment:
    """A connected piece of one feature on one tile.

    Attributes
    ----------
    kind : Kind
    places : tuple of int
        Sides (0 … 3) of a city or road, halves (0 … 7) of a field; empty for a monastery.
    pennant : bool
        Whether a city piece bears a pennant.
    touches : tuple of int
        For a field: the city pieces of the tile that it borders on, as positions among its segments.
    """

    kind: Kind
    places: tuple[int, ...]
    pennant: bool = False
    touches: tuple[int, ...] = ()


@dataclass(frozen=True)
class Tile:
    """One of the 24 kinds of tile.

    Attributes
    ----------
    letter : str
    count : int
        How many there are, the start tile included.
    segments : tuple of Segment
        Cities first, then monastery, roads and fields.
    """

    letter: str
    count: int
    segments: tuple[Segment, ...]


def _tile(
    letter: str,
    count: int,
    *,
    cities: str = "",
    pennant: bool = False,
    monastery: bool = False,
    roads: str = "",
    fields: str = "",
) -> Tile:
    """Build a tile from words.

    ``cities`` and ``roads`` list the sides of each piece; ``fields`` the halves of each, joined with dots, with a star
    on those that border on every city of the tile. No field of the base game borders on only one of two cities.
    """
    segments = [Segment(Kind.CITY, tuple(map(SIDES.index, word)), pennant) for word in cities.split()]
    every_city = tuple(range(len(segments)))
    if monastery:
        segments.append(Segment(Kind.MONASTERY, ()))
    segments += [Segment(Kind.ROAD, tuple(map(SIDES.index, word))) for word in roads.split()]
    for word in fields.split():
        halves = tuple(HALVES.index(half) for half in word.rstrip("*").split("."))
        segments.append(Segment(Kind.FIELD, halves, touches=every_city if word.endswith("*") else ()))
    return Tile(letter, count, tuple(segments))


TILES: Final = (
    _tile("A", 2, monastery=True, roads="S", fields="NL.NR.EL.ER.SL.SR.WL.WR"),
    _tile("B", 4, monastery=True, fields="NL.NR.EL.ER.SL.SR.WL.WR"),
    _tile("C", 1, cities="NESW", pennant=True),
    _tile("D", 4, cities="N", roads="EW", fields="EL.WR* ER.SL.SR.WL"),
    _tile("E", 5, cities="N", fields="EL.ER.SL.SR.WL.WR*"),
    _tile("F", 2, cities="EW", pennant=True, fields="NL.NR* SL.SR*"),
    _tile("G", 1, cities="EW", fields="NL.NR* SL.SR*"),
    _tile("H", 3, cities="N S", fields="EL.ER.WL.WR*"),
    _tile("I", 2, cities="N W", fields="EL.ER.SL.SR*"),
    _tile("J", 3, cities="N", roads="ES", fields="EL.SR.WL.WR* ER.SL"),
    _tile("K", 3, cities="N", roads="SW", fields="EL.ER.SL.WR* SR.WL"),
    _tile("L", 3, cities="N", roads="E S W", fields="EL.WR* ER.SL SR.WL"),
    _tile("M", 2, cities="NW", pennant=True, fields="EL.ER.SL.SR*"),
    _tile("N", 3, cities="NW", fields="EL.ER.SL.SR*"),
    _tile("O", 2, cities="NW", pennant=True, roads="ES", fields="EL.SR* ER.SL"),
    _tile("P", 3, cities="NW", roads="ES", fields="EL.SR* ER.SL"),
    _tile("Q", 1, cities="NEW", pennant=True, fields="SL.SR*"),
    _tile("R", 3, cities="NEW", fields="SL.SR*"),
    _tile("S", 2, cities="NEW", pennant=True, roads="S", fields="SL* SR*"),
    _tile("T", 1, cities="NEW", roads="S", fields="SL* SR*"),
    _tile("U", 8, roads="EW", fields="NL.NR.EL.WR ER.SL.SR.WL"),
    _tile("V", 9, roads="SW", fields="NL.NR.EL.ER.SL.WR SR.WL"),
    _tile("W", 4, roads="E S W", fields="NL.NR.EL.WR ER.SL SR.WL"),
    _tile("X", 1, roads="N E S W", fields="NL.WR NR.EL ER.SL SR.WL"),
)
"""In the order of their letters; edges and roads as they lie at rotation 0."""

LETTERS: Final = "".join(tile.letter for tile in TILES)
START_TILE: Final = LETTERS.index("D")
TILE_COUNT: Final = sum(tile.count for tile in TILES)
BAG_SIZE: Final = TILE_COUNT - 1
"""Tiles to draw; the start tile lies on the table from the beginning."""


def rotated(segment: Segment, rotation: int) -> tuple[int, ...]:
    """The places of a segment after so many quarter turns clockwise, in ascending order."""
    if segment.kind == Kind.FIELD:
        return tuple(sorted((place + 2 * rotation) % len(HALVES) for place in segment.places))
    return tuple(sorted((place + rotation) % len(SIDES) for place in segment.places))

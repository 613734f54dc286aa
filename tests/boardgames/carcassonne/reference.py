"""Carcassonne played slowly and obviously: the table is a picture, and features are found by filling areas of it.

Written from the rules; it shares nothing with the kernels but the texts of actions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from tests.boardgames.carcassonne.pictures import PICTURES, SIZE, Picture, turned

Place = tuple[int, int]
Pixel = tuple[int, int]
"""Column and row on the endless picture of the whole table."""

FOLLOWERS: Final = 7
_LAST: Final = SIZE - 1
_MIDDLE: Final = SIZE // 2
_STEPS: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_NAMES: Final = {"c": "city", "m": "monastery", "r": "road", "f": "field"}
SIDE_PIXELS: Final = {"N": (_MIDDLE, 0), "E": (_LAST, _MIDDLE), "S": (_MIDDLE, _LAST), "W": (0, _MIDDLE)}
HALF_PIXELS: Final = {
    "NL": (1, 0),
    "NR": (5, 0),
    "EL": (6, 1),
    "ER": (6, 5),
    "SL": (5, 6),
    "SR": (1, 6),
    "WL": (0, 5),
    "WR": (0, 1),
}


@dataclass(frozen=True)
class Area:
    """A feature: everything that hangs together.

    Attributes
    ----------
    kind : str
        city, monastery, road or field.
    pixels : frozenset
    tiles : frozenset
        Where the tiles lie that it covers.
    pennants, open_sides : int
    """

    kind: str
    pixels: frozenset[Pixel]
    tiles: frozenset[Place]
    pennants: int
    open_sides: int


class ReferenceGame:
    """One game; ``bag`` has the letters in the order of drawing."""

    def __init__(self, players: int, bag: str) -> None:
        self.players = players
        self.bag = list(bag)
        self.scores = [0] * players
        self.supply = [FOLLOWERS] * players
        self.seat = 0
        self.followers: list[tuple[int, Pixel]] = []
        self.table: dict[Place, Picture] = {}
        self.pixels: dict[Pixel, str] = {}
        self.set_aside: list[str] = []
        self.tile: str | None = None
        self.laid: Place | None = None
        self.over = False
        self._areas: dict[Pixel, Area] = {}
        self._put(PICTURES["D"], (0, 0))
        self._draw()

    def _put(self, picture: Picture, place: Place) -> None:
        self.table[place] = picture
        for row, line in enumerate(picture):
            for column, character in enumerate(line):
                if character not in "#x":
                    self.pixels[SIZE * place[0] + column, SIZE * place[1] + row] = character
        self._areas = {}

    def _class(self, pixel: Pixel) -> str | None:
        character = self.pixels.get(pixel)
        return "c" if character == "p" else character

    def area(self, start: Pixel) -> Area:
        """The feature at a pixel."""
        if start in self._areas:
            return self._areas[start]
        kind = self._class(start)
        assert kind is not None
        found = {start}
        border = [start]
        while border:
            column, row = border.pop()
            for right, down in _STEPS.values():
                pixel = (column + right, row + down)
                if pixel not in found and self._class(pixel) == kind:
                    found.add(pixel)
                    border.append(pixel)
        tiles = frozenset((column // SIZE, row // SIZE) for column, row in found)
        open_sides = sum(
            (SIZE * x + SIDE_PIXELS[side][0], SIZE * y + SIDE_PIXELS[side][1]) in found
            for x, y in tiles
            for side, (right, down) in _STEPS.items()
            if (x + right, y + down) not in self.table
        )
        pennants = sum(self.pixels[pixel] == "p" for pixel in found)
        area = Area(_NAMES[kind], frozenset(found), tiles, pennants, open_sides)
        self._areas.update(dict.fromkeys(found, area))
        return area

    def around(self, place: Place) -> int:
        """Tiles on the eight places around a place."""
        x, y = place
        return sum((x + i, y + j) in self.table for i in (-1, 0, 1) for j in (-1, 0, 1)) - 1

    def is_complete(self, area: Area) -> bool:
        """Whether a feature can be scored during play."""
        if area.kind == "monastery":
            return self.around(next(iter(area.tiles))) == 8
        return area.kind != "field" and area.open_sides == 0

    def counts(self, area: Area) -> Counter[int]:
        """Followers on a feature by seat."""
        return Counter(seat for seat, pixel in self.followers if pixel in area.pixels)

    def claimed_areas(self) -> list[Area]:
        """Every feature with followers on it, once."""
        return list({id(area): area for area in (self.area(pixel) for _, pixel in self.followers)}.values())

    def cities_beside(self, field: Area) -> list[Area]:
        """The different cities that a field borders on."""
        beside = {(column + right, row + down) for column, row in field.pixels for right, down in _STEPS.values()}
        areas = [self.area(pixel) for pixel in beside if self._class(pixel) == "c"]
        return list({id(area): area for area in areas}.values())

    def _fits(self, picture: Picture, place: Place) -> bool:
        x, y = place
        for right, down in _STEPS.values():
            neighbour = self.table.get((x + right, y + down))
            if neighbour is not None and _edge(picture, right, down) != _edge(neighbour, -right, -down):
                return False
        return True

    def placements(self) -> set[str]:
        """Where the tile in hand may lie."""
        assert self.tile is not None
        free = {(x + i, y + j) for x, y in self.table for i, j in _STEPS.values()} - set(self.table)
        return {
            f"{x},{y},{90 * quarters}"
            for x, y in free
            for quarters in range(4)
            if self._fits(turned(PICTURES[self.tile], quarters), (x, y))
        }

    def spots(self) -> dict[str, Pixel]:
        """Where a follower may go on the tile just laid, by name, with a pixel of each."""
        assert self.laid is not None
        left, top = SIZE * self.laid[0], SIZE * self.laid[1]
        own = {
            (left + column, top + row): self.area((left + column, top + row))
            for column in range(SIZE)
            for row in range(SIZE)
            if (left + column, top + row) in self.pixels
        }
        spots: dict[str, Pixel] = {}
        named: set[Pixel] = set()
        marks = [(side, at, "cr") for side, at in SIDE_PIXELS.items()]
        marks += [(half, at, "f") for half, at in HALF_PIXELS.items()]
        marks.append(("", (_MIDDLE, _MIDDLE), "m"))
        for name, (column, row), kinds in marks:
            pixel = (left + column, top + row)
            kind = self._class(pixel)
            if kind is not None and kind in kinds and pixel not in named:
                named |= self._piece(pixel, set(own))
                if not self.counts(own[pixel]):
                    spots[f"meeple:{_NAMES[kind]}_{name}".rstrip("_")] = pixel
        return spots

    def _piece(self, start: Pixel, within: set[Pixel]) -> set[Pixel]:
        """What hangs together with a pixel on its own tile."""
        found, border = {start}, [start]
        while border:
            column, row = border.pop()
            for right, down in _STEPS.values():
                pixel = (column + right, row + down)
                if pixel in within and pixel not in found and self._class(pixel) == self._class(start):
                    found.add(pixel)
                    border.append(pixel)
        return found

    def legal(self) -> set[str]:
        """The texts of all legal actions."""
        if self.over:
            return set()
        return self.placements() if self.laid is None else {*self.spots(), "skip"}

    def step(self, text: str) -> None:
        """Play an action."""
        assert self.tile is not None
        if self.laid is None:
            x, y, degrees = map(int, text.split(","))
            self._put(turned(PICTURES[self.tile], degrees // 90), (x, y))
            self.laid = (x, y)
            if self.supply[self.seat] and self.spots():
                return
        elif text != "skip":
            self.followers.append((self.seat, self.spots()[text]))
            self.supply[self.seat] -= 1
        self._score_completed()
        self.seat = (self.seat + 1) % self.players
        self.laid = None
        self._draw()

    def worth(self, area: Area) -> int:
        """Points of a feature as it lies."""
        if area.kind == "field":
            return 3 * sum(self.is_complete(city) for city in self.cities_beside(area))
        if area.kind == "monastery":
            return 1 + self.around(next(iter(area.tiles)))
        if area.kind == "city":
            return (len(area.tiles) + area.pennants) * (2 if self.is_complete(area) else 1)
        return len(area.tiles)

    def _award(self, area: Area) -> None:
        counts = self.counts(area)
        for seat, count in counts.items():
            if count == max(counts.values()):
                self.scores[seat] += self.worth(area)

    def _score_completed(self) -> None:
        for area in self.claimed_areas():
            if self.is_complete(area):
                self._award(area)
                for seat, count in self.counts(area).items():
                    self.supply[seat] += count
                self.followers = [entry for entry in self.followers if entry[1] not in area.pixels]

    def _draw(self) -> None:
        self.tile = None
        while self.bag:
            self.tile = self.bag.pop(0)
            if self.placements():
                return
            self.set_aside.append(self.tile)
        for area in self.claimed_areas():
            self._award(area)
        self.over = True


def _edge(picture: Picture, right: int, down: int) -> str:
    """What a picture shows on one side, from west to east or north to south."""
    lines = picture if down else tuple("".join(column) for column in zip(*picture, strict=True))
    line = lines[0 if right + down < 0 else _LAST]
    return line[1:_LAST].replace("p", "c")

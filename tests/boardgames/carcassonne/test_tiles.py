"""The tile table against pictures of the tiles."""

from __future__ import annotations

import numpy as np
import pytest

from boardgames.carcassonne.tables import (
    ANCHORS,
    CITY_PIECES,
    EDGE_CITY,
    EDGE_FIELD,
    EDGE_ROAD,
    EDGES,
    FEATURES,
    FITS,
    FULL_BAG,
    PORTS,
    TWIN_TILES,
    constraint,
)
from boardgames.carcassonne.tiles import HALVES, LETTERS, SIDES, START_TILE, TILE_COUNT, TILES, Kind, rotated
from tests.boardgames.carcassonne.pictures import COUNTS, PICTURES, SIZE, turned
from tests.boardgames.carcassonne.reference import HALF_PIXELS, SIDE_PIXELS, ReferenceGame

KINDS = {"city": Kind.CITY, "monastery": Kind.MONASTERY, "road": Kind.ROAD, "field": Kind.FIELD}


class OneTile(ReferenceGame):
    """A table with a single tile on it."""

    def __init__(self, letter: str, rotation: int) -> None:
        super().__init__(2, "")
        self.table.clear()
        self.pixels.clear()
        self._put(turned(PICTURES[letter], rotation), (0, 0))


def test_there_are_72_tiles_in_the_right_numbers() -> None:
    assert {tile.letter: tile.count for tile in TILES} == COUNTS
    assert TILE_COUNT == 72
    assert LETTERS[START_TILE] == "D"
    assert np.bincount(FULL_BAG).tolist() == [COUNTS[letter] - (letter == "D") for letter in LETTERS]


def test_numbers_fit_their_widths() -> None:
    assert FEATURES == 243 < 256
    assert CITY_PIECES == 49 <= 64
    assert TWIN_TILES == 13 <= 16


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("letter", LETTERS)
def test_segments_are_the_pieces_of_the_picture(letter: str, rotation: int) -> None:
    picture = OneTile(letter, rotation)
    areas = {id(area): area for area in map(picture.area, picture.pixels)}.values()
    drawn = set()
    for area in areas:
        marks = HALF_PIXELS if area.kind == "field" else SIDE_PIXELS
        places = [place for place, at in enumerate(marks.values()) if at in area.pixels]
        cities = len(picture.cities_beside(area)) if area.kind == "field" else 0
        drawn.add((KINDS[area.kind], tuple(places), area.pennants > 0, cities))
    tile = TILES[LETTERS.index(letter)]
    ours = [(part.kind, rotated(part, rotation), part.pennant, len(part.touches)) for part in tile.segments]
    assert len(ours) == len(areas)
    assert set(ours) == drawn
    assert [part.kind for part in tile.segments] == sorted(part.kind for part in tile.segments)


@pytest.mark.parametrize("letter", LETTERS)
def test_tables_name_the_segment_at_every_side_and_half(letter: str) -> None:
    tile = LETTERS.index(letter)
    shown = {"c": EDGE_CITY, "r": EDGE_ROAD, "f": EDGE_FIELD}
    for rotation in range(4):
        lie = 4 * tile + rotation
        picture = turned(PICTURES[letter], rotation)
        for side, (column, row) in enumerate(SIDE_PIXELS.values()):
            assert EDGES[lie, side] == shown[picture[row][column]]
            middle = TILES[tile].segments[PORTS[lie, side, 0]]
            assert shown["crf"[(Kind.CITY, Kind.ROAD, Kind.FIELD).index(middle.kind)]] == EDGES[lie, side]
            assert middle.kind == Kind.FIELD or side in rotated(middle, rotation)
        for number, segment in enumerate(TILES[tile].segments):
            places = rotated(segment, rotation)
            assert ANCHORS[lie, number] == min(places, default=0)
            if segment.kind == Kind.FIELD:
                assert all(PORTS[lie, half // 2, 1 + half % 2] == number for half in places)
            elif segment.kind != Kind.MONASTERY:
                assert all(PORTS[lie, side, 0] == number for side in places)


def test_a_tile_fits_where_all_neighbours_match() -> None:
    nothing = constraint([0, 0, 0, 0])
    assert not FITS[:, nothing].any()
    for tile in range(len(TILES)):
        for code in range(1, 256):
            wanted = [code >> 2 * side & 3 for side in range(len(SIDES))]
            fitting = [
                rotation
                for rotation in range(4)
                if all(want in (0, EDGES[4 * tile + rotation, side]) for side, want in enumerate(wanted))
            ]
            assert FITS[tile, code] == sum(1 << rotation for rotation in fitting)
            assert constraint(wanted) == code


def test_pictures_are_square_and_halves_go_round() -> None:
    assert all(len(picture) == SIZE and {*map(len, picture)} == {SIZE} for picture in PICTURES.values())
    assert tuple(HALF_PIXELS) == HALVES
    assert "".join(SIDE_PIXELS) == SIDES

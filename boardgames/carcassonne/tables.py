"""The tiles as lookup tables for kernels: built once, then only read.

A *lie* is a tile kind in one of its four rotations, ``4 * tile + rotation``. Sides count clockwise from north.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from boardgames.carcassonne.tiles import ROTATIONS, SIDES, START_TILE, TILES, Kind, Segment, Tile, rotated

EDGE_CITY: Final = 1
EDGE_ROAD: Final = 2
EDGE_FIELD: Final = 3
"""What a side shows; 0 in a constraint means that nothing is required there."""

MOST_SEGMENTS: Final = max(len(tile.segments) for tile in TILES)
FEATURES: Final = sum(tile.count * len(tile.segments) for tile in TILES)
"""Segments of all 72 tiles together: few enough for a byte."""
CITY_PIECES: Final = sum(tile.count * sum(part.kind == Kind.CITY for part in tile.segments) for tile in TILES)
"""City segments of all tiles: few enough for one bit each in a word."""
_LIES: Final = len(TILES) * ROTATIONS


def _edges() -> Any:
    """EDGES[lie, side]: what the side shows (uint8)."""
    table = np.full((_LIES, len(SIDES)), EDGE_FIELD, np.uint8)
    shown = {Kind.CITY: EDGE_CITY, Kind.ROAD: EDGE_ROAD}
    for lie in range(_LIES):
        for segment in TILES[lie // ROTATIONS].segments:
            if segment.kind in shown:
                table[lie, list(rotated(segment, lie % ROTATIONS))] = shown[segment.kind]
    return table


def _ports() -> Any:
    """PORTS[lie, side, 0 … 2]: the segment in the middle of the side, and those of its left and right field halves.

    The middle of a side without city or road is its field.
    """
    table = np.zeros((_LIES, len(SIDES), 3), np.uint8)
    for lie in range(_LIES):
        segments = TILES[lie // ROTATIONS].segments
        middles: dict[int, int] = {}
        for number, segment in enumerate(segments):
            places = rotated(segment, lie % ROTATIONS)
            if segment.kind == Kind.FIELD:
                for half in places:
                    table[lie, half // 2, 1 + half % 2] = number
                    middles.setdefault(half // 2, number)
            elif segment.kind != Kind.MONASTERY:
                middles.update(dict.fromkeys(places, number))
        for side, number in middles.items():
            table[lie, side, 0] = number
    return table


def constraint(edges: Any) -> int:
    """Pack what four sides require (0 for nothing) into a byte, two bits a side."""
    return sum(int(edge) << 2 * side for side, edge in enumerate(edges))


def _fits() -> Any:
    """FITS[tile, constraint]: bit r set when the tile may lie there with rotation r (uint8).

    A place that requires nothing has no neighbour, so nothing fits there.
    """
    table = np.zeros((len(TILES), 256), np.uint8)
    for code in range(1, 256):
        wanted = [code >> 2 * side & 3 for side in range(len(SIDES))]
        for lie in range(_LIES):
            if all(want in (0, edge) for want, edge in zip(wanted, EDGES[lie], strict=True)):
                table[lie // ROTATIONS, code] |= 1 << lie % ROTATIONS
    return table


def _anchors() -> Any:
    """ANCHORS[lie, segment]: first side or half of each segment, which names it; 0 for a monastery."""
    table = np.zeros((_LIES, MOST_SEGMENTS), np.uint8)
    for lie in range(_LIES):
        for number, segment in enumerate(TILES[lie // ROTATIONS].segments):
            table[lie, number] = min(rotated(segment, lie % ROTATIONS), default=0)
    return table


def _own_place(tile: Tile, segment: Segment) -> tuple[int, ...]:
    return (tile.segments.index(segment),) if segment.kind == Kind.CITY else ()


def _is_twin(tile: Tile, segment: Segment) -> bool:
    same = sum(part.kind == segment.kind for part in tile.segments)
    return segment.kind in (Kind.CITY, Kind.ROAD) and same > 1


def _by_segment(value: Any, dtype: Any) -> Any:
    table = np.zeros((len(TILES), MOST_SEGMENTS), dtype)
    for row, tile in enumerate(TILES):
        for column, segment in enumerate(tile.segments):
            table[row, column] = value(tile, segment)
    return table


EDGES: Final = _edges()
PORTS: Final = _ports()
FITS: Final = _fits()
ANCHORS: Final = _anchors()
SEGMENT_COUNT: Final = np.array([len(tile.segments) for tile in TILES], np.uint8)
SEGMENT_KIND: Final = _by_segment(lambda _, segment: segment.kind, np.uint8)
SEGMENT_SIDES: Final = _by_segment(
    lambda _, segment: len(segment.places) if segment.kind in (Kind.CITY, Kind.ROAD) else 0, np.uint8
)
"""Sides of a city or road segment, all open at first."""
SEGMENT_PENNANTS: Final = _by_segment(lambda _, segment: segment.pennant, np.uint8)
SEGMENT_TOUCHES: Final = _by_segment(
    lambda tile, part: sum(1 << city for city in (part.touches or _own_place(tile, part))), np.uint64
)
"""Of a field: bit c set when it borders on the tile's segment c, a city; of a city: bit c for itself."""
SEGMENT_TWIN: Final = _by_segment(_is_twin, np.uint8)
"""1 for a city or road segment whose tile has another one of its kind."""
TWIN_TILES: Final = sum(tile.count for tile in TILES if any(_is_twin(tile, part) for part in tile.segments))
"""Tiles with several cities or several roads, which may come to belong to one feature twice."""
CITY_COUNT: Final = np.array([sum(part.kind == Kind.CITY for part in tile.segments) for tile in TILES], np.uint8)
"""City segments of a tile; they are the first ones."""
ONES: Final = np.array([bin(mask).count("1") for mask in range(1 << ROTATIONS)], np.uint8)
"""Rotations in a mask of FITS."""
FULL_BAG: Final = np.array(
    [number for number, tile in enumerate(TILES) for _ in range(tile.count - (number == START_TILE))], np.uint8
)
"""The tiles to draw, sorted."""

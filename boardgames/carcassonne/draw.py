"""A picture of the table (SVG): plain shapes, followers as coloured discs where their feature is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardgames.carcassonne.features import followers_of
from boardgames.carcassonne.records import Record
from boardgames.carcassonne.tables import SEGMENT_COUNT
from boardgames.carcassonne.tiles import LETTERS, TILES, Kind, Segment, rotated

SEAT_COLOURS: Final = ("#c0392b", "#2471a3", "#d4ac0d", "#1e8449", "#4a4a4a")
_SIZE: Final = 48
_FIELD, _CITY, _ROAD, _STONE, _PENNANT = "#a9c77b", "#c89b6a", "#f7f3e8", "#8d6e63", "#34495e"
_CORNERS: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""The corner before each side, clockwise from north."""
_MIDDLES: Final = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
_HALF_CENTRES: Final = (
    (0.25, 0.12),
    (0.75, 0.12),
    (0.88, 0.25),
    (0.88, 0.75),
    (0.75, 0.88),
    (0.25, 0.88),
    (0.12, 0.75),
    (0.12, 0.25),
)

Point = tuple[float, float]


def _points(places: list[Point]) -> str:
    return " ".join(f"{_SIZE * x:.1f},{_SIZE * y:.1f}" for x, y in places)


def _mean(places: list[Point]) -> Point:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _towards_centre(place: Point, share: float) -> Point:
    return place[0] + share * (0.5 - place[0]), place[1] + share * (0.5 - place[1])


def _centre(segment: Segment, rotation: int) -> Point:
    """Where followers on a segment stand."""
    places = rotated(segment, rotation)
    if segment.kind == Kind.MONASTERY:
        return 0.5, 0.5
    if segment.kind == Kind.FIELD:
        return _HALF_CENTRES[places[0]]
    return _mean([_towards_centre(_MIDDLES[side], 0.3) for side in places])


def _city_outline(sides: tuple[int, ...]) -> list[Point]:
    """A city's walls: along its sides, and bent inward where it has none; two sides in a corner make a triangle."""
    in_corner = len(sides) == 2 and (sides[1] - sides[0]) % 2 == 1
    bend = 0.7 if len(sides) == 1 else 0.4
    outline: list[Point] = []
    for side in range(4):
        if side in sides:
            outline += [_CORNERS[side], _CORNERS[(side + 1) % 4]]
        elif not in_corner:
            outline.append(_towards_centre(_MIDDLES[side], bend))
    return outline


def _segment_shapes(segment: Segment, rotation: int) -> Iterator[str]:
    """The shapes of one segment; fields are the ground."""
    sides = rotated(segment, rotation)
    if segment.kind == Kind.CITY:
        yield f'<polygon points="{_points(_city_outline(sides))}" fill="{_CITY}" stroke="{_STONE}"/>'
        if segment.pennant:
            x, y = _towards_centre(_centre(segment, rotation), -0.3)
            yield f'<rect x="{_SIZE * x - 3:.1f}" y="{_SIZE * y - 4:.1f}" width="6" height="8" fill="{_PENNANT}"/>'
    elif segment.kind == Kind.ROAD:
        ends = [_MIDDLES[side] for side in sides]
        line = [ends[0], (0.5, 0.5), *ends[1:]]
        yield f'<polyline points="{_points(line)}" fill="none" stroke="{_ROAD}" stroke-width="5"/>'
    elif segment.kind == Kind.MONASTERY:
        corner, width = 0.35 * _SIZE, 0.3 * _SIZE
        yield f'<rect x="{corner:.1f}" y="{corner:.1f}" width="{width:.1f}" height="{width:.1f}" fill="{_STONE}"/>'


def tile_svg(lie: int) -> str:
    """One tile, without its place."""
    segments = TILES[lie // 4].segments
    shapes = [f'<rect width="{_SIZE}" height="{_SIZE}" fill="{_FIELD}" stroke="#6b7f45"/>']
    for segment in segments:
        shapes += _segment_shapes(segment, lie % 4)
    if sum(segment.kind == Kind.ROAD and len(segment.places) == 1 for segment in segments) > 1:
        shapes.append(f'<circle cx="{_SIZE / 2}" cy="{_SIZE / 2}" r="5" fill="{_STONE}"/>')
    return "".join(shapes)


def _followers(state: Record, number: int) -> Iterator[str]:
    """The followers on features whose root is on this tile, all of them together."""
    lie = int(state["lie"][number])
    first = int(state["first"][number])
    roots = [place for place in range(int(SEGMENT_COUNT[lie // 4])) if state["parent"][first + place] == first + place]
    for place in roots:
        x, y = _centre(TILES[lie // 4].segments[place], lie % 4)
        standing = 0
        for seat in range(int(state["players"])):
            for _ in range(followers_of(state, first + place, seat)):
                left = _SIZE * x + 5 * standing
                standing += 1
                yield f'<circle cx="{left:.1f}" cy="{_SIZE * y:.1f}" r="4" fill="{SEAT_COLOURS[seat]}" stroke="#fff"/>'


def table_svg(state: Record) -> str:
    """The whole table."""
    placed = int(state["placed"])
    xs, ys = state["x"][:placed].astype(int), state["y"][:placed].astype(int)
    left, top = int(xs.min()), int(ys.min())
    width, height = _SIZE * (int(xs.max()) - left + 1), _SIZE * (int(ys.max()) - top + 1)
    groups = []
    for number in range(placed):
        lie = int(state["lie"][number])
        title = f"<title>{LETTERS[lie // 4]} at {xs[number]},{ys[number]},{90 * (lie % 4)}</title>"
        shapes = tile_svg(lie) + "".join(_followers(state, number))
        move = f"translate({_SIZE * (int(xs[number]) - left)},{_SIZE * (int(ys[number]) - top)})"
        groups.append(f'<g transform="{move}">{title}{shapes}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"{''.join(groups)}</svg>"
    )

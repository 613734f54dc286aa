"""A board as one self-contained SVG picture that suits light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import hypot, sqrt
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from catan_sim.core.board import Board, Port, Tile, pips
from catan_sim.core.generate import RED_NUMBERS
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.core.topology import Corner
from catan_sim.draw.palette import DARK_INK, SEATS, TERRAIN, Paint
from catan_sim.draw.pieces import Pieces

__all__ = ["Pieces", "Point", "board_svg", "is_peak", "vertex_point"]

SIZE: Final = 64.0
"""From the centre of a hex to its corners, in pixels."""
_HALF_WIDTH: Final = SIZE * sqrt(3) / 2
_MARGIN: Final = 78.0
"""Sea around the outermost corners: room for the ports."""

_FIT: Final = "max-width:100%;height:auto;max-height:100vh"
"""Shrinks the picture to windows and columns smaller than itself; its own size is the size to show it at."""

_STYLE: Final = """
.catan-board { font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
.catan-board text { text-anchor: middle; dominant-baseline: central; }
.catan-board .sea { fill: #cfe7f3; }
.catan-board .coast { fill: #fbf3dd; stroke: #fbf3dd; stroke-width: 16; stroke-linejoin: round; }
.catan-board .hex { stroke: #fbf3dd; stroke-width: 5; stroke-linejoin: round; }
.catan-board .word { font-size: 15px; font-weight: 600; }
.catan-board .hexname { font-size: 10px; opacity: .75; }
.catan-board .token { fill: #fffaf0; stroke: #5b5140; stroke-width: 1; }
.catan-board .number { font-size: 20px; font-weight: 500; fill: #1b1b1b; }
.catan-board .pip { fill: #1b1b1b; }
.catan-board .red.number { fill: #c40018; font-weight: 800; font-size: 23px; }
.catan-board .red.pip { fill: #c40018; }
.catan-board .pier { stroke: #5d7f92; stroke-width: 3; stroke-dasharray: 2 5; stroke-linecap: round; }
.catan-board .badge { stroke: #34495e; stroke-width: 1.5; }
.catan-board .port { font-size: 15px; font-weight: 600; }
.catan-board .dot { fill: #ffffff; stroke: #6b6453; stroke-width: 1; }
.catan-board .vertex { font-size: 11px; font-weight: 600; fill: #1b1b1b; }
.catan-board .beside { paint-order: stroke; stroke: #ffffff; stroke-width: 3.5px; stroke-linejoin: round; }
.catan-board .piece { stroke: #1b1b1b; stroke-width: 2; stroke-linejoin: round; }
.catan-board .seat { font-size: 12px; font-weight: 800; }
.catan-board .robber { fill: #26262b; stroke: #ffffff; stroke-width: 2.5; }
.catan-board .ring { fill: none; stroke: #d6006c; stroke-width: 5; }
.catan-board .halo { fill: none; stroke: #ffffff; stroke-width: 9; }
.catan-board .caption { fill: #d6006c; stroke: #ffffff; stroke-width: 1.5; }
.catan-board .captiontext { font-size: 12px; font-weight: 700; fill: #fff; }
@media (prefers-color-scheme: dark) {
  .catan-board .sea { fill: #12303f; }
  .catan-board .coast { fill: #d9cba6; stroke: #d9cba6; }
  .catan-board .hex { stroke: #d9cba6; }
  .catan-board .pier { stroke: #9fc3d6; }
  .catan-board .badge { stroke: #dbe7ee; }
}
"""
"""Every rule names the picture: in a web page, a style inside a picture holds for the whole page."""


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float

    def __str__(self) -> str:
        return f"{self.x:.1f},{self.y:.1f}"


def board_svg(
    board: Board,
    pieces: Pieces | None = None,
    highlights: Mapping[int, str] | None = None,
    labels: bool = True,
    overlay: Iterable[str] = (),
) -> str:
    """Draw a board.

    Parameters
    ----------
    board : Board
    pieces : Pieces, optional
        What stands on the board; by default only the robber at its start.
    highlights : mapping of vertex to str, optional
        Vertices to ring, each with a short caption (which may be empty).
    labels : bool
        Whether to name the vertices and hexes.
    overlay : iterable of str
        Elements to draw on top of everything else; ``vertex_point`` says where vertices are.
    """
    pieces = Pieces(robber=board.robber) if pieces is None else pieces
    places = [_corner(corner) for corner in board.topology.corners]
    left, right = min(p.x for p in places) - _MARGIN, max(p.x for p in places) + _MARGIN
    top, bottom = min(p.y for p in places) - _MARGIN, max(p.y for p in places) + _MARGIN
    title = escape("".join(filter(str.isprintable, board.name)))
    body = [
        *_land(board, places),
        *(line for port in board.ports for line in _port(board, port, places)),
        *(line for index in range(board.hex_count) for line in _hex_face(board, index, pieces.robber == index, labels)),
        *(_road(places, board, edge, seat) for edge, seat in pieces.roads.items()),
        *_rings(places, highlights or {}),
        *(_settlement(places[vertex], seat) for vertex, seat in pieces.settlements.items()),
        *(_city(places[vertex], seat) for vertex, seat in pieces.cities.items()),
        *(_vertex_labels(board, places, pieces) if labels else ()),
        *_captions(places, highlights or {}),
        *overlay,
    ]
    box = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="catan-board" role="img" {box} style="{_FIT}" '
            f'viewBox="{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}">',
            f"<title>{title}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect class="sea" x="{left:.1f}" y="{top:.1f}" {box} rx="28"/>',
            *body,
            "</svg>\n",
        ]
    )


def vertex_point(board: Board, vertex: int) -> Point:
    """Where a vertex lies in the picture."""
    return _corner(board.topology.corners[vertex])


def is_peak(board: Board, vertex: int) -> bool:
    """Tell the vertices at the top of a hex from those at the bottom of one, which alternate along a zigzag line."""
    return _is_peak(board.topology.corners[vertex])


def _is_peak(corner: Corner) -> bool:
    return (corner.x - corner.line) % 2 == 0


def _corner(corner: Corner) -> Point:
    return Point(corner.x * _HALF_WIDTH, (1.5 * corner.line - (1.0 if _is_peak(corner) else 0.5)) * SIZE)


def _centre(board: Board, index: int) -> Point:
    position = board.topology.hexes[index]
    return Point(position.x * _HALF_WIDTH, 1.5 * position.r * SIZE)


def _text(at: Point, content: str, css: str, ink: str | None = None) -> str:
    fill = f' style="fill:{ink}"' if ink else ""
    return f'<text class="{css}" x="{at.x:.1f}" y="{at.y:.1f}"{fill}>{escape(content)}</text>'


def _polygon(points: list[Point], css: str, fill: str | None = None) -> str:
    style = f' style="fill:{fill}"' if fill else ""
    return f'<polygon class="{css}" points="{" ".join(map(str, points))}"{style}/>'


def _land(board: Board, places: list[Point]) -> Iterator[str]:
    outlines = [[places[vertex] for vertex in ring] for ring in board.topology.hex_vertices]
    for outline in outlines:
        yield _polygon(outline, "coast")
    for outline, tile in zip(outlines, board.tiles, strict=True):
        yield _polygon(outline, "hex", TERRAIN[tile.resource].fill)


def _hex_face(board: Board, index: int, robber: bool, labels: bool) -> Iterator[str]:
    tile, centre = board.tiles[index], _centre(board, index)
    ink = TERRAIN[tile.resource].ink
    yield _text(Point(centre.x, centre.y - 34), "desert" if tile.resource is None else tile.resource.word, "word", ink)
    if labels:
        yield _text(Point(centre.x, centre.y + 41), board.hex_labels[index], "hexname", ink)
    # The robber stands beside the number, which must stay readable.
    shift = 19 if robber and tile.number is not None else 0
    if tile.number is not None:
        yield from _token(Point(centre.x + shift, centre.y + 4), tile)
    if robber:
        yield _robber(Point(centre.x - (25 if shift else 0), centre.y + 4))


def _token(at: Point, tile: Tile) -> Iterator[str]:
    red = "red " if tile.number in RED_NUMBERS else ""
    yield f'<circle class="token" cx="{at.x:.1f}" cy="{at.y:.1f}" r="23"/>'
    yield _text(Point(at.x, at.y - 3), str(tile.number), f"{red}number")
    count = pips(tile.number)
    for pip in range(count):
        x = at.x + 5.5 * (pip - (count - 1) / 2)
        yield f'<circle class="{red}pip" cx="{x:.1f}" cy="{at.y + 13:.1f}" r="2"/>'


def _robber(at: Point) -> str:
    return (
        f'<g transform="translate({at})"><title>robber</title>'
        '<path class="robber" d="M-15,24 C-14,6 -9,0 -7,-4 A11,11 0 1 1 7,-4 C9,0 14,6 15,24 Z"/></g>'
    )


def _port(board: Board, port: Port, places: list[Point]) -> Iterator[str]:
    ends = [places[vertex] for vertex in board.topology.edge_vertices[port.edge]]
    middle = Point((ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2)
    inland = _centre(board, int(board.topology.edge_hexes[port.edge, 0]))
    distance = hypot(middle.x - inland.x, middle.y - inland.y)
    badge = Point(
        middle.x + 42 * (middle.x - inland.x) / distance,
        middle.y + 42 * (middle.y - inland.y) / distance,
    )
    generic = port.kind == GENERIC_PORT
    paint = Paint("#ffffff", DARK_INK) if generic else TERRAIN[Resource(port.kind)]
    for end in ends:
        yield f'<line class="pier" x1="{badge.x:.1f}" y1="{badge.y:.1f}" x2="{end.x:.1f}" y2="{end.y:.1f}"/>'
    yield (
        f'<rect class="badge" x="{badge.x - 31:.1f}" y="{badge.y - 20:.1f}" width="62" height="40" rx="9" '
        f'style="fill:{paint.fill}"/>'
    )
    yield _text(Point(badge.x, badge.y - 8), "any" if generic else str(port), "port", paint.ink)
    yield _text(Point(badge.x, badge.y + 9), "3:1" if generic else "2:1", "port", paint.ink)


def _road(places: list[Point], board: Board, edge: int, seat: int) -> str:
    a, b = (places[vertex] for vertex in board.topology.edge_vertices[edge])
    paint = SEATS[seat]
    # Roads stop short of the vertices, so that buildings and labels stay clear.
    start = Point(a.x + 0.2 * (b.x - a.x), a.y + 0.2 * (b.y - a.y))
    end = Point(b.x + 0.2 * (a.x - b.x), b.y + 0.2 * (a.y - b.y))
    path = f'd="M{start} L{end}" stroke-linecap="round" fill="none"'
    middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
    return (
        f'<path {path} stroke="#1b1b1b" stroke-width="15"/><path {path} stroke="{paint.fill}" stroke-width="11"/>'
        + _text(middle, str(seat + 1), "seat", paint.ink)
    )


def _settlement(at: Point, seat: int) -> str:
    outline = [Point(-12, 12), Point(-12, -3), Point(0, -15), Point(12, -3), Point(12, 12)]
    return _building(at, seat, outline, Point(0, 2))


def _city(at: Point, seat: int) -> str:
    outline = [Point(-19, 13), Point(-19, -8), Point(-9, -20), Point(1, -8), Point(1, -3), Point(19, -3), Point(19, 13)]
    return _building(at, seat, outline, Point(0, 5))


def _building(at: Point, seat: int, outline: list[Point], number_at: Point) -> str:
    shape = [Point(at.x + p.x, at.y + p.y) for p in outline]
    number = Point(at.x + number_at.x, at.y + number_at.y)
    return _polygon(shape, "piece", SEATS[seat].fill) + _text(number, str(seat + 1), "seat", SEATS[seat].ink)


def _vertex_labels(board: Board, places: list[Point], pieces: Pieces) -> Iterator[str]:
    for vertex, (at, label) in enumerate(zip(places, board.vertex_labels, strict=True)):
        if vertex in pieces.settlements or vertex in pieces.cities:
            # To the right of the building, between two edges, where neither a road nor a word can be.
            across = 31 if vertex in pieces.cities else 25
            beside = Point(at.x + across, at.y - 6) if is_peak(board, vertex) else Point(at.x + 18, at.y + 22)
            yield _text(beside, label, "vertex beside")
        else:
            half = 5 + 3.4 * len(label)
            yield (
                f'<rect class="dot" x="{at.x - half:.1f}" y="{at.y - 9:.1f}" width="{2 * half:.1f}" height="18" '
                f'rx="9"/>'
            )
            yield _text(at, label, "vertex")


def _rings(places: list[Point], highlights: Mapping[int, str]) -> Iterator[str]:
    for vertex in highlights:
        for css in ("halo", "ring"):
            yield f'<circle class="{css}" cx="{places[vertex].x:.1f}" cy="{places[vertex].y:.1f}" r="19"/>'


def _captions(places: list[Point], highlights: Mapping[int, str]) -> Iterator[str]:
    for vertex, caption in highlights.items():
        if caption:
            at = Point(places[vertex].x, places[vertex].y - 29)
            half = 6 + 3.7 * len(caption)
            yield (
                f'<rect class="caption" x="{at.x - half:.1f}" y="{at.y - 10:.1f}" width="{2 * half:.1f}" height="20" '
                f'rx="6"/>'
            )
            yield _text(at, caption, "captiontext")

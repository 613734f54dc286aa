"""A board as text, with the name of every vertex where the vertex is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

from catan_sim.core.board import Board, Port, pips
from catan_sim.core.generate import RED_NUMBERS
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.draw.palette import SEATS, TERRAIN
from catan_sim.draw.pieces import Pieces

_COLUMNS: Final = 6
"""Columns in half the width of a hex."""
_LINES: Final = 4
"""Lines from one row of hexes to the next."""
_SLOPE: Final = 2
"""Lines that a sloping edge drops by."""

_BOLD: Final = "1"
_FAINT: Final = "2"
_SETTLEMENT: Final = "▲"
_CITY: Final = "■"
_ROBBER: Final = "R"

_WIDTH: Final = 100
"""Columns for the text below the drawing."""
_GLUE: Final = "\0"


def board_text(board: Board, pieces: Pieces | None = None, colour: bool = False) -> str:
    """Draw a board as text.

    Parameters
    ----------
    board : Board
    pieces : Pieces, optional
        What stands on the board; by default only the robber at its start.
    colour : bool
        Whether to add ANSI colours; without them the text is plain.
    """
    pieces = Pieces(robber=board.robber) if pieces is None else pieces
    canvas = _Canvas()
    _draw_edges(canvas, board, pieces)
    _draw_hexes(canvas, board, pieces.robber)
    _draw_vertices(canvas, board, pieces)
    for port in board.ports:
        _draw_port(canvas, board, port)
    return "\n".join([*canvas.lines(colour), "", *_legend(board, pieces)]) + "\n"


@dataclass
class _Canvas:
    """Styled characters at any (line, column), negative ones included."""

    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def write(self, line: int, column: int, text: str, style: str = "") -> None:
        for offset, character in enumerate(text):
            self.cells[line, column + offset] = character, style

    def centre(self, line: int, column: int, text: str, style: str = "") -> None:
        self.write(line, column - len(text) // 2, text, style)

    def is_free(self, line: int, column: int, length: int) -> bool:
        """Tell whether nothing is written here yet."""
        return not any((line, column + offset) in self.cells for offset in range(length))

    def lines(self, colour: bool) -> Iterator[str]:
        left = min(column for _, column in self.cells)
        for line in range(min(self.cells)[0], max(self.cells)[0] + 1):
            columns = [column for at, column in self.cells if at == line]
            row = [self.cells.get((line, column), (" ", "")) for column in range(left, max(columns, default=left) + 1)]
            yield "".join(_styled(row) if colour else (character for character, _ in row)).rstrip()


def _styled(row: list[tuple[str, str]]) -> Iterator[str]:
    current = ""
    for character, style in [*row, ("", "")]:
        if style != current:
            yield ("\x1b[0m" if current else "") + (f"\x1b[{style}m" if style else "")
            current = style
        yield character


def _rgb(layer: int, fill: str) -> str:
    return f"{layer};2;{int(fill[1:3], 16)};{int(fill[3:5], 16)};{int(fill[5:7], 16)}"


def _painted(fill: str, ink: str) -> str:
    return f"{_BOLD};{_rgb(38, ink)};{_rgb(48, fill)}"


def _vertex_at(board: Board, vertex: int) -> tuple[int, int]:
    """Find the line and column of a vertex; along a zigzag line every second vertex is a peak."""
    corner = board.topology.corners[vertex]
    is_peak = (corner.x - corner.line) % 2 == 0
    return corner.line * _LINES + (0 if is_peak else _SLOPE), corner.x * _COLUMNS


def _hex_at(board: Board, index: int) -> tuple[int, int]:
    """Find the line and column of the middle of a hex."""
    position = board.topology.hexes[index]
    return position.r * _LINES + (_LINES + _SLOPE) // 2, position.x * _COLUMNS


def _draw_edges(canvas: _Canvas, board: Board, pieces: Pieces) -> None:
    for edge, (a, b) in enumerate(board.topology.edge_vertices):
        line_a, column_a = _vertex_at(board, a)
        line_b, column_b = _vertex_at(board, b)
        line, column = (line_a + line_b) // 2, (column_a + column_b) // 2
        rises = (line_a > line_b) == (column_a < column_b)
        if edge in pieces.roads:
            seat = pieces.roads[edge]
            canvas.centre(line, column, str(seat + 1), _painted(*SEATS[seat]))
        elif column_a == column_b:
            canvas.centre(line, column, "│", _FAINT)
        else:
            canvas.centre(line, column, "╱" if rises else "╲", _FAINT)


def _draw_hexes(canvas: _Canvas, board: Board, robber: int | None) -> None:
    for index, tile in enumerate(board.tiles):
        line, column = _hex_at(board, index)
        word = "desert" if tile.resource is None else tile.resource.word
        canvas.centre(line - 1, column, word, _painted(*TERRAIN[tile.resource]))
        if tile.number is not None:
            dots = "•" * pips(tile.number)
            canvas.centre(line, column, f"{tile.number} {dots}", "1;31" if tile.number in RED_NUMBERS else _BOLD)
        label = board.hex_labels[index]
        if index == robber:
            canvas.centre(line + 1, column, f"{label} {_ROBBER}", "1;7")
        else:
            canvas.centre(line + 1, column, label, _FAINT)


def _draw_vertices(canvas: _Canvas, board: Board, pieces: Pieces) -> None:
    for vertex, label in enumerate(board.vertex_labels):
        line, column = _vertex_at(board, vertex)
        start = column - len(label) // 2
        canvas.write(line, start, label)
        for symbol, buildings in ((_SETTLEMENT, pieces.settlements), (_CITY, pieces.cities)):
            if vertex in buildings:
                seat = buildings[vertex]
                mark = f"{symbol}{seat + 1}"
                after, before = start + len(label), start - len(mark)
                column = after if canvas.is_free(line, after, len(mark)) else before
                canvas.write(line, column, mark, _painted(*SEATS[seat]))


def _draw_port(canvas: _Canvas, board: Board, port: Port) -> None:
    """Write the kind of a port on the sea side of its edge; where there is no room, the list below must do."""
    ends = [_vertex_at(board, vertex) for vertex in board.topology.edge_vertices[port.edge]]
    (line_a, column_a), (line_b, column_b) = ends
    line, column = (line_a + line_b) // 2, (column_a + column_b) // 2
    inland_line, inland_column = _hex_at(board, int(board.topology.edge_hexes[port.edge, 0]))
    if column_a == column_b:
        anchors = [(line, column, 2), (line_a, column, 3), (line_b, column, 3)]
    else:
        tip = max(ends, key=lambda end: abs(end[0] - inland_line))
        anchors = [(line, column, 2), (*tip, 3)]

    text = f"({port})"
    style = "1;36" if port.kind == GENERIC_PORT else _painted(*TERRAIN[Resource(port.kind)])
    for at, anchor, gap in anchors:
        start = anchor + gap if column > inland_column else anchor + 1 - gap - len(text)
        if canvas.is_free(at, start - 1, len(text) + 2):
            canvas.write(at, start, text, style)
            return


def _legend(board: Board, pieces: Pieces) -> Iterator[str]:
    terrain = Counter("desert" if tile.resource is None else tile.resource.word for tile in board.tiles)
    ports = [f"{port} {board.edge_labels[port.edge]}" for port in board.ports]
    yield "".join(filter(str.isprintable, board.name))
    yield from _entry("Terrain", [f"{count} {word}" for word, count in terrain.most_common()])
    yield from _entry("Ports", ports or ["none"])
    robber = "off the board" if pieces.robber is None else f"{_ROBBER} at {board.hex_labels[pieces.robber]}"
    yield from _entry("Robber", [robber])
    if pieces.settlements or pieces.cities or pieces.roads:
        yield from _entry("Pieces", [f"{_SETTLEMENT}1 settlement of seat 1", f"{_CITY}1 city", "1 on an edge: road"])


def _entry(title: str, items: list[str]) -> list[str]:
    # No line breaks inside an item such as 'wheat A4-A5'.
    glued = ", ".join(item.replace(" ", _GLUE) for item in items)
    lines = wrap(glued, _WIDTH, initial_indent=f"{title:<9}", subsequent_indent=" " * 9, break_on_hyphens=False)
    return [line.replace(_GLUE, " ") for line in lines]

"""The SVG drawing: well-formed, complete, and readable for every kind of colour vision."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from catan_sim.core.board import Board, Tile
from catan_sim.core.boardfile import find_board
from catan_sim.core.layouts import LAYOUTS
from catan_sim.core.topology import Axial
from catan_sim.draw.palette import SEATS, TERRAIN
from catan_sim.draw.pieces import Pieces
from catan_sim.draw.svg import board_svg, is_peak, vertex_point
from tests.core.strategies import boards

Colour = tuple[float, float, float]
Matrix = tuple[Colour, Colour, Colour]

COLOUR_VISION: dict[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "without green": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "without blue": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
"""How linear RGB is seen (Machado, Oliveira and Fernandes, 2009)."""

TO_XYZ: Matrix = ((0.4339, 0.3762, 0.1898), (0.2127, 0.7152, 0.0722), (0.0178, 0.1095, 0.8727))
"""From linear sRGB, relative to white."""


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def times(matrix: Matrix, colour: Colour) -> Colour:
    red, green, blue = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return red, green, blue


def linear(fill: str) -> Colour:
    channels = (int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def lab(colour: Colour) -> Colour:
    x, y, z = (max(value, 0.0) ** (1 / 3) for value in times(TO_XYZ, colour))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(fill: str, ink: str) -> float:
    low, high = sorted(times(TO_XYZ, linear(colour))[1] for colour in (fill, ink))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("vision", COLOUR_VISION)
def test_terrain_can_be_told_apart(vision: str) -> None:
    seen = [lab(times(COLOUR_VISION[vision], linear(paint.fill))) for paint in TERRAIN.values()]
    for one, other in combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 22


def test_ink_can_be_read_on_its_fill() -> None:
    assert min(contrast(paint.fill, paint.ink) for paint in [*TERRAIN.values(), *SEATS]) > 4


@pytest.mark.parametrize("name", LAYOUTS)
def test_everything_is_named(name: str) -> None:
    board = find_board(name)
    written = texts(board_svg(board))
    assert set(board.vertex_labels) | set(board.hex_labels) <= set(written)
    assert written.count("3:1") == sum(str(port) == "3:1" for port in board.ports)
    assert written.count("2:1") == sum(str(port) != "3:1" for port in board.ports)
    for tile in board.tiles:
        assert str(tile.number or "desert") in written


@pytest.mark.parametrize("name", LAYOUTS)
def test_ports_are_named_in_letters_as_large_as_the_hexes_and_stay_in_the_picture(name: str) -> None:
    svg = board_svg(find_board(name))
    sizes = dict(re.findall(r"\.catan-board \.(word|port) \{ font-size: (\d+)px", svg))
    assert sizes["port"] == sizes["word"]
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for badge in (part.attrib for part in root.iter() if part.attrib.get("class") == "badge"):
        x, y, wide, high = (float(badge[name]) for name in ("x", "y", "width", "height"))
        assert left < x < x + wide < left + width
        assert top < y < y + high < top + height


def test_peaks_are_the_tops_of_hexes() -> None:
    board = find_board("standard")
    assert [label for label in ("A1", "A2", "A3", "B1", "B2") if is_peak(board, board.vertex(label))] == ["A2", "B2"]


def test_labels_can_be_left_out() -> None:
    board = find_board("standard")
    written = texts(board_svg(board, labels=False))
    assert not set(written) & (set(board.vertex_labels) | set(board.hex_labels))
    assert "wheat" in written


def test_sixes_and_eights_are_marked() -> None:
    svg = board_svg(find_board("standard"))
    assert svg.count('class="red number"') == 4
    assert svg.count('class="red pip"') == 20


def test_pieces_and_highlights() -> None:
    board = find_board("standard")
    pieces = Pieces(
        settlements={board.vertex("B3"): 0},
        cities={board.vertex("D8"): 7},
        roads={board.edge("B3-B4"): 0, board.edge("D8-D9"): 7},
    )
    svg = board_svg(board, pieces, {board.vertex("C3"): "31 %", board.vertex("C5"): ""})
    assert svg.count('class="seat"') == 4
    assert svg.count('class="ring"') == 2
    assert svg.count('class="caption"') == 1
    assert "<title>robber</title>" not in svg
    assert {"1", "8", "31 %"} <= set(texts(svg))
    assert set(board.vertex_labels) <= set(texts(svg))
    assert "<title>robber</title>" in board_svg(board)


def test_an_overlay_lies_on_top() -> None:
    board = find_board("standard")
    at = vertex_point(board, board.vertex("C4"))
    root = ElementTree.fromstring(board_svg(board, overlay=[f'<circle cx="{at.x}" cy="{at.y}" r="1"/>']))
    assert root[-1].attrib["r"] == "1"
    label = next(text for text in root.iter("{http://www.w3.org/2000/svg}text") if text.text == "C4")
    assert (float(label.attrib["x"]), float(label.attrib["y"])) == pytest.approx(at, abs=0.1)


def test_styles_stay_inside_the_picture() -> None:
    """A page may show several pictures and has styles of its own."""
    style = board_svg(find_board("standard")).split("<style>")[1].split("</style>")[0]
    selectors = [line.partition("{")[0].strip() for line in style.splitlines() if "{" in line and "@" not in line]
    assert len(selectors) > 20
    assert all(selector.startswith(".catan-board") for selector in selectors)


def test_is_self_contained_and_suits_dark_pages() -> None:
    svg = board_svg(find_board("standard"))
    assert "prefers-color-scheme: dark" in svg
    assert "href" not in svg
    assert svg.count("http") == 1


@pytest.mark.parametrize("name", LAYOUTS)
def test_shrinks_to_small_windows_and_keeps_its_own_size_elsewhere(name: str) -> None:
    root = ElementTree.fromstring(board_svg(find_board(name)))
    _, _, width, height = root.attrib["viewBox"].split()
    assert (root.attrib["width"], root.attrib["height"]) == (width, height)
    assert {"max-width:100%", "height:auto", "max-height:100vh"} == set(root.attrib["style"].split(";"))


def test_names_cannot_break_the_picture() -> None:
    board = Board({Axial(0, 0): Tile(), Axial(1, 0): Tile()}, name="<b>&\x00\x1b")
    assert ElementTree.fromstring(board_svg(board))[0].text == "<b>&"


@settings(max_examples=15, deadline=None)
@given(boards())
def test_boards_of_any_shape_can_be_drawn(board: Board) -> None:
    assert set(board.vertex_labels) <= set(texts(board_svg(board)))

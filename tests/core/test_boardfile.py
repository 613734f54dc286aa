"""Board files: what they say, that they come back unchanged, and that every mistake is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from catan_sim.core.board import Board, Port, Tile
from catan_sim.core.boardfile import board_from_text, board_to_text, find_board, read_board, shipped_boards, write_board
from catan_sim.core.errors import InputError
from catan_sim.core.layouts import LAYOUTS
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.core.topology import Axial
from tests.core.strategies import boards

SMALL = """\
name: Small island
rows:
  - ore 10, sheep 2
  - desert, Wheat 8, lumber 3
ports:
  - 3:1 A1-A2
  - wool a4-a5
"""


def shape(board: Board) -> set[tuple[int, int]]:
    """The hexes, moved so that the first one lies at the origin."""
    first = board.topology.hexes[0]
    return {(position.q - first.q, position.r - first.r) for position in board.topology.hexes}


def test_rows_read_as_typed() -> None:
    board = board_from_text(SMALL)
    assert board.name == "Small island"
    assert [str(tile) for tile in board.tiles] == ["ore 10", "sheep 2", "desert", "wheat 8", "wood 3"]
    assert shape(board) == {(0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)}
    assert board.ports == (Port(GENERIC_PORT, board.edge("A1-A2")), Port(Resource.WOOL, board.edge("A4-A5")))
    assert board.robber == 2


def test_hexes_by_coordinates_are_the_same_board() -> None:
    hexes = "hexes: ['3,-1 ore 10', '4,-1 sheep 2', '2 , 0 desert', ' +3,0 wheat 8', '4,0 wood 3']"
    ports = SMALL[SMALL.index("ports") :]
    assert board_from_text(f"{hexes}\n{ports}") == board_from_text(SMALL)


def test_sea_keeps_a_place_open() -> None:
    board = board_from_text("rows: ['ore 10, sea, ore 9', 'sea, sea', 'sea, ore 8, SEA']")
    assert shape(board) == {(0, 0), (2, 0), (0, 2)}


@pytest.mark.parametrize(("robber", "expected"), [("", 2), ("robber: none", None), ("robber: hex4", 3)])
def test_robber(robber: str, expected: int | None) -> None:
    assert board_from_text(SMALL + robber).robber == expected


def test_name_defaults_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / "two hexes.yaml"
    path.write_text("rows: ['ore 10, ore 9']\nports:\n")
    assert read_board(path).name == "two hexes"
    assert read_board(str(path)).ports == ()


@settings(max_examples=80, deadline=None)
@given(boards())
def test_boards_of_any_shape_come_back_unchanged(board: Board) -> None:
    again = board_from_text(board_to_text(board), "board")
    assert again == board
    assert shape(again) == shape(board)
    assert again.name == (" ".join(board.name.split()) or "board")


def test_write_then_read(tmp_path: Path) -> None:
    board = board_from_text(SMALL)
    write_board(board, tmp_path / "b.yaml")
    assert read_board(tmp_path / "b.yaml") == board
    with pytest.raises(InputError, match=r"cannot be written \(no such file"):
        write_board(board, tmp_path / "nowhere" / "b.yaml")
    with pytest.raises(InputError, match=r"cannot be written \(is a directory"):
        write_board(board, tmp_path)


def test_maps_that_could_not_be_read_back_are_not_written() -> None:
    with pytest.raises(InputError, match="the map spans 1 rows and 301 columns"):
        board_to_text(Board({Axial(0, 0): Tile(), Axial(300, 0): Tile()}))


def rows(*lines: str) -> str:
    return "rows:\n" + "".join(f"  - {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (rows("ore 10, wod 9"), "row 1, position 2: unknown resource 'wod' (did you mean 'wood'?)"),
        (rows("ore 10, ore 2", "gold 3"), "row 2, position 1: unknown resource 'gold'; write brick, wood,"),
        (rows("ore 10, 9 wood"), "row 1, position 2: unknown resource '9'"),
        (
            rows("ore 10, wood 7"),
            "row 1, position 2: '7' is not a number of a hex; write one from 2 to 12 other than 7",
        ),
        (rows("ore 10, wood 13"), "row 1, position 2: '13' is not a number"),
        (rows("ore 10, wood -2"), "row 1, position 2: '-2' is not a number"),
        (rows("ore 10, wood six"), "row 1, position 2: 'six' is not a number"),
        (rows("ore 10, wood"), "row 1, position 2: the number of 'wood' is missing; write one"),
        (rows("ore 10, desert 5"), "row 1, position 2: a desert has no number; write just 'desert'"),
        (rows("ore 10 wood 9"), "row 1, position 1: 'ore 10 wood 9' is more than one hex; put a comma"),
        (rows("ore 10, wood 9,"), "row 1, position 3: nothing stands between two commas"),
        (rows("ore 10, ore 9", "ore 8, ore 6"), "field rows: rows 1 and 2 have 2 and 2 places, but rows are centred"),
        (rows("ore 10, ore 9", "ore 8", "ore 8, ore 6, ore 4"), "add 'sea' at one end of row 3"),
        (rows("sea, sea"), "field rows: the map has no hexes; list them"),
        ("rows:\n", "field rows: the map has no hexes"),
        ("hexes: []\n", "field hexes: the map has no hexes"),
        (rows("ore 10, ore 9", ""), "field rows, entry 2: this is not text; complete it"),
        ("rows: ore 10, ore 9\n", "field rows: this must be a list; begin each of its lines with '- '"),
        ("rows:\n  - [ore 10, ore 9]\n", "field rows, entry 1: this is not text"),
        ("name: empty\n", "exactly one of the fields rows and hexes"),
        (rows("ore 10, ore 9") + "hexes: ['0,0 ore 3']\n", "exactly one of the fields rows and hexes"),
        (rows("ore 10"), "a board needs at least two hexes"),
        (rows(", ".join(["ore 10"] * 92)), "the map has 92 hexes; at most 91 are supported"),
        (rows(", ".join(["ore 10"] * 80)), "at most 91 hexes, 192 vertices and 256 edges"),
        ("hexes: ['0,0 ore 8', '0,200 ore 9']\n", "the map spans 201 rows and 101 columns; move its hexes together"),
        ("hexes: ['0,0 ore 8', '0 1 ore 9']\n", "hexes, entry 2: '0 1 ore 9' is not a hex with coordinates; write q,r"),
        ("hexes: ['0,0 ore 8', '0,1 oar 9']\n", "hexes, entry 2: unknown resource 'oar' (did you mean 'ore'?)"),
        (
            "hexes: ['0,0 ore 8', '1,0 ore 8', '0,0 ore 8']\n",
            "hexes, entry 3: the hex ore 8 is listed already (hexes, entry 1)",
        ),
        ("hexes: ['0,0 ore 8', '0,0 ore 9']\n", "hexes, entry 2: another hex, ore 8, lies here (hexes, entry 1)"),
        (SMALL + "ship: A1\n", "unknown field 'ship'; the fields are name, layout, rows, hexes, ports, robber"),
        (SMALL + "layuot: standard\n", "unknown field 'layuot' (did you mean 'layout'?)"),
        (SMALL + "layout: standart\n", "field layout: unknown layout 'standart' (did you mean 'standard'?)"),
        (SMALL + "layout: 5\n", "field layout: unknown layout '5'; the layouts are standard, extension, eight"),
        (SMALL + "robber: hex6\n", "field robber: there is no 'hex6' on this board (they run from hex1 to hex5)"),
        (SMALL + "robber: 3\n", "field robber: this must be a hex such as hex1, or 'none'"),
        (SMALL + "robber:\n", "field robber: this must be a hex such as hex1, or 'none'"),
        (SMALL + "  - wheat B1-B2-B3\n", "port 3: 'B1-B2-B3' is not an edge; write its two ends, such as A1-A2"),
        (SMALL + "  - wheat B3-A9\n", "port 3: there is no vertex 'A9' on this board"),
        (SMALL + "  - wheat B2-B5\n", "port 3: there is no edge 'B2-B5': its ends are not neighbours"),
        (SMALL + "  - wheat B2-B3\n", "port 3: the edge B2-B3 lies inland; give an edge on the coast"),
        (SMALL + "  - wheet A3-A4\n", "port 3: unknown kind of port 'wheet' (did you mean 'wheat'?)"),
        (SMALL + "  - 2:1 A3-A4\n", "port 3: unknown kind of port '2:1'; write 3:1, brick, wood, sheep, wheat or ore"),
        (SMALL + "  - desert A3-A4\n", "port 3: unknown kind of port 'desert'"),
        (SMALL + "  - ore\n", "port 3: the edge is missing; write its two ends after the kind, such as 'ore A1-A2'"),
        (SMALL + "  - 3:1\n", "field ports, entry 3: this is not text; complete it"),
        (SMALL + "  - ore A2-A1\n", "port 3: port 1 already lies at A1-A2; move or remove one of the two"),
        ("name: 5\n" + rows("ore 10, ore 9"), "field name: the name must be text; put it in quotes"),
        ("name: ' '\n" + rows("ore 10, ore 9"), "field name: the name must be text"),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        board_from_text(text, "my.yaml")
    assert str(caught.value).startswith("my.yaml: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not str(caught.value).endswith(".")


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.yaml: there is no such file"):
        read_board(tmp_path / "none.yaml")
    with pytest.raises(InputError, match=r"my\.yaml, line 2: .*given twice"):
        board_from_text("name: a\nname: b\n", "my.yaml")


def test_layout_promises_pieces() -> None:
    text = board_to_text(find_board("standard"))
    wrong = text.replace("ore 10", "wood 6").replace("3:1 A1-A2", "ore A1-A2")
    with pytest.raises(InputError) as caught:
        board_from_text(wrong, "my.yaml")
    assert str(caught.value) == (
        "my.yaml: field layout: the pieces are not those of layout standard (1 ore too few, 1 wood too many, "
        "1 token 6 too many, 1 token 10 too few, 1 3:1 port too few, 1 ore port too many); "
        "correct them or remove this field"
    )
    assert board_from_text(wrong.replace("layout: standard\n", "")).hex_count == 19


def test_shipped_boards_satisfy_their_layouts() -> None:
    assert set(shipped_boards()) == set(LAYOUTS)
    for name, layout in LAYOUTS.items():
        board = find_board(name)
        assert layout.mismatches(board) == []
        assert f"layout: {name}" in board_to_text(board)


def test_find_board_takes_paths(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    write_board(board_from_text(SMALL), path)
    assert find_board(path) == find_board(str(path)) == board_from_text(SMALL)
    with pytest.raises(
        InputError, match=r"^'standrad' is neither a file nor a shipped board \(did you mean 'standard'"
    ):
        find_board("standrad")
    with pytest.raises(InputError, match="shipped boards are eight, extension, standard"):
        find_board("qqq")
    with pytest.raises(InputError, match="there is no such file"):
        find_board("qqq.yaml")

"""Board files: what they say, that they come back unchanged, and that every mistake is told in one sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from catan_sim.core.board import MAX_EDGES, MAX_HEXES, MAX_VERTICES, Board, Port, Tile
from catan_sim.core.boardfile import board_from_text, board_to_text, find_board, read_board, shipped_boards, write_board
from catan_sim.core.layouts import LAYOUTS
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.core.topology import Axial
from mcts.errors import InputError
from tests.core.strategies import boards

GUIDE = Path(__file__).parents[2] / "docs" / "boards.md"

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


@pytest.mark.parametrize(
    ("robber", "expected"),
    [
        *(("", 2), ("robber: none", None), ("robber: hex4", 3)),
        *(("robber: Desert", 2), ("robber: 4", 3), ("robber: '4'", 3)),
    ],
)
def test_robber(robber: str, expected: int | None) -> None:
    assert board_from_text(SMALL + robber).robber == expected


@pytest.mark.parametrize(
    ("port", "short"),
    [
        *(("any A1-A2", "3:1 A1-A2"), ("any 3:1 A1-A2", "3:1 A1-A2"), ("3:1 Any a2 - a1", "3:1 A1-A2")),
        *(("wheat 2:1 A4-A5", "wheat A4-A5"), ("2:1 grain A4-A5", "wheat A4-A5")),
        *(("ore A1–A2", "ore A1-A2"), ("ore A1 — A2", "ore A1-A2")),
    ],
)
def test_ports_as_drawings_name_them(port: str, short: str) -> None:
    without_ports = SMALL[: SMALL.index("ports")]
    board = board_from_text(f"{without_ports}ports:\n  - {port}\n")
    assert f"ports:\n  - {short}\n" in board_to_text(board)


def test_ports_may_share_a_vertex() -> None:
    board = board_from_text(SMALL + "  - ore A2-A3\n")
    assert [board.edge_labels[port.edge] for port in board.ports] == ["A1-A2", "A2-A3", "A4-A5"]


def test_the_example_of_the_guide() -> None:
    [example] = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    board = board_from_text(example)
    assert (board.name, board.hex_count, len(board.ports)) == ("Little island", 8, 2)
    assert board.robber == board.hex("hex4")


def test_the_limits_in_the_guide() -> None:
    assert f"up to {MAX_HEXES} hexes, {MAX_VERTICES} vertices and {MAX_EDGES} edges" in GUIDE.read_text(
        encoding="utf-8"
    )


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
        (rows("ore 10, 9 wood"), "row 1, position 2: '9 wood' is not how a hex is written; write 'wood 9'"),
        (rows("ore 10, wood9"), "row 1, position 2: 'wood9' is not how a hex is written; write 'wood 9'"),
        (rows("ore 10, wood:9"), "write 'wood 9'"),
        (rows("ore 10, wood 9."), "write 'wood 9'"),
        (rows("ore 10, 9 gold"), "row 1, position 2: unknown resource '9'; write brick, wood,"),
        (
            rows("ore 10, wood 7"),
            "row 1, position 2: '7' is not a number of a hex; write one from 2 to 12 other than 7",
        ),
        (rows("ore 10, wood 13"), "row 1, position 2: '13' is not a number"),
        (rows("ore 10, wood -2"), "row 1, position 2: '-2' is not a number"),
        (rows("ore 10, wood six"), "row 1, position 2: 'six' is not a number"),
        (rows("ore 10, wood"), "row 1, position 2: the number of 'wood' is missing; write one"),
        (rows("ore 10, desert 5"), "row 1, position 2: desert has no number; write just 'desert'"),
        (rows("ore 10, 5 sea"), "row 1, position 2: sea has no number; write just 'sea'"),
        (rows("ore 10 wood 9"), "row 1, position 1: 'ore 10 wood 9' is more than one hex; put a comma"),
        (rows("ore 10, wood 5; ore 9"), "row 1, position 2: 'wood 5; ore 9' is more than one hex; put a comma"),
        (rows("ore 10. wood 9"), "row 1, position 1: 'ore 10. wood 9' is more than one hex; put a comma"),
        (rows("desert ore 9"), "row 1, position 1: 'desert ore 9' is more than one hex; put a comma"),
        (rows("sea sea"), "row 1, position 1: 'sea sea' is more than one hex; put a comma"),
        (rows("ore 10, wood 9", "ore 3 ore 4, ore 5"), "row 2, position 1: 'ore 3 ore 4' is more than one hex"),
        (rows("ore 10, wood 9,"), "row 1, position 3: nothing stands next to a comma; write a hex or 'sea'"),
        (rows("ore 10, ore 9", "ore 8, ore 6"), "field rows: rows 1 and 2 have 2 and 2 places, but rows are centred"),
        (rows("ore 10, ore 9", "ore 8", "ore 8, ore 6, ore 4"), "add 'sea' at one end of row 3"),
        (rows("sea, sea"), "field rows: the map has no hexes; list them"),
        ("rows:\n", "field rows: the map has no hexes"),
        ("hexes: []\n", "field hexes: the map has no hexes"),
        (rows("ore 10, ore 9", ""), "field rows, entry 2: this is not text; complete it"),
        ("rows: ore 10, ore 9\n", "field rows: this must be a list; begin each of its lines with '- '"),
        ("rows:\n  - [ore 10, ore 9]\n", "field rows, entry 1: there are brackets around this line; remove them"),
        (rows("wood: 5"), "field rows, entry 1: there is a colon in this line; remove it and write 'wood 5'"),
        (
            rows("ore 4, wood: 5"),
            "field rows, entry 1: there is a colon in this line; remove it and write 'ore 4, wood 5'",
        ),
        (rows("{wood: 5, ore: 4}"), "field rows, entry 1: there is a colon in this line; remove it"),
        (rows("{}"), "field rows, entry 1: there is a colon in this line; remove it"),
        ("name: empty\n", "exactly one of the fields rows and hexes"),
        (rows("ore 10, ore 9") + "hexes: ['0,0 ore 3']\n", "exactly one of the fields rows and hexes"),
        (rows("ore 10"), "a board needs at least two hexes"),
        (rows(", ".join(["ore 10"] * 92)), f"the map has 92 hexes; at most {MAX_HEXES} are supported"),
        (rows(", ".join(["ore 10"] * 80)), f"at most {MAX_HEXES} hexes, 192 vertices and 256 edges"),
        ("hexes: ['0,0 ore 8', '0,200 ore 9']\n", "the map spans 201 rows and 101 columns; move its hexes together"),
        ("hexes: ['0,0 ore 8', '0 1 ore 9']\n", "hexes, entry 2: '0 1 ore 9' is not a hex with coordinates; write q,r"),
        ("hexes: ['0,0 ore 8', '0,1 oar 9']\n", "hexes, entry 2: unknown resource 'oar' (did you mean 'ore'?)"),
        ("hexes: ['0,0 ore 8', '0,1 sea']\n", "hexes, entry 2: sea is wherever no hex is listed; remove this entry"),
        ("hexes:\n  - 0,0: ore 8\n", "hexes, entry 1: there is a colon in this line; remove it and write '0,0 ore 8'"),
        (
            "hexes: ['0,0 ore 8', '1,0 ore 8', '0,0 ore 8']\n",
            "hexes, entry 3: the hex ore 8 is listed already (hexes, entry 1)",
        ),
        ("hexes: ['0,0 ore 8', '0,0 ore 9']\n", "hexes, entry 2: another hex, ore 8, lies here (hexes, entry 1)"),
        (SMALL + "ship: A1\n", "unknown field 'ship'; the fields are name, layout, rows, hexes, ports, robber"),
        (SMALL + "layuot: standard\n", "unknown field 'layuot' (did you mean 'layout'?)"),
        (SMALL + "layout: standart\n", "field layout: unknown layout 'standart' (did you mean 'standard'?)"),
        (SMALL + "layout: 5\n", "field layout: unknown layout '5'; the layouts are standard, extension, eight"),
        (SMALL + "robber: hex6\n", "field robber: there is no 'hex6' on this board (hexes run from hex1 to hex5)"),
        (SMALL + "robber: 6\n", "field robber: there is no 'hex6' on this board"),
        (SMALL + "robber: no\n", "field robber: this must be a hex such as hex1, or 'desert' or 'none'"),
        (SMALL + "robber:\n", "field robber: this must be a hex such as hex1, or 'desert' or 'none'"),
        (rows("ore 10, ore 9") + "robber: desert\n", "field robber: there is no desert on this board; give a hex"),
        (SMALL + "  - wheat B1-B2-B3\n", "port 3: 'B1-B2-B3' is not an edge; write its two ends, such as A1-A2"),
        (SMALL + "  - wheat B3-A9\n", "port 3: there is no vertex 'A9' on this board"),
        (SMALL + "  - wheat B2-B5\n", "port 3: there is no edge 'B2-B5': its ends are not neighbours"),
        (SMALL + "  - wheat B2-B3\n", "port 3: the edge B2-B3 lies inland; give an edge on the coast"),
        (SMALL + "  - wheet A3-A4\n", "port 3: unknown kind of port 'wheet' (did you mean 'wheat'?)"),
        (SMALL + "  - 2:1 A3-A4\n", "port 3: '2:1' is no kind of port; write 3:1, or the resource of a 2:1 port"),
        (SMALL + "  - wheat 3:1 A3-A4\n", "port 3: 'wheat 3:1' is no kind of port; write 3:1, or the resource"),
        (SMALL + "  - any 2:1 A3-A4\n", "port 3: 'any 2:1' is no kind of port"),
        (SMALL + "  - all A3-A4\n", "port 3: unknown kind of port 'all'; write 3:1 or any of brick, wood, sheep,"),
        (SMALL + "  - wheat: A3-A4\n", "entry 3: there is a colon in this line; remove it and write 'wheat A3-A4'"),
        (SMALL + "  - 3:1: A3-A4\n", "field ports, entry 3: there is a colon in this line; remove it"),
        (SMALL + "  - any 3:1\n", "port 3: the edge is missing; write its two ends after the kind"),
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
    wrong = text.replace("ore 10", "wood 6").replace("3:1 A1-A2", "ore A1-A2").replace("3:1 C11-D11", "ore C11-D11")
    with pytest.raises(InputError) as caught:
        board_from_text(wrong, "my.yaml")
    assert str(caught.value) == (
        "my.yaml: field layout: the pieces are not those of layout standard "
        "(1 × ore too few, 1 × wood too many, 1 × token 6 too many, 1 × token 10 too few, "
        "2 × 3:1 port too few, 2 × ore port too many); "
        "correct them or remove this field"
    )
    assert board_from_text(wrong.replace("layout: standard\n", "")).hex_count == 19


@pytest.mark.parametrize(
    ("typed", "instead", "message"),
    [
        (
            "ore 10, sheep 2, wood 9",
            "ore 10 sheep 2, wood 9",
            "row 1, position 1: 'ore 10 sheep 2' is more than one hex",
        ),
        ("ore 10, sheep 2, wood 9", "sheep 2, wood 9", "row 1 has 2 hexes, the standard layout has 3 there"),
        ("sheep 4, brick 10", "sheep 4, brick 10, ore 3", "row 2 has 5 hexes, the standard layout has 4 there"),
        ("sheep 4, brick 10", "sea, brick 10", "row 2 has 3 hexes, the standard layout has 4 there"),
        ("ore 10, sheep 2, wood 9", "ore 10", "row 1 has 1 hex, the standard layout has 3 there"),
        ("  - brick 5, wheat 6, sheep 11\n", "", "the standard layout has 5 rows, this has 4"),
        ("ports:", "  - ore 3\nports:", "the standard layout has 5 rows, this has 6"),
    ],
)
def test_rows_of_another_length_than_the_layout(typed: str, instead: str, message: str) -> None:
    text = board_to_text(find_board("standard"))
    with pytest.raises(InputError) as caught:
        board_from_text(text.replace(typed, instead), "my.yaml")
    assert str(caught.value).startswith(f"my.yaml: {message}; ")


def test_sea_around_a_layout_is_welcome() -> None:
    text = board_to_text(find_board("standard"))
    framed = text.replace("rows:\n", "rows:\n  - sea, sea\n").replace("  - wheat 9,", "  - sea, wheat 9,")
    framed = framed.replace("wood 3, ore 8", "wood 3, ore 8, sea")
    assert board_from_text(framed) == find_board("standard")


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

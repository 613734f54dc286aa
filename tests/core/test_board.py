"""Boards: labels, identity and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from catan_sim.core.board import MAX_HEXES, Board, Port, Tile, pips
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.core.topology import NONE, Axial
from mcts.errors import InputError
from tests.core.strategies import boards

LAND = {
    Axial(0, 0): Tile(Resource.ORE, 10),
    Axial(1, 0): Tile(Resource.WOOL, 2),
    Axial(-1, 1): Tile(),
    Axial(0, 1): Tile(Resource.GRAIN, 8),
}
PORTS = [Port(GENERIC_PORT, 0), Port(Resource.ORE, 2)]


def test_pips() -> None:
    assert [pips(number) for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12, None)] == [1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0]


@settings(max_examples=60, deadline=None)
@given(boards())
def test_labels_are_unique_and_parse_back(board: Board) -> None:
    for labels, parse in (
        (board.vertex_labels, board.vertex),
        (board.edge_labels, board.edge),
        (board.hex_labels, board.hex),
    ):
        assert len(set(labels)) == len(labels)
        assert [parse(label) for label in labels] == list(range(len(labels)))
        assert [parse(f" {label.lower()} ") for label in labels] == list(range(len(labels)))
    for edge, label in enumerate(board.edge_labels):
        a, b = label.split("-")
        assert board.edge(f"{b} - {a}") == edge


def test_labels_follow_the_zigzag_lines() -> None:
    board = Board(LAND)
    assert board.vertex_labels[:5] == ("A1", "A2", "A3", "A4", "A5")
    assert board.edge_labels[0] == "A1-A2"
    assert board.describe_vertex(board.vertex("B4")) == "wheat 8 · ore 10 · sheep 2"


def test_lines_after_z_have_two_letters() -> None:
    column = {Axial(-(r // 2), r): Tile(Resource.ORE, 8) for r in range(30)}
    board = Board(column)
    assert board.vertex_labels[-1].startswith("AE")
    assert board.vertex(board.vertex_labels[-1]) == board.vertex_count - 1


@settings(max_examples=40, deadline=None)
@given(boards())
def test_identity_ignores_place_order_and_name(board: Board) -> None:
    tiles = list(zip(board.topology.hexes, board.tiles, strict=True))
    moved = {Axial(position.q - 4, position.r + 9): tile for position, tile in reversed(tiles)}
    twin = Board(moved, reversed(board.ports), board.robber, "another name")
    assert twin == board
    assert hash(twin) == hash(board)
    assert twin.fingerprint == board.fingerprint


def test_identity_covers_everything_that_can_change_a_game() -> None:
    base = Board(LAND, PORTS)
    changed = [
        Board(LAND | {Axial(0, 0): Tile(Resource.ORE, 9)}, PORTS),
        Board(LAND | {Axial(0, 0): Tile(Resource.BRICK, 10)}, PORTS),
        Board(LAND | {Axial(2, 0): Tile(Resource.BRICK, 10)}, PORTS),
        Board({Axial(q, r) if r == 0 else Axial(q + 1, r): tile for (q, r), tile in LAND.items()}, PORTS),
        Board(LAND, PORTS[:1]),
        Board(LAND, [PORTS[0], Port(Resource.WOOL, 2)]),
        Board(LAND, [PORTS[0], Port(Resource.ORE, 1)]),
        Board(LAND, PORTS, robber=0),
        Board(LAND, PORTS, robber=None),
    ]
    assert len({board.fingerprint for board in [base, *changed]}) == len(changed) + 1
    assert all(board != base for board in changed)
    assert base != "a board"


def test_robber_starts_on_the_first_desert() -> None:
    assert Board(LAND).robber == 2
    assert Board({**LAND, Axial(-1, 1): Tile(Resource.ORE, 3)}).robber is None
    assert Board(LAND | {Axial(0, 0): Tile()}).robber == 0
    assert Board(LAND, robber=None).robber is None


def test_repr_tells_the_board() -> None:
    assert repr(Board(LAND, PORTS, name="Mine")).startswith("<Board 'Mine': 4 hexes, 2 ports, ")


@pytest.mark.parametrize(
    ("label", "message"),
    [("Z9", "no vertex 'Z9'.*A1 to C5"), ("", "no vertex ''"), ("A0", "no vertex 'A0'")],
)
def test_unknown_vertex(label: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Board(LAND).vertex(label)


@pytest.mark.parametrize(
    ("label", "message"), [("A1", "not an edge"), ("A1-A2-A3", "not an edge"), ("A1-A3", "not neighbours")]
)
def test_unknown_edge(label: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Board(LAND).edge(label)


def test_unknown_hex() -> None:
    with pytest.raises(InputError, match=r"no 'hex5'.*hex1 to hex4"):
        Board(LAND).hex("hex5")


@pytest.mark.parametrize(
    "tile",
    [Tile(Resource.ORE, None), Tile(None, 5), Tile(Resource.ORE, 7), Tile(Resource.ORE, 1), Tile(Resource.ORE, 13)],
)
def test_impossible_tiles_are_refused(tile: Tile) -> None:
    with pytest.raises(InputError, match="hex1"):
        Board(LAND | {Axial(0, 0): tile})


def test_impossible_maps_are_refused() -> None:
    inland = next(edge for edge, (_, other) in enumerate(Board(LAND).topology.edge_hexes) if other != NONE)
    with pytest.raises(InputError, match="at least two hexes"):
        Board({Axial(0, 0): Tile()})
    with pytest.raises(InputError, match="at least two hexes"):
        Board({})
    with pytest.raises(InputError, match=f"at most {MAX_HEXES} hexes"):
        Board({Axial(q, r): Tile() for q in range(10) for r in range(10)})
    with pytest.raises(InputError, match="lies inland"):
        Board(LAND, [Port(GENERIC_PORT, inland)])
    with pytest.raises(InputError, match="two ports lie at A1-A2"):
        Board(LAND, [Port(GENERIC_PORT, 0), Port(Resource.ORE, 0)])
    with pytest.raises(InputError, match="the robber starts at hex 4"):
        Board(LAND, robber=4)

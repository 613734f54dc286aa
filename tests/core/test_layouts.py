"""Layouts, and the boards generated from them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from catan_sim.core.board import Board, Port, Tile
from catan_sim.core.boardfile import board_from_text, board_to_text, find_board
from catan_sim.core.generate import Numbers, corners, has_red_neighbours, random_board, spiral
from catan_sim.core.layouts import LAYOUTS, Layout, layout_named, layout_of
from catan_sim.core.resources import Resource
from catan_sim.core.rows import places_in_rows
from catan_sim.core.topology import NONE, Axial
from mcts.errors import InputError

every_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
both_ways = pytest.mark.parametrize("numbers", ["spiral", "shuffled"])


def places_of(layout: Layout) -> list[Axial]:
    return [place for row in places_in_rows(layout.rows) for place in row]


def red_pairs(board: Board) -> int:
    """How often a 6 or 8 lies next to another, by way of the edges between hexes."""
    numbers = [tile.number for tile in board.tiles]
    return sum(b != NONE and {numbers[a], numbers[b]} <= {6, 8} for a, b in board.topology.edge_hexes)


def coast_clockwise(board: Board) -> list[int]:
    """The coastal edges in order, from the north-western edge of the first hex."""
    top = board.topology
    follows = {}
    for ring in top.hex_vertices.tolist():
        for a, b in pairwise([*ring, ring[0]]):
            edge = top.edge_between(a, b)
            assert edge is not None
            if top.edge_hexes[edge, 1] == NONE:
                follows[a] = (b, edge)
    here = int(top.hex_vertices[0, 5])
    edges: list[int] = []
    while len(edges) < len(follows):
        here, edge = follows[here]
        edges.append(edge)
    return edges


@pytest.mark.parametrize(
    ("name", "terrain", "rare", "common", "ports"),
    [
        ("standard", {"wood": 4, "wheat": 4, "sheep": 4, "brick": 3, "ore": 3, "desert": 1}, 1, 2, (4, 1)),
        ("extension", {"wood": 6, "wheat": 6, "sheep": 6, "brick": 5, "ore": 5, "desert": 2}, 2, 3, (5, 2)),
        ("eight", {"wood": 8, "wheat": 8, "sheep": 8, "brick": 6, "ore": 6, "desert": 1}, 2, 4, (6, 2)),
    ],
)
def test_pieces_in_the_box(name: str, terrain: dict[str, int], rare: int, common: int, ports: tuple[int, int]) -> None:
    layout = layout_named(name)
    expected = Counter(terrain)
    expected.update(
        {f"token {number}": rare if number in (2, 12) else common for number in range(2, 13) if number != 7}
    )
    generic, sheep = ports
    expected.update({"3:1 port": generic, "sheep port": sheep})
    expected.update({f"{word} port": 1 for word in ("brick", "wood", "wheat", "ore")})
    assert layout.pieces == expected
    assert sum(layout.rows) == len(layout.terrain)
    assert len(layout.port_kinds) == len(layout.port_edges)


@every_layout
def test_ports_are_spread_evenly_and_share_no_vertex(layout: Layout) -> None:
    board = find_board(layout.name)
    assert {board.edge_labels[port.edge] for port in board.ports} == set(layout.port_edges)
    coast = coast_clockwise(board)
    steps = [coast.index(board.edge(edge)) for edge in layout.port_edges]
    gaps = {(b - a) % len(coast) for a, b in pairwise([*steps, steps[0]])}
    assert steps == sorted(steps)
    assert gaps == {3, 4}
    ends = [vertex for edge in layout.port_edges for vertex in edge.split("-")]
    assert len(set(ends)) == len(ends)


def test_beginner_board_has_the_ports_in_the_usual_places() -> None:
    layout, board = layout_named("standard"), find_board("standard")
    kinds = {board.edge_labels[port.edge]: port.kind for port in board.ports}
    assert tuple(kinds[edge] for edge in layout.port_edges) == layout.port_kinds


@every_layout
def test_spiral_winds_inwards_from_every_corner(layout: Layout) -> None:
    places = places_of(layout)
    assert len(corners(places)) == 6
    for start in corners(places):
        path = spiral(places, start)
        assert path[0] == start
        assert sorted(path) == sorted(places)
        assert all(abs(a.x - b.x) + abs(a.r - b.r) == 2 for a, b in pairwise(path))


def test_spiral_runs_counter_clockwise() -> None:
    path = spiral(places_of(layout_named("standard")), Axial(-1, 0))
    assert path[:4] == [Axial(-1, 0), Axial(-2, 1), Axial(-3, 2), Axial(-3, 3)]
    assert path[11:13] == [Axial(0, 0), Axial(-1, 1)]
    assert path[-1] == Axial(-1, 2)


@every_layout
def test_no_desert_can_push_red_numbers_together_in_the_spiral(layout: Layout) -> None:
    places = places_of(layout)
    deserts = layout.terrain.count(None)
    for start in corners(places)[:2]:
        path = spiral(places, start)
        for bare in combinations(path, deserts):
            land = [place for place in path if place not in bare]
            tiles = {place: Tile(Resource.ORE, number) for place, number in zip(land, layout.tokens, strict=True)}
            assert not has_red_neighbours(tiles)


@every_layout
@both_ways
def test_random_boards_satisfy_their_layout(layout: Layout, numbers: Numbers) -> None:
    for seed in range(12):
        board = random_board(layout, seed, numbers)
        assert layout.mismatches(board) == []
        assert layout_of(board) is layout
        assert red_pairs(board) == 0
        assert set(board.topology.hexes) == set(places_of(layout))


def test_shipped_boards_keep_red_numbers_apart() -> None:
    assert [red_pairs(find_board(name)) for name in LAYOUTS] == [0, 0, 0]


def with_rows_moved(board: Board, step: int, rows: int) -> Board:
    """The same pieces with the first rows moved to the left, and the ports on whatever coast there is."""
    top = board.topology.hexes[0].r
    tiles = {
        (place.q - step * (place.r < top + rows), place.r): tile
        for place, tile in zip(board.topology.hexes, board.tiles, strict=True)
    }
    coast = coast_clockwise(Board(tiles))
    return Board(tiles, [Port(port.kind, edge) for port, edge in zip(board.ports, coast, strict=False)])


@every_layout
def test_a_layout_is_a_shape_as_well_as_pieces(layout: Layout) -> None:
    board = find_board(layout.name)
    elsewhere = with_rows_moved(board, step=4, rows=len(layout.rows))
    assert layout_of(elsewhere) is layout
    bent = with_rows_moved(board, step=1, rows=1)
    assert layout.mismatches(bent) == []
    assert layout_of(bent) is None
    assert board_from_text(board_to_text(bent)) == bent
    with pytest.raises(InputError, match=f"^the hexes do not lie as in layout {layout.name}; move them or remove"):
        layout.check(bent)


def test_seeds_give_different_boards() -> None:
    assert len({random_board("standard", seed) for seed in range(40)}) == 40


@pytest.mark.parametrize(
    ("layout", "seed", "numbers", "fingerprint"),
    [
        ("standard", 0, "spiral", "c60b1f5559a0d283"),
        ("standard", 2**64 - 1, "spiral", "49c2b86175e87699"),
        ("standard", 0, "shuffled", "4745a258c6fb680c"),
        ("standard", 2**64 - 1, "shuffled", "20174a8f48247c33"),
        ("extension", 7, "spiral", "d3fa1bd9ec32f40e"),
        ("extension", 7, "shuffled", "b22c2c7b25fa17c2"),
        ("eight", 7, "spiral", "204cfcc2ae81c1ea"),
        ("eight", 7, "shuffled", "4612ecd09bb5c185"),
    ],
)
def test_a_seed_gives_the_same_board_for_good(layout: str, seed: int, numbers: Numbers, fingerprint: str) -> None:
    assert random_board(layout, seed, numbers).fingerprint[:16] == fingerprint


def test_impossible_requests() -> None:
    with pytest.raises(InputError, match=r"unknown layout 'standart' \(did you mean 'standard'\?\)"):
        random_board("standart", 1)
    for seed in (-1, 1 << 64):
        with pytest.raises(InputError, match=r"seed .* out of range"):
            random_board("standard", seed)
    with pytest.raises(InputError, match="choose spiral or shuffled"):
        random_board("standard", 1, "random")  # type: ignore[arg-type]


def test_a_box_of_red_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catan_sim.core.generate._MAX_DRAWS", 20)
    crowded = Layout("crowded", (1, 2, 1), (Resource.ORE,) * 4, (6, 8, 6, 8), (), ())
    with pytest.raises(InputError, match="too many tokens 6 and 8"):
        random_board(crowded, 1, "shuffled")

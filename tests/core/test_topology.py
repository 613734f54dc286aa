"""The brick-wall numbering against plain floating-point geometry."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import pytest
from hypothesis import given, settings

from catan_sim.core.topology import NONE, Axial, Topology, build_topology
from tests.core.strategies import hex_sets

Point = tuple[float, float]

CLOCKWISE_FROM_NORTH = [pi / 2 - k * pi / 3 for k in range(6)]


def hexagon(radius: int) -> set[Axial]:
    span = range(-radius, radius + 1)
    return {Axial(q, r) for q in span for r in span if abs(q + r) <= radius}


def corners_of(position: Axial) -> list[Point]:
    """N, NE, SE, S, SW, NW; y grows downwards."""
    x, y = sqrt(3) * (position.q + position.r / 2), 1.5 * position.r
    return [(round(x + cos(angle), 4) + 0.0, round(y - sin(angle), 4) + 0.0) for angle in CLOCKWISE_FROM_NORTH]


def sides_of(position: Axial) -> list[frozenset[Point]]:
    ring = corners_of(position)
    return [frozenset(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)]


def unpadded(row: list[int]) -> list[int]:
    """The entries before the padding; padding comes last."""
    entries = [entry for entry in row if entry != NONE]
    assert row[: len(entries)] == entries
    return entries


def assert_matches_geometry(topology: Topology, land: set[Axial]) -> None:
    assert set(topology.hexes) == land
    point_of: dict[int, Point] = {}
    for position, ring in zip(topology.hexes, topology.hex_vertices.tolist(), strict=True):
        for vertex, point in zip(ring, corners_of(position), strict=True):
            assert point_of.setdefault(vertex, point) == point
    assert set(point_of) == set(range(topology.vertex_count))
    assert len(set(point_of.values())) == topology.vertex_count == len({p for h in land for p in corners_of(h)})

    sides = {frozenset(point_of[v] for v in ends): e for e, ends in enumerate(topology.edge_vertices.tolist())}
    assert set(sides) == {side for position in land for side in sides_of(position)}
    assert len(sides) == topology.edge_count
    for side, edge in sides.items():
        beside = {index for index, position in enumerate(topology.hexes) if side in sides_of(position)}
        assert set(unpadded(topology.edge_hexes[edge].tolist())) == beside

    for vertex, point in point_of.items():
        around = {index for index, position in enumerate(topology.hexes) if point in corners_of(position)}
        assert set(unpadded(topology.vertex_hexes[vertex].tolist())) == around
        edges = unpadded(topology.vertex_edges[vertex].tolist())
        ends = unpadded(topology.vertex_vertices[vertex].tolist())
        assert {frozenset((point, point_of[end])) for end in ends} == {side for side in sides if point in side}
        assert edges == [sides[frozenset((point, point_of[end]))] for end in ends]


@pytest.mark.parametrize(
    ("radius", "hexes", "vertices", "edges"), [(1, 7, 24, 30), (2, 19, 54, 72), (3, 37, 96, 132), (4, 61, 150, 210)]
)
def test_hexagons_match_geometry(radius: int, hexes: int, vertices: int, edges: int) -> None:
    topology = build_topology(hexagon(radius))
    assert (len(topology.hexes), topology.vertex_count, topology.edge_count) == (hexes, vertices, edges)
    assert_matches_geometry(topology, hexagon(radius))


@settings(max_examples=60, deadline=None)
@given(hex_sets())
def test_any_set_of_hexes_matches_geometry(land: set[Axial]) -> None:
    assert_matches_geometry(build_topology(land), land)


@settings(max_examples=60, deadline=None)
@given(hex_sets())
def test_neighbourhood_is_mutual(land: set[Axial]) -> None:
    topology = build_topology(land)
    for vertex in range(topology.vertex_count):
        for edge, other in zip(topology.vertex_edges[vertex], topology.vertex_vertices[vertex], strict=True):
            if other != NONE:
                assert vertex in topology.vertex_vertices[other]
                assert sorted((vertex, other)) == topology.edge_vertices[edge].tolist()
                assert topology.edge_between(vertex, other) == topology.edge_between(other, vertex) == edge


def test_edge_between_vertices_that_are_not_neighbours() -> None:
    assert build_topology(hexagon(1)).edge_between(0, 5) is None


@settings(max_examples=30, deadline=None)
@given(hex_sets())
def test_numbering_follows_reading_order_and_ignores_translation(land: set[Axial]) -> None:
    topology = build_topology(land)
    moved = build_topology({Axial(position.q + 7, position.r - 3) for position in land})
    assert list(topology.corners) == sorted(topology.corners)
    assert topology.edge_vertices.tolist() == sorted(topology.edge_vertices.tolist())
    assert topology.hex_vertices.tolist() == moved.hex_vertices.tolist()
    assert topology.edge_hexes.tolist() == moved.edge_hexes.tolist()


def test_tables_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        build_topology(hexagon(1)).hex_vertices[0, 0] = 1

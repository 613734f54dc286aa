"""Hypothesis strategies for maps and boards of any shape."""

from __future__ import annotations

from hypothesis import strategies as st

from catan_sim.core.board import NUMBERS, Board, Port, Tile
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.core.topology import NONE, Axial

_COORDINATES = st.integers(-5, 5)


def hex_sets() -> st.SearchStrategy[set[Axial]]:
    return st.sets(st.builds(Axial, _COORDINATES, _COORDINATES), min_size=2, max_size=24)


def tiles() -> st.SearchStrategy[Tile]:
    return st.just(Tile()) | st.builds(Tile, st.sampled_from(Resource), st.sampled_from(NUMBERS))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    land = {position: draw(tiles()) for position in sorted(draw(hex_sets()))}
    coast = [edge for edge, (_, other) in enumerate(Board(land).topology.edge_hexes) if other == NONE]
    edges = draw(st.lists(st.sampled_from(coast), unique=True, max_size=6))
    ports = [Port(draw(st.integers(0, GENERIC_PORT)), edge) for edge in edges]
    robber = draw(st.none() | st.integers(0, len(land) - 1))
    return Board(land, ports, robber, draw(st.text(max_size=12)))

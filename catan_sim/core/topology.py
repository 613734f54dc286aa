"""Vertices, edges and adjacency of any set of hexes.

Hexes are pointy side up. In units of half a hex width, hex (q, r) is centred at x = 2q + r in row r. Its corners lie on
two zigzag lines, line r above it and line r + 1 below it, at x - 1, x and x + 1: a brick wall. So every vertex is a
pair (line, x), every edge joins neighbours on one line or drops from one line to the next, and nothing needs a float.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int16]

NONE: Final = -1
"""Padding in adjacency tables: no such neighbour."""

CORNER_NAMES: Final = ("N", "NE", "SE", "S", "SW", "NW")
_CORNERS: Final = ((0, 0), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""Offsets (line, x) of the corners from (r, 2q + r), in the order of CORNER_NAMES."""


class Axial(NamedTuple):
    """A hex position: (q + 1, r) lies to the east, (q, r + 1) to the south-east."""

    q: int
    r: int

    @property
    def x(self) -> int:
        """Horizontal position of the centre, in half hex widths."""
        return 2 * self.q + self.r


class Corner(NamedTuple):
    """A vertex position on the brick wall."""

    line: int
    x: int


@dataclass(frozen=True)
class Topology:
    """What touches what, in tables padded with -1.

    Hexes, vertices and edges are numbered in reading order (top to bottom, left to right), so the numbering depends on
    the shape alone.

    Attributes
    ----------
    hexes : tuple of Axial
    corners : tuple of Corner
        The position of every vertex.
    hex_vertices : int16 (hexes, 6)
        Corners of each hex in the order N, NE, SE, S, SW, NW.
    vertex_hexes, vertex_edges, vertex_vertices : int16 (vertices, 3)
        ``vertex_edges[v, k]`` leads to ``vertex_vertices[v, k]``.
    edge_vertices : int16 (edges, 2)
        The lower numbered end first.
    edge_hexes : int16 (edges, 2)
        A coastal edge has -1 in the second place.
    """

    hexes: tuple[Axial, ...]
    corners: tuple[Corner, ...]
    hex_vertices: IntArray
    vertex_hexes: IntArray
    vertex_edges: IntArray
    vertex_vertices: IntArray
    edge_vertices: IntArray
    edge_hexes: IntArray

    @property
    def vertex_count(self) -> int:
        """Number of vertices."""
        return len(self.corners)

    @property
    def edge_count(self) -> int:
        """Number of edges."""
        return len(self.edge_vertices)

    def edge_between(self, a: int, b: int) -> int | None:
        """The edge that joins two vertices, or None."""
        for edge, end in zip(self.vertex_edges[a], self.vertex_vertices[a], strict=True):
            if end == b:
                return int(edge)
        return None


def _padded(rows: list[list[int]], width: int) -> IntArray:
    table = np.full((len(rows), width), NONE, np.int16)
    for row, values in enumerate(rows):
        table[row, : len(values)] = values
    table.setflags(write=False)
    return table


def build_topology(positions: set[Axial]) -> Topology:
    """Derive every vertex, edge and adjacency from a set of hex positions."""
    hexes = tuple(sorted(positions, key=lambda h: (h.r, h.q)))
    corners_of = [[Corner(h.r + line, h.x + x) for line, x in _CORNERS] for h in hexes]
    corners = tuple(sorted({corner for row in corners_of for corner in row}))
    number = {corner: index for index, corner in enumerate(corners)}
    hex_vertices = [[number[corner] for corner in row] for row in corners_of]

    hexes_of_edge: dict[tuple[int, int], list[int]] = {}
    for index, ring in enumerate(hex_vertices):
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            hexes_of_edge.setdefault((min(a, b), max(a, b)), []).append(index)
    ends = sorted(hexes_of_edge)

    vertex_hexes: list[list[int]] = [[] for _ in corners]
    for index, ring in enumerate(hex_vertices):
        for vertex in ring:
            vertex_hexes[vertex].append(index)
    vertex_edges: list[list[int]] = [[] for _ in corners]
    vertex_vertices: list[list[int]] = [[] for _ in corners]
    for edge, (a, b) in enumerate(ends):
        vertex_edges[a].append(edge)
        vertex_vertices[a].append(b)
        vertex_edges[b].append(edge)
        vertex_vertices[b].append(a)

    return Topology(
        hexes=hexes,
        corners=corners,
        hex_vertices=_padded(hex_vertices, 6),
        vertex_hexes=_padded(vertex_hexes, 3),
        vertex_edges=_padded(vertex_edges, 3),
        vertex_vertices=_padded(vertex_vertices, 3),
        edge_vertices=_padded([list(pair) for pair in ends], 2),
        edge_hexes=_padded([hexes_of_edge[pair] for pair in ends], 2),
    )

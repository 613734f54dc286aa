"""Hexes, vertices and edges of a board (rules 1.1 to 1.3)."""

from functools import cache
from itertools import combinations

Hexagon = tuple[int, int]
Vertex = tuple[Hexagon, Hexagon, Hexagon]
Edge = tuple[Hexagon, Hexagon]

DIRECTIONS: tuple[Hexagon, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps to the six neighbouring positions, going round; east first, then south-east."""


def neighbours(hexagon: Hexagon) -> list[Hexagon]:
    """Return the six positions around a hex, going round (Rule 1.1)."""
    q, r = hexagon
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def make_vertex(a: Hexagon, b: Hexagon, c: Hexagon) -> Vertex:
    """Return the vertex at which three positions meet."""
    first, second, third = sorted((a, b, c))
    return (first, second, third)


def make_edge(a: Hexagon, b: Hexagon) -> Edge:
    """Return the edge between two positions."""
    first, second = sorted((a, b))
    return (first, second)


def hex_vertices(hexagon: Hexagon) -> list[Vertex]:
    """Return the six corners of a hex (Rule 1.2)."""
    around = neighbours(hexagon)
    return [make_vertex(hexagon, around[i], around[(i + 1) % 6]) for i in range(6)]


def hex_edges(hexagon: Hexagon) -> list[Edge]:
    """Return the six sides of a hex (Rule 1.2)."""
    return [make_edge(hexagon, other) for other in neighbours(hexagon)]


@cache
def edge_vertices(edge: Edge) -> tuple[Vertex, Vertex]:
    """Return the two ends of an edge."""
    a, b = edge
    first, second = sorted(set(neighbours(a)) & set(neighbours(b)))
    return (make_vertex(a, b, first), make_vertex(a, b, second))


class Board:
    """The fixed part of a game: hexes, ports, and the vertices and edges that follow from them.

    Parameters
    ----------
    hexes
        Resource (0 to 4, None for a desert) and number (None for a desert) of each hex.
    ports
        Kind of port at an edge: 0 to 4 special, 5 generic.
    """

    def __init__(self, hexes: dict[Hexagon, tuple[int | None, int | None]], ports: dict[Edge, int]) -> None:
        self.hexes = dict(hexes)
        self.ports = dict(ports)
        self.vertices: set[Vertex] = {vertex for hexagon in hexes for vertex in hex_vertices(hexagon)}
        self.edges: set[Edge] = {edge for hexagon in hexes for edge in hex_edges(hexagon)}
        self._edges_at: dict[Vertex, list[Edge]] = {
            vertex: [edge for a, b in combinations(vertex, 2) if (edge := make_edge(a, b)) in self.edges]
            for vertex in self.vertices
        }
        for edge in ports:
            if not self.is_coastal(edge):
                raise ValueError(f"port on an edge that is not coastal: {edge}")

    def is_coastal(self, edge: Edge) -> bool:
        """Tell whether exactly one hex of the board borders the edge (Rule 1.3)."""
        return edge in self.edges and sum(hexagon in self.hexes for hexagon in edge) == 1

    def vertex_hexes(self, vertex: Vertex) -> list[Hexagon]:
        """Return the hexes of the board that have this corner (Rule 1.2)."""
        return [hexagon for hexagon in vertex if hexagon in self.hexes]

    def vertex_edges(self, vertex: Vertex) -> list[Edge]:
        """Return the edges of the board that end at this vertex."""
        return self._edges_at[vertex]

    def adjacent_vertices(self, vertex: Vertex) -> list[Vertex]:
        """Return the vertices at the other end of the edges of this vertex (Rule 1.2)."""
        return [end for edge in self.vertex_edges(vertex) for end in edge_vertices(edge) if end != vertex]

    def port_vertices(self, kind: int) -> set[Vertex]:
        """Return the vertices served by the ports of a kind (Rule 1.3)."""
        return {vertex for edge, port in self.ports.items() if port == kind for vertex in edge_vertices(edge)}

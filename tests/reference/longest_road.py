"""Length of a road by trying every trail (rule 5.5)."""

from functools import lru_cache

from .geometry import Edge, Vertex, edge_vertices


def longest_trail(roads: set[Edge], blocked: set[Vertex]) -> int:
    """Return the number of roads of the longest trail (Rule 5.5).

    Parameters
    ----------
    roads
        The roads of one player.
    blocked
        Vertices with an opponent's building: a trail may begin or end there but not pass through.
    """
    return _longest_trail(frozenset(roads), frozenset(blocked))


@lru_cache(maxsize=4096)  # asked again after every action, while roads seldom change
def _longest_trail(roads: frozenset[Edge], blocked: frozenset[Vertex]) -> int:
    starts = {vertex for road in roads for vertex in edge_vertices(road)}
    return max((extend_trail(start, frozenset(), roads, blocked) for start in starts), default=0)


def extend_trail(vertex: Vertex, used: frozenset[Edge], roads: frozenset[Edge], blocked: frozenset[Vertex]) -> int:
    """Return the greatest length of a trail that has used some roads and now stands at a vertex."""
    longest = len(used)
    if used and vertex in blocked:
        return longest
    for road in roads - used:
        first, second = edge_vertices(road)
        if vertex in (first, second):
            beyond = second if vertex == first else first
            longest = max(longest, extend_trail(beyond, used | {road}, roads, blocked))
    return longest

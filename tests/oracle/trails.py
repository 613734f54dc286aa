"""The length of a road, found by walking every trail; slow, plain and independent of the kernels."""

from __future__ import annotations

from collections.abc import Iterable

from catan_sim.core.topology import NONE, Topology


class Trails:
    """Trails on one map; sets of places are the bits of an integer."""

    def __init__(self, topology: Topology) -> None:
        self.ends = [(int(a), int(b)) for a, b in topology.edge_vertices]
        self.around = [
            [(int(edge), int(near)) for edge, near in zip(edges, nears, strict=True) if edge != NONE]
            for edges, nears in zip(topology.vertex_edges, topology.vertex_vertices, strict=True)
        ]
        self._measured: dict[tuple[int, int], int] = {}

    def roads_at(self, roads: int, vertex: int) -> list[int]:
        """The far ends of the roads that meet at a vertex."""
        return [near for edge, near in self.around[vertex] if roads >> edge & 1]

    def by_the_rules(self, roads: int, closed: int) -> int:
        """Rule 5.5: a trail may begin and end at a closed vertex (one with an opponent's building)."""
        key = (roads, closed)
        if key not in self._measured:
            touched = {end for edge, ends in enumerate(self.ends) if roads >> edge & 1 for end in ends}
            self._measured[key] = self.longest(roads, closed, touched, may_end_closed=True)
        return self._measured[key]

    def longest(self, roads: int, closed: int, starts: Iterable[int], may_end_closed: bool) -> int:
        """The most roads on a trail from any of the starts; it never leaves a closed vertex other than its start."""

        def walk(vertex: int, used: int) -> int:
            best = used.bit_count()
            for edge, near in self.around[vertex]:
                if roads >> edge & 1 and not used >> edge & 1:
                    if not closed >> near & 1:
                        best = max(best, walk(near, used | 1 << edge))
                    elif may_end_closed:
                        best = max(best, used.bit_count() + 1)
            return best

        return max((walk(start, 0) for start in starts), default=0)

"""How the recorded engine keeps its roads, so that what it departs in can be predicted to the last number.

It remembers, for each player, groups of vertices that it takes to be connected; three of its departures come of that. A
trail never enters an opponent's vertex, though it may start at one that is in a group (departure 1). After a cut the
longest road goes to the first of the longest, however short (departure 2). A vertex stays in its group when an opponent
settles there, and roads may be built from every vertex of a group (departure 6).
"""

from __future__ import annotations

from typing import Final

from tests.oracle.trails import Trails

SHORTEST_AWARDED: Final = 5


class DepartedRoads:
    """The roads of one game as the recorded engine sees them.

    Attributes
    ----------
    lengths : list of int
        Of each seat's road. They only shrink at a cut.
    shown : list of int
        What the recording says they are: 0 until the first road or settlement after the set-up.
    holder : int or None
        Who has the longest road.
    """

    def __init__(self, trails: Trails, players: int) -> None:
        self._trails = trails
        self._players = players
        self._builder: dict[int, int] = {}
        self._roads = [0] * players
        self._groups: list[list[set[int]]] = [[] for _ in range(players)]
        self._holder_length = 0
        self.lengths = [0] * players
        self.shown = [0] * players
        self.holder: int | None = None

    def closed_to(self, seat: int) -> int:
        """The vertices with an opponent's building, as bits."""
        return sum(1 << vertex for vertex, builder in self._builder.items() if builder != seat)

    def sites(self, seat: int) -> set[int]:
        """The edges on which it lets a player build, free or not."""
        reached = set().union(*self._groups[seat])
        return {edge for vertex in reached for edge, _ in self._trails.around[vertex]}

    def settle_first(self, seat: int, vertex: int) -> None:
        """A settlement of the set-up starts a group."""
        self._builder[vertex] = seat
        self._groups[seat].append({vertex})

    def settle(self, seat: int, vertex: int) -> None:
        """A settlement of the game may cut the roads of others."""
        self._builder[vertex] = seat
        for other in range(self._players):
            if other != seat:
                ends = self._trails.roads_at(self._roads[other], vertex)
                if len(ends) == 2:
                    self._cut(other, vertex, ends)
        self.shown = list(self.lengths)

    def _cut(self, seat: int, vertex: int, ends: list[int]) -> None:
        groups = self._groups[seat]
        groups.remove(next(group for group in groups if vertex in group))
        groups.extend(self._connected(seat, end) for end in ends)
        self.lengths[seat] = max(self._longest(seat, group) for group in groups)
        self._holder_length = max(self.lengths)
        self.holder = self.lengths.index(self._holder_length)

    def _connected(self, seat: int, start: int) -> set[int]:
        """What can be reached over a player's roads; opponents' vertices are reached but not crossed."""
        closed = self.closed_to(seat)
        seen: set[int] = set()
        ahead = [start]
        while ahead:
            vertex = ahead.pop()
            seen.add(vertex)
            if not closed >> vertex & 1:
                ahead += [end for end in self._trails.roads_at(self._roads[seat], vertex) if end not in seen]
        return seen

    def _longest(self, seat: int, group: set[int]) -> int:
        return self._trails.longest(self._roads[seat], self.closed_to(seat), group, may_end_closed=False)

    def lay_first(self, seat: int, edge: int) -> None:
        """A road of the set-up is measured, but the length is not shown."""
        self._roads[seat] |= 1 << edge
        length = self._longest(seat, self._join(seat, edge))
        self.lengths[seat] = max(self.lengths[seat], length)
        if length >= SHORTEST_AWARDED and length > self._holder_length:
            self.holder, self._holder_length = seat, length

    def lay(self, seat: int, edge: int) -> None:
        """A road of the game."""
        self.lay_first(seat, edge)
        self.shown = list(self.lengths)

    def _join(self, seat: int, edge: int) -> set[int]:
        """The group that a new road belongs to, after it has joined what it touches."""
        ends = self._trails.ends[edge]
        touched = [group for group in self._groups[seat] if group & set(ends)]
        joined = set().union(*touched)
        # An opponent's vertex that the road comes to from outside is left out, and so is not counted (departure 1).
        joined |= {end for end in ends if not self.closed_to(seat) >> end & 1}
        self._groups[seat] = [group for group in self._groups[seat] if group not in touched] + [joined]
        return joined

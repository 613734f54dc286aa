"""What a spot offers before any die is rolled: production, ports, and the room that the draft leaves around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from catan_sim.core.board import Board, Port, pips
from catan_sim.core.resources import RESOURCE_COUNT, Resource
from catan_sim.core.topology import NONE
from catan_sim.draft import Pick

Counts = npt.NDArray[np.int64]

FARTHEST: Final = 3
"""Roads to a place that still counts as near."""


def snake(players: int) -> tuple[int, ...]:
    """Whose pick each of the set-up is: up and down the table."""
    return (*range(players), *reversed(range(players)))


def seated(picks: Sequence[Pick], players: int) -> tuple[Pick, ...]:
    """Picks from the first of the set-up on, each with its seat."""
    return tuple(Pick(pick.vertex, pick.road, snake(players)[number]) for number, pick in enumerate(picks))


def production(board: Board, vertices: Iterable[int]) -> Counts:
    """Pips of each resource at these vertices together: int64 (RESOURCE_COUNT,)."""
    total = np.zeros(RESOURCE_COUNT, np.int64)
    for vertex in vertices:
        for tile in (board.tiles[h] for h in board.topology.vertex_hexes[vertex] if h != NONE):
            if tile.resource is not None:
                total[tile.resource] += pips(tile.number)
    return total


def board_production(board: Board) -> Counts:
    """Pips of each resource over all hexes: int64 (RESOURCE_COUNT,)."""
    total = np.zeros(RESOURCE_COUNT, np.int64)
    for tile in board.tiles:
        if tile.resource is not None:
            total[tile.resource] += pips(tile.number)
    return total


def missing(board: Board, vertices: Iterable[int]) -> list[Resource]:
    """Resources that none of these vertices makes."""
    return [resource for resource, made in zip(Resource, production(board, vertices), strict=True) if not made]


def port_at(board: Board, vertex: int) -> Port | None:
    """The port that a settlement here could use; where two meet, the special one."""
    ports = [port for port in board.ports if vertex in board.topology.edge_vertices[port.edge]]
    return min(ports, key=lambda port: port.kind, default=None)


def beside_road(board: Board, edge: int) -> str:
    """Where a road is, as one sees it on the table: ``between ore 8 and wheat 5``."""
    tiles = [str(board.tiles[h]) for h in board.topology.edge_hexes[edge] if h != NONE]
    return f"between {tiles[0]} and {tiles[1]}" if len(tiles) > 1 else f"on the coast of {tiles[0]}"


@dataclass(frozen=True)
class Room:
    """A place for a later settlement.

    Attributes
    ----------
    vertex : int
    roads : int
        From the spot to here.
    pips : int
    """

    vertex: int
    roads: int
    pips: int


def room_after(board: Board, picks: Sequence[Pick], spot: int, seat: int) -> list[Room]:
    """Where roads from a spot can lead after the draft, best place first.

    Parameters
    ----------
    picks : sequence of Pick
        All picks of the set-up.
    spot : int
        A vertex of the seat's own.
    seat : int

    Returns
    -------
    list of Room
        Vertices that the distance rule leaves open, two to ``FARTHEST`` roads away.
    """
    top = board.topology
    occupied = {pick.vertex for pick in picks}
    strangers = {pick.vertex for pick in picks if pick.seat != seat}
    strange_roads = {pick.road for pick in picks if pick.seat != seat}
    distance, reached = {spot: 0}, [spot]
    for here in reached:
        if distance[here] == FARTHEST or here in strangers:
            continue
        for edge, end in zip(top.vertex_edges[here], top.vertex_vertices[here], strict=True):
            if end != NONE and int(edge) not in strange_roads and int(end) not in distance:
                distance[int(end)] = distance[here] + 1
                reached.append(int(end))
    rooms = [
        Room(vertex, roads, int(production(board, [vertex]).sum()))
        for vertex, roads in distance.items()
        if roads >= 2 and not occupied & {vertex, *map(int, top.vertex_vertices[vertex])}
    ]
    return sorted(rooms, key=lambda room: (-room.pips, room.roads, room.vertex))

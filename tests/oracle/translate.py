"""From the numbering and names of a recording to ours, by way of hex coordinates and compass directions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from catan_sim.core import encoding as act
from catan_sim.core.board import Board, Port, Tile
from catan_sim.core.resources import GENERIC_PORT, Card, Resource, resource_named
from catan_sim.core.topology import Axial
from mcts.errors import InputError
from tests.oracle.recording import Cube, Moment, Opening, RecordedAction, RecordingError

T = TypeVar("T")

COMPASS: Final = ("NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST")
"""Their names of the corners in the order of our ``hex_vertices``."""

_RESOURCES: Final = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
_CARDS: Final = ("KNIGHT", "YEAR_OF_PLENTY", "MONOPOLY", "ROAD_BUILDING", "VICTORY_POINT")
_RESOURCE_PLACES: Final = tuple(_RESOURCES.index(resource.word.upper()) for resource in Resource)
_CARD_PLACES: Final = tuple(_CARDS.index(card.name) for card in Card)
_SIMPLE: Final = {
    "ROLL": act.ROLL,
    "END_TURN": act.END_TURN,
    "BUY_DEVELOPMENT_CARD": act.BUY_CARD,
    "PLAY_KNIGHT_CARD": act.PLAY_KNIGHT,
    "PLAY_ROAD_BUILDING": act.PLAY_ROAD_BUILDING,
}


def by_resource(counts: Sequence[T]) -> tuple[T, ...]:
    """Five values in our order of resources."""
    return tuple(counts[place] for place in _RESOURCE_PLACES)


def by_card(counts: Sequence[T]) -> tuple[T, ...]:
    """Five values in our order of development cards."""
    return tuple(counts[place] for place in _CARD_PLACES)


def axial(cube: Cube) -> Axial:
    """Of the cube coordinates, x grows to the east and z to the south-east, like our q and r."""
    return Axial(cube[0], cube[2])


def _resource(name: str) -> int:
    resource = resource_named(name)
    if resource is None:
        raise RecordingError(f"'{name}' is not a resource")
    return int(resource)


class Translation:
    """One recorded game's map and seats in our terms.

    Attributes
    ----------
    board : Board
    vertex : dict
        Their node → our vertex.
    seat : dict
        Their colour → our seat.
    """

    def __init__(self, opening: Opening) -> None:
        try:
            self._read_map(opening)
        except KeyError as error:
            raise RecordingError(f"the map does not know {error}") from None
        except InputError as error:
            raise RecordingError(f"the map is not a board: {error}") from None

    def _read_map(self, opening: Opening) -> None:
        geometry = opening.geometry
        tiles = {axial(tile.cube): tile for tile in geometry.tiles}
        contents = {
            place: Tile() if tile.resource is None else Tile(Resource(_resource(tile.resource)), tile.number)
            for place, tile in tiles.items()
        }
        self.seat = {colour: seat for seat, colour in enumerate(opening.seats)}
        bare = Board(contents)
        self._topology = bare.topology
        self._hex = {place: index for index, place in enumerate(bare.topology.hexes)}
        self.vertex: dict[int, int] = {}
        for place, tile in tiles.items():
            for corner, name in enumerate(COMPASS):
                vertex = int(bare.topology.hex_vertices[self._hex[place], corner])
                if self.vertex.setdefault(tile.nodes[name], vertex) != vertex:
                    raise RecordingError(f"node {tile.nodes[name]} lies in two places")
        self._edges = {frozenset(pair): self._edge_between(*pair) for pair in geometry.edges}
        if len(set(self.vertex.values())) != len(self.vertex) or len(set(self._edges.values())) != bare.edge_count:
            raise RecordingError("the nodes and edges of the map are not those of its hexes")
        ports = [
            Port(GENERIC_PORT if port.resource is None else _resource(port.resource), self.edge(port.nodes))
            for port in geometry.ports
        ]
        self.board = Board(contents, ports, name="recorded")

    def _edge_between(self, a: int, b: int) -> int:
        edge = self._topology.edge_between(self.vertex[a], self.vertex[b])
        if edge is None:
            raise RecordingError(f"nodes {a} and {b} are not neighbours")
        return edge

    def edge(self, nodes: Sequence[int]) -> int:
        """The edge between two of their nodes, in either order."""
        return self._edges[frozenset(nodes)]

    def hex(self, cube: Cube) -> int:
        """The hex at cube coordinates."""
        return self._hex[axial(cube)]

    def action(self, recorded: RecordedAction, moment: Moment) -> int:
        """Our number of an action; whether a piece is free depends on the moment.

        Raises
        ------
        RecordingError
            When there is no such action.
        """
        _, kind, value = recorded
        try:
            return _SIMPLE[kind] << 24 if kind in _SIMPLE else self._action(kind, value, moment)
        except (KeyError, TypeError, IndexError, AttributeError):
            raise RecordingError(f"there is no action {recorded}") from None

    def _action(self, kind: str, value: Any, moment: Moment) -> int:
        if kind == "MOVE_ROBBER":
            victim = act.NO_ONE if value[1] is None else self.seat[value[1]]
            return act.MOVE_ROBBER << 24 | victim << 8 | self.hex(value[0])
        if kind == "MARITIME_TRADE":
            return act.TRADE_BANK << 24 | _resource(value[-1]) << 4 | _resource(value[0])
        if kind == "BUILD_ROAD":
            free = moment.initial_phase or moment.road_building_left > 0
            return (act.PLACE_ROAD if free else act.BUILD_ROAD) << 24 | self.edge(value)
        if kind == "BUILD_SETTLEMENT":
            return (act.PLACE_SETTLEMENT if moment.initial_phase else act.BUILD_SETTLEMENT) << 24 | self.vertex[value]
        if kind == "BUILD_CITY":
            return act.BUILD_CITY << 24 | self.vertex[value]
        if kind == "DISCARD_RESOURCE":
            return act.DISCARD << 24 | _resource(value)
        if kind == "PLAY_MONOPOLY":
            return act.PLAY_MONOPOLY << 24 | _resource(value)
        if kind == "PLAY_YEAR_OF_PLENTY":
            first, second = [*sorted(_resource(name) for name in value), act.NO_ONE][:2]
            return act.PLAY_YEAR_OF_PLENTY << 24 | second << 4 | first
        raise KeyError(kind)

    def outcome(self, recorded: RecordedAction, result: Any) -> int:
        """Our number of what chance decided, or -1 where it had nothing to decide."""
        _, kind, value = recorded
        try:
            if kind == "ROLL":
                return 10 * int(result[0]) + int(result[1])
            if kind == "BUY_DEVELOPMENT_CARD":
                return int(Card[result])
            return _resource(result) if kind == "MOVE_ROBBER" and value[1] is not None else -1
        except (KeyError, TypeError, IndexError, AttributeError):
            raise RecordingError(f"{result} is not an outcome of {recorded}") from None


def bank_rates(actions: Sequence[RecordedAction]) -> dict[int, set[int]]:
    """How many cards of each resource their trades with the bank give away."""
    rates: dict[int, set[int]] = {}
    for _, kind, value in actions:
        if kind == "MARITIME_TRADE":
            given = [name for name in value[:-1] if name is not None]
            rates.setdefault(_resource(given[0]), set()).add(len(given) if len(set(given)) == 1 else -1)
    return rates

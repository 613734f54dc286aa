"""Boards, rules and positions for the tests of the reference engine."""

from typing import Any

from . import building, turns
from .game import ReferenceGame
from .geometry import Edge, Hexagon, Vertex, hex_edges, hex_vertices

Hexes = dict[Hexagon, tuple[int | None, int | None]]

CENTRE: Hexagon = (0, 0)
NUMBERS = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
PLENTY = [9] * 5

BASE_RULES: dict[str, Any] = {
    "players": 4,
    "victory_target": 10,
    "hand_limit": 7,
    "costs": {
        "road": [1, 1, 0, 0, 0],
        "settlement": [1, 1, 1, 1, 0],
        "city": [0, 0, 0, 2, 3],
        "development_card": [0, 0, 1, 1, 1],
    },
    "roads": 15,
    "settlements": 5,
    "cities": 4,
    "bank": [19] * 5,
    "deck": [14, 5, 2, 2, 2],
    "points": {"settlement": 1, "city": 2, "longest_road": 2, "largest_army": 2, "victory_card": 1},
    "longest_road_minimum": 5,
    "largest_army_minimum": 3,
    "bank_rate": 4,
    "generic_port_rate": 3,
    "special_port_rate": 2,
    "offers_per_turn": 2,
    "offer_max_cards": 2,
    "counter_offers": True,
    "turn_order": "interleaved",
    "between_turns": "none",
    "paired_part_can_win": True,
    "turn_cap": 1000,
    "friendly_robber": False,
    "rounds_without_seven": 0,
}


def island(radius: int = 2) -> Hexes:
    """Return a round board with a desert in the middle; resources and numbers follow each other."""
    span = range(-radius, radius + 1)
    places = sorted((q, r) for q in span for r in span if abs(q + r) <= radius and (q, r) != CENTRE)
    hexes: Hexes = {place: (i % 5, NUMBERS[i % len(NUMBERS)]) for i, place in enumerate(places)}
    hexes[CENTRE] = (None, None)
    return hexes


def new_game(
    hexes: Hexes | None = None,
    ports: dict[Edge, int] | None = None,
    robber: Hexagon | None = CENTRE,
    **changes: Any,
) -> ReferenceGame:
    """Return a game at the start of its set-up, with some fields of the rules changed."""
    return ReferenceGame(hexes or island(), ports or {}, robber, {**BASE_RULES, **changes})


def game_in_turn(seat: int = 0, rolled: bool = True, **changes: Any) -> ReferenceGame:
    """Return a game on an empty board in which a seat has the turn."""
    game = new_game(**changes)
    turns.begin_turn(game.state, seat)
    game.state.has_rolled = rolled
    return game


def corner(i: int, hexagon: Hexagon = CENTRE) -> Vertex:
    """Return corner i of a hex; side i joins corners i - 1 and i."""
    return hex_vertices(hexagon)[i % 6]


def side(i: int, hexagon: Hexagon = CENTRE) -> Edge:
    """Return side i of a hex, the one towards neighbour i."""
    return hex_edges(hexagon)[i % 6]


def spoke(i: int, hexagon: Hexagon = CENTRE) -> Edge:
    """Return the edge that leads away from corner i of a hex."""
    first, second = (place for place in corner(i, hexagon) if place != hexagon)
    return (first, second)


def put_roads(game: ReferenceGame, seat: int, *edges: Edge) -> None:
    """Place roads for nothing."""
    for edge in edges:
        building.put_road(game.state, seat, edge)


def put_buildings(game: ReferenceGame, seat: int, *vertices: Vertex, kind: str = "settlement") -> None:
    """Place settlements or cities for nothing."""
    for vertex in vertices:
        building.put_settlement(game.state, seat, vertex)
        game.state.buildings[vertex] = (seat, kind)


def deal(game: ReferenceGame, seat: int, cards: list[int]) -> None:
    """Give resource cards of the bank to a seat."""
    for resource, count in enumerate(cards):
        game.state.take_from_bank(seat, resource, count)


def names(game: ReferenceGame) -> set[str]:
    """Return the kinds of action that are legal."""
    return {action[0] for action in game.legal_actions()}

"""Everything that changes in a game, with small helpers that hold no rule of their own."""

from dataclasses import dataclass, field
from typing import Any

from .geometry import Board, Edge, Hexagon, Vertex

Action = tuple[Any, ...]
Counts = tuple[int, ...]

RESOURCES = range(5)
KNIGHT, VICTORY_POINT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY = range(5)
GENERIC_PORT = 5


@dataclass
class Offer:
    """An offer under way.

    Parameters
    ----------
    cards
        Signed counts from the offerer's side: + given, - wanted.
    to_answer
        Seats that have not answered yet, in order.
    takers
        Seats that accepted or made a counter-offer, with the exchange seen from the offerer's side.
    """

    cards: Counts
    to_answer: list[int]
    takers: dict[int, Counts] = field(default_factory=dict)


class State:
    """The state of one game.

    Parameters
    ----------
    board
        Hexes and ports.
    robber
        The hex with the robber, or None when it is off the board.
    rules
        The fields of the ruleset.
    """

    def __init__(self, board: Board, robber: Hexagon | None, rules: dict[str, Any]) -> None:
        players = int(rules["players"])
        self.board = board
        self.rules = rules
        self.players = players
        self.robber = robber
        self.buildings: dict[Vertex, tuple[int, str]] = {}
        self.roads: dict[Edge, int] = {}
        self.bank: list[int] = list(rules["bank"])
        self.deck: list[int] = list(rules["deck"])
        self.hands: list[list[int]] = [[0] * 5 for _ in range(players)]
        self.cards: list[list[int]] = [[0] * 5 for _ in range(players)]
        self.new_cards: list[list[int]] = [[0] * 5 for _ in range(players)]
        self.played: list[list[int]] = [[0] * 5 for _ in range(players)]
        self.longest_road: int | None = None
        self.largest_army: int | None = None
        self.turn = 0
        self.roller = 0
        self.owner = 0  # the seat whose pick, turn, special building or paired part this is
        self.actor = 0
        self.part = "setup"
        self.waiting_for = "settlement"
        self.has_rolled = False
        self.played_card = False
        self.has_paid = False  # something has been paid for in this turn or part (rule 3.4)
        self.offers_made = 0
        self.offer: Offer | None = None
        self.to_discard: list[int] = [0] * players
        self.free_roads = 0
        self.winner: int | None = None
        self.pick = 0
        self.last_settlement: Vertex | None = None
        self.builders: list[int] = []  # seats whose special building is still to come

    def seats_from(self, first: int) -> list[int]:
        """Return all seats in seat order, beginning with the given one."""
        return [(first + i) % self.players for i in range(self.players)]

    def others(self, seat: int) -> list[int]:
        """Return the other seats in seat order, starting to the left of the given one."""
        return self.seats_from(seat)[1:]

    def wait_for(self, what: str, actor: int) -> None:
        """Set what is to be decided next, and by whom."""
        self.waiting_for = what
        self.actor = actor

    def resume(self) -> None:
        """Go back from an interrupt to the ordinary decision of the turn or part."""
        self.wait_for("main", self.owner)

    def owns_building(self, seat: int, vertex: Vertex) -> bool:
        """Tell whether a seat has a building at a vertex."""
        return vertex in self.buildings and self.buildings[vertex][0] == seat

    def has_opponent(self, seat: int, vertex: Vertex) -> bool:
        """Tell whether another seat has a building at a vertex."""
        return vertex in self.buildings and self.buildings[vertex][0] != seat

    def count_buildings(self, seat: int, kind: str) -> int:
        """Return how many settlements or cities a seat has on the board."""
        return sum(building == (seat, kind) for building in self.buildings.values())

    def roads_of(self, seat: int) -> set[Edge]:
        """Return the roads of a seat."""
        return {edge for edge, owner in self.roads.items() if owner == seat}

    def holds(self, seat: int, cards: list[int] | Counts) -> bool:
        """Tell whether a seat has at least these resource cards; counts below 1 ask for nothing."""
        return all(self.hands[seat][r] >= cards[r] for r in RESOURCES)

    def take_from_bank(self, seat: int, resource: int, count: int) -> None:
        """Move cards of one resource from the bank to a seat; a negative count gives them back."""
        self.bank[resource] -= count
        self.hands[seat][resource] += count

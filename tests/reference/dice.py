"""The roll, production and discarding (rules 4.1 to 4.3 and 4.7)."""

from .geometry import Hexagon, hex_vertices
from .robber import begin_robber
from .state import RESOURCES, Action, State

CARDS_OF = {"settlement": 1, "city": 2}


def possible_rolls(state: State) -> set[int]:
    """Return the rolls as 10 * d1 + d2, without sevens in the first rounds (Rules 4.1 and 4.7)."""
    no_seven = state.turn <= state.rules["rounds_without_seven"] * state.players
    faces = range(1, 7)
    return {10 * a + b for a in faces for b in faces if not (no_seven and a + b == 7)}


def roll(state: State, outcome: int) -> None:
    """Roll the dice: produce, or discard and move the robber on a 7 (Rules 4.1 and 4.3)."""
    state.has_rolled = True
    total = outcome // 10 + outcome % 10
    if total == 7:
        begin_discarding(state)
    else:
        produce(state, total)


def produces(state: State, hexagon: Hexagon, total: int) -> bool:
    """Tell whether a hex has the number and is free of the robber (Rule 4.1)."""
    resource, number = state.board.hexes[hexagon]
    return resource is not None and number == total and hexagon != state.robber


def cards_owed(state: State, resource: int, total: int) -> dict[int, int]:
    """Return the cards of one resource that players are owed, without zeros (Rule 4.1)."""
    owed: dict[int, int] = {}
    for hexagon in state.board.hexes:
        if state.board.hexes[hexagon][0] == resource and produces(state, hexagon, total):
            for vertex in hex_vertices(hexagon):
                if vertex in state.buildings:
                    seat, kind = state.buildings[vertex]
                    owed[seat] = owed.get(seat, 0) + CARDS_OF[kind]
    return owed


def cards_paid(owed: dict[int, int], left: int) -> dict[int, int]:
    """Return what the bank pays of what it owes of one resource (Rule 4.2)."""
    if sum(owed.values()) <= left:
        return owed
    if len(owed) == 1:
        return dict.fromkeys(owed, left)
    return {}


def produce(state: State, total: int) -> None:
    """Pay for the number rolled, each resource on its own (Rules 4.1 and 4.2)."""
    for resource in RESOURCES:
        owed = cards_owed(state, resource, total)
        for seat, count in cards_paid(owed, state.bank[resource]).items():
            state.take_from_bank(seat, resource, count)


def cards_to_discard(state: State, seat: int) -> int:
    """Return how many cards a player must discard on a 7 (Rule 4.3)."""
    total = sum(state.hands[seat])
    return total // 2 if total > state.rules["hand_limit"] else 0


def begin_discarding(state: State) -> None:
    """Work out who discards how many cards (Rule 4.3)."""
    state.to_discard = [cards_to_discard(state, seat) for seat in range(state.players)]
    next_discard(state)


def next_discard(state: State) -> None:
    """Ask the next player who has to discard; after the last, move the robber (Rules 4.3 and 4.4)."""
    for seat in state.seats_from(state.roller):
        if state.to_discard[seat] > 0:
            state.wait_for("discard", seat)
            return
    begin_robber(state)


def discard_actions(state: State) -> set[Action]:
    """Return the cards that can be discarded (Rule 4.3)."""
    return {("discard", resource) for resource in RESOURCES if state.hands[state.actor][resource] > 0}


def discard(state: State, resource: int) -> None:
    """Discard one card (Rule 4.3)."""
    state.take_from_bank(state.actor, resource, -1)
    state.to_discard[state.actor] -= 1
    next_discard(state)

"""Moving the robber and stealing (rules 4.4 to 4.6)."""

from .geometry import Hexagon, hex_vertices
from .points import visible_points
from .state import RESOURCES, Action, State

FRIENDLY_POINTS = 3


def begin_robber(state: State) -> None:
    """Ask the owner of the turn or part to move the robber (Rules 4.4 and 6.3).

    On a board with no other hex the robber stays where it is.
    """
    if robber_targets(state):
        state.wait_for("robber", state.owner)
    else:
        state.resume()


def others_at(state: State, hexagon: Hexagon) -> set[int]:
    """Return the other players with a building at a corner of a hex."""
    seats = {state.buildings[vertex][0] for vertex in hex_vertices(hexagon) if vertex in state.buildings}
    return seats - {state.owner}


def is_friendly_target(state: State, hexagon: Hexagon) -> bool:
    """Tell whether no other player at a hex has fewer than 3 visible points (Rule 4.6)."""
    return all(visible_points(state, seat) >= FRIENDLY_POINTS for seat in others_at(state, hexagon))


def robber_targets(state: State) -> set[Hexagon]:
    """Return the hexes the robber may be moved to (Rules 4.4 and 4.6)."""
    targets = set(state.board.hexes) - {state.robber}
    if state.rules["friendly_robber"]:
        friendly = {hexagon for hexagon in targets if is_friendly_target(state, hexagon)}
        if friendly:
            return friendly
    return targets


def victims(state: State, hexagon: Hexagon) -> set[int]:
    """Return the other players at a hex with at least one card (Rule 4.5)."""
    return {seat for seat in others_at(state, hexagon) if sum(state.hands[seat]) > 0}


def robber_actions(state: State) -> set[Action]:
    """Return the robber moves; a victim must be named when there is one (Rule 4.5)."""
    actions: set[Action] = set()
    for hexagon in robber_targets(state):
        choices: set[int] | set[None] = victims(state, hexagon) or {None}
        actions |= {("move_robber", hexagon, victim) for victim in choices}
    return actions


def stealable(state: State, victim: int | None) -> set[int]:
    """Return the resources that can be stolen from a victim (Rule 4.5)."""
    if victim is None:
        return set()
    return {resource for resource in RESOURCES if state.hands[victim][resource] > 0}


def move_robber(state: State, hexagon: Hexagon, victim: int | None, stolen: int | None) -> None:
    """Move the robber and take the card (Rules 4.4 and 4.5)."""
    state.robber = hexagon
    if victim is not None and stolen is not None:
        state.hands[victim][stolen] -= 1
        state.hands[state.owner][stolen] += 1
    state.resume()

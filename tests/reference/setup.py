"""The set-up (rules 2.1 to 2.6)."""

from .building import has_road_piece, has_settlement_piece, put_road, put_settlement, satisfies_distance_rule
from .geometry import Edge, Vertex
from .state import State
from .turns import begin_turn


def pick_order(state: State) -> list[int]:
    """Return the seats of all picks (Rule 2.1)."""
    seats = list(range(state.players))
    return seats + seats[::-1]


def legal_setup_vertices(state: State) -> set[Vertex]:
    """Return the vertices of the board that satisfy the distance rule (Rule 2.2)."""
    if not has_settlement_piece(state, state.owner):
        return set()
    return {vertex for vertex in state.board.vertices if satisfies_distance_rule(state, vertex)}


def legal_setup_edges(state: State) -> set[Edge]:
    """Return the free edges that touch the settlement just placed (Rule 2.3)."""
    assert state.last_settlement is not None
    if not has_road_piece(state, state.owner):
        return set()
    return {edge for edge in state.board.vertex_edges(state.last_settlement) if edge not in state.roads}


def begin_pick(state: State) -> None:
    """Begin the next pick that has a vertex left; after the last, the first turn (Rules 2.5 and 2.6)."""
    order = pick_order(state)
    while state.pick < len(order):
        state.roller = state.owner = order[state.pick]
        if legal_setup_vertices(state):
            state.wait_for("settlement", state.owner)
            return
        state.pick += 1
    begin_turn(state, 0)


def place_setup_settlement(state: State, vertex: Vertex) -> None:
    """Place the settlement of a pick; its road is skipped without a free edge (Rules 2.1 and 2.5)."""
    put_settlement(state, state.owner, vertex)
    state.last_settlement = vertex
    if state.pick >= state.players:
        pay_second_settlement(state, vertex)
    if legal_setup_edges(state):
        state.wait_for("road", state.owner)
    else:
        end_pick(state)


def pay_second_settlement(state: State, vertex: Vertex) -> None:
    """Pay one card for each adjacent resource hex, as far as the bank can (Rule 2.4)."""
    for hexagon in state.board.vertex_hexes(vertex):
        resource, _ = state.board.hexes[hexagon]
        if resource is not None and state.bank[resource] > 0:
            state.take_from_bank(state.owner, resource, 1)


def place_setup_road(state: State, edge: Edge) -> None:
    """Place the road of a pick (Rule 2.3)."""
    put_road(state, state.owner, edge)
    end_pick(state)


def end_pick(state: State) -> None:
    """Go on to the next pick (Rule 2.1)."""
    state.pick += 1
    begin_pick(state)

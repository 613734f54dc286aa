"""Building and its costs (rules 2.2 and 5.1 to 5.4)."""

from .geometry import Edge, Vertex, edge_vertices
from .points import judge_longest_road
from .state import RESOURCES, Action, State


def can_pay(state: State, seat: int, thing: str) -> bool:
    """Tell whether a player holds what a thing costs (Rule 5.1)."""
    return state.holds(seat, state.rules["costs"][thing])


def pay(state: State, seat: int, thing: str) -> None:
    """Give the cost of a thing back to the bank (Rules 5.1 and 3.4)."""
    for resource in RESOURCES:
        state.take_from_bank(seat, resource, -state.rules["costs"][thing][resource])
    state.has_paid = True


def cheapest_cost(state: State) -> int:
    """Return the number of cards of the cheapest thing (Rule 10.1)."""
    return min(int(sum(cost)) for cost in state.rules["costs"].values())


def has_road_piece(state: State, seat: int) -> bool:
    """Tell whether a player has a road left to place (Rule 5.2)."""
    return len(state.roads_of(seat)) < int(state.rules["roads"])


def has_settlement_piece(state: State, seat: int) -> bool:
    """Tell whether a player has a settlement left to place (Rule 5.2)."""
    return state.count_buildings(seat, "settlement") < int(state.rules["settlements"])


def has_city_piece(state: State, seat: int) -> bool:
    """Tell whether a player has a city left to place (Rule 5.2)."""
    return state.count_buildings(seat, "city") < int(state.rules["cities"])


def satisfies_distance_rule(state: State, vertex: Vertex) -> bool:
    """Tell whether a vertex and all its adjacent vertices are without building (Rule 2.2)."""
    near = [vertex, *state.board.adjacent_vertices(vertex)]
    return not any(place in state.buildings for place in near)


def touches_own_road(state: State, seat: int, vertex: Vertex) -> bool:
    """Tell whether a vertex is an end of a road of the player."""
    return any(state.roads.get(edge) == seat for edge in state.board.vertex_edges(vertex))


def road_may_start_at(state: State, seat: int, vertex: Vertex) -> bool:
    """Tell whether a road of the player may lead on from a vertex (Rule 5.3)."""
    if state.owns_building(seat, vertex):
        return True
    return touches_own_road(state, seat, vertex) and not state.has_opponent(seat, vertex)


def legal_road_edges(state: State, seat: int) -> set[Edge]:
    """Return the edges a player may place a road on, none without a piece (Rules 5.2 and 5.3)."""
    if not has_road_piece(state, seat):
        return set()
    free = state.board.edges - state.roads.keys()
    return {edge for edge in free if any(road_may_start_at(state, seat, end) for end in edge_vertices(edge))}


def legal_settlement_vertices(state: State, seat: int) -> set[Vertex]:
    """Return the vertices a player may build a settlement on (Rules 5.2 and 5.4)."""
    if not has_settlement_piece(state, seat):
        return set()
    return {
        vertex
        for vertex in state.board.vertices
        if touches_own_road(state, seat, vertex) and satisfies_distance_rule(state, vertex)
    }


def legal_city_vertices(state: State, seat: int) -> set[Vertex]:
    """Return the settlements a player may replace with a city (Rules 5.2 and 5.4)."""
    if not has_city_piece(state, seat):
        return set()
    return {vertex for vertex, building in state.buildings.items() if building == (seat, "settlement")}


def put_road(state: State, seat: int, edge: Edge) -> None:
    """Place a road and judge the longest road anew (Rule 5.6)."""
    state.roads[edge] = seat
    judge_longest_road(state)


def put_settlement(state: State, seat: int, vertex: Vertex) -> None:
    """Place a settlement and judge the longest road anew (Rule 5.6)."""
    state.buildings[vertex] = (seat, "settlement")
    judge_longest_road(state)


def building_actions(state: State) -> set[Action]:
    """Return the building that the owner of the turn or part can pay for (Rules 5.1 to 5.4)."""
    seat = state.owner
    actions: set[Action] = set()
    if can_pay(state, seat, "road"):
        actions |= {("build_road", edge) for edge in legal_road_edges(state, seat)}
    if can_pay(state, seat, "settlement"):
        actions |= {("build_settlement", vertex) for vertex in legal_settlement_vertices(state, seat)}
    if can_pay(state, seat, "city"):
        actions |= {("build_city", vertex) for vertex in legal_city_vertices(state, seat)}
    return actions


def build_road(state: State, edge: Edge) -> None:
    """Pay for a road and place it (Rule 5.3)."""
    pay(state, state.owner, "road")
    put_road(state, state.owner, edge)


def build_settlement(state: State, vertex: Vertex) -> None:
    """Pay for a settlement and place it (Rule 5.4)."""
    pay(state, state.owner, "settlement")
    put_settlement(state, state.owner, vertex)


def build_city(state: State, vertex: Vertex) -> None:
    """Pay for a city, which replaces the settlement (Rule 5.4)."""
    pay(state, state.owner, "city")
    state.buildings[vertex] = (state.owner, "city")

"""Section 5: where roads, settlements and cities may go, and what changes when they are placed."""

from __future__ import annotations

from catan_sim.core.encoding import BUILD_CITY, BUILD_ROAD, BUILD_SETTLEMENT
from catan_sim.core.records import CITY, CITY_MARK, HAS_PAID, ROAD, SETTLEMENT, Record
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.hands import can_pay, pay
from catan_sim.core.rules.listing import list_places
from catan_sim.core.rules.longest_road import opponent_builds_at, road_was_added, roads_were_cut
from mcts.bits import add, contains, lowest_bit, remove, unite, without_lowest
from mcts.kernel import kernel


@kernel
def any_road_site(state: Record, player: int) -> bool:
    """Whether the player has an edge to build on."""
    for word in range(state.all_roads.shape[0]):
        if state.road_sites[player, word] & ~state.all_roads[word]:
            return True
    return False


@kernel
def list_road_sites(state: Record, work: Record, player: int, kind: int, count: int) -> int:
    """Rule 5.3: free edges that adjoin the player's network."""
    for word in range(state.all_roads.shape[0]):
        count = list_places(work, kind, word, state.road_sites[player, word] & ~state.all_roads[word], count)
    return count


@kernel
def list_builds(rules: Record, state: Record, work: Record, player: int, count: int) -> int:
    """Everything the player can pay for, has a piece for and has a place for."""
    if state.roads_left[player] and can_pay(rules, state, player, ROAD):
        count = list_road_sites(state, work, player, BUILD_ROAD, count)
    if state.settlements_left[player] and can_pay(rules, state, player, SETTLEMENT):
        for word in range(state.closed.shape[0]):  # Rule 5.4
            count = list_places(work, BUILD_SETTLEMENT, word, state.reach[player, word] & ~state.closed[word], count)
    if state.cities_left[player] and can_pay(rules, state, player, CITY):
        for word in range(state.closed.shape[0]):
            count = list_places(work, BUILD_CITY, word, state.settlements[player, word], count)
    return count


@kernel
def _reach_vertex(board: Record, state: Record, player: int, vertex: int) -> None:
    """The player's network has come to a vertex; roads may go on from it unless an opponent builds there."""
    add(state.reach[player], vertex)
    if not opponent_builds_at(state, player, vertex):
        unite(state.road_sites[player], board.vertex_edge_set[vertex])


@kernel
def _find_road_sites(board: Record, state: Record, player: int) -> None:
    """Rebuild ``road_sites`` of a player, one of whose road ends has just been occupied by an opponent."""
    for word in range(state.all_roads.shape[0]):
        state.road_sites[player, word] = 0
    for word in range(state.closed.shape[0]):
        bits = state.reach[player, word]
        while bits:
            vertex = 64 * word + lowest_bit(bits)
            bits = without_lowest(bits)
            if not opponent_builds_at(state, player, vertex):
                unite(state.road_sites[player], board.vertex_edge_set[vertex])


@kernel
def place_road(board: Record, rules: Record, state: Record, work: Record, player: int, edge: int) -> None:
    """Lay a road, whoever pays for it."""
    state.roads_left[player] -= 1
    add(state.roads[player], edge)
    add(state.all_roads, edge)
    _reach_vertex(board, state, player, board.edge_vertices[edge, 0])
    _reach_vertex(board, state, player, board.edge_vertices[edge, 1])
    road_was_added(board, rules, state, work, player, edge)


@kernel
def _raise_income(board: Record, state: Record, player: int, vertex: int) -> None:
    """A settlement, or a city in its place, brings one card more from each hex around it."""
    for resource in range(RESOURCE_COUNT):
        state.income[player, resource] += board.vertex_pips[vertex, resource]


@kernel
def place_settlement(board: Record, rules: Record, state: Record, work: Record, player: int, vertex: int) -> None:
    """Put up a settlement, whoever pays for it."""
    state.settlements_left[player] -= 1
    state.points[player] += rules.settlement_points
    state.building[vertex] = player + 1
    state.ports[player] |= board.vertex_ports[vertex]
    _raise_income(board, state, player, vertex)
    add(state.settlements[player], vertex)
    unite(state.closed, board.vertex_zone[vertex])
    _reach_vertex(board, state, player, vertex)
    for other in range(rules.players):
        if other != player and contains(state.reach[other], vertex):
            _find_road_sites(board, state, other)
    roads_were_cut(board, rules, state, work, player, vertex)


@kernel
def place_city(board: Record, rules: Record, state: Record, player: int, vertex: int) -> None:
    """Rule 5.2: a city takes the place of a settlement, whose piece goes back to its owner."""
    state.cities_left[player] -= 1
    state.settlements_left[player] += 1
    state.points[player] += rules.city_points - rules.settlement_points
    state.building[vertex] += CITY_MARK
    _raise_income(board, state, player, vertex)
    remove(state.settlements[player], vertex)


@kernel
def build_road(board: Record, rules: Record, state: Record, work: Record, edge: int) -> None:
    """Pay for a road and lay it."""
    pay(rules, state, state.actor, ROAD)
    state.flags |= HAS_PAID
    place_road(board, rules, state, work, state.actor, edge)


@kernel
def build_settlement(board: Record, rules: Record, state: Record, work: Record, vertex: int) -> None:
    """Pay for a settlement and put it up."""
    pay(rules, state, state.actor, SETTLEMENT)
    state.flags |= HAS_PAID
    place_settlement(board, rules, state, work, state.actor, vertex)


@kernel
def build_city(board: Record, rules: Record, state: Record, vertex: int) -> None:
    """Pay for a city and put it in the place of a settlement."""
    pay(rules, state, state.actor, CITY)
    state.flags |= HAS_PAID
    place_city(board, rules, state, state.actor, vertex)

"""What must be true of every position, recomputed from nothing, as a kernel so that millions can be checked."""

from __future__ import annotations

from typing import Final

from numba import int64

from catan_sim.core.records import CITY_MARK, MAX_PLAYERS, NOBODY, Part, Record
from catan_sim.core.resources import CARD_KINDS, RESOURCE_COUNT, Card
from catan_sim.core.rules.longest_road import measure_road
from catan_sim.core.rules.turn import total_points
from mcts.bits import contains, popcount
from mcts.kernel import kernel

NAMES: Final = (
    "all is well",
    "resource cards are conserved",
    "hand sizes follow the hands",
    "development cards are conserved",
    "pieces are conserved",
    "no two buildings are neighbours",
    "an edge has one road at most",
    "the closed vertices are those with or next to a building",
    "a player reaches the ends of their roads and their buildings",
    "road sites adjoin what a player reaches and no opponent occupies",
    "every road is connected to a building of its owner",
    "visible points are what stands on the table",
    "road lengths are as measured from nothing",
    "longest road is held by a longest one",
    "largest army is held by a largest one",
    "only a player with enough points wins, and somebody acts",
    "income is the pips around a player's buildings",
)
"""What each number that :func:`first_violation` returns stands for."""


@kernel
def owner_at(state: Record, vertex: int) -> int:
    """The seat that builds at a vertex, or NOBODY."""
    code = state.building[vertex]
    return NOBODY if code == 0 else (code - 1) & 7


@kernel
def first_violation(board: Record, rules: Record, state: Record, work: Record) -> int:
    """Number of the first invariant (see NAMES) that a position breaks, or 0."""
    if not _cards_conserved(rules, state):
        return 1
    if not _hand_sizes_follow(state):
        return 2
    if not _development_cards_conserved(rules, state):
        return 3
    if not _pieces_conserved(board, rules, state):
        return 4
    if not _distance_rule(board, state):
        return 5
    if not _one_road_an_edge(board, rules, state):
        return 6
    if not _closed_vertices(board, state):
        return 7
    if not _reached_vertices(board, rules, state):
        return 8
    if not _road_sites(board, rules, state):
        return 9
    for player in range(rules.players):
        if not _connected(board, state, player):
            return 10
    if not _points_match(board, rules, state):
        return 11
    for player in range(rules.players):
        if state.road_length[player] != measure_road(board, state, work, player):
            return 12
    if not _award_is_right(rules, state, state.longest_road, True):
        return 13
    if not _award_is_right(rules, state, state.largest_army, False):
        return 14
    if not _somebody_acts(rules, state):
        return 15
    if not _income_matches(board, rules, state):
        return 16
    return 0


@kernel
def _cards_conserved(rules: Record, state: Record) -> bool:
    for resource in range(RESOURCE_COUNT):
        total = state.bank[resource] + 0
        for player in range(MAX_PLAYERS):
            total += state.hand[player, resource]
        if total != rules.bank[resource]:
            return False
    return True


@kernel
def _hand_sizes_follow(state: Record) -> bool:
    for player in range(MAX_PLAYERS):
        total = 0
        for resource in range(RESOURCE_COUNT):
            total += state.hand[player, resource]
        if total != state.hand_size[player]:
            return False
    return True


@kernel
def _development_cards_conserved(rules: Record, state: Record) -> bool:
    left = 0
    for card in range(CARD_KINDS):
        total = state.deck[card] + 0
        left += state.deck[card]
        for player in range(MAX_PLAYERS):
            total += state.cards[player, card] + state.played[player, card]
            if state.new_cards[player, card] > state.cards[player, card]:
                return False
        if total != rules.deck[card]:
            return False
    return left == state.deck_size


@kernel
def _pieces_conserved(board: Record, rules: Record, state: Record) -> bool:
    for player in range(rules.players):
        roads = state.roads_left[player] + 0
        settlements = state.settlements_left[player] + 0
        cities = state.cities_left[player] + 0
        for word in range(state.all_roads.shape[0]):
            roads += popcount(state.roads[player, word])
        for vertex in range(board.vertex_count):
            if owner_at(state, vertex) == player:
                is_settlement = state.building[vertex] <= CITY_MARK
                settlements += is_settlement
                cities += not is_settlement
                if is_settlement != contains(state.settlements[player], vertex):
                    return False
        if roads != rules.pieces[0] or settlements != rules.pieces[1] or cities != rules.pieces[2]:
            return False
    return True


@kernel
def _distance_rule(board: Record, state: Record) -> bool:
    for vertex in range(board.vertex_count):
        if state.building[vertex]:
            for k in range(board.vertex_degree[vertex]):
                if state.building[board.vertex_vertices[vertex, k]]:
                    return False
    return True


@kernel
def _one_road_an_edge(board: Record, rules: Record, state: Record) -> bool:
    for edge in range(board.edge_count):
        owners = 0
        for player in range(rules.players):
            owners += contains(state.roads[player], edge)
        if owners > 1 or (owners == 1) != contains(state.all_roads, edge):
            return False
    return True


@kernel
def _closed_vertices(board: Record, state: Record) -> bool:
    for vertex in range(board.vertex_count):
        closed = state.building[vertex] != 0
        for k in range(board.vertex_degree[vertex]):
            closed |= state.building[board.vertex_vertices[vertex, k]] != 0
        if closed != contains(state.closed, vertex):
            return False
    return True


@kernel
def _is_reached(board: Record, state: Record, player: int, vertex: int) -> bool:
    reached = owner_at(state, vertex) == player
    for k in range(board.vertex_degree[vertex]):
        reached |= contains(state.roads[player], board.vertex_edges[vertex, k])
    return reached


@kernel
def _reached_vertices(board: Record, rules: Record, state: Record) -> bool:
    for player in range(rules.players):
        for vertex in range(board.vertex_count):
            if _is_reached(board, state, player, vertex) != contains(state.reach[player], vertex):
                return False
    return True


@kernel
def _road_sites(board: Record, rules: Record, state: Record) -> bool:
    for player in range(rules.players):
        for edge in range(board.edge_count):
            adjoins = False
            for end in range(2):
                vertex = board.edge_vertices[edge, end]
                owner = owner_at(state, vertex)
                free = owner == NOBODY or owner == player
                adjoins |= free and _is_reached(board, state, player, vertex)
            if adjoins != contains(state.road_sites[player], edge):
                return False
    return True


@kernel
def _connected(board: Record, state: Record, player: int) -> bool:
    """Spread from the player's buildings along their roads and see whether every road is met (at most 64 passes)."""
    roads = 0
    for word in range(state.all_roads.shape[0]):
        roads += popcount(state.roads[player, word])
    seen = [False for _ in range(board.vertex_count)]
    for vertex in range(board.vertex_count):
        seen[vertex] = owner_at(state, vertex) == player
    changed = True
    while changed:
        changed = False
        for edge in range(board.edge_count):
            if contains(state.roads[player], edge):
                a = board.edge_vertices[edge, 0]
                b = board.edge_vertices[edge, 1]
                if seen[a] != seen[b]:
                    seen[a] = True
                    seen[b] = True
                    changed = True
    met = 0
    for edge in range(board.edge_count):
        met += contains(state.roads[player], edge) and seen[board.edge_vertices[edge, 0]]
    return met == roads


@kernel
def _points_match(board: Record, rules: Record, state: Record) -> bool:
    for player in range(rules.players):
        points = 0
        for vertex in range(board.vertex_count):
            if owner_at(state, vertex) == player:
                is_settlement = state.building[vertex] <= CITY_MARK
                points += rules.settlement_points if is_settlement else rules.city_points
        if state.longest_road == player:
            points += rules.longest_road_points
        if state.largest_army == player:
            points += rules.largest_army_points
        if points != state.points[player]:
            return False
    return True


@kernel
def _income_matches(board: Record, rules: Record, state: Record) -> bool:
    for player in range(rules.players):
        for resource in range(RESOURCE_COUNT):
            pips = 0
            for tile in range(board.hex_count):
                if board.hex_resource[tile] != resource:
                    continue
                for corner in range(6):
                    vertex = board.hex_vertices[tile, corner]
                    if owner_at(state, vertex) == player:
                        cards = 1 + (state.building[vertex] > CITY_MARK)
                        pips += cards * (6 - abs(7 - int64(board.hex_number[tile])))
            if pips != state.income[player, resource]:
                return False
    return True


@kernel
def _award_is_right(rules: Record, state: Record, holder: int, is_road: bool) -> bool:
    """The holder is at the top and over the threshold; without a holder there is no sole leader over it."""
    best = 0
    leaders = 0
    for player in range(rules.players):
        value = state.road_length[player] if is_road else state.played[player, Card.KNIGHT]
        if value > best:
            best = value
            leaders = 1
        elif value == best:
            leaders += 1
    least = rules.longest_road_minimum if is_road else rules.largest_army_minimum
    if holder != NOBODY:
        value = state.road_length[holder] if is_road else state.played[holder, Card.KNIGHT]
        return value == best and value >= least
    return best < least or (is_road and leaders > 1)


@kernel
def _somebody_acts(rules: Record, state: Record) -> bool:
    if state.actor >= rules.players or state.roller >= rules.players:
        return False
    if state.part != Part.OVER:
        return state.winner == NOBODY
    return state.winner == NOBODY or total_points(rules, state, state.winner) >= rules.victory_target

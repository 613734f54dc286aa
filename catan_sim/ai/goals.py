"""What a player could go for next: what each goal is worth, and where it begins."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

import numpy as np
from numba import int64

from catan_sim.ai.income import keep_gains, site_gain
from catan_sim.ai.weights import Weight, share
from catan_sim.core.records import NOBODY, Record
from catan_sim.core.resources import Card
from catan_sim.core.rules.longest_road import longest_trail_over, opponent_builds_at
from catan_sim.core.rules.turn import total_points
from mcts.bits import add, contains, lowest_bit, remove, without_lowest
from mcts.kernel import kernel


class Goal(IntEnum):
    """Columns of ``work.goal_worth``."""

    CITY = 0
    SETTLEMENT = 1
    CARD = 2
    ONE_ROAD = 3  # a settlement on a site one road away
    TWO_ROADS = 4  # and two roads away
    RACE = 5  # the longest road


GOALS: Final = len(Goal)

_HASH_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
_HALF: Final = np.uint64(32)


@kernel
def hashed(key: Any, word: Any) -> Any:
    """Take one more word into a hash; for a given key, different words never give the same."""
    key = (key ^ np.uint64(word)) * _HASH_FACTOR
    return key ^ (key >> _HALF)


@kernel
def _plan_key(rules: Record, state: Record, player: int) -> int:
    """A hash of all that a plan depends on besides board, rules and weights; never 0.

    Within one game, whatever is built changes one of the bitsets: a road ``all_roads``, a settlement ``closed``, a city
    of the player's own ``settlements``. Another player's city changes nothing in a plan.
    """
    short = knights_short(rules, state, player)
    counts = total_points(rules, state, player)
    counts = counts << 8 | min(int64(state.deck_size), max(short, 1))  # whether there is a card, and enough knights
    counts = counts << 8 | int64(state.largest_army)
    counts = counts << 8 | int64(state.longest_road)
    counts = counts << 8 | short & 255
    key = hashed(_HASH_FACTOR, counts)
    for word in range(state.all_roads.shape[0]):
        key = hashed(key, state.all_roads[word])
    for word in range(state.closed.shape[0]):
        key = hashed(key, state.closed[word])
        key = hashed(key, state.settlements[player, word])
    return key | np.uint64(1)


@kernel
def plan(board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int) -> None:
    """Fill ``work.goal_worth`` and ``work.goal_place`` (worth 0 for goals that have no piece or place left)."""
    key = _plan_key(rules, state, player)
    if work.plan_key[player] == key:
        return
    work.plan_key[player] = key
    work.goal_key[player] = 0  # where the race begins has to be found anew
    keep_gains(board, rules, state, work, weights, player)
    to_go = rules.victory_target - total_points(rules, state, player)
    _plan_city(board, rules, state, work, weights, player, to_go)
    _plan_settlement(board, rules, state, work, weights, player, to_go)
    _plan_ways(board, rules, state, work, weights, player, to_go)
    _plan_race(rules, state, work, weights, player, to_go)
    _plan_card(rules, state, work, weights, player, to_go)


@kernel
def _plan_city(
    board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int, to_go: int
) -> None:
    best = 0
    if state.cities_left[player]:
        for word in range(state.closed.shape[0]):
            bits = state.settlements[player, word]
            while bits:
                vertex = 64 * word + lowest_bit(bits)
                bits = without_lowest(bits)
                worth = weights[Weight.CITY] + site_gain(board, state, work, weights, player, vertex)
                if worth > best:
                    best = worth
                    work.goal_place[player, Goal.CITY] = vertex
    if best and int64(rules.city_points) - int64(rules.settlement_points) >= to_go:
        best += weights[Weight.WIN]
    work.goal_worth[player, Goal.CITY] = best


@kernel
def _plan_settlement(
    board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int, to_go: int
) -> None:
    best = 0
    if state.settlements_left[player]:
        for word in range(state.closed.shape[0]):
            bits = state.reach[player, word] & ~state.closed[word]
            while bits:
                vertex = 64 * word + lowest_bit(bits)
                bits = without_lowest(bits)
                worth = weights[Weight.SETTLEMENT] + site_gain(board, state, work, weights, player, vertex)
                if worth > best:
                    best = worth
                    work.goal_place[player, Goal.SETTLEMENT] = vertex
    if best and rules.settlement_points >= to_go:
        best += weights[Weight.WIN]
    work.goal_worth[player, Goal.SETTLEMENT] = best


@kernel
def _plan_ways(
    board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int, to_go: int
) -> None:
    """The best sites one and two roads away, and the road that leads there.

    Goes through the open vertices nearby, not the edges: there are fewer, and late in a game hardly any.
    """
    best_near = 0
    best_far = 0
    roads_left = int64(state.roads_left[player])
    if state.settlements_left[player] and roads_left:
        for word in range(state.closed.shape[0]):
            bits = _near_network(board, state, player, word) & ~state.closed[word] & ~state.reach[player, word]
            while bits:
                vertex = 64 * word + lowest_bit(bits)
                bits = without_lowest(bits)
                edge = _road_to(board, state, player, vertex)
                if edge >= 0:
                    gain = 1 + site_gain(board, state, work, weights, player, vertex)
                    if gain > best_near:
                        best_near = gain
                        work.goal_place[player, Goal.ONE_ROAD] = edge
                elif roads_left > 1:
                    edge = _first_road_towards(board, state, player, vertex)
                    if edge >= 0:
                        gain = 1 + site_gain(board, state, work, weights, player, vertex)
                        if gain > best_far:
                            best_far = gain
                            work.goal_place[player, Goal.TWO_ROADS] = edge
    last = weights[Weight.WIN] if rules.settlement_points >= to_go else int64(0)
    step = weights[Weight.ROAD_STEP]
    if best_near:
        best_near = share(weights[Weight.SETTLEMENT] + best_near + last, step)
    if best_far:
        best_far = share(share(weights[Weight.SETTLEMENT] + best_far + last, step), step)
    work.goal_worth[player, Goal.ONE_ROAD] = best_near
    work.goal_worth[player, Goal.TWO_ROADS] = best_far


@kernel
def _near_network(board: Record, state: Record, player: int, word: int) -> Any:
    """One word of the set of vertices within two roads of the player's network, whatever lies between."""
    near = np.uint64(0)
    for reached in range(state.closed.shape[0]):
        bits = state.reach[player, reached]
        while bits:
            near |= board.vertex_near[64 * reached + lowest_bit(bits), word]
            bits = without_lowest(bits)
    return near


@kernel
def _road_to(board: Record, state: Record, player: int, vertex: int) -> int:
    """An edge at a vertex on which the player could build a road now, or -1."""
    for word in range(state.all_roads.shape[0]):
        bits = board.vertex_edge_set[vertex, word] & state.road_sites[player, word] & ~state.all_roads[word]
        if bits:
            return 64 * word + lowest_bit(bits)
    return -1


@kernel
def _first_road_towards(board: Record, state: Record, player: int, vertex: int) -> int:
    """The first of two roads by which the player could reach a vertex, or -1."""
    for k in range(board.vertex_degree[vertex]):
        near = int64(board.vertex_vertices[vertex, k])
        if not (contains(state.all_roads, board.vertex_edges[vertex, k]) or opponent_builds_at(state, player, near)):
            edge = _road_to(board, state, player, near)
            if edge >= 0:
                return edge
    return -1


@kernel
def _plan_race(rules: Record, state: Record, work: Record, weights: Any, player: int, to_go: int) -> None:
    """The longest road, if there are pieces enough; where it begins is found when it is wanted."""
    work.goal_worth[player, Goal.RACE] = 0
    if state.longest_road == player:
        return
    # At a table that judges roads by other rules, one's own may be long enough already and still not have the award.
    roads = max(_length_to_beat(rules, state, player) - int64(state.road_length[player]), 1)
    if roads > state.roads_left[player]:
        return
    worth = weights[Weight.LONGEST_ROAD]
    if rules.longest_road_points >= to_go:
        worth += weights[Weight.WIN]
    for _ in range(1, roads):
        worth = share(worth, weights[Weight.ROAD_RACE])
    work.race_roads[player] = roads
    work.goal_worth[player, Goal.RACE] = worth
    work.goal_place[player, Goal.RACE] = -1


@kernel
def _length_to_beat(rules: Record, state: Record, player: int) -> int:
    """How long a road must become to take the award from whoever has it, or from nobody."""
    longest = int64(rules.longest_road_minimum) - 1
    for other in range(rules.players):
        if other != player:
            longest = max(longest, int64(state.road_length[other]))
    return longest + 1


@kernel
def find_race_edge(board: Record, state: Record, work: Record, player: int) -> bool:
    """Find an edge that makes the player's longest road longer, as the place of that goal; without one it is gone."""
    if work.goal_place[player, Goal.RACE] >= 0:
        return True
    for word in range(state.all_roads.shape[0]):
        bits = state.road_sites[player, word] & ~state.all_roads[word]
        while bits:
            edge = 64 * word + lowest_bit(bits)
            bits = without_lowest(bits)
            add(state.roads[player], edge)
            length = longest_trail_over(board, state, work, player, edge)
            remove(state.roads[player], edge)
            if length > state.road_length[player]:
                work.goal_place[player, Goal.RACE] = edge
                return True
    work.goal_worth[player, Goal.RACE] = 0
    return False


@kernel
def knights_to_beat(rules: Record, state: Record, player: int) -> int:
    """How many knights take the largest army from whoever has it, or from nobody."""
    holder = state.largest_army
    if holder == NOBODY or holder == player:
        return int64(rules.largest_army_minimum)
    return max(int64(rules.largest_army_minimum), int64(state.played[holder, Card.KNIGHT]) + 1)


@kernel
def knights_short(rules: Record, state: Record, player: int) -> int:
    """How many knights a player still has to buy for the largest army; not above 0 with enough in hand."""
    knights = int64(state.played[player, Card.KNIGHT]) + int64(state.cards[player, Card.KNIGHT])
    return knights_to_beat(rules, state, player) - knights


@kernel
def _plan_card(rules: Record, state: Record, work: Record, weights: Any, player: int, to_go: int) -> None:
    work.goal_worth[player, Goal.CARD] = 0
    if state.deck_size == 0:
        return
    worth = weights[Weight.CARD]
    if state.largest_army != player:
        short = knights_short(rules, state, player)
        if short == 1:
            worth += weights[Weight.LARGEST_ARMY]
        elif short > 1 and short <= state.deck_size:
            worth += weights[Weight.ARMY_RACE]
    if rules.card_points >= to_go:
        worth += weights[Weight.LAST_CARD]
    work.goal_worth[player, Goal.CARD] = worth

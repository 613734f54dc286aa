"""What a player could build next, where, and what it would be worth; and the cards still missing for it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from catan_sim.ai.features import keep_gains, share, site_gain
from catan_sim.ai.weights import Weight
from catan_sim.core.records import CARD, CITY, HAS_PAID, NOBODY, ROAD, SETTLEMENT, Part, Record
from catan_sim.core.resources import RESOURCE_COUNT, Card
from catan_sim.core.rules.bank_trade import trade_rate
from catan_sim.core.rules.longest_road import longest_trail_over, opponent_builds_at
from catan_sim.core.rules.turn import total_points
from mcts.bits import add, contains, lowest_bit, mix, remove, without_lowest
from mcts.kernel import kernel


@kernel
def _plan_key(rules: Record, state: Record, player: int) -> int:
    """A hash of all that a plan depends on besides board, rules and weights; never 0.

    Within one game, whatever is built changes one of the bitsets: a road ``all_roads``, a settlement ``closed``, a city
    of the player's own ``settlements``. Another player's city changes nothing in a plan.
    """
    key = np.uint64(total_points(rules, state, player))
    key = key << np.uint64(8) | np.uint64(state.deck_size > 0)
    key = key << np.uint64(8) | np.uint64(state.largest_army)
    key = key << np.uint64(8) | np.uint64(state.longest_road)
    key = key << np.uint64(8) | np.uint64(knights_to_beat(rules, state, player))
    knights = int64(state.played[player, Card.KNIGHT]) + int64(state.cards[player, Card.KNIGHT])
    key = mix(key << np.uint64(8) | np.uint64(knights))
    for word in range(state.all_roads.shape[0]):
        key = mix(key ^ state.all_roads[word])
    for word in range(state.closed.shape[0]):
        key = mix(key ^ state.closed[word])
        key = mix(key ^ state.settlements[player, word])
    return key | np.uint64(1)


@kernel
def plan(board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int) -> None:
    """Fill ``work.goal_worth`` and ``work.goal_place`` (0 for items that have no piece or place left)."""
    key = _plan_key(rules, state, player)
    if work.plan_key[player] == key:
        return
    work.plan_key[player] = key
    keep_gains(state, work, player)
    to_go = rules.victory_target - total_points(rules, state, player)
    _plan_city(board, rules, state, work, weights, player, to_go)
    best_site = _plan_settlement(board, rules, state, work, weights, player, to_go)
    _plan_road(board, rules, state, work, weights, player, to_go, best_site > 0)
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
                    work.goal_place[player, CITY] = vertex
    if best and int64(rules.city_points) - int64(rules.settlement_points) >= to_go:
        best += weights[Weight.WIN]
    work.goal_worth[player, CITY] = best


@kernel
def _plan_settlement(
    board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int, to_go: int
) -> int:
    """Also returns the worth, before any thought of winning."""
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
                    work.goal_place[player, SETTLEMENT] = vertex
    work.goal_worth[player, SETTLEMENT] = best
    if best and rules.settlement_points >= to_go:
        work.goal_worth[player, SETTLEMENT] += weights[Weight.WIN]
    return best


@kernel
def _worth_of_way(board: Record, state: Record, work: Record, weights: Any, player: int, edge: int) -> int:
    """Worth of the best site that a road at ``edge`` opens, or brings within one more road."""
    vertex = int64(board.edge_vertices[edge, 0])
    if contains(state.reach[player], vertex):
        vertex = int64(board.edge_vertices[edge, 1])
        if contains(state.reach[player], vertex):
            return 0
    step = weights[Weight.ROAD_STEP]
    best = 0
    if not contains(state.closed, vertex):
        best = share(weights[Weight.SETTLEMENT] + site_gain(board, state, work, weights, player, vertex), step)
    if opponent_builds_at(state, player, vertex):
        return best
    for k in range(board.vertex_degree[vertex]):
        further = int64(board.vertex_vertices[vertex, k])
        if (
            contains(state.closed, further)
            or contains(state.reach[player], further)
            or contains(state.all_roads, board.vertex_edges[vertex, k])
        ):
            continue
        worth = weights[Weight.SETTLEMENT] + site_gain(board, state, work, weights, player, further)
        best = max(best, share(share(worth, step), step))
    return best


@kernel
def road_length_with(board: Record, state: Record, work: Record, player: int, edge: int) -> int:
    """How long the player's longest road would be with one more at ``edge``."""
    add(state.roads[player], edge)
    length = longest_trail_over(board, state, work, player, edge)
    remove(state.roads[player], edge)
    return max(length, int64(state.road_length[player]))


@kernel
def length_to_beat(rules: Record, state: Record, player: int) -> int:
    """How long a road must become to take the award from whoever has it, or from nobody."""
    longest = int64(rules.longest_road_minimum) - 1
    for other in range(rules.players):
        if other != player:
            longest = max(longest, int64(state.road_length[other]))
    return longest + 1


@kernel
def _plan_road(
    board: Record,
    rules: Record,
    state: Record,
    work: Record,
    weights: Any,
    player: int,
    to_go: int,
    has_site: bool,
) -> None:
    work.goal_worth[player, ROAD] = 0
    roads_left = int64(state.roads_left[player])
    if roads_left == 0:
        return
    needed = length_to_beat(rules, state, player) - int64(state.road_length[player])
    race = state.longest_road != player and needed <= 2 and needed <= roads_left
    race_worth = weights[Weight.LONGEST_ROAD]
    if needed == 2:
        race_worth = share(race_worth, weights[Weight.ROAD_RACE])
    elif rules.longest_road_points >= to_go:
        race_worth += weights[Weight.WIN]
    wants_site = state.settlements_left[player] > 0
    if not (race or wants_site):
        return
    for word in range(state.all_roads.shape[0]):
        bits = state.road_sites[player, word] & ~state.all_roads[word]
        while bits:
            edge = 64 * word + lowest_bit(bits)
            bits = without_lowest(bits)
            worth = 0
            if wants_site:
                worth = _worth_of_way(board, state, work, weights, player, edge)
                if has_site:
                    worth = share(worth, weights[Weight.SPARE_SITE])
            if race and road_length_with(board, state, work, player, edge) > state.road_length[player]:
                worth += race_worth
            if worth:
                worth += weights[Weight.ROAD]
            if worth > work.goal_worth[player, ROAD]:
                work.goal_worth[player, ROAD] = worth
                work.goal_place[player, ROAD] = edge


@kernel
def knights_to_beat(rules: Record, state: Record, player: int) -> int:
    """How many knights take the largest army from whoever has it, or from nobody."""
    holder = state.largest_army
    if holder == NOBODY or holder == player:
        return int64(rules.largest_army_minimum)
    return max(int64(rules.largest_army_minimum), int64(state.played[holder, Card.KNIGHT]) + 1)


@kernel
def _plan_card(rules: Record, state: Record, work: Record, weights: Any, player: int, to_go: int) -> None:
    work.goal_worth[player, CARD] = 0
    if state.deck_size == 0:
        return
    worth = weights[Weight.CARD]
    if state.largest_army != player:
        knights = int64(state.played[player, Card.KNIGHT]) + int64(state.cards[player, Card.KNIGHT])
        short = knights_to_beat(rules, state, player) - knights
        if short == 1:
            worth += weights[Weight.LARGEST_ARMY]
        elif short > 1 and short <= state.deck_size:
            worth += weights[Weight.ARMY_RACE]
    if rules.card_points >= to_go:
        worth += weights[Weight.LARGEST_ARMY]
    work.goal_worth[player, CARD] = worth


@kernel
def may_trade(rules: Record, state: Record) -> bool:
    """Whether the actor may trade with the bank now (Rules 3.4, 7 and 10)."""
    if state.part == Part.SPECIAL_BUILDING:
        return False
    return not (rules.trade_then_build and state.flags & HAS_PAID)


@kernel
def note_rates(rules: Record, state: Record, work: Record, player: int) -> None:
    """Fill ``work.rates`` with what one card costs the player in cards of each resource."""
    for resource in range(RESOURCE_COUNT):
        work.rates[resource] = trade_rate(rules, state, player, resource)


@kernel
def cards_missing(rules: Record, state: Record, work: Record, player: int, item: int, paid: int, trades: bool) -> int:
    """Cards missing for an item after all trades with the bank that help.

    Parameters
    ----------
    paid : int
        An item whose cost is taken off the hand first, or -1.
    trades : bool
        Whether trades with the bank are allowed; their rates are in ``work.rates``.
    """
    missing = 0
    for_sale = 0
    bought = 0
    for resource in range(RESOURCE_COUNT):
        over = int64(state.hand[player, resource]) - int64(rules.costs[item, resource])
        if paid >= 0:
            over -= int64(rules.costs[paid, resource])
        if over < 0:
            missing -= over
            for_sale += min(-over, int64(state.bank[resource]))
        else:
            rate = work.rates[resource]
            while over >= rate:
                over -= rate
                bought += 1
    return missing - min(bought, for_sale) if trades else missing

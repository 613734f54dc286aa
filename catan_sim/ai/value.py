"""What a position is worth to a player, as far as the player can see."""

from __future__ import annotations

from numba import int64

from catan_sim.ai.cards import blocked_pips
from catan_sim.ai.goals import plan
from catan_sim.ai.hand import hand_progress, usable_items
from catan_sim.ai.income import TIME_UNITS
from catan_sim.ai.means import best_goal
from catan_sim.ai.weights import Weight, share
from catan_sim.core.records import ROAD, Record
from catan_sim.core.resources import CARD_KINDS, Card
from catan_sim.core.rules.turn import total_points
from mcts.kernel import kernel


@kernel
def position_value(board: Record, rules: Record, state: Record, work: Record, agent: Record, player: int) -> int:
    """Points, income, cards and awards, what the next goal promises, and what threatens."""
    weights = agent.weights
    points = total_points(rules, state, player)
    value = weights[Weight.VALUE_POINT] * points
    if points >= rules.victory_target:
        value += weights[Weight.WIN]
    value += share(_promise(board, rules, state, work, agent, player), weights[Weight.VALUE_PROGRESS])
    value += share(work.gain_base[player], weights[Weight.VALUE_INCOME])
    value += _worth_of_cards(state, agent, player) + _worth_of_roads(rules, state, agent, player)
    value -= weights[Weight.VALUE_BLOCKED] * blocked_pips(board, state, player)
    hand = int64(state.hand_size[player])
    value += weights[Weight.VALUE_CARD_IN_HAND] * hand
    usable = usable_items(state, player)
    value += share(hand_progress(rules, state, agent, player, usable), weights[Weight.VALUE_HAND])
    value -= weights[Weight.VALUE_OVER_LIMIT] * max(hand - rules.hand_limit, 0)
    return value - weights[Weight.VALUE_RIVAL] * _most_points(rules, state, player)


@kernel
def _promise(board: Record, rules: Record, state: Record, work: Record, agent: Record, player: int) -> int:
    """What the best goal is worth, less the longer it takes; fills ``work.gain_base`` on the way.

    Trades with the bank are not foreseen: only so does the value rise when one is made.
    """
    weights = agent.weights
    plan(board, rules, state, work, weights, player)
    if best_goal(board, rules, state, work, weights, player, False) < 0:
        return int64(0)
    return work.goal_best[player, 0] * TIME_UNITS * weights[Weight.PATIENCE] // work.goal_best[player, 1]


@kernel
def _worth_of_cards(state: Record, agent: Record, player: int) -> int:
    worth = 0
    for card in range(CARD_KINDS):
        worth += card_worth(agent, card) * int64(state.cards[player, card])
    if state.largest_army == player:
        worth += agent.weights[Weight.VALUE_ARMY]
    else:
        worth += agent.weights[Weight.VALUE_KNIGHT_PLAYED] * int64(state.played[player, Card.KNIGHT])
    return worth


@kernel
def _worth_of_roads(rules: Record, state: Record, agent: Record, player: int) -> int:
    weights = agent.weights
    worth = weights[Weight.VALUE_ROAD] * (int64(rules.pieces[ROAD]) - int64(state.roads_left[player]))
    worth += weights[Weight.VALUE_ROAD_LENGTH] * int64(state.road_length[player])
    return worth - weights[Weight.VALUE_ROAD_AWARD] if state.longest_road == player else worth


@kernel
def card_worth(agent: Record, card: int) -> int:
    """What a development card in hand is worth; the point of a victory point card counts with the points."""
    if card == Card.KNIGHT:
        return agent.weights[Weight.VALUE_KNIGHT]
    if card == Card.ROAD_BUILDING:
        return agent.weights[Weight.VALUE_ROAD_CARD]
    if card == Card.YEAR_OF_PLENTY:
        return agent.weights[Weight.VALUE_PLENTY]
    if card == Card.MONOPOLY:
        return agent.weights[Weight.VALUE_MONOPOLY]
    return agent.weights[Weight.VALUE_POINT_CARD]


@kernel
def _most_points(rules: Record, state: Record, player: int) -> int:
    """The visible points of the strongest opponent."""
    most = 0
    for other in range(rules.players):
        if other != player:
            most = max(most, int64(state.points[other]))
    return most

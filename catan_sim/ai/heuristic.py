"""The agent for rollouts: plans the next thing to build, saves and trades for it, and looks at nothing else."""

from __future__ import annotations

from typing import Any

from numba import int64

from catan_sim.ai.cards import choose_card_play, choose_knight, may_play
from catan_sim.ai.features import ITEMS, share, waiting_share
from catan_sim.ai.goals import cards_missing, may_trade, note_rates, plan
from catan_sim.ai.robbing import choose_discard, choose_robber_move
from catan_sim.ai.setup import choose_setup_road, choose_setup_settlement
from catan_sim.ai.trading import choose_answer, choose_offer, choose_partner, may_offer
from catan_sim.core.encoding import (
    BUILD_CITY,
    BUILD_ROAD,
    BUILD_SETTLEMENT,
    BUY_CARD,
    END_TURN,
    PLACE_ROAD,
    ROLL,
    TRADE_BANK,
    encode,
)
from catan_sim.core.records import CITY, HAS_ROLLED, ROAD, SETTLEMENT, Part, Record, Waiting
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.hands import can_pay
from catan_sim.core.rules.listing import list_places
from mcts.kernel import kernel


@kernel
def choose_heuristic(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """A legal action, by what the position waits for."""
    waiting = state.waiting
    if waiting == Waiting.MAIN:
        return _choose_main(board, rules, state, work, agent)
    if waiting == Waiting.SETTLEMENT:
        return choose_setup_settlement(board, state, work, agent)
    if waiting == Waiting.ROAD:
        return choose_setup_road(board, state, work, agent)
    return choose_interrupt(board, rules, state, work, agent)


@kernel
def choose_interrupt(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """Robber, discards, answers to offers, free roads."""
    waiting = state.waiting
    if waiting == Waiting.ROBBER:
        return choose_robber_move(board, rules, state, work, agent)
    if waiting == Waiting.DISCARD:
        return choose_discard(rules, state, agent)
    if waiting == Waiting.ANSWER:
        return choose_answer(rules, state, agent)
    if waiting == Waiting.CHOICE:
        return choose_partner(rules, state, agent)
    return _choose_free_road(board, rules, state, work, agent)


@kernel
def _choose_free_road(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """Where a road is worth most; the first free edge when it is worth nothing anywhere."""
    player = int64(state.actor)
    plan(board, rules, state, work, agent.weights, player)
    if work.goal_worth[player, ROAD] > 0:
        return encode(PLACE_ROAD, work.goal_place[player, ROAD])
    for word in range(state.all_roads.shape[0]):
        if list_places(work, PLACE_ROAD, word, state.road_sites[player, word] & ~state.all_roads[word], 0):
            break
    return int64(work.actions[0])


@kernel
def _choose_main(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    player = int64(state.actor)
    weights = agent.weights
    plays = state.part != Part.SPECIAL_BUILDING and may_play(state, player)
    if plays:
        knight = choose_knight(board, rules, state, weights, player)
        if knight >= 0:
            return knight
    if not state.flags & HAS_ROLLED:
        return encode(ROLL, 0)
    if state.hand_size[player] < rules.cheapest and not plays:
        return encode(END_TURN, 0)
    plan(board, rules, state, work, weights, player)
    note_rates(rules, state, work, player)
    trades = may_trade(rules, state)
    goal = best_goal(rules, state, work, weights, player, trades)
    if plays:
        card = choose_card_play(rules, state, work, weights, player, goal)
        if card >= 0:
            return card
    if goal < 0:
        return encode(END_TURN, 0)
    return _pursue(rules, state, work, agent, player, goal, trades)


@kernel
def best_goal(rules: Record, state: Record, work: Record, weights: Any, player: int, trades: bool) -> int:
    """The item that is worth most for the cards it still takes, or -1."""
    goal = -1
    best = 0
    for item in range(ITEMS):
        if work.goal_worth[player, item] <= 0:
            continue
        missing = cards_missing(rules, state, work, player, item, -1, trades)
        worth = share(work.goal_worth[player, item], waiting_share(weights, missing))
        if worth > best:
            best = worth
            goal = item
    return goal


@kernel
def build_action(work: Record, player: int, item: int) -> int:
    """The action that builds or buys an item where the plan wants it."""
    place = work.goal_place[player, item]
    if item == ROAD:
        return encode(BUILD_ROAD, place)
    if item == SETTLEMENT:
        return encode(BUILD_SETTLEMENT, place)
    if item == CITY:
        return encode(BUILD_CITY, place)
    return encode(BUY_CARD, 0)


@kernel
def _pursue(rules: Record, state: Record, work: Record, agent: Record, player: int, goal: int, trades: bool) -> int:
    """Build the goal, trade for it, build what does not delay it, offer trades, or wait."""
    if can_pay(rules, state, player, goal):
        return build_action(work, player, goal)
    missing = cards_missing(rules, state, work, player, goal, -1, trades)
    if missing == 0:
        return bank_trade_for(rules, state, work, player, goal)
    other = _best_affordable(rules, state, work, player, goal, missing, trades)
    if other >= 0:
        return build_action(work, player, other)
    if trades and may_offer(rules, state, agent):
        offer = choose_offer(rules, state, work, player, goal)
        if offer >= 0:
            return offer
    if state.hand_size[player] > rules.hand_limit:
        other = _best_affordable(rules, state, work, player, goal, 99, trades)
        if other >= 0:
            return build_action(work, player, other)
        if trades:
            trade = bank_trade_for(rules, state, work, player, goal)
            if trade >= 0:
                return trade
    return encode(END_TURN, 0)


@kernel
def _best_affordable(
    rules: Record, state: Record, work: Record, player: int, goal: int, most_missing: int, trades: bool
) -> int:
    """Of what can be paid at once, the item worth most that leaves at most so many cards missing for the goal."""
    best = -1
    for item in range(ITEMS):
        worth = work.goal_worth[player, item]
        if item == goal or worth <= 0 or (best >= 0 and worth <= work.goal_worth[player, best]):
            continue
        if can_pay(rules, state, player, item) and (
            cards_missing(rules, state, work, player, goal, item, trades) <= most_missing
        ):
            best = item
    return best


@kernel
def bank_trade_for(rules: Record, state: Record, work: Record, player: int, goal: int) -> int:
    """A trade with the bank that brings the goal nearer, giving what is cheapest to give; -1 when there is none."""
    get = -1
    for resource in range(RESOURCE_COUNT):
        if state.hand[player, resource] < rules.costs[goal, resource] and state.bank[resource]:
            get = resource
    if get < 0:
        return -1
    give = -1
    most = 0
    for resource in range(RESOURCE_COUNT):
        spare = int64(state.hand[player, resource]) - int64(rules.costs[goal, resource])
        rate = work.rates[resource]
        left = 100 * (10 - rate) + spare
        if resource != get and spare >= rate and left > most:
            give = resource
            most = left
    return -1 if give < 0 else encode(TRADE_BANK, give | get << 4)

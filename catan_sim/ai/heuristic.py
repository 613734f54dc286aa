"""The agent for rollouts: plans the next thing to build, saves and trades for it, and looks at nothing else."""

from __future__ import annotations

from numba import int64

from catan_sim.ai.cards import choose_card_play, choose_knight, may_play
from catan_sim.ai.goals import GOALS, Goal, find_race_edge, plan
from catan_sim.ai.means import (
    bank_trade_for,
    best_goal,
    cards_missing,
    first_item,
    hand_number,
    may_trade,
    note_need,
)
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
    encode,
)
from catan_sim.core.records import CITY, HAS_ROLLED, ROAD, SETTLEMENT, Part, Record, Waiting
from catan_sim.core.rules.hands import can_pay
from catan_sim.core.rules.player_trade import holds_wanted
from mcts.bits import lowest_bit
from mcts.kernel import kernel


@kernel
def choose_heuristic(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """A legal action, by what the position waits for."""
    waiting = state.waiting
    if waiting == Waiting.MAIN:
        return _choose_main(board, rules, state, work, agent)
    if waiting == Waiting.SETTLEMENT:
        return choose_setup_settlement(board, rules, state, work, agent)
    if waiting == Waiting.ROAD:
        return choose_setup_road(board, rules, state, work, agent)
    return choose_interrupt(board, rules, state, work, agent)


@kernel
def choose_interrupt(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """Robber, discards, answers to offers, free roads."""
    waiting = state.waiting
    if waiting == Waiting.ROBBER:
        return choose_robber_move(board, rules, state, work, agent)
    if waiting == Waiting.DISCARD:
        return choose_discard(rules, state, work, agent)
    if waiting == Waiting.ANSWER:
        player = int64(state.actor)
        return choose_answer(rules, state, agent, player, holds_wanted(state, player, state.offer))
    if waiting == Waiting.CHOICE:
        return choose_partner(rules, state, agent)
    return _choose_free_road(board, rules, state, work, agent)


@kernel
def _choose_free_road(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """Where a road is worth most; the first free edge when it is worth nothing anywhere."""
    player = int64(state.actor)
    plan(board, rules, state, work, agent.weights, player)
    goal = -1
    best = 0
    for candidate in range(Goal.ONE_ROAD, GOALS):
        worth = work.goal_worth[player, candidate]
        if worth > best and (candidate != Goal.RACE or find_race_edge(board, state, work, player)):
            goal = candidate
            best = worth
    if goal >= 0:
        return encode(PLACE_ROAD, work.goal_place[player, goal])
    edge = 0
    for word in range(state.all_roads.shape[0]):
        bits = state.road_sites[player, word] & ~state.all_roads[word]
        if bits:
            edge = 64 * word + lowest_bit(bits)
            break
    return encode(PLACE_ROAD, edge)


@kernel
def _choose_main(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    player = int64(state.actor)
    mark = hand_number(state, player, int64(state.turn))
    if work.offer_mark[player] == mark:
        note_need(rules, work, player, work.goal_kept[player])
        return _offer_or_wait(rules, state, work, agent, player, work.goal_kept[player], True)
    work.offer_mark[player] = 0
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
    trades = may_trade(rules, state)
    plan(board, rules, state, work, weights, player)
    goal = best_goal(board, rules, state, work, weights, player, trades)
    if plays:
        card = choose_card_play(board, rules, state, work, weights, player, goal)
        if card >= 0:
            return card
    if goal < 0:
        return encode(END_TURN, 0)
    return _pursue(rules, state, work, agent, player, goal, trades)


@kernel
def build_action(work: Record, player: int, goal: int) -> int:
    """The action that builds or buys what a goal begins with, where the plan wants it."""
    place = work.goal_place[player, goal]
    item = first_item(goal)
    if item == ROAD:
        return encode(BUILD_ROAD, place)
    if item == SETTLEMENT:
        return encode(BUILD_SETTLEMENT, place)
    if item == CITY:
        return encode(BUILD_CITY, place)
    return encode(BUY_CARD, 0)


@kernel
def _pursue(rules: Record, state: Record, work: Record, agent: Record, player: int, goal: int, trades: bool) -> int:
    """Build the goal, trade for it, build what does not delay it, offer trades, or wait; ``work.need`` is its cost."""
    if can_pay(rules, state, player, first_item(goal)):
        return build_action(work, player, goal)
    missing = cards_missing(rules, state, work, player, -1, trades)
    if missing == 0:
        return bank_trade_for(state, work, player)
    other = _best_affordable(rules, state, work, player, goal, missing, trades)
    if other >= 0:
        return build_action(work, player, other)
    return _offer_or_wait(rules, state, work, agent, player, goal, trades)


@kernel
def _offer_or_wait(
    rules: Record, state: Record, work: Record, agent: Record, player: int, goal: int, trades: bool
) -> int:
    """Offer a trade, or turn too full a hand into something else, or wait.

    An offer is remembered: when the same player is asked again in the same turn with the same hand, nothing else has
    changed, and all that was thought of before the offer would be thought again.
    """
    if trades and may_offer(rules, state, agent):
        offer = choose_offer(rules, state, work, player)
        if offer >= 0:
            work.offer_mark[player] = hand_number(state, player, int64(state.turn))
            return offer
    work.offer_mark[player] = 0
    if state.hand_size[player] > rules.hand_limit:
        other = _best_affordable(rules, state, work, player, goal, 99, trades)
        if other >= 0:
            return build_action(work, player, other)
        if trades:
            trade = bank_trade_for(state, work, player)
            if trade >= 0:
                return trade
    return encode(END_TURN, 0)


@kernel
def _best_affordable(
    rules: Record, state: Record, work: Record, player: int, goal: int, most_missing: int, trades: bool
) -> int:
    """Of the goals whose first step can be paid, the one worth most that leaves at most so many cards missing.

    The race for the longest road is left out: a single road of it is worth nothing.
    """
    best = -1
    for other in range(Goal.RACE):
        worth = work.goal_worth[player, other]
        if other == goal or worth <= 0 or (best >= 0 and worth <= work.goal_worth[player, best]):
            continue
        item = first_item(other)
        if can_pay(rules, state, player, item) and (
            cards_missing(rules, state, work, player, item, trades) <= most_missing
        ):
            best = other
    return best

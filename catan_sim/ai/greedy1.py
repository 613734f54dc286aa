"""The agent that tries every action and takes the one whose position it likes best.

Where only one thing is chosen among many of a kind (a robber move, a discard, an answer, a pick, a free road), the
heuristic agent's rules already try all of them, and this agent shares them. Of the thousands of possible offers it
looks, like the heuristic, at those that serve its goal. Chance that it cannot foresee it averages.
"""

from __future__ import annotations

from typing import Final

from numba import int64

from catan_sim.ai.cards import blocked_pips, old_cards
from catan_sim.ai.goals import GOALS, Goal, find_race_edge, plan
from catan_sim.ai.heuristic import build_action, choose_heuristic
from catan_sim.ai.means import bank_trade_for, best_goal, cards_missing, first_item, may_trade
from catan_sim.ai.trading import choose_offer, may_offer
from catan_sim.ai.value import card_worth, position_value
from catan_sim.ai.weights import Weight
from catan_sim.core.encoding import (
    BUY_CARD,
    END_TURN,
    PLAY_KNIGHT,
    PLAY_YEAR_OF_PLENTY,
    ROLL,
    TRADE_BANK,
    encode,
    kind_of,
    offer_count,
)
from catan_sim.core.records import CARD, HAS_ROLLED, PLAYED_CARD, Record, Waiting
from catan_sim.core.resources import CARD_KINDS, RESOURCE_COUNT, Card
from catan_sim.core.rules.hands import cost_of, pay
from catan_sim.core.rules.legal import list_own_actions
from catan_sim.core.rules.step import DRAW, step
from mcts.kernel import kernel
from mcts.records import copy_record

_WORTHLESS: Final = -(1 << 62)


@kernel
def choose_greedy1(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """A legal action."""
    if state.waiting != Waiting.MAIN:
        return choose_heuristic(board, rules, state, work, agent)
    player = int64(state.actor)
    has_knight = not state.flags & PLAYED_CARD and old_cards(state, player, Card.KNIGHT) > 0
    if not (state.flags & HAS_ROLLED or has_knight):
        return encode(ROLL, 0)  # whatever another card brings now, it brings after the roll as well
    count = list_own_actions(rules, state, work)
    if count == 1 and state.hand_size[player] == 0:
        return int64(work.actions[0])
    now = position_value(board, rules, state, work, agent, player)
    best = int64(work.actions[0])  # to roll, or to end the turn: all stays as it is
    best_value = now
    for index in range(1, count):
        action = int64(work.actions[index])
        if kind_of(action) == TRADE_BANK or not (state.flags & HAS_ROLLED or kind_of(action) == PLAY_KNIGHT):
            continue
        value = _value_after(board, rules, state, work, agent, player, action)
        if kind_of(action) == PLAY_YEAR_OF_PLENTY:
            for goal in range(GOALS):
                value = max(value, _value_of_plenty_for(board, rules, state, work, agent, player, action, goal))
        if value > best_value:
            best = action
            best_value = value
    if state.flags & HAS_ROLLED and may_trade(rules, state):
        for goal in range(GOALS):
            value = _value_of_trading_for(board, rules, state, work, agent, player, goal)
            if value > best_value:
                best = work.first_trade
                best_value = value
    if kind_of(best) == END_TURN:
        offer = _worthwhile_offer(board, rules, state, work, agent, player, now)
        if offer >= 0:
            return offer
    return best


@kernel
def _value_after(
    board: Record, rules: Record, state: Record, work: Record, agent: Record, player: int, action: int
) -> int:
    """The value of the position that an action leads to; the action list is left as it is."""
    trial = work.trial
    copy_record(trial, state)
    if kind_of(action) == BUY_CARD:
        return _value_with_card(board, rules, trial, work, agent, player)
    step(board, rules, trial, work, action, DRAW)
    while trial.waiting == Waiting.FREE_ROAD:
        step(board, rules, trial, work, choose_heuristic(board, rules, trial, work, agent), DRAW)
    value = position_value(board, rules, trial, work, agent, player)
    if kind_of(action) == PLAY_KNIGHT:  # the robber goes somewhere else, and a card comes
        weights = agent.weights
        value += weights[Weight.VALUE_ROBBERY] + weights[Weight.VALUE_BLOCKED] * blocked_pips(board, state, player)
    return value


@kernel
def _value_of_plenty_for(
    board: Record, rules: Record, state: Record, work: Record, agent: Record, player: int, action: int, goal: int
) -> int:
    """The value after year of plenty and building what a goal begins with, if that can be paid for then."""
    trial = work.trial
    copy_record(trial, state)
    step(board, rules, trial, work, action, DRAW)
    if not _is_open(board, rules, trial, work, agent, player, goal):
        return _WORTHLESS
    if cards_missing(rules, trial, work, player, -1, False) > 0:
        return _WORTHLESS
    return _value_of_buying(board, rules, trial, work, agent, player, goal)


@kernel
def _value_of_trading_for(
    board: Record, rules: Record, state: Record, work: Record, agent: Record, player: int, goal: int
) -> int:
    """The value after trades with the bank for what a goal begins with, and building it; ``work.first_trade`` begins.

    Trades are looked at only for what they buy at once: of themselves they are a loss.
    """
    trial = work.trial
    copy_record(trial, state)
    if not _is_open(board, rules, trial, work, agent, player, goal):
        return _WORTHLESS
    missing = cards_missing(rules, trial, work, player, -1, False)
    if missing == 0 or cards_missing(rules, trial, work, player, -1, True) > 0:
        return _WORTHLESS
    work.first_trade = bank_trade_for(trial, work, player)
    for _ in range(missing):
        step(board, rules, trial, work, bank_trade_for(trial, work, player), DRAW)
    return _value_of_buying(board, rules, trial, work, agent, player, goal)


@kernel
def _is_open(board: Record, rules: Record, trial: Record, work: Record, agent: Record, player: int, goal: int) -> bool:
    """Whether a goal can be pursued at all; ``work.need`` is then what it begins with."""
    plan(board, rules, trial, work, agent.weights, player)
    if work.goal_worth[player, goal] <= 0 or (goal == Goal.RACE and not find_race_edge(board, trial, work, player)):
        return False
    work.need = cost_of(rules, first_item(goal))
    return True


@kernel
def _value_of_buying(
    board: Record, rules: Record, trial: Record, work: Record, agent: Record, player: int, goal: int
) -> int:
    """The value after paying for what a goal begins with; needs :func:`_is_open` and the cards in hand."""
    if first_item(goal) == CARD:
        return _value_with_card(board, rules, trial, work, agent, player)
    step(board, rules, trial, work, build_action(work, player, goal), DRAW)
    return position_value(board, rules, trial, work, agent, player)


@kernel
def _value_with_card(board: Record, rules: Record, trial: Record, work: Record, agent: Record, player: int) -> int:
    """The value after paying for a card: the mean over all that the player has not seen."""
    unseen = 0
    worth = 0
    for card in range(CARD_KINDS):
        count = int64(rules.deck[card]) - int64(trial.cards[player, card])
        for other in range(rules.players):
            count -= int64(trial.played[other, card])
        each = card_worth(agent, card)
        if card == Card.VICTORY_POINT:
            each += agent.weights[Weight.VALUE_POINT] * int64(rules.card_points)
        unseen += count
        worth += count * each
    pay(rules, trial, player, CARD)
    return worth // max(unseen, 1) + position_value(board, rules, trial, work, agent, player)


@kernel
def _worthwhile_offer(
    board: Record, rules: Record, state: Record, work: Record, agent: Record, player: int, now: int
) -> int:
    """The next offer for the goal, if the position would be better after it; else -1."""
    if not (may_trade(rules, state) and may_offer(rules, state, agent)):
        return -1
    plan(board, rules, state, work, agent.weights, player)
    if best_goal(board, rules, state, work, agent.weights, player, True) < 0:
        return -1
    offer = choose_offer(rules, state, work, player)
    if offer < 0:
        return -1
    trial = work.trial
    copy_record(trial, state)
    for resource in range(RESOURCE_COUNT):
        given = offer_count(offer, resource)
        trial.hand[player, resource] -= given
        trial.hand_size[player] -= given
    return offer if position_value(board, rules, trial, work, agent, player) > now else -1

"""The cards for a goal: what it costs, what is missing, how long that takes, and what the bank would sell."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64

from catan_sim.ai.goals import GOALS, Goal, find_race_edge
from catan_sim.ai.income import INVERSE_BITS, TIME_UNITS
from catan_sim.ai.weights import Weight
from catan_sim.core.encoding import TRADE_BANK, encode
from catan_sim.core.records import CARD, CITY, HAS_PAID, ROAD, SETTLEMENT, Part, Record
from catan_sim.core.rules.hands import cost_of, hand_of
from mcts.bits import lowest_bit, without_lowest
from mcts.counts import (
    beyond,
    count_at,
    lesser,
    places,
    plus,
    row_counts,
    times,
    total,
    weighed_most,
    weighed_sum,
)
from mcts.kernel import kernel

_ITEM: Final = np.array([CITY, SETTLEMENT, CARD, SETTLEMENT, SETTLEMENT, ROAD])
"""What each goal ends with, as a row of ``rules.costs``."""
_ROADS: Final = np.array([0, 0, 0, 1, 2, -1])
"""Roads that come before it; the race's are counted when it is planned, and its last road is the item itself."""


@kernel
def may_trade(rules: Record, state: Record) -> bool:
    """Whether the actor may trade with the bank now (Rules 3.4, 7 and 10)."""
    if state.part == Part.SPECIAL_BUILDING:
        return False
    return not (rules.trade_then_build and state.flags & HAS_PAID)


@kernel
def note_need(rules: Record, work: Record, player: int, goal: int) -> None:
    """Let ``work.need`` be what a goal costs, the roads to it included; no bank has more than 255 of anything."""
    roads = work.race_roads[player] - 1 if goal == Goal.RACE else _ROADS[goal]
    work.need = plus(cost_of(rules, _ITEM[goal]), times(cost_of(rules, ROAD), roads))


@kernel
def first_item(goal: int) -> int:
    """What has to be built or bought first for a goal, as a row of ``rules.costs``."""
    return ROAD if goal >= Goal.ONE_ROAD else _ITEM[goal]


@kernel
def cards_missing(rules: Record, state: Record, work: Record, player: int, paid: int, trades: bool) -> int:
    """Cards missing for ``work.need`` after all trades with the bank that help.

    Parameters
    ----------
    paid : int
        An item whose cost is taken off the hand first, or -1.
    trades : bool
        Whether trades with the bank are allowed; their rates are in ``work.rates``.
    """
    hand = hand_of(state, player)
    need = work.need if paid < 0 else plus(work.need, cost_of(rules, paid))
    lacking = beyond(need, hand)
    missing = total(lacking)
    if missing == 0 or not trades:
        return missing
    for_sale = total(lesser(lacking, row_counts(state, "bank", 0)))
    return missing - min(_bank_gives(work, player, beyond(hand, need)), for_sale)


@kernel
def _bank_gives(work: Record, player: int, cards: Any) -> int:
    """Cards that the bank gives for others: a division by the rates, by multiplying with their inverses."""
    return weighed_sum(cards, work.rate_inverse[player], INVERSE_BITS)


@kernel
def waiting_time(state: Record, work: Record, player: int, trades: bool) -> int:
    """How long until the cards for ``work.need`` are there, in units of a roll / TIME_UNITS; 0 if by trades at once.

    Cards of several resources come side by side, but not all in time: half-way between the slowest and their sum.
    """
    hand = hand_of(state, player)
    lacking = beyond(work.need, hand)
    missing = total(lacking)
    bought = _bank_gives(work, player, beyond(hand, work.need)) if trades else int64(0)
    if bought >= missing:
        return 0
    each = work.card_time[player]
    time = (weighed_sum(lacking, each, 0) + weighed_most(lacking, each)) >> 1
    return time * (missing - bought) // missing if bought else time


@kernel
def best_goal(
    board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int, trades: bool
) -> int:
    """The goal that is worth most for the time it takes, or -1; ``work.need`` and ``work.goal_best`` are about it.

    Needs a plan. It is kept while plan and hand stay the same: refused offers change neither.
    """
    key = hand_number(state, player, 1 + int64(trades))
    if work.goal_key[player] != key:
        work.goal_key[player] = key
        work.goal_kept[player] = _find_best_goal(board, rules, state, work, weights, player, trades)
    goal = work.goal_kept[player]
    if goal >= 0:
        note_need(rules, work, player, goal)
    return goal


@kernel
def hand_number(state: Record, player: int, more: int) -> int:
    """A player's hand, and something of at most 23 bits, in one number."""
    return int64(hand_of(state, player)) | more << 40


@kernel
def _find_best_goal(
    board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int, trades: bool
) -> int:
    soonest = TIME_UNITS * weights[Weight.PATIENCE] + 1
    while True:
        goal = -1
        best_worth = 0
        best_time = 1
        for candidate in range(GOALS):
            worth = work.goal_worth[player, candidate]
            if worth * best_time <= best_worth * soonest:  # not even if its cards were there
                continue
            note_need(rules, work, player, candidate)
            time = soonest + waiting_time(state, work, player, trades)
            if worth * best_time > best_worth * time:
                goal = candidate
                best_worth = worth
                best_time = time
        if goal != Goal.RACE or find_race_edge(board, state, work, player):
            work.goal_best[player, 0] = best_worth
            work.goal_best[player, 1] = best_time
            return goal


@kernel
def bank_trade_for(state: Record, work: Record, player: int) -> int:
    """A trade with the bank that brings ``work.need`` nearer, giving what is cheapest to give; -1: there is none."""
    hand = hand_of(state, player)
    get = -1
    slowest = -1
    for_sale = places(lesser(beyond(work.need, hand), row_counts(state, "bank", 0)))
    while for_sale:
        resource = lowest_bit(for_sale)
        for_sale = without_lowest(for_sale)
        if work.card_time[player, resource] > slowest:
            get = resource
            slowest = int64(work.card_time[player, resource])
    if get < 0:
        return -1
    give = -1
    most = 0
    over = beyond(hand, work.need)
    spare = places(over)
    while spare:
        resource = lowest_bit(spare)
        spare = without_lowest(spare)
        rate = int64(work.rates[player, resource])
        left = 100 * (10 - rate) + count_at(over, resource)
        if count_at(over, resource) >= rate and left > most:
            give = resource
            most = left
    return -1 if give < 0 else encode(TRADE_BANK, give | get << 4)

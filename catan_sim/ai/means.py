"""The cards for a goal: what it costs, what is missing, how long that takes, and what the bank would sell."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64

from catan_sim.ai.goals import GOALS, Goal, find_race_edge, hashed
from catan_sim.ai.income import INVERSE_BITS, TIME_UNITS
from catan_sim.ai.weights import Weight
from catan_sim.core.encoding import TRADE_BANK, encode
from catan_sim.core.records import CARD, CITY, HAS_PAID, ROAD, SETTLEMENT, Part, Record
from catan_sim.core.resources import RESOURCE_COUNT
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
    """Fill ``work.need`` with what a goal costs, the roads to it included."""
    item = _ITEM[goal]
    roads = work.race_roads[player] - 1 if goal == Goal.RACE else _ROADS[goal]
    for resource in range(RESOURCE_COUNT):
        work.need[resource] = int64(rules.costs[item, resource]) + roads * int64(rules.costs[ROAD, resource])


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
    missing = 0
    for_sale = 0
    bought = 0
    for resource in range(RESOURCE_COUNT):
        over = int64(state.hand[player, resource]) - work.need[resource]
        if paid >= 0:
            over -= int64(rules.costs[paid, resource])
        lacking = max(-over, 0)
        missing += lacking
        for_sale += min(lacking, int64(state.bank[resource]))
        bought += _bank_gives(work, player, resource, max(over, 0))
    return missing - min(bought, for_sale) if trades else missing


@kernel
def _bank_gives(work: Record, player: int, resource: int, cards: int) -> int:
    """Cards that the bank gives for so many of a resource: a division, by multiplying with the rate's inverse."""
    return cards * work.rate_inverse[player, resource] >> INVERSE_BITS


@kernel
def waiting_time(state: Record, work: Record, player: int, trades: bool) -> int:
    """How long until the cards for ``work.need`` are there, in units of a roll / TIME_UNITS; 0 if by trades at once.

    Cards of several resources come side by side, but not all in time: half-way between the slowest and their sum.
    """
    missing = 0
    bought = 0
    total = 0
    slowest = 0
    for resource in range(RESOURCE_COUNT):
        over = int64(state.hand[player, resource]) - work.need[resource]
        lacking = max(-over, 0)
        time = lacking * work.card_time[player, resource]
        missing += lacking
        total += time
        slowest = max(slowest, time)
        bought += _bank_gives(work, player, resource, max(over, 0))
    if not trades:
        bought = 0
    if bought >= missing:
        return 0
    time = (total + slowest) >> 1
    return time * (missing - bought) // missing if bought else time


@kernel
def best_goal(
    board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int, trades: bool
) -> int:
    """The goal that is worth most for the time it takes, or -1; ``work.need`` and ``work.goal_best`` are about it.

    Needs a plan. It is kept while plan and hand stay the same: refused offers change neither.
    """
    key = _goal_key(state, work, player, trades)
    if work.goal_key[player] != key:
        work.goal_key[player] = key
        work.goal_kept[player] = _find_best_goal(board, rules, state, work, weights, player, trades)
    goal = work.goal_kept[player]
    if goal >= 0:
        note_need(rules, work, player, goal)
    return goal


@kernel
def _goal_key(state: Record, work: Record, player: int, trades: bool) -> int:
    """A hash of all that the best goal depends on besides board, rules and weights; never 0."""
    return hashed(work.plan_key[player], hand_number(state, player, int64(trades))) | np.uint64(1)


@kernel
def hand_number(state: Record, player: int, more: int) -> int:
    """A player's hand, and something of at most 23 bits, in one number."""
    cards = more
    for resource in range(RESOURCE_COUNT):
        cards = cards << 8 | int64(state.hand[player, resource])
    return cards


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
    get = -1
    slowest = -1
    for resource in range(RESOURCE_COUNT):
        lacks = state.hand[player, resource] < work.need[resource] and state.bank[resource]
        if lacks and work.card_time[player, resource] > slowest:
            get = resource
            slowest = work.card_time[player, resource]
    if get < 0:
        return -1
    give = -1
    most = 0
    for resource in range(RESOURCE_COUNT):
        spare = int64(state.hand[player, resource]) - work.need[resource]
        rate = work.rates[player, resource]
        left = 100 * (10 - rate) + spare
        if resource != get and spare >= rate and left > most:
            give = resource
            most = left
    return -1 if give < 0 else encode(TRADE_BANK, give | get << 4)

"""What income and ports are worth to a player, and what one more building would add to that.

Worths are kept in ``work`` until the player's income or ports change: they depend on nothing else but board, rules and
weights, so they outlast a game.
"""

from __future__ import annotations

from typing import Any, Final

from numba import int64

from catan_sim.ai.weights import (
    BEYOND_KNEE,
    CITY_PAIR,
    GENERIC_PORT_WEIGHT,
    IN_GAME,
    KNEE,
    NEW_RESOURCE,
    OPENING,
    ROAD_PAIR,
    SPECIAL_PORT,
    WHOLE,
    Weight,
    share,
)
from catan_sim.core.records import FIRST_PICK_ROWS, PICK_ROWS, Record
from catan_sim.core.resources import GENERIC_PORT, RESOURCE_COUNT, Resource
from catan_sim.core.rules.bank_trade import trade_rate
from mcts.bits import add, contains, lowest_bit, popcount, without_lowest
from mcts.kernel import kernel

TIME_UNITS: Final = 16
"""Parts of a roll of the dice in which waiting is counted."""
_THROWS: Final = 36
INVERSE_BITS: Final = 16
"""Enough for an exact quotient: hands have fewer than 256 cards."""
_INCOME_BITS: Final = 10
_NOTHING_YET: Final = 64 << _INCOME_BITS * RESOURCE_COUNT
"""The key of a player without income and ports."""
_TWO_WAYS: Final = 2
_PAIRS: Final = ((Resource.BRICK, Resource.LUMBER, ROAD_PAIR), (Resource.GRAIN, Resource.ORE, CITY_PAIR))
"""Resources that are worth more together."""


@kernel
def forget_plans(work: Record) -> None:
    """A new game begins with the same board, rules and agents: what income is worth stays, plans do not."""
    for player in range(work.plan_key.shape[0]):
        work.plan_key[player] = 0
        work.goal_key[player] = 0
        work.offer_mark[player] = 0


@kernel
def forget(work: Record) -> None:
    """Other agents play on, or another game: forget everything."""
    forget_plans(work)
    for player in range(work.gain_key.shape[0]):
        work.gain_key[player] = 0
        for row in range(PICK_ROWS):
            work.pick_key[row, player] = 0
        for resource in range(RESOURCE_COUNT):
            work.worth_key[0, player, resource] = 0
            work.worth_key[1, player, resource] = 0


@kernel
def _income_key(state: Record, player: int) -> int:
    """A number for a player's income and ports, never 0; ten bits hold the pips of 40 buildings."""
    key = 64 | int64(state.ports[player])
    for resource in range(RESOURCE_COUNT):
        key = key << _INCOME_BITS | int64(state.income[player, resource])
    return key


@kernel
def _note_worths(state: Record, work: Record, weights: Any, block: int, player: int) -> None:
    """Fill ``work.income_worth``: what the income of each resource is worth with so many more pips of it.

    Parameters
    ----------
    weights : int64, shape (COUNT,)
    block : int
        OPENING or IN_GAME.
    """
    ports = int64(state.ports[player])
    any_port = weights[block + GENERIC_PORT_WEIGHT] * (ports >> GENERIC_PORT & 1)
    phase = int64(block == IN_GAME)
    for resource in range(RESOURCE_COUNT):
        income = int64(state.income[player, resource])
        key = 1 + (income << 2 | ports >> GENERIC_PORT << 1 | ports >> resource & 1)
        if work.worth_key[phase, player, resource] == key:
            continue
        work.worth_key[phase, player, resource] = key
        port = any_port + weights[block + SPECIAL_PORT] * (ports >> resource & 1)
        for more in range(work.income_worth.shape[3]):
            pips = income + more
            beyond = max(pips - weights[block + KNEE], 0)
            worth = share(weights[block + resource], WHOLE * (pips - beyond) + weights[block + BEYOND_KNEE] * beyond)
            worth += port * pips + weights[block + NEW_RESOURCE] * int64(pips > 0)
            work.income_worth[phase, player, resource, more] = worth


@kernel
def _worth_of_pairs(
    board: Record, state: Record, weights: Any, block: int, player: int, vertex: int, times: int
) -> int:
    """What goes together is worth more, with ``times`` more buildings at a vertex."""
    worth = 0
    for one, other, weight in _PAIRS:
        first = int64(state.income[player, one]) + times * int64(board.vertex_pips[vertex, one])
        second = int64(state.income[player, other]) + times * int64(board.vertex_pips[vertex, other])
        worth += weights[block + weight] * min(first, second)
    return worth


@kernel
def _worth_with(board: Record, state: Record, work: Record, weights: Any, block: int, player: int, vertex: int) -> int:
    """What a player's income and ports are worth with one more building at a vertex; needs :func:`_note_worths`."""
    phase = int64(block == IN_GAME)
    worth = _worth_of_pairs(board, state, weights, block, player, vertex, 1)
    for resource in range(RESOURCE_COUNT):
        worth += work.income_worth[phase, player, resource, board.vertex_pips[vertex, resource]]
    new_ports = int64(board.vertex_ports[vertex]) & ~int64(state.ports[player])
    if new_ports:
        for resource in range(RESOURCE_COUNT):
            pips = int64(state.income[player, resource]) + int64(board.vertex_pips[vertex, resource])
            port = weights[block + SPECIAL_PORT] * (new_ports >> resource & 1)
            worth += pips * (port + weights[block + GENERIC_PORT_WEIGHT] * (new_ports >> GENERIC_PORT & 1))
    return worth


@kernel
def keep_gains(board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int) -> None:
    """Make ready :func:`site_gain` and all that goes with it if the player's income or ports have changed."""
    key = _income_key(state, player)
    if work.gain_key[player] != key:
        work.gain_key[player] = key
        _note_worths(state, work, weights, IN_GAME, player)
        base = _worth_of_pairs(board, state, weights, IN_GAME, player, 0, 0)
        for resource in range(RESOURCE_COUNT):
            base += work.income_worth[1, player, resource, 0]
        work.gain_base[player] = base
        for word in range(state.closed.shape[0]):
            work.gain_known[player, word] = 0
        note_rates(rules, state, work, player)
        _note_card_times(state, work, player)


@kernel
def note_rates(rules: Record, state: Record, work: Record, player: int) -> None:
    """Fill ``work.rates`` with what one card costs the player in cards of each resource, and ``work.rate_inverse``."""
    for resource in range(RESOURCE_COUNT):
        rate = trade_rate(rules, state, player, resource)
        work.rates[player, resource] = rate
        work.rate_inverse[player, resource] = (1 << INVERSE_BITS) // rate + 1


@kernel
def _note_card_times(state: Record, work: Record, player: int) -> None:
    """Fill ``work.card_time``: a card comes from the dice, or from the bank for what other resources bring.

    Half of what the bank could give counts, because what is traded for one resource cannot be traded for another.
    """
    traded = 0
    for resource in range(RESOURCE_COUNT):
        income = TIME_UNITS * int64(state.income[player, resource])
        traded += income // work.rates[player, resource]
    for resource in range(RESOURCE_COUNT):
        income = TIME_UNITS * int64(state.income[player, resource])
        others = traded - income // work.rates[player, resource]
        work.card_time[player, resource] = _THROWS * TIME_UNITS * TIME_UNITS // max(income + others // 2, 1)


@kernel
def site_gain(board: Record, state: Record, work: Record, weights: Any, player: int, vertex: int) -> int:
    """How much one more building at a vertex adds to what a player's income is worth; needs :func:`keep_gains`."""
    if not contains(work.gain_known[player], vertex):
        add(work.gain_known[player], vertex)
        worth = _worth_with(board, state, work, weights, IN_GAME, player, vertex)
        work.gain[player, vertex] = worth - work.gain_base[player]
    return work.gain[player, vertex]


@kernel
def keep_pick_worths(board: Record, state: Record, work: Record, weights: Any, player: int) -> int:
    """Make ready :func:`pick_worth`; returns which of its rows.

    Rows outlast a game: every player begins with nothing, and first settlements soon repeat.
    """
    key = _income_key(state, player)
    row = 0 if key == _NOTHING_YET else _row_after_first_pick(state, player)
    if work.pick_key[row, player] != key:
        work.pick_key[row, player] = key
        for word in range(state.closed.shape[0]):
            work.pick_known[row, player, word] = 0
    for word in range(state.closed.shape[0]):
        if work.pick_known[row, player, word] != board.vertex_set[word]:
            _note_worths(state, work, weights, OPENING, player)
            break
    return row


@kernel
def _row_after_first_pick(state: Record, player: int) -> int:
    """The row of ``work.pick_worth`` for a player's only settlement, or the last."""
    buildings = 0
    first = 0
    for word in range(state.closed.shape[0]):
        bits = state.settlements[player, word]
        if bits:
            buildings += popcount(bits)
            first = lowest_bit(bits)
    return 1 + (first & (FIRST_PICK_ROWS - 1)) if buildings == 1 else PICK_ROWS - 1


@kernel
def pick_worth(board: Record, state: Record, work: Record, weights: Any, player: int, row: int, vertex: int) -> int:
    """What income is worth with a settlement at a vertex too, and its place; needs :func:`keep_pick_worths`."""
    if not contains(work.pick_known[row, player], vertex):
        add(work.pick_known[row, player], vertex)
        worth = _worth_with(board, state, work, weights, OPENING, player, vertex)
        work.pick_worth[row, player, vertex] = worth + _worth_of_place(board, weights, vertex)
    return work.pick_worth[row, player, vertex]


@kernel
def _worth_of_place(board: Record, weights: Any, vertex: int) -> int:
    """What a vertex promises whoever settles there: ways out, resources that are rare here, peace from the robber."""
    worth = weights[Weight.OPENING_WAYS] * int64(board.vertex_degree[vertex] > _TWO_WAYS)
    worth -= weights[Weight.OPENING_REDS] * int64(board.vertex_reds[vertex])
    for resource in range(RESOURCE_COUNT):
        pips = int64(board.vertex_pips[vertex, resource])
        worth += share(weights[Weight.OPENING_SCARCE] * pips, board.rarity[resource] - WHOLE)
    return worth


@kernel
def know_all_picks(board: Record, state: Record, work: Record, weights: Any, player: int) -> int:
    """Fill ``work.pick_worth`` for every vertex, and ``work.pick_most``; returns the row (:func:`keep_pick_worths`)."""
    row = keep_pick_worths(board, state, work, weights, player)
    for word in range(state.closed.shape[0]):
        if work.pick_known[row, player, word] != board.vertex_set[word]:
            work.pick_most[row, player] = _most_pick_worth(board, state, work, weights, player, row)
            break
    return row


@kernel
def _most_pick_worth(board: Record, state: Record, work: Record, weights: Any, player: int, row: int) -> int:
    most = 0
    for word in range(state.closed.shape[0]):
        bits = board.vertex_set[word]
        while bits:
            vertex = 64 * word + lowest_bit(bits)
            bits = without_lowest(bits)
            most = max(most, pick_worth(board, state, work, weights, player, row, vertex))
    return most

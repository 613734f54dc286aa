"""What agents look at: what income, sites and cards in hand are worth to a player."""

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
    ROAD_PAIR,
    SPECIAL_PORT,
    WHOLE,
    WHOLE_BITS,
    Weight,
)
from catan_sim.core.records import CARD, CITY, ROAD, SETTLEMENT, Record
from catan_sim.core.resources import GENERIC_PORT, RESOURCE_COUNT, Resource
from catan_sim.core.rules.building import any_road_site
from mcts.bits import add, contains
from mcts.kernel import kernel

ITEMS: Final = 4
"""Roads, settlements, cities, cards: the rows of ``rules.costs``."""


@kernel
def share(worth: int, part: int) -> int:
    """So many 1024ths of something."""
    return (worth * part) >> WHOLE_BITS


@kernel
def income_worth(board: Record, state: Record, weights: Any, block: int, player: int, vertex: int, times: int) -> int:
    """What a player's income and ports are worth, with ``times`` more buildings at a vertex.

    Parameters
    ----------
    weights : int64, shape (COUNT,)
    block : int
        OPENING or IN_GAME.
    """
    ports = int64(state.ports[player])
    if times:
        ports |= board.vertex_ports[vertex]
    worth = 0
    total = 0
    for resource in range(RESOURCE_COUNT):
        pips = int64(state.income[player, resource]) + times * int64(board.vertex_pips[vertex, resource])
        if pips == 0:
            continue
        total += pips
        beyond = max(pips - weights[block + KNEE], 0)
        worth += share(weights[block + resource], WHOLE * (pips - beyond) + weights[block + BEYOND_KNEE] * beyond)
        worth += weights[block + NEW_RESOURCE]
        if ports >> resource & 1:
            worth += weights[block + SPECIAL_PORT] * pips
    if ports >> GENERIC_PORT & 1:
        worth += weights[block + GENERIC_PORT_WEIGHT] * total
    brick = int64(state.income[player, Resource.BRICK]) + times * int64(board.vertex_pips[vertex, Resource.BRICK])
    lumber = int64(state.income[player, Resource.LUMBER]) + times * int64(board.vertex_pips[vertex, Resource.LUMBER])
    grain = int64(state.income[player, Resource.GRAIN]) + times * int64(board.vertex_pips[vertex, Resource.GRAIN])
    ore = int64(state.income[player, Resource.ORE]) + times * int64(board.vertex_pips[vertex, Resource.ORE])
    return worth + weights[block + ROAD_PAIR] * min(brick, lumber) + weights[block + CITY_PAIR] * min(grain, ore)


@kernel
def _income_key(state: Record, player: int) -> int:
    """A number for a player's income and ports, never 0; ten bits hold the pips of 40 buildings."""
    key = 64 | int64(state.ports[player])
    for resource in range(RESOURCE_COUNT):
        key = key << 10 | int64(state.income[player, resource])
    return key


@kernel
def keep_gains(state: Record, work: Record, player: int) -> None:
    """Make ready for :func:`site_gain`: forget the player's gains if their income or ports have changed."""
    key = _income_key(state, player)
    if work.gain_key[player] != key:
        work.gain_key[player] = key
        for word in range(state.closed.shape[0]):
            work.gain_known[player, word] = 0


@kernel
def forget(work: Record) -> None:
    """Forget all gains and plans: a new game begins, or other agents play on."""
    for player in range(work.gain_key.shape[0]):
        work.gain_key[player] = 0
        work.plan_key[player] = 0


@kernel
def site_gain(board: Record, state: Record, work: Record, weights: Any, player: int, vertex: int) -> int:
    """How much one more building at a vertex adds to what a player's income is worth."""
    if not contains(work.gain_known[player], vertex):
        add(work.gain_known[player], vertex)
        base = income_worth(board, state, weights, IN_GAME, player, vertex, 0)
        work.gain[player, vertex] = income_worth(board, state, weights, IN_GAME, player, vertex, 1) - base
    return work.gain[player, vertex]


@kernel
def has_site(state: Record, player: int) -> bool:
    """Whether the player could settle somewhere at once, given the cards."""
    for word in range(state.closed.shape[0]):
        if state.reach[player, word] & ~state.closed[word]:
            return True
    return False


@kernel
def has_settlement(state: Record, player: int) -> bool:
    """Whether the player has a settlement that could become a city."""
    for word in range(state.closed.shape[0]):
        if state.settlements[player, word]:
            return True
    return False


@kernel
def deficit(rules: Record, state: Record, player: int, item: int) -> int:
    """Cards that a player lacks for an item."""
    missing = 0
    for resource in range(RESOURCE_COUNT):
        missing += max(int64(rules.costs[item, resource]) - int64(state.hand[player, resource]), 0)
    return missing


@kernel
def waiting_share(weights: Any, missing: int) -> int:
    """The share of its worth that a goal keeps while cards for it are missing."""
    part = WHOLE
    for _ in range(missing):
        part = share(part, weights[Weight.WAIT])
    return part


@kernel
def can_use(state: Record, player: int, item: int) -> bool:
    """Whether a player who could pay has a piece and a place for an item."""
    if item == CITY:
        return state.cities_left[player] > 0 and has_settlement(state, player)
    if item == SETTLEMENT:
        return state.settlements_left[player] > 0 and has_site(state, player)
    if item == ROAD:
        return state.roads_left[player] > 0 and any_road_site(state, player)
    return item == CARD and state.deck_size > 0


@kernel
def hand_progress(rules: Record, state: Record, weights: Any, player: int, usable: int) -> int:
    """What a player's hand is good for: every usable item, by how few cards are missing for it.

    Parameters
    ----------
    usable : int
        Bit i: item i can be used (:func:`usable_items`).
    """
    worth = 0
    for item in range(ITEMS):
        if usable >> item & 1:
            whole = item_worth(weights, item)
            if item == ROAD and not usable >> SETTLEMENT & 1:  # the way to the next site begins with a road
                whole += share(weights[Weight.SETTLEMENT], weights[Weight.ROAD_STEP])
            worth += share(whole, waiting_share(weights, deficit(rules, state, player, item)))
    return worth


@kernel
def item_worth(weights: Any, item: int) -> int:
    """What having an item is worth wherever it goes."""
    if item == ROAD:
        return weights[Weight.ROAD]
    if item == SETTLEMENT:
        return weights[Weight.SETTLEMENT]
    if item == CITY:
        return weights[Weight.CITY]
    return weights[Weight.CARD]


@kernel
def usable_items(state: Record, player: int) -> int:
    """The items that a player has a piece and a place for, one bit each."""
    usable = 0
    for item in range(ITEMS):
        if can_use(state, player, item):
            usable |= 1 << item
    return usable

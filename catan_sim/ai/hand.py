"""What the cards in a player's hand are good for."""

from __future__ import annotations

from typing import Any, Final

from catan_sim.ai.weights import Weight, share
from catan_sim.core.records import CARD, CITY, ROAD, SETTLEMENT, Record
from catan_sim.core.rules.building import any_road_site
from catan_sim.core.rules.hands import cost_of, hand_of
from mcts.counts import beyond, total
from mcts.kernel import kernel

ITEMS: Final = 4
"""Roads, settlements, cities, cards: the rows of ``rules.costs``."""


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
    return total(beyond(cost_of(rules, item), hand_of(state, player)))


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
def hand_progress(rules: Record, state: Record, agent: Record, player: int, usable: int) -> int:
    """What a player's hand is good for: every usable item, by how few cards are missing for it.

    Parameters
    ----------
    usable : int
        Bit i: item i can be used (:func:`usable_items`).
    """
    worth = 0
    for item in range(ITEMS):
        if usable >> item & 1:
            worth += progress_worth(agent, usable, item, deficit(rules, state, player, item))
    return worth


@kernel
def progress_worth(agent: Record, usable: int, item: int, missing: int) -> int:
    """What the cards for an item are worth while so many of them are missing."""
    weights = agent.weights
    whole = item_worth(weights, item)
    if item == ROAD and not usable >> SETTLEMENT & 1:  # the way to the next site begins with a road
        whole += share(weights[Weight.SETTLEMENT], weights[Weight.ROAD_STEP])
    return share(whole, agent.waiting[min(missing, agent.waiting.shape[0] - 1)])


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

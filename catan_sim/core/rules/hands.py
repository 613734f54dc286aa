"""Resource cards on the move between players and bank; hand sizes always follow.

Several cards at once are a word of counts by resource (``mcts/counts.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catan_sim.core.records import Record
from mcts.counts import add_to_row, beyond, row_counts, take_from_row, total
from mcts.kernel import kernel


@kernel
def hand_of(state: Record, player: int) -> Any:
    """A player's cards."""
    return row_counts(state, "hand", player)


@kernel
def cost_of(rules: Record, item: int) -> Any:
    """The cards that an item costs (a row of ``rules.costs``)."""
    return row_counts(rules, "costs", item)


@kernel
def take_from_bank(state: Record, player: int, cards: Any) -> None:
    """Give a player cards that the bank has."""
    take_from_row(state, "bank", 0, cards)
    add_to_row(state, "hand", player, cards)
    state.hand_size[player] += total(cards)


@kernel
def give_to_bank(state: Record, player: int, cards: Any) -> None:
    """Put a player's cards back into the bank."""
    add_to_row(state, "bank", 0, cards)
    take_from_row(state, "hand", player, cards)
    state.hand_size[player] -= total(cards)


@kernel
def hand_over(state: Record, giver: int, taker: int, cards: Any) -> None:
    """Move cards from one player to another."""
    number = total(cards)
    take_from_row(state, "hand", giver, cards)
    state.hand_size[giver] -= number
    add_to_row(state, "hand", taker, cards)
    state.hand_size[taker] += number


@kernel
def covers(cards: Any, cost: Any) -> bool:
    """Whether there are cards enough of every resource."""
    return beyond(cost, cards) == np.uint64(0)


@kernel
def can_pay(rules: Record, state: Record, player: int, item: int) -> bool:
    """Whether a hand covers the cost of an item (a row of ``rules.costs``)."""
    return covers(hand_of(state, player), cost_of(rules, item))


@kernel
def can_pay_anything(rules: Record, state: Record, player: int) -> bool:
    """Whether a hand covers the cost of any item."""
    for item in range(rules.costs.shape[0]):
        if can_pay(rules, state, player, item):
            return True
    return False


@kernel
def pay(rules: Record, state: Record, player: int, item: int) -> None:
    """Rule 5.1: costs go back to the bank."""
    give_to_bank(state, player, cost_of(rules, item))

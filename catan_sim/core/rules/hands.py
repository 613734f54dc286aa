"""Resource cards on the move between players and bank; hand sizes always follow."""

from __future__ import annotations

from catan_sim.core.records import Record
from catan_sim.core.resources import RESOURCE_COUNT
from mcts.kernel import kernel


@kernel
def take_from_bank(state: Record, player: int, resource: int, count: int) -> None:
    """Give a player cards that the bank has."""
    state.bank[resource] -= count
    state.hand[player, resource] += count
    state.hand_size[player] += count


@kernel
def give_to_bank(state: Record, player: int, resource: int, count: int) -> None:
    """Put a player's cards back into the bank."""
    state.bank[resource] += count
    state.hand[player, resource] -= count
    state.hand_size[player] -= count


@kernel
def hand_over(state: Record, giver: int, taker: int, resource: int, count: int) -> None:
    """Move cards from one player to another; a negative count moves them the other way."""
    state.hand[giver, resource] -= count
    state.hand_size[giver] -= count
    state.hand[taker, resource] += count
    state.hand_size[taker] += count


@kernel
def can_pay(rules: Record, state: Record, player: int, item: int) -> bool:
    """Whether a hand covers the cost of an item (a row of ``rules.costs``)."""
    enough = True
    for resource in range(RESOURCE_COUNT):
        enough &= state.hand[player, resource] >= rules.costs[item, resource]
    return enough


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
    for resource in range(RESOURCE_COUNT):
        give_to_bank(state, player, resource, rules.costs[item, resource])

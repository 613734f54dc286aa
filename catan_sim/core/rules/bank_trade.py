"""Section 7: trade with the bank."""

from __future__ import annotations

from catan_sim.core.encoding import TRADE_BANK, encode
from catan_sim.core.records import Record
from catan_sim.core.resources import GENERIC_PORT, RESOURCE_COUNT
from catan_sim.core.rules.hands import give_to_bank, take_from_bank
from mcts.counts import only
from mcts.kernel import kernel


@kernel
def trade_rate(rules: Record, state: Record, player: int, resource: int) -> int:
    """Rule 7.1: how many cards of a resource buy one other, at the best port the player has."""
    rate = rules.bank_rate
    if state.ports[player] & (1 << GENERIC_PORT):
        rate = min(rate, rules.generic_port_rate)
    if state.ports[player] & (1 << resource):
        rate = min(rate, rules.special_port_rate)
    return rate


@kernel
def list_bank_trades(rules: Record, state: Record, work: Record, count: int) -> int:
    """Rule 7.2: enough equal cards for one that the bank has."""
    player = state.actor
    for give in range(RESOURCE_COUNT):
        if state.hand[player, give] and state.hand[player, give] >= trade_rate(rules, state, player, give):
            for get in range(RESOURCE_COUNT):
                if get != give and state.bank[get]:
                    work.actions[count] = encode(TRADE_BANK, give | get << 4)
                    count += 1
    return count


@kernel
def trade_with_bank(rules: Record, state: Record, give: int, get: int) -> None:
    """Exchange the cards."""
    player = state.actor
    give_to_bank(state, player, only(trade_rate(rules, state, player, give), give))
    take_from_bank(state, player, only(1, get))

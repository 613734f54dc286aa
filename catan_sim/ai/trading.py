"""Trade between players: what to offer, when to accept, what to answer instead.

An offer serves the goal of the one who makes it: a card to spare for a card that is missing. An opponent accepts what
makes their own hand better, unless it feeds the leader. ``realistic`` agents answer with terms of their own, asking for
less the more offers the turn has seen.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64

from catan_sim.ai.agent import Trade
from catan_sim.ai.hand import ITEMS, progress_worth, usable_items
from catan_sim.ai.weights import Weight
from catan_sim.core.encoding import (
    ACCEPT_TRADE,
    CANCEL_TRADE,
    CONFIRM_TRADE,
    COUNTER_TRADE,
    NO_ONE,
    OFFER_TRADE,
    REJECT_TRADE,
    count_bits,
    encode,
    given_cards,
    offer_count,
    wanted_cards,
)
from catan_sim.core.records import Answer, Part, Record
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.hands import cost_of, hand_of
from catan_sim.core.rules.player_trade import holds_wanted
from mcts.bits import lowest_bit, popcount, without_lowest
from mcts.counts import beyond, count_at, lesser, places, row_counts, times, total
from mcts.kernel import kernel

_TO_ALL: Final = NO_ONE << 20
_ONE_EACH: Final = np.uint64(0x0101010101)
"""A card of each resource, as a word of counts."""


@kernel
def may_offer(rules: Record, state: Record, agent: Record) -> bool:
    """Whether the agent wants to, and the rules let it, make another offer."""
    if agent.trade == Trade.NONE or state.part != Part.TURN:
        return False
    return state.offers_made < min(agent.offers, rules.offers_per_turn)


@kernel
def choose_offer(rules: Record, state: Record, work: Record, player: int) -> int:
    """One card to spare for one that ``work.need`` lacks and somebody else may have, or -1.

    The pairs of cards are gone through in a fixed order, most to spare first; each offer of a turn takes the next one,
    and when all have been tried once, two cards are offered for one where the bank would want more.
    """
    wanted = _wanted(rules, state, work, player)
    if wanted == np.uint64(0):
        return -1
    kinds = popcount(wanted)
    rank = int64(state.offers_made) // kinds
    nth = int64(state.offers_made) % kinds
    over = beyond(hand_of(state, player), work.need)
    for price in range(1, min(rules.offer_max_cards, 2) + 1):
        spare = _spare(work, player, over, price)
        if rank < popcount(spare):
            give = _nth_spare(over, spare, rank)
            for _ in range(nth):
                wanted = without_lowest(wanted)
            want = lowest_bit(wanted)
            return encode(OFFER_TRADE, count_bits(price, give) | count_bits(-1, want) | _TO_ALL)
        rank -= popcount(spare)
    return -1


@kernel
def _wanted(rules: Record, state: Record, work: Record, player: int) -> Any:
    """The set of resources that the player lacks for ``work.need`` and others hold: everybody can count the bank."""
    hand = hand_of(state, player)
    in_hands = beyond(row_counts(rules, "bank", 0), row_counts(state, "bank", 0))
    return places(lesser(beyond(work.need, hand), beyond(in_hands, hand)))


@kernel
def _spare(work: Record, player: int, over: Any, price: int) -> Any:
    """The set of resources of which the player can do without so many cards, and the bank would want more."""
    enough = beyond(over, times(_ONE_EACH, price - 1))
    return places(lesser(enough, beyond(row_counts(work, "rates", player), times(_ONE_EACH, price))))


@kernel
def _nth_spare(over: Any, spare: Any, rank: int) -> int:
    """Of the resources to spare the one with the most cards over, but for ``rank`` others."""
    while True:
        most = 0
        best = 0
        bits = spare
        while bits:
            resource = lowest_bit(bits)
            bits = without_lowest(bits)
            if count_at(over, resource) > most:
                most = count_at(over, resource)
                best = resource
        if rank == 0:
            return best
        rank -= 1
        spare &= ~(np.uint64(1) << np.uint64(best))


@kernel
def feeds_leader(rules: Record, state: Record, weights: Any, player: int, partner: int) -> bool:
    """Whether a partner is too near to winning, or too far ahead, to be given what they want."""
    points = int64(state.points[partner])
    if points + weights[Weight.FEED_LIMIT] >= rules.victory_target:
        return True
    if points < int64(state.points[player]) + weights[Weight.FEED_LEAD]:
        return False
    for other in range(rules.players):
        if int64(state.points[other]) > points:
            return False
    return True


@kernel
def trade_gain(rules: Record, state: Record, agent: Record, player: int, offer: int, side: int) -> int:
    """How much better a hand gets when its owner accepts (side 1) or makes (side -1) an offer."""
    given = given_cards(offer)
    wanted = wanted_cards(offer)
    hand = hand_of(state, player)
    changed = hand + given - wanted if side > 0 else hand + wanted - given
    usable = usable_items(state, player)
    gain = 0
    for item in range(ITEMS):
        if not usable >> item & 1:
            continue
        cost = cost_of(rules, item)
        before = total(beyond(cost, hand))
        after = total(beyond(cost, changed))
        if before != after:
            gain += progress_worth(agent, usable, item, after) - progress_worth(agent, usable, item, before)
    return gain


@kernel
def choose_answer(rules: Record, state: Record, agent: Record, player: int, can_pay: bool) -> int:
    """Accept, reject, or answer with terms of one's own.

    Parameters
    ----------
    can_pay : bool
        Whether the player holds what the offer wants.
    """
    weights = agent.weights
    counters = agent.trade == Trade.REALISTIC and rules.counter_offers
    if not (can_pay or counters):  # asked of most players most of the time
        return encode(REJECT_TRADE, 0)
    if agent.trade == Trade.NONE or feeds_leader(rules, state, weights, player, int64(state.roller)):
        return encode(REJECT_TRADE, 0)
    gain = trade_gain(rules, state, agent, player, state.offer, 1) if can_pay else int64(0)
    if counters:
        asked = weights[Weight.CONCESSION] // (1 + int64(state.offers_made))
        if gain < weights[Weight.TRADE_MARGIN] + asked:
            counter = _choose_counter(rules, state, agent, player)
            if counter >= 0:
                return counter
    if can_pay and gain >= weights[Weight.TRADE_MARGIN]:
        return encode(ACCEPT_TRADE, 0)
    return encode(REJECT_TRADE, 0)


@kernel
def _choose_counter(rules: Record, state: Record, agent: Record, player: int) -> int:
    """One wanted card for the other card of the offerer's that helps most, if it helps more than the offer; else -1."""
    weights = agent.weights
    given = -1
    for resource in range(RESOURCE_COUNT):
        if offer_count(state.offer, resource) < 0 and state.hand[player, resource]:
            given = resource
    if given < 0:
        return -1
    best = -1
    best_gain = weights[Weight.TRADE_MARGIN]
    for want in range(RESOURCE_COUNT):
        if want == given:
            continue
        for count in range(1, min(rules.offer_max_cards, 2) + 1):
            counter = encode(COUNTER_TRADE, count_bits(1, given) | count_bits(-count, want))
            if offer_count(state.offer, want) == count:
                continue  # that would be to accept
            gain = trade_gain(rules, state, agent, player, counter, -1)
            if gain > best_gain:
                best_gain = gain
                best = counter
    return best


@kernel
def choose_partner(rules: Record, state: Record, agent: Record) -> int:
    """Of those with an acceptance or terms worth taking: the best terms, then the fewest points."""
    player = int64(state.actor)
    weights = agent.weights
    best = -1
    best_gain = 0
    for partner in range(rules.players):
        answer = state.answers[partner]
        if answer == Answer.ACCEPTED:
            gain = trade_gain(rules, state, agent, player, state.offer, -1)
        elif answer == Answer.COUNTERED and holds_wanted(state, player, state.counters[partner]):
            gain = trade_gain(rules, state, agent, player, state.counters[partner], 1)
            if gain < weights[Weight.TRADE_MARGIN]:
                continue
        else:
            continue
        if feeds_leader(rules, state, weights, player, partner):
            continue
        if best < 0 or gain > best_gain or (gain == best_gain and state.points[partner] < state.points[best]):
            best = partner
            best_gain = gain
    return encode(CANCEL_TRADE, 0) if best < 0 else encode(CONFIRM_TRADE, best)

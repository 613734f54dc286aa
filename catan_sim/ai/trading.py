"""Trade between players: what to offer, when to accept, what to answer instead.

An offer serves the goal of the one who makes it: a card to spare for a card that is missing. An opponent accepts what
makes their own hand better, unless it feeds the leader. ``realistic`` agents answer with terms of their own, asking for
less the more offers the turn has seen.
"""

from __future__ import annotations

from typing import Any, Final

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
    offer_count,
)
from catan_sim.core.records import Answer, Part, Record
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.player_trade import holds_wanted
from mcts.kernel import kernel

_TO_ALL: Final = NO_ONE << 20


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
    wanted = 0
    for resource in range(RESOURCE_COUNT):
        wanted += _is_wanted(rules, state, work, player, resource)
    if wanted == 0:
        return -1
    rank = int64(state.offers_made) // wanted
    nth = int64(state.offers_made) % wanted
    for price in range(1, min(rules.offer_max_cards, 2) + 1):
        spares = 0
        for resource in range(RESOURCE_COUNT):
            spares += _is_spare(state, work, player, resource, price)
        if rank < spares:
            give = _nth_spare(state, work, player, price, rank)
            want = _nth_wanted(rules, state, work, player, nth)
            return encode(OFFER_TRADE, count_bits(price, give) | count_bits(-1, want) | _TO_ALL)
        rank -= spares
    return -1


@kernel
def _is_wanted(rules: Record, state: Record, work: Record, player: int, resource: int) -> bool:
    """Whether the player lacks a resource for ``work.need``, and the others hold any: everybody can count the bank."""
    held = int64(state.hand[player, resource])
    return work.need[resource] > held and int64(rules.bank[resource]) - int64(state.bank[resource]) > held


@kernel
def _nth_wanted(rules: Record, state: Record, work: Record, player: int, nth: int) -> int:
    resource = -1
    while nth >= 0:
        resource += 1
        nth -= _is_wanted(rules, state, work, player, resource)
    return resource


@kernel
def _is_spare(state: Record, work: Record, player: int, resource: int, price: int) -> bool:
    """Whether the player can do without so many cards, and the bank would want more."""
    return int64(state.hand[player, resource]) - work.need[resource] >= price and work.rates[player, resource] > price


@kernel
def _nth_spare(state: Record, work: Record, player: int, price: int, rank: int) -> int:
    """The resource to spare at a price that has the most cards beyond ``work.need`` but for ``rank`` others."""
    for resource in range(RESOURCE_COUNT):
        if not _is_spare(state, work, player, resource, price):
            continue
        over = int64(state.hand[player, resource]) - work.need[resource]
        before = 0
        for other in range(RESOURCE_COUNT):
            if _is_spare(state, work, player, other, price):
                others_over = int64(state.hand[player, other]) - work.need[other]
                before += others_over > over or (others_over == over and other < resource)
        if before == rank:
            return resource
    return -1


@kernel
def feeds_leader(rules: Record, state: Record, weights: Any, player: int, partner: int) -> bool:
    """Whether a partner is too near to winning, or too far ahead, to be given what they want."""
    points = int64(state.points[partner])
    if points + weights[Weight.FEED_LIMIT] >= rules.victory_target:
        return True
    for other in range(rules.players):
        if int64(state.points[other]) > points:
            return False
    return points >= int64(state.points[player]) + weights[Weight.FEED_LEAD]


@kernel
def trade_gain(rules: Record, state: Record, agent: Record, player: int, offer: int, side: int) -> int:
    """How much better a hand gets when its owner accepts (side 1) or makes (side -1) an offer."""
    usable = usable_items(state, player)
    gain = 0
    for item in range(ITEMS):
        if not usable >> item & 1:
            continue
        before = 0
        after = 0
        for resource in range(RESOURCE_COUNT):
            lacking = int64(rules.costs[item, resource]) - int64(state.hand[player, resource])
            before += max(lacking, 0)
            after += max(lacking - side * offer_count(offer, resource), 0)
        if before != after:
            gain += progress_worth(agent, usable, item, after) - progress_worth(agent, usable, item, before)
    return gain


@kernel
def choose_answer(rules: Record, state: Record, agent: Record) -> int:
    """Accept, reject, or answer with terms of one's own."""
    player = int64(state.actor)
    weights = agent.weights
    can_pay = holds_wanted(state, player, state.offer)
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

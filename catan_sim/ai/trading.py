"""Trade between players: what to offer, when to accept, what to answer instead.

An offer serves the goal of the one who makes it: a card to spare for a card that is missing. An opponent accepts what
makes their own hand better, unless it feeds the leader. ``realistic`` agents answer with terms of their own, asking for
less the more offers the turn has seen.
"""

from __future__ import annotations

from typing import Any, Final

from numba import int64

from catan_sim.ai.agent import Trade
from catan_sim.ai.features import hand_progress, usable_items
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
def choose_offer(rules: Record, state: Record, work: Record, player: int, goal: int) -> int:
    """One card to spare for one that the goal lacks and somebody else may have, or -1.

    The pairs of cards are gone through in a fixed order, best to spare first; each offer of a turn takes the next one,
    and when all have been tried once, two cards are offered for one where the bank would want more.
    """
    attempt = int64(state.offers_made)
    for price in range(1, min(rules.offer_max_cards, 2) + 1):
        for rank in range(RESOURCE_COUNT):
            give = _spare_resource(rules, state, player, goal, rank)
            if give < 0:
                break
            spare = int64(state.hand[player, give]) - int64(rules.costs[goal, give])
            if spare < price or work.rates[give] <= price:
                continue
            for want in range(RESOURCE_COUNT):
                lacking = int64(rules.costs[goal, want]) - int64(state.hand[player, want])
                others = int64(rules.bank[want]) - int64(state.bank[want]) - int64(state.hand[player, want])
                if want == give or lacking <= 0 or others <= 0:
                    continue
                if attempt == 0:
                    return encode(OFFER_TRADE, count_bits(price, give) | count_bits(-1, want) | _TO_ALL)
                attempt -= 1
    return -1


@kernel
def _spare_resource(rules: Record, state: Record, player: int, goal: int, rank: int) -> int:
    """The resource with the most cards beyond what the goal costs but for ``rank`` others, or -1."""
    for resource in range(RESOURCE_COUNT):
        spare = int64(state.hand[player, resource]) - int64(rules.costs[goal, resource])
        if spare <= 0:
            continue
        before = 0
        for other in range(RESOURCE_COUNT):
            others_spare = int64(state.hand[player, other]) - int64(rules.costs[goal, other])
            if others_spare > spare or (others_spare == spare and other < resource):
                before += 1
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
def _shift_hand(state: Record, player: int, offer: int, side: int) -> None:
    """Move the cards of an offer into (side 1) or out of (side -1) the hand of the one who accepts it."""
    for resource in range(RESOURCE_COUNT):
        state.hand[player, resource] += side * offer_count(offer, resource)


@kernel
def trade_gain(rules: Record, state: Record, weights: Any, player: int, offer: int, side: int) -> int:
    """How much better a hand gets when its owner accepts (side 1) or makes (side -1) an offer."""
    usable = usable_items(state, player)
    before = hand_progress(rules, state, weights, player, usable)
    _shift_hand(state, player, offer, side)
    after = hand_progress(rules, state, weights, player, usable)
    _shift_hand(state, player, offer, -side)
    return after - before


@kernel
def choose_answer(rules: Record, state: Record, agent: Record) -> int:
    """Accept, reject, or answer with terms of one's own."""
    player = int64(state.actor)
    weights = agent.weights
    if agent.trade == Trade.NONE or feeds_leader(rules, state, weights, player, int64(state.roller)):
        return encode(REJECT_TRADE, 0)
    can_pay = holds_wanted(state, player, state.offer)
    gain = trade_gain(rules, state, weights, player, state.offer, 1) if can_pay else int64(0)
    if agent.trade == Trade.REALISTIC and rules.counter_offers:
        asked = weights[Weight.CONCESSION] // (1 + int64(state.offers_made))
        if gain < weights[Weight.TRADE_MARGIN] + asked:
            counter = _choose_counter(rules, state, weights, player)
            if counter >= 0:
                return counter
    if can_pay and gain >= weights[Weight.TRADE_MARGIN]:
        return encode(ACCEPT_TRADE, 0)
    return encode(REJECT_TRADE, 0)


@kernel
def _choose_counter(rules: Record, state: Record, weights: Any, player: int) -> int:
    """One wanted card for the other card of the offerer's that helps most, if it helps more than the offer; else -1."""
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
            gain = trade_gain(rules, state, weights, player, counter, -1)
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
            gain = trade_gain(rules, state, weights, player, state.offer, -1)
        elif answer == Answer.COUNTERED and holds_wanted(state, player, state.counters[partner]):
            gain = trade_gain(rules, state, weights, player, state.counters[partner], 1)
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

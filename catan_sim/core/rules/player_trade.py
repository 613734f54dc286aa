"""Section 8: offers between players, answers, counter-offers and the choice."""

from __future__ import annotations

from typing import Final

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
    offer_partner,
    wanted_cards,
)
from catan_sim.core.records import Answer, Record, Waiting
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.hands import covers, hand_of, hand_over
from mcts.kernel import kernel

_CARD_BITS: Final = (1 << 20) - 1
"""The part of an offer's payload that holds the five counts."""


@kernel
def _list_card_counts(rules: Record, state: Record, work: Record, kind: int, count: int) -> int:
    """Every bundle that Rules 8.2 and 8.3 let the actor offer, as ``kind`` with partner bits zero."""
    most = rules.offer_max_cards
    hand = state.hand[state.actor]
    low = -most
    for a in range(low, min(most, hand[0]) + 1):
        for b in range(low, min(most, hand[1]) + 1):
            for c in range(low, min(most, hand[2]) + 1):
                for d in range(low, min(most, hand[3]) + 1):
                    given = max(a, 0) + max(b, 0) + max(c, 0) + max(d, 0)
                    wanted = given - (a + b + c + d)
                    if given > most or wanted > most:
                        continue
                    for e in range(wanted - most, min(most - given, hand[4]) + 1):
                        if given + max(e, 0) == 0 or wanted - min(e, 0) == 0:
                            continue
                        payload = count_bits(a, 0) | count_bits(b, 1) | count_bits(c, 2)
                        payload |= count_bits(d, 3) | count_bits(e, 4)
                        work.actions[count] = encode(kind, payload)
                        count += 1
    return count


@kernel
def list_offers(rules: Record, state: Record, work: Record, count: int) -> int:
    """Rules 8.2 and 8.3: every bundle, to everyone and to each other player alone."""
    first = count
    last = _list_card_counts(rules, state, work, OFFER_TRADE, count)
    count = last
    for partner in range(rules.players):
        if partner != state.actor:
            for index in range(first, last):
                work.actions[count] = work.actions[index] | partner << 20
                count += 1
    for index in range(first, last):
        work.actions[index] |= NO_ONE << 20
    return count


@kernel
def make_offer(rules: Record, state: Record, action: int) -> None:
    """Put an offer on the table; the first addressee answers."""
    state.offers_made += 1
    state.offer = action
    _next_answer(rules, state)


@kernel
def _next_answer(rules: Record, state: Record) -> None:
    """Rules 8.4 and 8.5: the next addressee in seat order, then the offerer's choice if there is one."""
    player = next_addressee(rules, state, state.actor)
    if player == state.roller:
        conclude_answers(rules, state)
    else:
        state.actor = player
        state.waiting = Waiting.ANSWER


@kernel
def next_addressee(rules: Record, state: Record, player: int) -> int:
    """Who is asked after a player; the offerer when nobody is left."""
    partner = offer_partner(state.offer)
    while True:
        player = player + 1 if player + 1 < rules.players else 0
        if player == state.roller or partner == NO_ONE or partner == player:
            return player


@kernel
def conclude_answers(rules: Record, state: Record) -> None:
    """Rule 8.5: everybody has answered; the offerer chooses if there is anything to choose."""
    state.actor = state.roller
    for other in range(rules.players):
        answer = state.answers[other]
        if answer == Answer.ACCEPTED or answer == Answer.COUNTERED:
            state.waiting = Waiting.CHOICE
            return
    close_offer(rules, state)


@kernel
def close_offer(rules: Record, state: Record) -> None:
    """Clear the table."""
    state.offer = 0
    for player in range(rules.players):
        state.answers[player] = Answer.NONE
        state.counters[player] = 0
    state.waiting = Waiting.MAIN


@kernel
def holds_wanted(state: Record, player: int, offer: int) -> bool:
    """Whether a player could pay what an offer wants."""
    return covers(hand_of(state, player), wanted_cards(offer))


@kernel
def _mirrored(offer: int) -> int:
    """The counts of an offer seen from the other side."""
    payload = 0
    for resource in range(RESOURCE_COUNT):
        payload |= count_bits(-offer_count(offer, resource), resource)
    return payload


@kernel
def list_answers(rules: Record, state: Record, work: Record, count: int) -> int:
    """Rule 8.4: accept if one can, reject, or make one's own offer back."""
    if holds_wanted(state, state.actor, state.offer):
        work.actions[count] = encode(ACCEPT_TRADE, 0)
        count += 1
    work.actions[count] = encode(REJECT_TRADE, 0)
    count += 1
    if rules.counter_offers:
        last = _list_card_counts(rules, state, work, COUNTER_TRADE, count)
        acceptance = _mirrored(state.offer)
        for index in range(count, last):
            if work.actions[index] & _CARD_BITS != acceptance:
                work.actions[count] = work.actions[index]
                count += 1
    return count


@kernel
def answer_offer(rules: Record, state: Record, answer: int, counter: int) -> None:
    """Note an answer (and its counter-offer); the next addressee follows."""
    state.answers[state.actor] = answer
    state.counters[state.actor] = counter
    _next_answer(rules, state)


@kernel
def list_choices(rules: Record, state: Record, work: Record, count: int) -> int:
    """Rule 8.5: one who accepted, a counter-offer that the offerer can pay, or none."""
    for player in range(rules.players):
        answer = state.answers[player]
        if answer == Answer.ACCEPTED or (
            answer == Answer.COUNTERED and holds_wanted(state, state.actor, state.counters[player])
        ):
            work.actions[count] = encode(CONFIRM_TRADE, player)
            count += 1
    work.actions[count] = encode(CANCEL_TRADE, 0)
    return count + 1


@kernel
def confirm_trade(rules: Record, state: Record, partner: int) -> None:
    """Exchange the cards of the offer, or of the partner's counter-offer."""
    if state.answers[partner] == Answer.COUNTERED:
        _exchange(state, partner, state.actor, state.counters[partner])
    else:
        _exchange(state, state.actor, partner, state.offer)
    close_offer(rules, state)


@kernel
def _exchange(state: Record, offerer: int, partner: int, offer: int) -> None:
    hand_over(state, offerer, partner, given_cards(offer))
    hand_over(state, partner, offerer, wanted_cards(offer))

"""Drawing a full position from what one player knows: hands, development cards and deck."""

from __future__ import annotations

from numba import int64

from catan_sim.core.records import Record, Stream
from catan_sim.core.resources import CARD_KINDS, RESOURCE_COUNT, Card
from mcts.kernel import kernel
from mcts.records import copy_record
from mcts.rng import draw_below


@kernel
def determinize(rules: Record, belief: Record, state: Record, drawn: Record, work: Record) -> None:
    """Fill ``drawn`` with a position that the observer cannot tell from ``state``.

    Every position that agrees with the belief can come up. Of ``state`` only what the observer sees is used. The
    agents' stream decides.
    """
    copy_record(drawn, state)
    _deal_hands(rules, belief, state, drawn, work)
    _deal_cards(rules, belief, state, drawn, work)


@kernel
def _deal_hands(rules: Record, belief: Record, state: Record, drawn: Record, work: Record) -> None:
    """Give everyone the cards they hold for certain, then deal the loose ones one at a time."""
    for resource in range(RESOURCE_COUNT):
        work.deal_pool[resource] = int64(rules.bank[resource]) - int64(state.bank[resource])
    for player in range(rules.players):
        work.deal_free[player] = state.hand_size[player]
        for resource in range(RESOURCE_COUNT):
            least = belief.least[player, resource]
            work.deal_pool[resource] -= least
            work.deal_free[player] -= least
            work.deal_room[player, resource] = belief.most[player, resource] - least
            drawn.hand[player, resource] = least
    loose = 0
    for resource in range(RESOURCE_COUNT):
        loose += work.deal_pool[resource]
    for _ in range(loose):
        _deal_one(rules, drawn, work)


@kernel
def _deal_one(rules: Record, drawn: Record, work: Record) -> None:
    """Deal the next loose card, resource by resource, to a random player who may get it."""
    stream = work.streams[Stream.AGENT]
    resource = 0
    while work.deal_pool[resource] == 0:
        resource += 1
    takers = 0
    for player in range(rules.players):
        takers += _weight(work, player, resource)
    while True:
        nth = draw_below(stream, takers)
        player = 0
        while nth >= _weight(work, player, resource):
            nth -= _weight(work, player, resource)
            player += 1
        work.deal_pool[resource] -= 1
        work.deal_free[player] -= 1
        work.deal_room[player, resource] -= 1
        if _rest_can_be_dealt(rules, work):
            drawn.hand[player, resource] += 1
            return
        work.deal_pool[resource] += 1
        work.deal_free[player] += 1
        work.deal_room[player, resource] += 1


@kernel
def _weight(work: Record, player: int, resource: int) -> int:
    """How likely a loose card is to be a player's: in proportion to the cards of theirs that are not known yet."""
    return work.deal_free[player] if work.deal_room[player, resource] > 0 else 0


@kernel
def _rest_can_be_dealt(rules: Record, work: Record) -> bool:
    """Whether the remaining loose cards fit the remaining room.

    They do exactly when no set of resources has more loose cards than the players could take of it together.
    """
    for subset in range(1, 1 << RESOURCE_COUNT):
        cards = 0
        for resource in range(RESOURCE_COUNT):
            if subset >> resource & 1:
                cards += work.deal_pool[resource]
        capacity = 0
        for player in range(rules.players):
            room = 0
            for resource in range(RESOURCE_COUNT):
                if subset >> resource & 1:
                    room += work.deal_room[player, resource]
            capacity += min(room, work.deal_free[player])
        if cards > capacity:
            return False
    return True


@kernel
def _deal_cards(rules: Record, belief: Record, state: Record, drawn: Record, work: Record) -> None:
    """Deal the unseen development cards to the opponents; what is left is the deck."""
    observer = belief.observer
    unseen = work.deal_pool
    for card in range(CARD_KINDS):
        unseen[card] = int64(rules.deck[card]) - int64(state.cards[observer, card])
        for player in range(rules.players):
            unseen[card] -= state.played[player, card]
    for player in range(rules.players):
        if player == observer:
            continue
        held = 0
        new = 0
        for card in range(CARD_KINDS):
            held += state.cards[player, card]
            new += state.new_cards[player, card]
            drawn.cards[player, card] = 0
            drawn.new_cards[player, card] = 0
        for index in range(held):
            card = _draw_unseen(rules, belief, state, drawn, work, player)
            unseen[card] -= 1
            drawn.cards[player, card] += 1
            if index >= held - new:  # cards come in no order, so the last ones may stand for the newest
                drawn.new_cards[player, card] += 1
    for card in range(CARD_KINDS):
        drawn.deck[card] = unseen[card]


@kernel
def _draw_unseen(rules: Record, belief: Record, state: Record, drawn: Record, work: Record, player: int) -> int:
    """One of the unseen cards, leaving enough others for those who cannot hold another victory point card."""
    unseen = work.deal_pool
    others = 0
    for card in range(CARD_KINDS):
        if card != Card.VICTORY_POINT:
            others += unseen[card]
    points = unseen[Card.VICTORY_POINT]
    if drawn.cards[player, Card.VICTORY_POINT] >= belief.most_victory_cards[player]:
        points = int64(0)
    elif others <= _others_needed(rules, belief, state, drawn, player):
        return int64(Card.VICTORY_POINT)
    nth = draw_below(work.streams[Stream.AGENT], others + points)
    for card in range(CARD_KINDS):
        available = points if card == Card.VICTORY_POINT else unseen[card]
        if nth < available:
            return card
        nth -= available
    return int64(Card.VICTORY_POINT)


@kernel
def _others_needed(rules: Record, belief: Record, state: Record, drawn: Record, dealing: int) -> int:
    """How many of the cards still to be dealt cannot be victory point cards."""
    needed = 0
    for player in range(dealing, rules.players):
        if player == belief.observer:
            continue
        slots = 0
        for card in range(CARD_KINDS):
            slots += state.cards[player, card]
        room = belief.most_victory_cards[player]
        if player == dealing:
            for card in range(CARD_KINDS):
                slots -= drawn.cards[player, card]
            room -= drawn.cards[player, Card.VICTORY_POINT]
        needed += max(slots - room, 0)
    return needed

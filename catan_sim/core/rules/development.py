"""Section 6 and Rule 5.7: development cards and the largest army."""

from __future__ import annotations

from catan_sim.core.encoding import (
    BUY_CARD,
    NO_ONE,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_ROAD_BUILDING,
    PLAY_YEAR_OF_PLENTY,
    encode,
)
from catan_sim.core.records import CARD, HAS_PAID, NOBODY, PLAYED_CARD, Record, Stream, Waiting
from catan_sim.core.resources import RESOURCE_COUNT, Card
from catan_sim.core.rules.building import any_road_site, place_road
from catan_sim.core.rules.hands import can_pay, hand_over, pay, take_from_bank
from mcts.counts import only
from mcts.kernel import kernel
from mcts.rng import draw_below


@kernel
def list_purchase(rules: Record, state: Record, work: Record, count: int) -> int:
    """Rule 6.1: a card, while the deck lasts."""
    if state.deck_size and can_pay(rules, state, state.actor, CARD):
        work.actions[count] = encode(BUY_CARD, 0)
        count += 1
    return count


@kernel
def buy_card(rules: Record, state: Record, work: Record, outcome: int) -> int:
    """Pay and draw: returns the card, drawn unless ``outcome`` names it."""
    player = state.actor
    pay(rules, state, player, CARD)
    state.flags |= HAS_PAID
    card = outcome
    if outcome < 0:
        nth = draw_below(work.streams[Stream.DECK], state.deck_size)
        card = 0
        while nth >= state.deck[card]:
            nth -= state.deck[card]
            card += 1
    state.deck[card] -= 1
    state.deck_size -= 1
    state.cards[player, card] += 1
    state.new_cards[player, card] += 1
    return card


@kernel
def _has_old(state: Record, card: int) -> bool:
    return state.cards[state.actor, card] > state.new_cards[state.actor, card]


@kernel
def list_card_plays(state: Record, work: Record, count: int) -> int:
    """Rule 6.2: one card a turn, not one that has just been bought."""
    if state.flags & PLAYED_CARD:
        return count
    if _has_old(state, Card.KNIGHT):
        work.actions[count] = encode(PLAY_KNIGHT, 0)
        count += 1
    if _has_old(state, Card.ROAD_BUILDING) and state.roads_left[state.actor] and any_road_site(state, state.actor):
        work.actions[count] = encode(PLAY_ROAD_BUILDING, 0)
        count += 1
    if _has_old(state, Card.YEAR_OF_PLENTY):
        count = _list_plenty(state, work, count)
    if _has_old(state, Card.MONOPOLY):
        for resource in range(RESOURCE_COUNT):
            work.actions[count] = encode(PLAY_MONOPOLY, resource)
            count += 1
    return count


@kernel
def _list_plenty(state: Record, work: Record, count: int) -> int:
    """Rule 6.5: two cards that the bank has, or its only one."""
    in_bank = 0
    for resource in range(RESOURCE_COUNT):
        in_bank += state.bank[resource]
    for first in range(RESOURCE_COUNT):
        if state.bank[first] == 0:
            continue
        if in_bank == 1:
            work.actions[count] = encode(PLAY_YEAR_OF_PLENTY, first | NO_ONE << 4)
            count += 1
        if state.bank[first] >= 2:
            work.actions[count] = encode(PLAY_YEAR_OF_PLENTY, first | first << 4)
            count += 1
        for second in range(first + 1, RESOURCE_COUNT):
            if state.bank[second]:
                work.actions[count] = encode(PLAY_YEAR_OF_PLENTY, first | second << 4)
                count += 1
    return count


@kernel
def _play(state: Record, card: int) -> None:
    state.flags |= PLAYED_CARD
    state.cards[state.actor, card] -= 1
    state.played[state.actor, card] += 1


@kernel
def play_knight(rules: Record, state: Record) -> None:
    """Rules 6.3 and 5.7: the army is judged at once, then the robber moves."""
    player = state.actor
    _play(state, Card.KNIGHT)
    knights = state.played[player, Card.KNIGHT]
    holder = state.largest_army
    if (
        player != holder
        and knights >= rules.largest_army_minimum
        and (holder == NOBODY or knights > state.played[holder, Card.KNIGHT])
    ):
        if holder != NOBODY:
            state.points[holder] -= rules.largest_army_points
        state.points[player] += rules.largest_army_points
        state.largest_army = player
    state.waiting = Waiting.ROBBER


@kernel
def play_road_building(state: Record) -> None:
    """Rule 6.4: two free roads, one after the other."""
    _play(state, Card.ROAD_BUILDING)
    state.free_roads = 2
    state.waiting = Waiting.FREE_ROAD


@kernel
def place_free_road(board: Record, rules: Record, state: Record, work: Record, edge: int) -> None:
    """Place a road of the card; it ends early when no piece or no edge is left."""
    player = state.actor
    place_road(board, rules, state, work, player, edge)
    state.free_roads -= 1
    if state.free_roads == 0 or state.roads_left[player] == 0 or not any_road_site(state, player):
        state.free_roads = 0
        state.waiting = Waiting.MAIN


@kernel
def play_year_of_plenty(state: Record, first: int, second: int) -> None:
    """Rule 6.5: take the cards."""
    _play(state, Card.YEAR_OF_PLENTY)
    take_from_bank(state, state.actor, only(1, first))
    if second != NO_ONE:
        take_from_bank(state, state.actor, only(1, second))


@kernel
def play_monopoly(rules: Record, state: Record, resource: int) -> None:
    """Rule 6.6: everyone hands over all cards of the resource."""
    _play(state, Card.MONOPOLY)
    for player in range(rules.players):
        if player != state.actor:
            hand_over(state, player, state.actor, only(state.hand[player, resource], resource))

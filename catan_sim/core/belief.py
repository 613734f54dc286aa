"""What one player can know of the others' cards, and full positions drawn from it.

Production, trades, discards and purchases happen in the open, so hands are known until somebody is robbed: the stolen
card is seen by thief and victim only. For every opponent and resource the belief keeps the fewest and the most cards
they can hold. These bounds never exclude the truth, and they are tightened by everything public: hand sizes, what the
bank holds, what was paid, offered, accepted or handed over.

Development cards are unseen until played; only a player who did not win in their own turn shows that they hold
no more victory point cards than that.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import int64

from catan_sim.core.encoding import (
    ACCEPT_TRADE,
    BUY_CARD,
    COUNTER_TRADE,
    MOVE_ROBBER,
    NO_ONE,
    OFFER_TRADE,
    PLAY_MONOPOLY,
    first_of,
    kind_of,
    offer_count,
    robber_victim,
)
from catan_sim.core.records import MAX_PLAYERS, NOBODY, Record
from catan_sim.core.resources import RESOURCE_COUNT, Card
from catan_sim.core.rules.turn import seat_that_may_win
from mcts.kernel import kernel

BELIEF_DTYPE: Final = np.dtype(
    [
        ("observer", np.int64),
        ("least", np.int64, (MAX_PLAYERS, RESOURCE_COUNT)),  # fewest cards each player can hold
        ("most", np.int64, (MAX_PLAYERS, RESOURCE_COUNT)),  # most cards each player can hold
        ("most_victory_cards", np.int64, (MAX_PLAYERS,)),  # most victory point cards each player can hold
    ],
    align=True,
)


def new_belief(observer: int, opening: Record) -> Record:
    """What a player knows at the beginning of a game.

    In a game that begins at a position arranged by hand, all resource cards of that position were dealt in the open.
    """
    belief = np.zeros(1, BELIEF_DTYPE)[0]
    belief["observer"] = observer
    belief["least"] = belief["most"] = opening["hand"]
    belief["most_victory_cards"] = opening["cards"].sum(axis=1)
    return belief


@kernel
def observe(rules: Record, belief: Record, before: Record, action: int, after: Record) -> None:
    """Take in one action, given the positions before and after it.

    Of hidden cards, only those that the observer gets to see enter the belief.
    """
    kind = kind_of(action)
    victim = robber_victim(action)
    actor = int64(before.actor)
    if kind == OFFER_TRADE or kind == COUNTER_TRADE:
        _must_hold(belief, actor, action, 1)
    elif kind == ACCEPT_TRADE:
        _must_hold(belief, actor, before.offer, -1)
    if kind == MOVE_ROBBER and victim != NO_ONE and belief.observer != actor and belief.observer != victim:
        _card_vanishes(belief, victim, actor)
    else:
        _cards_move_openly(rules, belief, before, after)
        if kind == PLAY_MONOPOLY:
            _nobody_else_has(rules, belief, actor, first_of(action))
    _tighten(rules, belief, after)
    if kind == BUY_CARD:
        belief.most_victory_cards[actor] += 1
    _note_no_victory(rules, belief, after)


@kernel
def _must_hold(belief: Record, player: int, offer: int, side: int) -> None:
    """An offer (side 1) or its acceptance (side -1) shows that a player holds what they would give."""
    for resource in range(RESOURCE_COUNT):
        given = side * offer_count(offer, resource)
        belief.least[player, resource] = max(belief.least[player, resource], given)


@kernel
def _card_vanishes(belief: Record, victim: int, thief: int) -> None:
    """Others see that a card changes hands, but not which."""
    for resource in range(RESOURCE_COUNT):
        if belief.most[victim, resource] > 0:
            belief.most[thief, resource] += 1
        belief.least[victim, resource] = max(belief.least[victim, resource] - 1, 0)


@kernel
def _cards_move_openly(rules: Record, belief: Record, before: Record, after: Record) -> None:
    for player in range(rules.players):
        for resource in range(RESOURCE_COUNT):
            change = int64(after.hand[player, resource]) - int64(before.hand[player, resource])
            least = max(belief.least[player, resource], -change)
            belief.least[player, resource] = least + change
            belief.most[player, resource] += change


@kernel
def _nobody_else_has(rules: Record, belief: Record, player: int, resource: int) -> None:
    """After a monopoly its owner has all cards of the resource that are not in the bank."""
    for other in range(rules.players):
        if other != player:
            belief.least[other, resource] = 0
            belief.most[other, resource] = 0


@kernel
def _tighten(rules: Record, belief: Record, state: Record) -> None:
    """Draw every conclusion from hand sizes and from the number of cards of each resource in all hands together."""
    n = rules.players
    changed = True
    while changed:
        changed = False
        for player in range(n):
            least_sum = 0
            most_sum = 0
            for resource in range(RESOURCE_COUNT):
                least_sum += belief.least[player, resource]
                most_sum += belief.most[player, resource]
            size = int64(state.hand_size[player])
            for resource in range(RESOURCE_COUNT):
                changed |= _narrow(
                    belief,
                    player,
                    resource,
                    size - (most_sum - belief.most[player, resource]),
                    size - (least_sum - belief.least[player, resource]),
                )
        for resource in range(RESOURCE_COUNT):
            least_sum = 0
            most_sum = 0
            for player in range(n):
                least_sum += belief.least[player, resource]
                most_sum += belief.most[player, resource]
            held = int64(rules.bank[resource]) - int64(state.bank[resource])
            for player in range(n):
                changed |= _narrow(
                    belief,
                    player,
                    resource,
                    held - (most_sum - belief.most[player, resource]),
                    held - (least_sum - belief.least[player, resource]),
                )


@kernel
def _narrow(belief: Record, player: int, resource: int, least: int, most: int) -> bool:
    """Apply new bounds; whether they say anything new."""
    changed = False
    if least > belief.least[player, resource]:
        belief.least[player, resource] = least
        changed = True
    if most < belief.most[player, resource]:
        belief.most[player, resource] = most
        changed = True
    return changed


@kernel
def _note_no_victory(rules: Record, belief: Record, state: Record) -> None:
    """Whoever's turn it is and who has not won holds fewer victory points than it takes."""
    player = seat_that_may_win(rules, state)
    if player != NOBODY and rules.card_points:
        room = (rules.victory_target - 1 - state.points[player]) // rules.card_points
        belief.most_victory_cards[player] = min(belief.most_victory_cards[player], room)


@kernel
def is_possible(rules: Record, belief: Record, state: Record) -> bool:
    """Whether a position agrees with what the observer knows."""
    for player in range(rules.players):
        if state.cards[player, Card.VICTORY_POINT] > belief.most_victory_cards[player]:
            return False
        for resource in range(RESOURCE_COUNT):
            count = state.hand[player, resource]
            if count < belief.least[player, resource] or count > belief.most[player, resource]:
                return False
    return True

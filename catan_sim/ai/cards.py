"""Development cards: which to play, and when."""

from __future__ import annotations

from typing import Any

from numba import int64

from catan_sim.ai.goals import Goal, find_race_edge, knights_to_beat
from catan_sim.ai.means import cards_missing
from catan_sim.ai.weights import Weight
from catan_sim.core.encoding import (
    NO_ONE,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_ROAD_BUILDING,
    PLAY_YEAR_OF_PLENTY,
    encode,
)
from catan_sim.core.records import NOWHERE, PLAYED_CARD, Record
from catan_sim.core.resources import CARD_KINDS, RESOURCE_COUNT, Card
from catan_sim.core.rules.building import any_road_site
from mcts.counts import count_at
from mcts.kernel import kernel


@kernel
def old_cards(state: Record, player: int, card: int) -> int:
    """How many cards of a kind a player may play now."""
    return int64(state.cards[player, card]) - int64(state.new_cards[player, card])


@kernel
def may_play(state: Record, player: int) -> bool:
    """Whether the player has any card that may be played now."""
    if state.flags & PLAYED_CARD:
        return False
    for card in range(CARD_KINDS):
        if card != Card.VICTORY_POINT and old_cards(state, player, card) > 0:
            return True
    return False


@kernel
def blocked_pips(board: Record, state: Record, player: int) -> int:
    """Pips of the player's own that the robber blocks."""
    if state.robber == NOWHERE:
        return 0
    blocked = 0
    for corner in range(6):
        code = int64(state.building[board.hex_vertices[state.robber, corner]])
        if code and (code - 1) & 7 == player:
            blocked += int64(board.hex_pips[state.robber])
    return blocked


@kernel
def takes_army(rules: Record, state: Record, player: int) -> bool:
    """Whether one more knight takes the largest army."""
    if state.largest_army == player:
        return False
    return int64(state.played[player, Card.KNIGHT]) + 1 >= knights_to_beat(rules, state, player)


@kernel
def choose_knight(board: Record, rules: Record, state: Record, weights: Any, player: int) -> int:
    """A knight to take the army, to free one's own hex, or because enough are held in reserve; else -1."""
    knights = old_cards(state, player, Card.KNIGHT)
    if knights <= 0 or state.flags & PLAYED_CARD:
        return -1
    if (
        knights > weights[Weight.KNIGHT_RESERVE]
        or takes_army(rules, state, player)
        or blocked_pips(board, state, player) > 0
    ):
        return encode(PLAY_KNIGHT, 0)
    return -1


@kernel
def wants_roads(board: Record, state: Record, work: Record, player: int) -> bool:
    """Whether any goal of the plan begins with a road."""
    worths = work.goal_worth[player]
    if worths[Goal.ONE_ROAD] > 0 or worths[Goal.TWO_ROADS] > 0:
        return True
    return worths[Goal.RACE] > 0 and find_race_edge(board, state, work, player)


@kernel
def choose_card_play(
    board: Record, rules: Record, state: Record, work: Record, weights: Any, player: int, goal: int
) -> int:
    """Road Building when a road is worth having, plenty or a monopoly when it serves the goal; else -1.

    Needs the plan and the goal's cost in ``work``.
    """
    if (
        old_cards(state, player, Card.ROAD_BUILDING) > 0
        and wants_roads(board, state, work, player)
        and state.roads_left[player] > 0
        and any_road_site(state, player)
    ):
        return encode(PLAY_ROAD_BUILDING, 0)
    if goal < 0:
        return -1
    missing = cards_missing(rules, state, work, player, -1, True)
    if old_cards(state, player, Card.YEAR_OF_PLENTY) > 0 and (missing == 1 or missing == 2):
        action = _choose_plenty(state, work, player)
        if action >= 0:
            return action
    if old_cards(state, player, Card.MONOPOLY) > 0:
        return _choose_monopoly(rules, state, work, weights, player, missing)
    return -1


@kernel
def _choose_plenty(state: Record, work: Record, player: int) -> int:
    """The cards that the goal lacks, and whatever there is most of for the rest; -1 when the bank has too few."""
    first = -1
    second = -1
    for resource in range(RESOURCE_COUNT):
        lacking = count_at(work.need, resource) - int64(state.hand[player, resource])
        in_bank = int64(state.bank[resource])
        while lacking > 0 and in_bank > 0 and second < 0:
            if first < 0:
                first = resource
            else:
                second = resource
            lacking -= 1
            in_bank -= 1
    if first < 0:
        return -1
    if second < 0:
        most = 0
        for resource in range(RESOURCE_COUNT):
            in_bank = int64(state.bank[resource]) - (resource == first)
            if in_bank > most:
                most = in_bank
                second = resource
    if second < 0:
        return encode(PLAY_YEAR_OF_PLENTY, first | NO_ONE << 4)
    return encode(PLAY_YEAR_OF_PLENTY, min(first, second) | max(first, second) << 4)


@kernel
def _choose_monopoly(rules: Record, state: Record, work: Record, weights: Any, player: int, missing: int) -> int:
    """A resource of which the others hold many, or enough to reach the goal; everybody can count the bank."""
    best = -1
    best_count = 0
    for resource in range(RESOURCE_COUNT):
        others = int64(rules.bank[resource]) - int64(state.bank[resource]) - int64(state.hand[player, resource])
        lacking = count_at(work.need, resource) - int64(state.hand[player, resource])
        completes = missing > 0 and lacking >= missing and others >= missing and missing > 1
        if (others >= weights[Weight.MONOPOLY_CARDS] or completes) and others > best_count:
            best = resource
            best_count = others
    return -1 if best < 0 else encode(PLAY_MONOPOLY, best)

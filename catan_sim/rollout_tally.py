"""Counting what happens to the focal player in a rollout, game by game, into the record of its unit."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import int64

from catan_sim.core.encoding import (
    BUILD_CITY,
    BUILD_SETTLEMENT,
    BUY_CARD,
    DISCARD,
    MOVE_ROBBER,
    PLACE_SETTLEMENT,
    kind_of,
    place_of,
    robber_victim,
)
from catan_sim.core.records import CITY, CITY_MARK, NOBODY, NOWHERE, ROAD, SETTLEMENT, Record
from catan_sim.core.resources import CARD_KINDS, RESOURCE_COUNT
from catan_sim.core.rules.turn import total_points
from catan_sim.rollout_records import First
from mcts.bits import contains
from mcts.kernel import kernel

PICKS: Final = 2
"""Settlements that a player places in the set-up, at most."""
SEVEN: Final = 7


@kernel
def note_opening(board: Record, state: Record, row: Record, focal: int, vertex: int) -> None:
    """The forced pick is on the table: count the direction of its road."""
    for k in range(board.vertex_degree[vertex]):
        if contains(state.roads[focal], board.vertex_edges[vertex, k]):
            row.road_direction[k] += 1


@kernel
def note_before(rules: Record, state: Record, row: Record, focal: int, action: int) -> None:
    """Count what an action is about to do to the focal player."""
    kind = kind_of(action)
    if kind == MOVE_ROBBER:
        row.stolen += int64(robber_victim(action) == focal)
    elif state.actor == focal:
        if kind == DISCARD:
            row.discarded += 1
        elif kind == PLACE_SETTLEMENT:
            row.next_settlement[place_of(action)] += 1
        elif kind == BUILD_SETTLEMENT:
            _note_first(state, row, First.SETTLEMENT, _buildings(rules, state, focal) <= PICKS)
        elif kind == BUILD_CITY:
            _note_first(state, row, First.CITY, state.cities_left[focal] == rules.pieces[CITY])
        elif kind == BUY_CARD:
            _note_first(state, row, First.CARD, _cards_bought(state, focal) == 0)


@kernel
def _note_first(state: Record, row: Record, what: int, is_first: bool) -> None:
    if is_first:
        row.first_turns[what] += int64(state.turn)
        row.first_counts[what] += 1


@kernel
def _buildings(rules: Record, state: Record, player: int) -> int:
    """Settlements and cities on the table."""
    pieces = int64(rules.pieces[SETTLEMENT]) + int64(rules.pieces[CITY])
    return pieces - int64(state.settlements_left[player]) - int64(state.cities_left[player])


@kernel
def _cards_bought(state: Record, player: int) -> int:
    cards = 0
    for card in range(CARD_KINDS):
        cards += int64(state.cards[player, card]) + int64(state.played[player, card])
    return cards


@kernel
def note_hand(state: Record, work: Record, focal: int) -> None:
    """Remember the focal player's hand before a roll."""
    for resource in range(RESOURCE_COUNT):
        work.hand_before[resource] = state.hand[focal, resource]


@kernel
def note_roll(board: Record, state: Record, work: Record, row: Record, focal: int) -> None:
    """The dice have fallen: count what they brought the focal player and what kept cards away."""
    number = int64(state.dice) // 10 + int64(state.dice) % 10
    if number == SEVEN:
        return
    for resource in range(RESOURCE_COUNT):
        came = int64(state.hand[focal, resource]) - int64(work.hand_before[resource])
        row.produced[resource] += came
        row.short += int64(work.owed[focal, resource]) - came
    if state.robber != NOWHERE and board.hex_number[state.robber] == number:
        for corner in range(6):
            code = int64(state.building[board.hex_vertices[state.robber, corner]])
            if code and (code - 1) & 7 == focal:
                row.blocked += 1 + int64(code > CITY_MARK)


@kernel
def note_end(rules: Record, state: Record, row: Record, focal: int, game: int) -> None:
    """The game is over: count how it ended and what the focal player had."""
    bit = np.uint64(1) << np.uint64(game)
    points = total_points(rules, state, focal)
    most = 0
    ahead = 0
    for player in range(rules.players):
        theirs = total_points(rules, state, player)
        most = max(most, theirs)
        ahead += int64(player != focal and (theirs > points or player == state.winner))
    if state.winner == NOBODY:
        row.unfinished += 1
        for player in range(rules.players):
            row.leads_by_seat[player] += int64(total_points(rules, state, player) == most)
        if points == most:
            row.lead_mask |= bit
    else:
        row.wins_by_seat[state.winner] += 1
    turns = int64(state.turn)
    if state.winner == focal:
        ahead = 0
        row.wins += 1
        row.win_mask |= bit
        row.win_turns += turns
        row.win_turns_squared += turns * turns
    row.games += 1
    row.top_two += int64(ahead <= 1)
    row.turns += turns
    row.turns_squared += turns * turns
    row.points += points
    row.points_squared += points * points
    row.roads += int64(rules.pieces[ROAD]) - int64(state.roads_left[focal])
    row.settlements += int64(rules.pieces[SETTLEMENT]) - int64(state.settlements_left[focal])
    row.cities += int64(rules.pieces[CITY]) - int64(state.cities_left[focal])
    row.cards_bought += _cards_bought(state, focal)
    row.longest_road += int64(state.longest_road == focal)
    row.largest_army += int64(state.largest_army == focal)

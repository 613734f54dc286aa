"""Rules 4.1, 4.2 and 2.4: what the hexes pay."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from catan_sim.core.records import CITY_MARK, DESERT, MAX_PLAYERS, Record
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.hands import covers, take_from_bank
from mcts.counts import add_to_row, beyond, count_at, only, places, plus, row_counts
from mcts.kernel import kernel


@kernel
def _pay_short_bank(rules: Record, state: Record, work: Record, all_owed: Any) -> None:
    """Rule 4.2: a bank that cannot pay everybody a resource pays nobody, unless one player alone is owed."""
    bank = row_counts(state, "bank", 0)
    short = places(beyond(all_owed, bank))
    for player in range(rules.players):
        paid = row_counts(work, "owed", player)
        for resource in range(RESOURCE_COUNT):
            owed = count_at(paid, resource)
            if owed and short >> np.uint64(resource) & np.uint64(1):
                alone = owed == count_at(all_owed, resource)
                paid -= only(owed, resource)
                paid += only(count_at(bank, resource) if alone else 0, resource)
        take_from_bank(state, player, paid)


@kernel
def produce(board: Record, rules: Record, state: Record, work: Record, number: int) -> None:
    """Rule 4.1: every hex with the number rolled pays its settlements one card and its cities two."""
    for player in range(MAX_PLAYERS):
        for resource in range(RESOURCE_COUNT):
            work.owed[player, resource] = 0
    for index in range(board.number_hex_count[number]):
        tile = board.number_hexes[number, index]
        if tile == state.robber:
            continue
        resource = int64(board.hex_resource[tile])
        for corner in range(6):
            code = int64(state.building[board.hex_vertices[tile, corner]])
            cards = int64(code > 0) + int64(code > CITY_MARK)  # without a building nobody, the last seat, is owed none
            add_to_row(work, "owed", (code - 1) & 7, only(cards, resource))
    all_owed = np.uint64(0)  # sums end at 255, which is more than any bank has of a resource
    for player in range(rules.players):
        all_owed = plus(all_owed, row_counts(work, "owed", player))
    if not covers(row_counts(state, "bank", 0), all_owed):
        _pay_short_bank(rules, state, work, all_owed)
        return
    for player in range(rules.players):
        take_from_bank(state, player, row_counts(work, "owed", player))


@kernel
def pay_second_settlement(board: Record, state: Record, player: int, vertex: int) -> None:
    """Rule 2.4: one card for each resource hex around it."""
    for index in range(board.vertex_hex_count[vertex]):
        resource = board.hex_resource[board.vertex_hexes[vertex, index]]
        if resource != DESERT and state.bank[resource]:
            take_from_bank(state, player, only(1, resource))

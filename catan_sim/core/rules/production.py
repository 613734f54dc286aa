"""Rules 4.1, 4.2 and 2.4: what the hexes pay."""

from __future__ import annotations

from catan_sim.core.records import CITY_MARK, DESERT, MAX_PLAYERS, Record
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.hands import take_from_bank
from mcts.counts import only
from mcts.kernel import kernel


@kernel
def _pay_resource(rules: Record, state: Record, work: Record, resource: int) -> None:
    """Rule 4.2: a bank that cannot pay everybody pays nobody, unless one player alone is owed."""
    total = 0
    claimants = 0
    for player in range(rules.players):
        total += work.owed[player, resource]
        claimants += work.owed[player, resource] > 0
    short = total > state.bank[resource]
    if total == 0 or (short and claimants > 1):
        return
    for player in range(rules.players):
        owed = work.owed[player, resource]
        if owed:
            take_from_bank(state, player, only(state.bank[resource] if short else owed, resource))


@kernel
def produce(board: Record, rules: Record, state: Record, work: Record, number: int) -> None:
    """Rule 4.1: every hex with the number rolled pays its settlements one card and its cities two."""
    for player in range(MAX_PLAYERS):
        for resource in range(RESOURCE_COUNT):
            work.owed[player, resource] = 0
    resources = 0
    for index in range(board.number_hex_count[number]):
        tile = board.number_hexes[number, index]
        if tile == state.robber:
            continue
        resource = board.hex_resource[tile]
        for corner in range(6):
            code = state.building[board.hex_vertices[tile, corner]]
            if code:
                work.owed[(code - 1) & 7, resource] += 1 + (code > CITY_MARK)
                resources |= 1 << resource
    for resource in range(RESOURCE_COUNT):
        if resources & (1 << resource):
            _pay_resource(rules, state, work, resource)


@kernel
def pay_second_settlement(board: Record, state: Record, player: int, vertex: int) -> None:
    """Rule 2.4: one card for each resource hex around it."""
    for index in range(board.vertex_hex_count[vertex]):
        resource = board.hex_resource[board.vertex_hexes[vertex, index]]
        if resource != DESERT and state.bank[resource]:
            take_from_bank(state, player, only(1, resource))

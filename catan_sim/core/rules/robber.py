"""Rules 4.3 to 4.6: discarding on a seven, moving the robber, stealing."""

from __future__ import annotations

from typing import Final

from catan_sim.core.encoding import DISCARD, MOVE_ROBBER, NO_ONE, encode
from catan_sim.core.records import Record, Stream, Waiting
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.hands import give_to_bank, hand_over
from mcts.counts import only
from mcts.kernel import kernel
from mcts.rng import draw_below

PROTECTED_BELOW: Final = 3
"""Rule 4.6: a friendly robber spares players with fewer visible points than this."""


@kernel
def begin_discards(rules: Record, state: Record) -> None:
    """Rule 4.3: everyone over the limit owes half their cards, rounded down."""
    for player in range(rules.players):
        if state.hand_size[player] > rules.hand_limit:
            state.to_discard[player] = state.hand_size[player] // 2
    _next_discarder(rules, state, state.roller)


@kernel
def _next_discarder(rules: Record, state: Record, player: int) -> None:
    """The first who still owes, from a seat on; when nobody does, the robber moves."""
    for _ in range(rules.players):
        if state.to_discard[player]:
            state.actor = player
            state.waiting = Waiting.DISCARD
            return
        player = player + 1 if player + 1 < rules.players else 0
    state.actor = state.roller
    state.waiting = Waiting.ROBBER


@kernel
def list_discards(state: Record, work: Record, count: int) -> int:
    """One action for each resource that the player holds."""
    for resource in range(RESOURCE_COUNT):
        if state.hand[state.actor, resource]:
            work.actions[count] = encode(DISCARD, resource)
            count += 1
    return count


@kernel
def discard(rules: Record, state: Record, resource: int) -> None:
    """Put one card back; the next player follows when this one has finished."""
    player = state.actor
    give_to_bank(state, player, only(1, resource))
    state.to_discard[player] -= 1
    if state.to_discard[player] == 0:
        _next_discarder(rules, state, player)


@kernel
def _neighbours(board: Record, state: Record, tile: int) -> int:
    """The seats with a building at a hex, one bit each."""
    seats = 0
    for corner in range(6):
        code = state.building[board.hex_vertices[tile, corner]]
        if code:
            seats |= 1 << ((code - 1) & 7)
    return seats


@kernel
def _list_moves(board: Record, state: Record, work: Record, spared: int, count: int) -> int:
    """Moves to every other hex at which none of the ``spared`` seats builds."""
    robbable = 0
    for player in range(state.hand_size.shape[0]):
        if state.hand_size[player] and player != state.actor:
            robbable |= 1 << player
    for tile in range(board.hex_count):
        if tile == state.robber:
            continue
        seats = _neighbours(board, state, tile)
        if seats & spared:
            continue
        victims = seats & robbable
        if victims == 0:
            work.actions[count] = encode(MOVE_ROBBER, tile | NO_ONE << 8)
            count += 1
        for victim in range(state.hand_size.shape[0]):
            if victims & (1 << victim):
                work.actions[count] = encode(MOVE_ROBBER, tile | victim << 8)
                count += 1
    return count


@kernel
def spared_seats(rules: Record, state: Record) -> int:
    """Rule 4.6: the seats that a friendly robber does not trouble, one bit each."""
    spared = 0
    if rules.friendly_robber:
        for player in range(rules.players):
            if player != state.actor and state.points[player] < PROTECTED_BELOW:
                spared |= 1 << player
    return spared


@kernel
def list_robber_moves(board: Record, rules: Record, state: Record, work: Record, count: int) -> int:
    """Rules 4.4 to 4.6: another hex, and whom to rob there."""
    spared = spared_seats(rules, state)
    listed = _list_moves(board, state, work, spared, count)
    return _list_moves(board, state, work, 0, count) if spared and listed == count else listed


@kernel
def move_robber(state: Record, work: Record, tile: int, victim: int, outcome: int) -> int:
    """Move the robber and steal: returns the stolen resource, drawn unless ``outcome`` names it, or -1."""
    state.robber = tile
    state.waiting = Waiting.MAIN
    if victim == NO_ONE:
        return -1
    resource = outcome
    if outcome < 0:
        nth = draw_below(work.streams[Stream.STEAL], state.hand_size[victim])
        resource = 0
        while nth >= state.hand[victim, resource]:
            nth -= state.hand[victim, resource]
            resource += 1
    hand_over(state, victim, state.actor, only(1, resource))
    return resource

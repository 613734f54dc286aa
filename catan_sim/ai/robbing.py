"""The robber and its cost: where to send it, whom to rob, what to discard."""

from __future__ import annotations

from typing import Any

from numba import int64

from catan_sim.ai.hand import hand_progress, usable_items
from catan_sim.ai.weights import Weight
from catan_sim.core.encoding import DISCARD, MOVE_ROBBER, NO_ONE, encode
from catan_sim.core.records import CITY_MARK, Record
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.robber import spared_seats
from mcts.kernel import kernel


@kernel
def _note_threats(rules: Record, state: Record, work: Record, weights: Any, player: int) -> None:
    """Fill ``work.threat``: the nearer opponents are to winning, the more it helps to slow them down."""
    most = 0
    for other in range(rules.players):
        if other != player:
            most = max(most, int64(state.points[other]))
    for other in range(rules.players):
        points = int64(state.points[other])
        work.threat[other] = 1000 + weights[Weight.THREAT_POINT] * points
        if points == most:
            work.threat[other] += weights[Weight.THREAT_LEADER]


@kernel
def _best_move(board: Record, rules: Record, state: Record, work: Record, weights: Any, spared: int) -> int:
    """The best move to a hex at which none of the ``spared`` seats builds, or -1 when there is none."""
    player = int64(state.actor)
    best = -1
    best_worth = 0
    for tile in range(board.hex_count):
        if tile == state.robber:
            continue
        pips = int64(board.hex_pips[tile])
        worth = 0
        victim = NO_ONE
        spoils = 0
        forbidden = False
        for corner in range(6):
            code = int64(state.building[board.hex_vertices[tile, corner]])
            if code == 0:
                continue
            owner = (code - 1) & 7
            cards = pips * (1 + (code > CITY_MARK))
            forbidden |= spared >> owner & 1 == 1
            if owner == player:
                worth -= weights[Weight.OWN_LOSS] * cards
                continue
            worth += work.threat[owner] * cards
            held = min(int64(state.hand_size[owner]), rules.hand_limit)
            prey = held * weights[Weight.STEAL] + work.threat[owner]
            if held and (victim == NO_ONE or prey > spoils):
                victim = owner
                spoils = prey
        worth += spoils
        if not forbidden and (best < 0 or worth > best_worth):
            best = encode(MOVE_ROBBER, tile | victim << 8)
            best_worth = worth
    return best


@kernel
def choose_robber_move(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """Where it hurts the strongest most and oneself least, and whom to rob there."""
    _note_threats(rules, state, work, agent.weights, int64(state.actor))
    best = _best_move(board, rules, state, work, agent.weights, spared_seats(rules, state))
    return best if best >= 0 else _best_move(board, rules, state, work, agent.weights, 0)


@kernel
def choose_discard(rules: Record, state: Record, agent: Record) -> int:
    """The card without which the rest of the hand is worth most; of several, one that there are more of."""
    player = int64(state.actor)
    usable = usable_items(state, player)
    best = -1
    best_worth = 0
    best_count = 0
    for resource in range(RESOURCE_COUNT):
        count = int64(state.hand[player, resource])
        if count == 0:
            continue
        state.hand[player, resource] -= 1
        worth = hand_progress(rules, state, agent, player, usable)
        state.hand[player, resource] += 1
        if best < 0 or worth > best_worth or (worth == best_worth and count > best_count):
            best = resource
            best_worth = worth
            best_count = count
    return encode(DISCARD, best)

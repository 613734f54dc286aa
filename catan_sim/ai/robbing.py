"""The robber and its cost: where to send it, whom to rob, what to discard."""

from __future__ import annotations

from typing import Any, Final

from numba import int64

from catan_sim.ai.hand import ITEMS, deficit, progress_worth, usable_items
from catan_sim.ai.weights import Weight
from catan_sim.core.encoding import DISCARD, MOVE_ROBBER, NO_ONE, encode
from catan_sim.core.records import CITY_MARK, Record
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rules.robber import spared_seats
from mcts.kernel import kernel

_FORBIDDEN: Final = -(1 << 40)
"""As harm: nobody may be harmed like this; no sum of harms comes near it."""
_NO_PREY: Final = -(1 << 40)
"""As prey: there is nothing to steal."""


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
def _note_targets(rules: Record, state: Record, work: Record, weights: Any, player: int, spared: int) -> None:
    """Fill ``work.harm`` and ``work.prey`` for every code of a building; needs :func:`_note_threats`.

    So that the six corners of all hexes can be gone through without asking whose they are.
    """
    work.harm[0] = 0
    work.prey[0] = _NO_PREY
    for owner in range(rules.players):
        harm = work.threat[owner]
        prey = _NO_PREY
        if owner == player:
            harm = -weights[Weight.OWN_LOSS]
        elif state.hand_size[owner]:
            prey = min(int64(state.hand_size[owner]), rules.hand_limit) * weights[Weight.STEAL] + work.threat[owner]
        if spared >> owner & 1:
            harm = _FORBIDDEN
        work.harm[owner + 1] = harm
        work.harm[owner + 1 + CITY_MARK] = 2 * harm
        work.prey[owner + 1] = prey
        work.prey[owner + 1 + CITY_MARK] = prey


@kernel
def _best_move(board: Record, rules: Record, state: Record, work: Record, weights: Any, spared: int) -> int:
    """The best move to a hex at which none of the ``spared`` seats builds, or -1 when there is none."""
    _note_targets(rules, state, work, weights, int64(state.actor), spared)
    best = -1
    best_worth = 0
    for tile in range(board.hex_count):
        harm = 0
        spoils = _NO_PREY
        robbed = 0
        for corner in range(6):
            code = int64(state.building[board.hex_vertices[tile, corner]])
            harm += work.harm[code]
            if work.prey[code] > spoils:
                spoils = work.prey[code]
                robbed = code
        worth = int64(board.hex_pips[tile]) * harm + (spoils if robbed else int64(0))
        if (best < 0 or worth > best_worth) and harm > _FORBIDDEN // 2 and tile != state.robber:
            victim = (robbed - 1) & 7 if robbed else int64(NO_ONE)
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
def _note_losses(rules: Record, state: Record, work: Record, agent: Record, player: int) -> None:
    """Fill ``work.loss``: what a hand is worth less without one card of each resource.

    A card less of a resource puts every item off by one card that needs all there are of it.
    """
    usable = usable_items(state, player)
    for resource in range(RESOURCE_COUNT):
        work.loss[resource] = 0
    for item in range(ITEMS):
        if usable >> item & 1:
            missing = deficit(rules, state, player, item)
            loss = progress_worth(agent, usable, item, missing) - progress_worth(agent, usable, item, missing + 1)
            for resource in range(RESOURCE_COUNT):
                is_needed = rules.costs[item, resource] >= state.hand[player, resource]
                work.loss[resource] += loss if is_needed else int64(0)


@kernel
def choose_discard(rules: Record, state: Record, work: Record, agent: Record) -> int:
    """The card without which the rest of the hand is worth most; of several, one that there are more of."""
    player = int64(state.actor)
    _note_losses(rules, state, work, agent, player)
    best = -1
    best_count = 0
    for resource in range(RESOURCE_COUNT):
        count = int64(state.hand[player, resource])
        if count == 0:
            continue
        loss = work.loss[resource]
        if best < 0 or loss < work.loss[best] or (loss == work.loss[best] and count > best_count):
            best = resource
            best_count = count
    return encode(DISCARD, best)

"""Two small games for testing the search.

*Maze*: a game of perfect information whose rules come out of a hash: who moves next, how many actions there are, how
they rank and who wins all look arbitrary, so nothing can be right by accident. With ``pile`` above 0 it is Nim instead:
take one to three, whoever takes the last wins.

*Urn*: one decision with dice or a hidden number behind it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numba import int64

from mcts.bits import mix
from mcts.game import plug_in, register_game
from mcts.kernel import kernel
from mcts.rng import draw_below

MAZE = register_game(
    "maze",
    [("hash", np.uint64), ("seats", np.int64), ("ply", np.int64), ("last_ply", np.int64), ("pile", np.int64)],
    [Path(__file__)],
)
MOST = 6


@kernel
def _bits(state: Any, salt: int) -> int:
    """Thirty arbitrary bits of a position."""
    return int64(mix(state.hash + np.uint64(salt)) >> np.uint64(34))


@kernel
def maze_seats(state: Any) -> int:
    return state.seats


@kernel
def maze_actor(state: Any) -> int:
    if state.pile > 0 or (state.seats == 2 and state.last_ply == 0):
        return -1 if state.pile == 0 else state.ply & 1
    return -1 if state.ply == state.last_ply else _bits(state, 1) % state.seats


@kernel
def maze_actions(state: Any, out: Any) -> int:
    if state.pile > 0:
        for index in range(min(3, state.pile)):
            out[index] = index + 1
        return min(3, state.pile)
    count = 1 + _bits(state, 2) % MOST
    for index in range(count):
        out[index] = 10 * (1 + state.ply % 2) + (index + state.ply) % MOST
    return count


@kernel
def maze_apply(state: Any, action: int) -> None:
    if state.pile > 0:
        state.pile -= action
    state.hash = mix(state.hash ^ np.uint64(action))
    state.ply += 1


@kernel
def maze_outcome(state: Any, seat: int) -> int:
    if state.last_ply == 0:
        return 2 if (state.ply - 1) & 1 == seat else 0
    drawn = _bits(state, 3) % 4 == 0
    if drawn:
        return 1
    return 2 if _bits(state, 4) % state.seats == seat else 0


@kernel
def maze_score(state: Any, seat: int) -> float:
    return np.float64(_bits(state, 5 + seat) % 41 - 20)


@kernel
def maze_rank(state: Any, action: int) -> int:
    return (action * 7 + _bits(state, 20)) % 4


@kernel
def maze_key(state: Any, action: int, tile_aware: bool) -> int:
    return action + 100 * (state.ply // 4) if tile_aware else action


@kernel
def maze_encode(state: Any, seat: int, out: Any) -> None:
    for index in range(out.size):
        out[index] = np.float32(_bits(state, 30 + index + 7 * seat) % 1000) / np.float32(1000)


@kernel
def maze_prior(state: Any, action: int) -> int:  # noqa: ARG001
    return action % 10


FEATURES = 8
POLICY = MOST
plug_in(
    MAZE,
    MOST,
    FEATURES,
    POLICY,
    count_seats=maze_seats,
    actor=maze_actor,
    legal_actions=maze_actions,
    apply_action=maze_apply,
    outcome=maze_outcome,
    score=maze_score,
    action_rank=maze_rank,
    action_key=maze_key,
    encode=maze_encode,
    prior_index=maze_prior,
)


def maze(seed: int, seats: int = 2, last_ply: int = 6) -> Any:
    """The start of a maze."""
    state = np.zeros(1, MAZE)
    state["hash"] = int(mix(np.uint64(seed)))
    state["seats"] = seats
    state["last_ply"] = last_ply
    return state[0]


def nim(pile: int) -> Any:
    """A heap of Nim."""
    state = np.zeros(1, MAZE)
    state["seats"] = 2
    state["pile"] = pile
    return state[0]


URN = register_game(
    "urn", [("hidden", np.int64), ("die", np.int64), ("ply", np.int64), ("bet", np.int64)], [Path(__file__)]
)
SAFE, ROLL, GUESS_SMALL, GUESS_THREE = 0, 1, 2, 3
"""Bets: a sure draw; a die of three sides, 0 loses, 1 draws, 2 wins; the hidden number is below 3; it is 3."""
_TO_ROLL = -1
_UNROLLED = 0


@kernel
def urn_actor(state: Any) -> int:
    return -1 if state.ply == 2 else state.ply


@kernel
def urn_actions(state: Any, out: Any) -> int:
    """Seat 0 bets; seat 1, who knows the hidden number h, may say h or h + 1, and it changes nothing."""
    if state.ply == 0:
        for bet in range(4):
            out[bet] = bet
        return 4
    out[0] = state.hidden
    out[1] = state.hidden + 1
    return 2


@kernel
def urn_apply(state: Any, action: int) -> None:
    if state.ply == 0:
        state.bet = action
        if action == ROLL:
            state.die = _TO_ROLL
    state.ply += 1


@kernel
def urn_chance(state: Any, stream: Any) -> None:
    if state.die == _TO_ROLL:
        state.die = 1 + draw_below(stream, 3)


@kernel
def urn_determinize(state: Any, seat: int, stream: Any) -> None:
    if seat == 0:
        state.hidden = draw_below(stream, 4)


@kernel
def urn_outcome(state: Any, seat: int) -> int:
    if state.bet == SAFE:
        return 1
    is_right = (state.hidden < 3) == (state.bet == GUESS_SMALL)
    result = state.die - 1 if state.bet == ROLL else 2 * is_right
    return result if seat == 0 else 2 - result


plug_in(
    URN,
    4,
    actor=urn_actor,
    legal_actions=urn_actions,
    apply_action=urn_apply,
    outcome=urn_outcome,
    resolve_chance=urn_chance,
    determinize=urn_determinize,
)


def urn(hidden: int = 0) -> Any:
    """The start of the urn game."""
    state = np.zeros(1, URN)
    state["hidden"] = hidden
    return state[0]

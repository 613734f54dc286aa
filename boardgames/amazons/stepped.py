"""The same game with a turn in two steps: first the move, then the arrow, both by one player.

A search that may stop between the two looks at some sixty moves and some twenty arrows instead of a thousand pairs. A
step's code is a part of the turn's code: ``from + 128 * to`` for the move, ``16384 * arrow`` for the arrow, so that
their sum is the whole turn.
"""

from __future__ import annotations

from typing import Any, Final

from boardgames.amazons.records import NOWHERE, amazons_of, occupied_of
from boardgames.amazons.rules import SQUARE_BITS, arrow_of, can_move, move_amazon, shoot, start_of, target_of
from boardgames.amazons.squares import first_square, how_many, is_empty, nth_square, only, slides, without_first
from mcts.kernel import kernel
from mcts.rng import draw_below

MOST_STEPS: Final = {6: 76, 8: 108, 10: 140}
"""Size → bound on the number of moves of four amazons, which is also above that of the arrows of one."""

_MOVE_BITS: Final = (1 << 2 * SQUARE_BITS) - 1


def steps_of(turn: int) -> tuple[int, int]:
    """The move and the arrow of a whole turn."""
    return turn & _MOVE_BITS, turn & ~_MOVE_BITS


@kernel
def actor(state: Any) -> int:
    """The seat that moves or shoots now; -1 when it cannot move, which ends the game."""
    return state.mover if state.landed != NOWHERE or can_move(state, state.mover) else -1


@kernel
def legal_actions(state: Any, out: Any) -> int:
    """Write the codes of all legal steps (int64), amazon by amazon, squares upwards; returns how many."""
    count = 0
    occupied = occupied_of(state)
    if state.landed != NOWHERE:
        arrows = slides(occupied, state.landed)
        while not is_empty(arrows):
            out[count] = first_square(arrows) << (2 * SQUARE_BITS)
            arrows = without_first(arrows)
            count += 1
        return count
    amazons = amazons_of(state, state.mover)
    while not is_empty(amazons):
        start = first_square(amazons)
        amazons = without_first(amazons)
        targets = slides(occupied, start)
        while not is_empty(targets):
            out[count] = start | first_square(targets) << SQUARE_BITS
            targets = without_first(targets)
            count += 1
    return count


@kernel
def apply_action(state: Any, action: int) -> None:
    """Play a legal step."""
    if state.landed == NOWHERE:
        move_amazon(state, start_of(action), target_of(action))
        state.landed = target_of(action)
    else:
        shoot(state, arrow_of(action))
        state.landed = NOWHERE


@kernel
def random_action(state: Any, stream: Any) -> int:
    """A step drawn in stages: an amazon that can move and one of its targets, or an arrow."""
    occupied = occupied_of(state)
    if state.landed != NOWHERE:
        arrows = slides(occupied, state.landed)
        return nth_square(arrows, draw_below(stream, how_many(arrows))) << (2 * SQUARE_BITS)
    amazons = amazons_of(state, state.mover)
    while True:
        start = nth_square(amazons, draw_below(stream, how_many(amazons)))
        targets = slides(occupied, start)
        if not is_empty(targets):
            return start | nth_square(targets, draw_below(stream, how_many(targets))) << SQUARE_BITS
        amazons &= ~only(amazons, start)

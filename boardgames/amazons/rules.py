"""The rules: amazons and arrows slide like chess queens over empty squares; who cannot move loses.

A turn is one amazon's move followed by an arrow from where it lands, which blocks its square for good. Its code is
``from + 128 * to + 16384 * arrow``. Legal turns come in the order of the amazons' squares, then targets, then arrows,
each upwards.
"""

from __future__ import annotations

from typing import Any, Final

from boardgames.amazons.records import amazons_of, blocked_of, occupied_of, put_amazons, put_blocked
from boardgames.amazons.squares import (
    first_square,
    how_many,
    is_empty,
    king_steps,
    nth_square,
    only,
    slides,
    without_first,
)
from mcts.kernel import kernel
from mcts.rng import draw_below

SQUARE_BITS: Final = 7
SQUARE_MASK: Final = 127
AMAZONS_EACH: Final = 4
_LONGEST_VIEW: Final = {6: 19, 8: 27, 10: 35}
"""Size → squares that a queen in the middle of the empty board attacks."""

MOST_TURNS: Final = {size: AMAZONS_EACH * view * view for size, view in _LONGEST_VIEW.items()}
"""Size → bound on the number of legal turns."""


@kernel
def turn_code(start: int, target: int, arrow: int) -> int:
    """The action that moves an amazon and shoots."""
    return start | target << SQUARE_BITS | arrow << (2 * SQUARE_BITS)


@kernel
def start_of(action: int) -> int:
    """Square that the amazon leaves."""
    return action & SQUARE_MASK


@kernel
def target_of(action: int) -> int:
    """Square on which the amazon lands."""
    return action >> SQUARE_BITS & SQUARE_MASK


@kernel
def arrow_of(action: int) -> int:
    """Square that the arrow blocks."""
    return action >> (2 * SQUARE_BITS) & SQUARE_MASK


@kernel
def can_move(state: Any, seat: int) -> bool:
    """Whether any amazon of a seat has an empty square beside it; it can then always shoot back to where it stood."""
    return not is_empty(king_steps(amazons_of(state, seat), ~occupied_of(state)))


@kernel
def actor(state: Any) -> int:
    """The seat that moves now; -1 when it cannot, which ends the game."""
    return state.mover if can_move(state, state.mover) else -1


@kernel
def outcome(state: Any, seat: int) -> int:
    """Of a finished game: 2 for the winner, 0 for the seat that cannot move."""
    return 0 if seat == state.mover else 2


@kernel
def legal_actions(state: Any, out: Any) -> int:
    """Write the codes of all legal turns (int64); returns how many."""
    count = 0
    occupied = occupied_of(state)
    amazons = amazons_of(state, state.mover)
    while not is_empty(amazons):
        start = first_square(amazons)
        amazons = without_first(amazons)
        vacated = occupied & ~only(occupied, start)
        targets = slides(occupied, start)
        while not is_empty(targets):
            target = first_square(targets)
            targets = without_first(targets)
            arrows = slides(vacated, target)
            while not is_empty(arrows):
                out[count] = turn_code(start, target, first_square(arrows))
                arrows = without_first(arrows)
                count += 1
    return count


@kernel
def count_actions(state: Any) -> int:
    """Number of legal turns, counted target by target."""
    count = 0
    occupied = occupied_of(state)
    amazons = amazons_of(state, state.mover)
    while not is_empty(amazons):
        start = first_square(amazons)
        amazons = without_first(amazons)
        vacated = occupied & ~only(occupied, start)
        targets = slides(occupied, start)
        while not is_empty(targets):
            count += how_many(slides(vacated, first_square(targets)))
            targets = without_first(targets)
    return count


@kernel
def nth_action(state: Any, index: int) -> int:
    """The legal turn at this place of ``legal_actions``, without listing them; -1 beyond the last."""
    occupied = occupied_of(state)
    amazons = amazons_of(state, state.mover)
    while not is_empty(amazons):
        start = first_square(amazons)
        amazons = without_first(amazons)
        vacated = occupied & ~only(occupied, start)
        targets = slides(occupied, start)
        while not is_empty(targets):
            target = first_square(targets)
            targets = without_first(targets)
            arrows = slides(vacated, target)
            count = how_many(arrows)
            if index < count:
                return turn_code(start, target, nth_square(arrows, index))
            index -= count
    return -1


@kernel
def is_legal(state: Any, action: int) -> bool:
    """Whether a code is a legal turn now."""
    if action < 0 or action >> (3 * SQUARE_BITS):
        return False
    occupied = occupied_of(state)
    start = only(occupied, start_of(action))
    target = only(occupied, target_of(action))
    arrow = only(occupied, arrow_of(action))
    if is_empty(amazons_of(state, state.mover) & start):
        return False
    if is_empty(slides(occupied, start_of(action)) & target):
        return False
    return not is_empty(slides(occupied & ~start, target_of(action)) & arrow)


@kernel
def move_amazon(state: Any, start: int, target: int) -> None:
    """Slide an amazon of the mover."""
    amazons = amazons_of(state, state.mover)
    put_amazons(state, state.mover, amazons ^ only(amazons, start) ^ only(amazons, target))


@kernel
def shoot(state: Any, arrow: int) -> None:
    """Block a square and pass the turn."""
    blocked = blocked_of(state)
    put_blocked(state, blocked | only(blocked, arrow))
    state.mover = 1 - state.mover
    state.ply += 1


@kernel
def apply_action(state: Any, action: int) -> None:
    """Play a legal turn."""
    move_amazon(state, start_of(action), target_of(action))
    shoot(state, arrow_of(action))


@kernel
def random_action(state: Any, stream: Any) -> int:
    """A turn drawn in stages: an amazon that can move, one of its targets, one of the arrows from there."""
    occupied = occupied_of(state)
    amazons = amazons_of(state, state.mover)
    count = how_many(amazons)
    while True:
        start = nth_square(amazons, draw_below(stream, count))
        targets = slides(occupied, start)
        if not is_empty(targets):
            break
        amazons &= ~only(amazons, start)
        count -= 1
    target = nth_square(targets, draw_below(stream, how_many(targets)))
    arrows = slides(occupied & ~only(occupied, start), target)
    return turn_code(start, target, nth_square(arrows, draw_below(stream, how_many(arrows))))


@kernel
def play_out(state: Any, stream: Any) -> int:
    """Play staged random turns to the end; returns the winner's seat."""
    while can_move(state, state.mover):
        apply_action(state, random_action(state, stream))
    return 1 - state.mover

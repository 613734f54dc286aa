"""Endgames: parts of the board that only one side can ever enter, and how many turns it has there.

A region is a set of squares without arrows, connected by king's steps; amazons count as passable, since they may move
away. Where no region has amazons of both sides, nothing that one side does touches the other, and the game is a race:
each turn uses up exactly one empty square, and who runs out of turns first loses. How many turns a side can make is
bounded from above by its empty squares and found exactly by a search for the longest filling.
"""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np

from boardgames.amazons.records import amazons_of, blocked_of, hash_words, occupied_of, put_amazons, put_blocked
from boardgames.amazons.rules import apply_action, legal_actions
from boardgames.amazons.squares import (
    first_square,
    how_many,
    is_empty,
    king_steps,
    nothing,
    only,
    without_first,
)
from mcts.bits import mix
from mcts.kernel import kernel
from mcts.records import copy_record

MOST_ROOM: Final = 92
"""Empty squares of the first position on the largest board."""

_TABLE_BITS: Final = 16
_TABLE_SIZE: Final = 1 << _TABLE_BITS
_BUDGET: Final = _TABLE_SIZE // 2
"""Positions that one search for a filling of a given length may look at."""

UNDECIDED: Final = -1

_TURNS_A_SECOND: Final = 4_000_000
"""Turns that a slow computer tries in a search for a filling."""
_SHARE: Final = 0.25
"""Part of the time left that one search for a filling may take."""
_LEAST_EFFORT: Final = 500
"""Turns that are tried even when there is no time left: fractions of a millisecond."""
_ANY_EFFORT: Final = 1 << 62


@kernel
def grown(source: Any, passable: Any) -> Any:
    """All squares connected with ``source`` over passable ones, ``source`` included."""
    reached = source
    front = king_steps(source, passable & ~reached)
    while not is_empty(front):
        reached |= front
        front = king_steps(front, passable & ~reached)
    return reached


@kernel
def is_race(state: Any) -> bool:
    """Whether no region holds amazons of both sides."""
    return is_empty(grown(amazons_of(state, 0), ~blocked_of(state)) & amazons_of(state, 1))


@kernel
def room_of(state: Any, seat: int) -> int:
    """Empty squares of a seat's regions: in a race no more turns are left to it."""
    return how_many(grown(amazons_of(state, seat), ~blocked_of(state)) & ~occupied_of(state))


@kernel
def _fewest_exits(candidates: Any, free: Any) -> int:
    """The candidate with the fewest free neighbours: the one that is most easily cut off later."""
    best = first_square(candidates)
    fewest = 9
    while not is_empty(candidates):
        square = first_square(candidates)
        candidates = without_first(candidates)
        exits = how_many(king_steps(only(free, square), free))
        if exits < fewest:
            fewest = exits
            best = square
    return best


@kernel
def greedy_turns(amazons: Any, blocked: Any) -> int:
    """Turns of one simple way to fill a side's regions alone: a lower bound.

    One amazon after the other steps to the free neighbour with the fewest exits and shoots back to where it stood.
    """
    turns = 0
    free = ~(blocked | amazons)
    waiting = amazons
    while not is_empty(waiting):
        here = first_square(waiting)
        waiting = without_first(waiting)
        while True:
            beside = king_steps(only(free, here), free)
            if is_empty(beside):
                break
            there = _fewest_exits(beside, free)
            free &= ~only(free, there)
            turns += 1
            here = there
    return turns


@kernel
def race_winner(state: Any) -> int:
    """The seat that wins a race, if simple bounds decide it; UNDECIDED otherwise.

    The mover needs more turns than the other side, which needs as many.
    """
    mover = state.mover
    walls = ~grown(amazons_of(state, mover), ~blocked_of(state))
    my_most = room_of(state, mover)
    their_most = room_of(state, 1 - mover)
    if my_most <= their_most:
        their_walls = ~grown(amazons_of(state, 1 - mover), ~blocked_of(state))
        return 1 - mover if my_most <= greedy_turns(amazons_of(state, 1 - mover), their_walls) else UNDECIDED
    return mover if greedy_turns(amazons_of(state, mover), walls) > their_most else UNDECIDED


@kernel
def _enter_region(region: Any, state: Any, seat: int, inside: int) -> None:
    """Copy a position, keeping only the region around one square: all else is blocked, and ``seat`` is to move."""
    copy_record(region, state)
    kept = grown(only(blocked_of(state), inside), ~blocked_of(state))
    put_amazons(region, seat, amazons_of(state, seat) & kept)
    put_amazons(region, 1 - seat, nothing(kept))
    put_blocked(region, ~kept)
    region.mover = seat


@kernel
def _is_new(table: Any, state: Any, seat: int) -> bool:
    """Note a position by a hash of 64 bits; False when it was met before."""
    key = mix(hash_words(amazons_of(state, seat)) ^ mix(hash_words(blocked_of(state)))) | np.uint64(1)
    place = np.int64(key >> np.uint64(64 - _TABLE_BITS))
    while table[place] != np.uint64(0):
        if table[place] == key:
            return False
        place = (place + 1) & (_TABLE_SIZE - 1)
    table[place] = key
    return True


@kernel
def _try_to_fill(states: Any, turns: Any, listed: Any, table: Any, seat: int, wanted: int, effort: int) -> int:
    """The first turn of a filling with ``wanted`` turns; UNDECIDED when there is none or the budget is used up.

    Depth first; a position is left when too few empty squares can still be reached or when it was met before.

    Parameters
    ----------
    states, turns, listed
        Records, shape (MOST_ROOM + 1,), the first of them the region; int64, shape (MOST_ROOM + 1, most turns); int64,
        shape (MOST_ROOM + 1,).
    table : ndarray
        uint64, shape (65536,): room for the memory of positions.
    effort : int
        Most turns to try.
    """
    table[:] = np.uint64(0)
    looked_at = 0
    listed[0] = legal_actions(states[0], turns[0])
    level = 0
    while level >= 0:
        if listed[level] == 0:
            level -= 1
            continue
        if looked_at == _BUDGET or effort == 0:
            return UNDECIDED
        effort -= 1
        listed[level] -= 1
        after = states[level + 1]
        copy_record(after, states[level])
        apply_action(after, turns[level, listed[level]])
        after.mover = seat
        if level + 1 == wanted:
            return turns[0, listed[0]]
        if room_of(after, seat) < wanted - level - 1 or not _is_new(table, after, seat):
            continue
        looked_at += 1
        level += 1
        listed[level] = legal_actions(after, turns[level])
    return UNDECIDED


def _effort(deadline: float | None) -> int:
    """How many turns one search for a filling may try, if all has to end at a time on the clock."""
    if deadline is None:
        return _ANY_EFFORT
    return max(_LEAST_EFFORT, int(_SHARE * _TURNS_A_SECOND * (deadline - time.perf_counter())))


class Filler:
    """Room for searching fillings of a board size."""

    def __init__(self, state: Any, most_turns: int) -> None:
        self._states: Final = np.zeros(MOST_ROOM + 1, dtype=state.dtype)
        self._turns: Final = np.zeros((MOST_ROOM + 1, most_turns), dtype=np.int64)
        self._listed: Final = np.zeros(MOST_ROOM + 1, dtype=np.int64)
        self._table: Final = np.zeros(_TABLE_SIZE, dtype=np.uint64)

    def fill(self, state: Any, seat: int, deadline: float | None = None) -> tuple[int, int | None]:
        """Turns that a seat has left in a race, and one with which it keeps them all; None without a turn.

        Exact unless a search runs out of its budget, which takes a large and crooked region, or of time.

        Parameters
        ----------
        deadline : float, optional
            When to be done, on the clock of ``time.perf_counter``.
        """
        total, best = 0, None
        left = set(squares_of_words(state["amazons"][seat]))
        while left:
            _enter_region(self._states[0], state, seat, min(left))
            left -= set(squares_of_words(self._states[0]["amazons"][seat]))
            count, first = self._longest(seat, deadline)
            if count:
                best = first
            total += count
        return total, best

    def _longest(self, seat: int, deadline: float | None) -> tuple[int, int]:
        """Most turns that a seat can make in the region entered, and the first of them."""
        for wanted in range(int(room_of(self._states[0], seat)), 0, -1):
            first = int(
                _try_to_fill(self._states, self._turns, self._listed, self._table, seat, wanted, _effort(deadline))
            )
            if first != UNDECIDED:
                return wanted, first
        return 0, UNDECIDED


def squares_of_words(words: Any) -> list[int]:
    """Members of a set held in words."""
    return [64 * number + bit for number, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1]

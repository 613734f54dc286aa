"""Rules against the slow reference, and the promises about codes and orders."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgames.amazons import stepped
from boardgames.amazons.positions import place_of, rows_from_state, start_state, state_from_rows
from boardgames.amazons.records import STEPPED_TURNS
from boardgames.amazons.rules import (
    MOST_TURNS,
    actor,
    apply_action,
    arrow_of,
    count_actions,
    is_legal,
    legal_actions,
    nth_action,
    outcome,
    start_of,
    target_of,
)
from mcts.errors import InputError
from tests.boardgames.amazons.reference import SlowAmazons, Turn
from tests.boardgames.amazons.samples import random_positions


def listed(state: Any, size: int) -> list[int]:
    room = np.zeros(MOST_TURNS[size], dtype=np.int64)
    return [int(action) for action in room[: legal_actions(state, room)]]


def as_places(action: int, size: int) -> Turn:
    return place_of(size, start_of(action)), place_of(size, target_of(action)), place_of(size, arrow_of(action))


@pytest.mark.parametrize("size", [6, 8, 10])
def test_random_games_agree_with_the_reference(size: int) -> None:
    for seed in range(3):
        before: SlowAmazons | None = None
        last: set[Turn] = set()
        for state in random_positions(size, seed):
            slow = SlowAmazons(rows_from_state(state, size), "BW"[state["mover"]])
            if before is not None:  # the position came from the one before by one of its turns
                assert any(_after(before, turn) == slow.cells for turn in last)
            last = slow.turns()
            actions = listed(state, size)
            assert {as_places(action, size) for action in actions} == last
            assert len(actions) == len(last) == count_actions(state)
            assert (actor(state) == -1) == (not last)
            before = slow
        assert outcome(state, int(state["mover"])) == 0
        assert outcome(state, 1 - int(state["mover"])) == 2


def _after(slow: SlowAmazons, turn: Turn) -> dict[tuple[int, int], str]:
    copy = SlowAmazons((), slow.mover)
    copy.cells = dict(slow.cells)
    copy.play(turn)
    return copy.cells


@pytest.mark.parametrize("size", [6, 8, 10])
def test_turns_by_number_come_in_the_listed_order(size: int) -> None:
    for state in list(random_positions(size, 7))[::9]:
        actions = listed(state, size)
        keys = [(start_of(action), target_of(action), arrow_of(action)) for action in actions]
        assert keys == sorted(keys)
        assert [nth_action(state, index) for index in range(len(actions))] == actions
        assert nth_action(state, len(actions)) == -1


def test_legality_of_any_code() -> None:
    for state in list(random_positions(6, 3))[10::4]:
        legal = set(listed(state, 6))
        squares = [8 * row + column for row in range(6) for column in range(6)]
        codes = {a | b << 7 | c << 14 for a in squares for b in squares for c in squares}
        assert {code for code in codes if is_legal(state, code)} == legal
        assert not is_legal(state, -1)
        assert not is_legal(state, 1 << 21)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_two_steps_make_one_turn(size: int) -> None:
    room = np.zeros(stepped.MOST_STEPS[size], dtype=np.int64)
    for state in list(random_positions(size, 5))[::8]:
        whole = set(listed(state, size))
        start = _as_stepped(state, size)
        assert stepped.actor(start) == actor(state)
        moves = room[: stepped.legal_actions(start, room)].tolist()
        turns = set()
        for move in moves:
            landed = start.copy()
            stepped.apply_action(landed, move)
            assert stepped.actor(landed) == state["mover"]
            for arrow in room[: stepped.legal_actions(landed, room)].tolist():
                turns.add(move + arrow)
        assert turns == whole
        for turn in sorted(whole)[:3]:
            one, two = state.copy(), start.copy()
            apply_action(one, turn)
            stepped.apply_action(two, turn & 0x3FFF)
            stepped.apply_action(two, turn & ~0x3FFF)
            assert rows_from_state(one, size) == rows_from_state(two, size)
            assert (one["mover"], one["ply"]) == (two["mover"], two["ply"])


def _as_stepped(state: Any, size: int) -> Any:
    return state_from_rows(rows_from_state(state, size), int(state["mover"]), STEPPED_TURNS)


def test_bounds_on_turns_and_steps_hold_for_amazons_alone_on_the_board() -> None:
    for size in (6, 8, 10):
        middle = size // 2
        for sign in "B":
            rows = [["."] * size for _ in range(size)]
            rows[middle][middle] = sign
            state = state_from_rows(["".join(row) for row in rows])
            room = np.zeros(stepped.MOST_STEPS[size], dtype=np.int64)
            moves = stepped.legal_actions(_as_stepped(state, size), room)
            assert 4 * moves <= stepped.MOST_STEPS[size]
            assert 4 * moves * moves <= MOST_TURNS[size]


def test_bad_positions_are_explained() -> None:
    with pytest.raises(InputError, match="rows"):
        state_from_rows(["..."])
    with pytest.raises(InputError, match="drawn with"):
        state_from_rows(["x....."] * 6)
    with pytest.raises(InputError, match="amazons"):
        state_from_rows(["BBBBB.", *["......"] * 5])
    with pytest.raises(InputError, match="mover"):
        state_from_rows(["......"] * 6, 2)
    with pytest.raises(InputError, match="size"):
        start_state(7)

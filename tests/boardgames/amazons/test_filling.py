"""Races: regions, bounds and longest fillings against brute force."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np
import pytest

from boardgames.amazons.filling import UNDECIDED, Filler, is_race, race_winner, room_of
from boardgames.amazons.positions import rows_from_state, state_from_rows, with_steps
from boardgames.amazons.rules import MOST_TURNS, apply_action, is_legal
from boardgames.amazons.thinker import Settings, Thinker
from tests.boardgames.amazons.reference import SlowAmazons
from tests.boardgames.amazons.samples import random_positions


@cache
def longest(rows: tuple[str, ...], side: str) -> int:
    """Most turns in a row of one side, by trying everything."""
    slow = SlowAmazons(rows, side)
    best = 0
    for turn in slow.turns():
        after = SlowAmazons(rows, side)
        after.play(turn)
        best = max(best, 1 + longest(_rows(after, len(rows)), side))
        if best == "".join(rows).count("."):
            break
    return best


def _rows(slow: SlowAmazons, size: int) -> tuple[str, ...]:
    return tuple("".join(slow.cells[row, column] for column in range(size)) for row in range(size))


def drawn_region(seed: int) -> tuple[str, ...]:
    """A crooked region of some seven squares with one or two black amazons; White stands walled in."""
    random = np.random.Generator(np.random.PCG64(seed))
    cells = np.full((6, 6), "#")
    place = [2, 2]
    for _ in range(12):
        cells[place[0], place[1]] = "."
        place = [
            min(4, max(0, value + int(step))) for value, step in zip(place, random.integers(-1, 2, 2), strict=True)
        ]
    open_squares = np.argwhere(cells == ".")
    for row, column in random.permutation(open_squares)[: 1 + seed % 2]:
        cells[row, column] = "B"
    cells[5, 5] = "W"
    if cells[4, 4] != "#":
        cells[4, 4] = "#"
    return tuple("".join(row) for row in cells)


@pytest.mark.parametrize("seed", range(24))
def test_fillings_are_the_longest(seed: int) -> None:
    rows = drawn_region(seed)
    if "B" not in "".join(rows):
        return
    state = state_from_rows(rows)
    count, turn = Filler(state, MOST_TURNS[6]).fill(state, 0)
    assert count == longest(rows, "B")
    if count:
        assert turn is not None
        assert is_legal(state, turn)
        apply_action(state, turn)
        assert longest(rows_from_state(state, 6), "B") == count - 1


def race(black: str, white: str, mover: int) -> Any:
    """Black in the first row, White in the last one, arrows between them."""
    return state_from_rows([black, *["######"] * 4, white], mover)


@pytest.mark.parametrize("mover", [0, 1])
def test_a_race_is_decided_by_counting(mover: int) -> None:
    assert race_winner(race("B...##", "W..###", mover)) == 0
    assert race_winner(race("B..###", "W...##", mover)) == 1
    assert race_winner(race("B..###", "W..###", mover)) == 1 - mover  # equal: who moves first runs out first


def test_bounds_that_do_not_meet_decide_nothing() -> None:
    state = state_from_rows(["..B..#", "######", "######", "######", "W..###", "######"])
    assert room_of(state, 0) == 4
    assert Filler(state, MOST_TURNS[6]).fill(state, 0)[0] == longest(rows_from_state(state, 6), "B")
    assert race_winner(state) in (0, UNDECIDED)


def test_amazons_in_touch_are_no_race() -> None:
    assert not is_race(state_from_rows(["B.####", ".W####", *["######"] * 4]))
    assert not is_race(state_from_rows(["BW####", *["######"] * 5]))
    assert is_race(race("B.####", "W.####", 0))


def test_race_winners_are_right_in_random_games() -> None:
    checked = 0
    for seed in range(200):
        for state in random_positions(6, seed):
            if not is_race(state):
                continue
            mover = int(state["mover"])
            filler = Filler(state, MOST_TURNS[6])
            turns = [filler.fill(state, seat)[0] for seat in (0, 1)]
            winner = mover if turns[mover] > turns[1 - mover] else 1 - mover
            assert race_winner(state) in (winner, UNDECIDED)
            checked += 1
    assert checked > 20


def test_a_won_race_is_won_on_the_board() -> None:
    state = with_steps(state_from_rows(["B..#..", "...#.W", "...#..", "..####", "######", "######"], 0))
    players = [Thinker(state, Settings(nodes=20_000)) for _ in (0, 1)]
    first = players[0].think(expansions=10)
    winner = 0 if first.value == 1.0 else 1
    while True:
        mover = int(players[0].root["mover"])
        if Filler(players[0].root, MOST_TURNS[6]).fill(players[0].root, mover)[0] == 0:
            break
        turn = players[mover].think(expansions=10).turn
        for player in players:
            player.advance(turn)
    assert 1 - mover == winner


def test_without_time_there_is_still_a_legal_turn() -> None:
    rows = ["B..B.#.W", ".....###", "B..B....", "........", "........", "########", "########", "########"]
    state = state_from_rows(rows)
    assert is_race(state)
    count, turn = Filler(state, MOST_TURNS[8]).fill(state, 0, deadline=time.perf_counter() - 1.0)
    assert 0 < count <= room_of(state, 0)
    assert turn is not None
    assert is_legal(state, turn)

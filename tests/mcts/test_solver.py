"""Proven results against exhaustive search, also where a player moves several times in a row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import boardgames.tictactoe.plugin_kernels  # noqa: F401
from boardgames.tictactoe import rules
from mcts.config import SearchConfig
from mcts.errors import InputError
from mcts.search import Search
from tests.mcts.plain_search import actions_of, copy_of
from tests.mcts.toys import maze, maze_actor, maze_apply, maze_outcome, nim, urn

SOLVER = SearchConfig(solver=True, exploration=0.7)


def best_outcome(state: Any, seat: int) -> int:
    """Outcome of a maze for a seat, by looking at everything."""
    mover = maze_actor(state)
    if mover < 0:
        return maze_outcome(state, seat)
    results = []
    for action in actions_of(state):
        after = copy_of(state)
        maze_apply(after, action)
        results.append(best_outcome(after, seat))
    return max(results) if mover == seat else min(results)


@pytest.mark.parametrize("pile", range(2, 17))
def test_nim(pile: int) -> None:
    result = Search(nim(pile), SOLVER).run(iterations=200_000)
    assert result.proven == ("loss" if pile % 4 == 0 else "win")
    if pile % 4:
        assert result.action == pile % 4
    assert result.iterations < 200_000, "a proven root ends the search"


@pytest.mark.parametrize("widening", [True, False])
@pytest.mark.parametrize("seed", range(1, 30))
def test_mazes_where_movers_do_not_alternate(seed: int, widening: bool) -> None:
    state = maze(seed, last_ply=4)
    if len(actions_of(state)) == 1:
        return
    config = SearchConfig(solver=True, exploration=0.7, widening=widening)
    result = Search(state, config).run(iterations=100_000)
    mover = maze_actor(state)
    words = ["loss", "draw", "win"]
    assert result.proven == words[best_outcome(state, mover)]
    after = copy_of(state)
    assert result.action is not None
    maze_apply(after, result.action)
    assert words[best_outcome(after, mover)] == result.proven, "the move keeps what is proven"


def all_positions() -> list[tuple[int, int]]:
    """Unfinished positions of tic-tac-toe with at least four marks, as pairs of sets."""
    found = set()
    waiting = [(0, 0)]
    while waiting:
        cells = waiting.pop()
        if cells in found or line(cells[0]) or line(cells[1]) or cells[0] | cells[1] == 0o777:
            continue
        found.add(cells)
        mover = (cells[0] | cells[1]).bit_count() & 1
        for cell in range(9):
            if not (cells[0] | cells[1]) >> cell & 1:
                marked = [*cells]
                marked[mover] |= 1 << cell
                waiting.append((marked[0], marked[1]))
    return sorted(cells for cells in found if (cells[0] | cells[1]).bit_count() >= 4)


def line(cells: int) -> bool:
    return any(cells & int(mask) == int(mask) for mask in rules.LINES)


def value(cells: tuple[int, int], known: dict[tuple[int, int], int]) -> int:
    """1, 0 or -1 for seat 0, by looking at everything."""
    if cells in known:
        return known[cells]
    taken = cells[0] | cells[1]
    if line(cells[0]) or line(cells[1]):
        result = 1 if line(cells[0]) else -1
    elif taken == 0o777:
        result = 0
    else:
        mover = taken.bit_count() & 1
        after = []
        for cell in range(9):
            if not taken >> cell & 1:
                marked = [*cells]
                marked[mover] |= 1 << cell
                after.append(value((marked[0], marked[1]), known))
        result = max(after) if mover == 0 else min(after)
    known[cells] = result
    return result


def test_all_tic_tac_toe_positions_with_four_marks_or_more() -> None:
    known: dict[tuple[int, int], int] = {}
    config = SearchConfig(solver=True, max_nodes=2000)
    positions = all_positions()
    assert len(positions) > 3000
    for cells in positions:
        state = np.zeros(1, rules.DTYPE)
        state["cells"][0] = cells
        result = Search(state[0], config).run(iterations=20_000)
        if len(result.actions) == 1 and not result.iterations:
            continue
        mover = (cells[0] | cells[1]).bit_count() & 1
        expected = value(cells, known) * (1 - 2 * mover)
        assert result.proven == {1: "win", 0: "draw", -1: "loss"}[expected], cells


def test_the_whole_of_tic_tac_toe_is_a_draw() -> None:
    result = Search(np.zeros(1, rules.DTYPE)[0], SearchConfig(solver=True, widening=False)).run(iterations=3_000_000)
    assert result.proven == "draw"
    assert set(result.proven_actions) == {"draw"}


def test_refused_where_it_would_be_wrong() -> None:
    for state in (urn(), maze(1, seats=3)):
        with pytest.raises(InputError, match="only for two-player games without chance"):
            Search(state, SOLVER)

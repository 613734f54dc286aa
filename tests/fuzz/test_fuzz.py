"""A million random steps, on random boards with random rules, without breaking an invariant."""

import os

import pytest

from catan_sim.core.boardfile import find_board
from catan_sim.core.game import Game
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import new_work
from tests.fuzz.invariants import NAMES, first_violation
from tests.fuzz.play import fuzz_many

STEPS = 100_000 if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else 1_000_000


@pytest.mark.parametrize("seed", range(4))
def test_a_million_steps(seed: int) -> None:
    assert fuzz_many(settings=50, steps_each=STEPS // 4 // 50, seed=seed) > 50


def broken(game: Game) -> str:
    return NAMES[first_violation(game._board, game._rules, game.state, new_work(game.board)[0])]


def test_the_invariants_can_fail() -> None:
    """Each invariant notices a position that breaks it."""

    def spoil(field: str, index: tuple[int, ...] | int, value: int) -> str:
        game = Game(find_board("standard"), Ruleset(players=3), seed=2)
        while game.state["turn"] < 60 and not game.is_over:
            game.step(game.random_action())
        assert broken(game) == NAMES[0]
        game.state[field][index] = value
        return broken(game)

    assert spoil("bank", 0, 200) == NAMES[1]
    assert spoil("hand_size", 0, 99) == NAMES[2]
    assert spoil("deck", 0, 99) == NAMES[3]
    assert spoil("roads_left", 1, 77) == NAMES[4]
    assert spoil("closed", 0, 0) == NAMES[7]
    assert spoil("reach", (0, 0), 0) == NAMES[8]
    assert spoil("road_sites", (0, 0), 0) == NAMES[9]
    assert spoil("points", 2, 9) == NAMES[11]
    assert spoil("road_length", 0, 29) == NAMES[12]


@pytest.mark.skipif(os.environ.get("NUMBA_BOUNDSCHECK") != "1", reason="only in the run with bounds checks")
def test_bounds_checks_are_on() -> None:
    game = Game()
    game.state["waiting"] = 3  # discards of a seat that does not exist
    game.state["actor"] = 200
    with pytest.raises(IndexError):
        game.legal_actions()

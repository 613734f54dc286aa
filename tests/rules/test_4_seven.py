"""Section 4: discarding on a seven, and rounds in which no seven falls."""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game
from mcts.errors import InputError

from .positions import (
    BASE,
    NO_COUNTS,
    CountsBySeat,
    bank,
    game_with,
    hand,
    hands,
    kinds,
    options,
    play,
    resources,
    roll,
)

SEVEN = 34
TWO_QUIET_ROUNDS = BASE.replace(rounds_without_seven=2)


def after_seven(cards: CountsBySeat, roller: int = 0) -> Game:
    game = game_with(hands=cards, roller=roller, has_rolled=False)
    roll(game, 7)
    return game


def test_4_3_a_seven_produces_nothing() -> None:
    game = game_with(settlements={0: "B4 C6 D8 E3 F5"}, robber="hex1", has_rolled=False)
    roll(game, 7)
    assert hands(game) == [NO_COUNTS] * 4


def test_4_3_seven_cards_are_kept() -> None:
    game = after_seven({0: resources(brick=7), 1: resources(1, 2, 2, 1, 1)})
    assert (game.actor, kinds(game)) == (0, {"move_robber"})


@pytest.mark.parametrize(("held", "owed"), [(8, 4), (9, 4), (10, 5), (15, 7)])
def test_4_3_half_is_discarded_rounded_down(held: int, owed: int) -> None:
    game = after_seven({0: resources(wood=held)})
    for _ in range(owed):
        assert kinds(game) == {"discard"}
        game.step("discard(r=wood)")
    assert kinds(game) == {"move_robber"}
    assert hand(game, 0) == resources(wood=held - owed)
    assert bank(game) == resources(19, 19 - held + owed, 19, 19, 19)


def test_4_3_every_card_is_of_ones_own_choice() -> None:
    game = after_seven({0: resources(brick=3, sheep=1, ore=4)})
    assert options(game, "discard") == {"brick", "sheep", "ore"}
    game.step("discard(r=sheep)")
    assert options(game, "discard") == {"brick", "ore"}
    play(game, "discard(r=ore)", "discard(r=brick)", "discard(r=ore)")
    assert hand(game, 0) == resources(brick=2, ore=2)


def test_4_3_everyone_over_the_limit_discards_not_only_the_roller() -> None:
    game = after_seven({0: resources(brick=2), 2: resources(ore=8)})
    assert (game.actor, kinds(game)) == (2, {"discard"})


def test_4_3_players_discard_one_after_the_other_starting_with_the_roller() -> None:
    eight = resources(brick=2, wood=2, sheep=2, wheat=2)
    game = after_seven({0: eight, 1: eight, 2: eight, 3: resources(ore=9)}, roller=2)
    actors = []
    while kinds(game) == {"discard"}:
        actors.append(game.actor)
        game.step(game.random_action())
    assert actors == [2] * 4 + [3] * 4 + [0] * 4 + [1] * 4
    assert (game.actor, kinds(game)) == (2, {"move_robber"})


def test_4_3_those_under_the_limit_are_passed_over() -> None:
    game = after_seven({0: resources(ore=8), 3: resources(brick=8), 1: resources(wood=7)}, roller=1)
    actors = []
    while kinds(game) == {"discard"}:
        actors.append(game.actor)
        game.step(game.random_action())
    assert actors == [3] * 4 + [0] * 4


def test_4_3_other_sums_leave_full_hands_alone() -> None:
    game = game_with(hands={0: resources(brick=9)}, has_rolled=False)
    roll(game, 8)
    assert "end_turn" in kinds(game)


@pytest.mark.parametrize("turn", [1, 4, 8])
def test_4_7_no_seven_in_the_first_rounds(turn: int) -> None:
    for seed in range(60):
        dice = game_with(TWO_QUIET_ROUNDS, has_rolled=False, turn=turn, seed=seed).step("roll()").outcome
        assert dice // 10 + dice % 10 != 7


@pytest.mark.parametrize("turn", [1, 8])
def test_4_7_a_seven_cannot_be_forced_in_the_first_rounds(turn: int) -> None:
    with pytest.raises(InputError):
        game_with(TWO_QUIET_ROUNDS, has_rolled=False, turn=turn).step("roll()", SEVEN)


def test_4_7_sevens_fall_from_the_next_round_on() -> None:
    sevens = 0
    for seed in range(60):
        dice = game_with(TWO_QUIET_ROUNDS, has_rolled=False, turn=9, seed=seed).step("roll()").outcome
        sevens += dice // 10 + dice % 10 == 7
    assert sevens
    game_with(TWO_QUIET_ROUNDS, has_rolled=False, turn=9).step("roll()", SEVEN)


def test_4_7_the_other_throws_all_fall_in_the_first_rounds() -> None:
    quiet = (game_with(TWO_QUIET_ROUNDS, has_rolled=False, seed=seed) for seed in range(250))
    assert len({game.step("roll()").outcome for game in quiet}) == 30

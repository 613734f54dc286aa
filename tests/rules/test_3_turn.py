"""Section 3: the turn."""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game
from catan_sim.core.ruleset import Ruleset

from .positions import BASE, KNIGHT, PLENTY, developments, game_with, kinds, pass_turn, play, roll

TRADE_THEN_BUILD = BASE.replace(turn_order="trade_then_build")
TRADES = {"trade_bank", "offer_trade"}
PURCHASES = ("build_road(e=C6-C7)", "build_settlement(v=C6)", "build_city(v=C4)", "buy_card()")
ONE_OF_EACH = developments(knight=1, road_building=1, year_of_plenty=1, monopoly=1)
CARD_PLAYS = {"play_knight", "play_road_building", "play_year_of_plenty", "play_monopoly"}


def rich(rules: Ruleset = BASE, has_rolled: bool = True, roller: int = 0) -> Game:
    """A roller who can do everything."""
    return game_with(
        rules,
        settlements={roller: "C4"},
        roads={roller: "C4-C5-C6"},
        hands={roller: (6, 6, 6, 6, 6)},
        cards={roller: ONE_OF_EACH},
        has_rolled=has_rolled,
        roller=roller,
    )


def test_3_1_turns_go_round_by_seat() -> None:
    game = game_with(has_rolled=False)
    rollers = []
    for turn in range(1, 10):
        assert game.public_view().turn == turn
        rollers.append(game.public_view().roller)
        assert game.actor == rollers[-1]
        pass_turn(game)
    assert rollers == [0, 1, 2, 3, 0, 1, 2, 3, 0]


def test_3_1_a_turn_has_exactly_one_roll() -> None:
    game = game_with(has_rolled=False)
    assert kinds(game) == {"roll"}
    roll(game, 2)
    assert kinds(game) == {"end_turn"}


def test_3_2_before_the_roll_only_a_card_may_be_played() -> None:
    assert kinds(rich(has_rolled=False)) == {"roll"} | CARD_PLAYS


def test_3_2_after_a_card_the_dice_must_still_be_rolled() -> None:
    game = rich(has_rolled=False)
    play(game, "play_monopoly(r=ore)")
    assert kinds(game) == {"roll"}


def test_3_3_after_the_roll_the_roller_builds_buys_trades_plays_and_ends() -> None:
    everything = {"build_road", "build_settlement", "build_city", "buy_card", "trade_bank", "offer_trade", "end_turn"}
    assert kinds(rich()) == everything | CARD_PLAYS


def test_3_3_any_number_of_times_and_in_any_order() -> None:
    game = rich()
    play(game, "build_road(e=C6-C7)", "trade_bank(give=sheep, get=brick)", "build_road(e=C7-C8)")
    game.step("buy_card()", KNIGHT)
    play(game, "offer_trade(cards=+1brick-1ore, p=1)", "reject_trade()", "build_settlement(v=C6)")
    play(game, "play_monopoly(r=ore)", "trade_bank(give=ore, get=sheep)")
    game.step("buy_card()", KNIGHT)
    assert "end_turn" in kinds(game)


def test_3_3_the_next_player_begins_before_the_roll() -> None:
    game = rich()
    game.step("end_turn()")
    assert (game.actor, kinds(game)) == (1, {"roll"})


@pytest.mark.parametrize("purchase", PURCHASES)
def test_3_4_trade_then_build_closes_trade_with_the_first_purchase(purchase: str) -> None:
    game = rich(TRADE_THEN_BUILD)
    assert kinds(game) >= TRADES
    game.step(purchase)
    assert kinds(game).isdisjoint(TRADES)
    assert kinds(game) >= {"build_road", "buy_card"} | CARD_PLAYS


@pytest.mark.parametrize("purchase", PURCHASES)
def test_3_4_interleaved_trade_goes_on_after_a_purchase(purchase: str) -> None:
    game = rich()
    game.step(purchase)
    assert kinds(game) >= TRADES


def test_3_4_trade_opens_again_in_the_next_turn() -> None:
    game = rich(TRADE_THEN_BUILD, roller=1)
    play(game, "build_road(e=C6-C7)", "end_turn()")
    for _ in range(3):
        pass_turn(game)
    roll(game, 2)
    assert game.actor == 1
    assert kinds(game) >= TRADES


def test_3_4_free_roads_are_not_paid_for() -> None:
    game = rich(TRADE_THEN_BUILD)
    play(game, "play_road_building()", "place_road(e=C6-C7)", "place_road(e=C7-C8)")
    assert kinds(game) >= TRADES


def test_3_4_each_part_has_its_own_trade() -> None:
    paired = TRADE_THEN_BUILD.replace(players=5, between_turns="paired_players")
    game = game_with(paired, settlements={0: "C4", 2: "E4"}, hands={0: PLENTY, 2: PLENTY})
    play(game, "build_road(e=C4-C5)", "end_turn()")
    assert game.actor == 2
    assert "trade_bank" in kinds(game)
    game.step("build_road(e=E3-E4)")
    assert "trade_bank" not in kinds(game)

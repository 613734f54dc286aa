"""Rule 10.2: the part of the paired player."""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game
from catan_sim.core.records import Part

from .positions import (
    BASE,
    BOARD,
    KNIGHT,
    PLENTY,
    VICTORY_POINT,
    developments,
    game_with,
    hand,
    hands,
    kinds,
    legal,
    options,
    play,
    resources,
    roll,
)

FIVE = BASE.replace(players=5, between_turns="paired_players")
"""When seat 0 rolls, seat 2 has the part."""
FIVE_WITHOUT_WIN = FIVE.replace(paired_part_can_win=False)
FOUR_CITIES = "A1 A3 A5 A7"
ONE_CARD = resources(sheep=1, wheat=1, ore=1)


def in_part(game: Game) -> bool:
    return game.public_view().part == Part.PAIRED


@pytest.mark.parametrize(
    ("players", "roller", "paired"),
    [(5, 0, 2), (5, 4, 1), (6, 0, 3), (6, 5, 2), (7, 0, 3), (7, 6, 2), (8, 1, 5), (8, 7, 3)],
)
def test_10_2_half_way_round_the_table(players: int, roller: int, paired: int) -> None:
    game = game_with(FIVE.replace(players=players), roller=roller)
    game.step("end_turn()")
    assert (game.actor, in_part(game), game.public_view().roller) == (paired, True, roller)
    game.step("end_turn()")
    assert (game.actor, kinds(game)) == ((roller + 1) % players, {"roll"})


def test_10_2_build_buy_trade_with_the_bank_and_play_a_card_without_a_roll_or_offers() -> None:
    game = game_with(
        FIVE,
        settlements={2: "C4"},
        roads={2: "C4-C5-C6"},
        hands={2: PLENTY},
        cards={2: developments(knight=1, monopoly=1, year_of_plenty=1, road_building=1)},
    )
    game.step("end_turn()")
    plays = {"play_knight", "play_road_building", "play_year_of_plenty", "play_monopoly"}
    buys = {"build_road", "build_settlement", "build_city", "buy_card"}
    assert kinds(game) == plays | buys | {"trade_bank", "end_turn"}


def test_10_2_in_any_order_and_any_number() -> None:
    game = game_with(
        FIVE,
        settlements={2: "C4"},
        roads={2: "C4-C5-C6"},
        hands={2: (4, 4, 4, 8, 4)},
        cards={2: developments(monopoly=1)},
    )
    play(game, "end_turn()", "build_road(e=C6-C7)", "trade_bank(give=wheat, get=ore)", "play_monopoly(r=ore)")
    play(game, "build_road(e=C7-C8)", "buy_card()", "build_settlement(v=C6)")
    assert game.actor == 2
    assert "end_turn" in kinds(game)


def test_10_2_one_card_also_when_the_roller_has_played_one() -> None:
    game = game_with(FIVE, cards={0: developments(monopoly=1), 2: developments(knight=1, monopoly=1)})
    play(game, "play_monopoly(r=ore)", "end_turn()")
    assert "play_monopoly" in kinds(game)
    game.step("play_monopoly(r=ore)")
    assert legal(game) == {"end_turn()"}


def test_10_2_a_card_played_in_the_part_leaves_the_next_turn_its_own() -> None:
    game = game_with(FIVE, cards={2: developments(monopoly=1), 1: developments(monopoly=1)})
    play(game, "end_turn()", "play_monopoly(r=ore)", "end_turn()")
    assert (game.actor, kinds(game)) == (1, {"roll", "play_monopoly"})


def test_10_2_a_knight_robs_for_the_paired_player() -> None:
    game = game_with(
        FIVE, settlements={0: "C4", 2: "B4"}, hands={0: ONE_CARD, 2: ONE_CARD}, cards={2: developments(knight=1)}
    )
    play(game, "end_turn()", "play_knight()")
    assert (game.actor, kinds(game)) == (2, {"move_robber"})
    assert {option for option in options(game, "move_robber") if option.startswith("hex5")} == {"hex5, 0"}
    game.step("move_robber(h=hex5, p=0)")
    assert sum(hand(game, 2)) == 4
    assert (game.actor, in_part(game), game.public_view().robber) == (2, True, BOARD.hex("hex5"))
    assert "roll" not in kinds(game)


def test_10_2_a_knight_can_take_the_largest_army() -> None:
    game = game_with(FIVE, cards={2: developments(knight=1)}, played={2: developments(knight=2)})
    play(game, "end_turn()", "play_knight()")
    assert game.public_view().largest_army == 2


def test_10_2_free_roads_and_monopoly_serve_the_paired_player() -> None:
    game = game_with(FIVE, roads={2: "C4-C5"}, cards={2: developments(road_building=1)})
    play(game, "end_turn()", "play_road_building()", "place_road(e=C5-C6)", "place_road(e=C6-C7)")
    assert (game.actor, set(game.public_view().roads.values())) == (2, {2})
    game = game_with(FIVE, hands={0: ONE_CARD, 1: ONE_CARD}, cards={2: developments(monopoly=1)})
    play(game, "end_turn()", "play_monopoly(r=ore)")
    assert hands(game)[2] == resources(ore=2)


def test_10_2_cards_are_old_when_ones_own_part_begins() -> None:
    game = game_with(FIVE, cards={2: developments(knight=1)}, new_cards={2: developments(knight=1)})
    game.step("end_turn()")
    assert legal(game) == {"play_knight()", "end_turn()"}


def test_10_2_a_card_bought_in_the_part_cannot_be_played_in_it() -> None:
    game = game_with(FIVE, hands={2: ONE_CARD})
    game.step("end_turn()")
    game.step("buy_card()", KNIGHT)
    assert legal(game) == {"end_turn()"}
    game.step("end_turn()")
    roll(game, 2)
    play(game, "end_turn()", "end_turn()")
    assert legal(game) == {"roll()", "play_knight()"}


def test_10_2_anothers_part_does_not_age_ones_cards() -> None:
    game = game_with(FIVE, hands={0: ONE_CARD})
    game.step("buy_card()", KNIGHT)
    game.step("end_turn()")
    assert game.private_view(0).new_cards == developments(knight=1)


def test_10_2_the_paired_player_can_win_by_a_build() -> None:
    game = game_with(FIVE, cities={2: FOUR_CITIES}, settlements={2: "C4"}, hands={2: ONE_CARD})
    game.step("end_turn()")
    assert not game.is_over
    game.step("buy_card()", VICTORY_POINT)
    assert (game.is_over, game.winner, legal(game)) == (True, 2, set())


def test_10_2_the_paired_player_can_win_when_the_part_begins() -> None:
    game = game_with(FIVE, cities={2: FOUR_CITIES}, cards={2: developments(victory_point=2)})
    game.step("end_turn()")
    assert (game.is_over, game.winner, game.public_view().turn) == (True, 2, 1)


def test_10_2_the_roller_does_not_win_in_the_part() -> None:
    for rules in (FIVE, FIVE_WITHOUT_WIN):
        game = game_with(
            rules,
            cities={0: FOUR_CITIES},
            roads={0: "E1-E2-E3-E4-E5-E6", 1: "C1-C2-C3-C4-C5-C6-C7-C8-C9", 2: "D5-C5"},
            hands={2: PLENTY},
        )
        play(game, "end_turn()", "build_settlement(v=C5)")
        assert (game.points[0], game.is_over) == (10, False)


def test_10_2_without_the_switch_nobody_wins_in_the_part() -> None:
    game = game_with(FIVE_WITHOUT_WIN, cities={2: FOUR_CITIES}, settlements={2: "C4"}, hands={2: ONE_CARD})
    game.step("end_turn()")
    game.step("buy_card()", VICTORY_POINT)
    assert (game.points[2], game.is_over) == (10, False)
    game.step("end_turn()")
    roll(game, 12)
    play(game, "end_turn()", "end_turn()")
    assert game.winner == 2


def test_10_2_without_the_switch_the_part_begins_without_a_check() -> None:
    game = game_with(FIVE_WITHOUT_WIN, cities={2: FOUR_CITIES}, cards={2: developments(victory_point=2)})
    game.step("end_turn()")
    assert (game.is_over, game.actor) == (False, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_10_2_no_effect_below_five_players(players: int) -> None:
    game = game_with(FIVE.replace(players=players), hands=dict.fromkeys(range(players), (2, 2, 2, 2, 2)))
    game.step("end_turn()")
    assert (game.actor, kinds(game)) == (1, {"roll"})

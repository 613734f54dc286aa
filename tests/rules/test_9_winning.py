"""Section 9: points, winning, and the end without a winner."""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game

from .positions import (
    BASE,
    BOARD,
    PLENTY,
    VICTORY_POINT,
    Places,
    developments,
    game_with,
    kinds,
    legal,
    options,
    pass_turn,
    play,
    resources,
    roll,
)

FOUR_CITIES = "A1 A3 A5 A7"
"""Eight points."""
KNIGHT_READY = {0: developments(knight=1)}
TWO_KNIGHTS = {0: developments(knight=2)}


def assert_won_by(game: Game, seat: int) -> None:
    assert game.is_over
    assert game.winner == seat
    assert legal(game) == set()


def nine_points(settlements: str = "C4", roads: str = "C4-C5-C6") -> Game:
    """Seat 0 lacks one point."""
    return game_with(
        cities={0: FOUR_CITIES}, settlements={0: settlements}, roads={0: roads}, hands={0: resources(4, 4, 4, 8, 8)}
    )


@pytest.mark.parametrize(
    ("settlements", "cities", "points"), [("C4", "", 1), ("C4 E4 A2", "", 3), ("", "C4", 2), ("C4 E4", "A2 A5", 6)]
)
def test_9_1_a_settlement_is_worth_one_and_a_city_two(settlements: str, cities: str, points: int) -> None:
    assert game_with(settlements={1: settlements}, cities={1: cities}).points == (0, points, 0, 0)


def test_9_1_awards_are_worth_two_and_victory_point_cards_one() -> None:
    game = game_with(
        roads={1: "C1-C2-C3-C4-C5-C6"}, played={2: developments(knight=3)}, cards={3: developments(victory_point=2)}
    )
    assert game.points == (0, 2, 2, 2)
    assert game.public_view().visible_points == (0, 2, 2, 0)


def test_9_1_pieces_put_up_in_play_count_like_others() -> None:
    game = game_with(settlements={0: "C4"}, roads={0: "C4-C5-C6"}, hands={0: resources(4, 4, 4, 8, 8)})
    game.step("build_settlement(v=C6)")
    assert game.points[0] == 2
    game.step("build_city(v=C6)")
    assert game.points[0] == 3


def test_9_2_nine_points_do_not_win() -> None:
    game = nine_points()
    game.step("build_road(e=C6-C7)")
    assert (game.points[0], game.is_over, game.winner) == (9, False, None)


def test_9_2_a_settlement_wins() -> None:
    game = nine_points()
    game.step("build_settlement(v=C6)")
    assert_won_by(game, 0)


def test_9_2_a_city_wins() -> None:
    game = game_with(cities={0: "A1 A3 A5"}, settlements={0: "C4 E4 F6"}, hands={0: resources(wheat=4, ore=6)})
    assert game.points[0] == 9
    game.step("build_city(v=C4)")
    assert_won_by(game, 0)


def test_9_2_the_longest_road_wins() -> None:
    game = nine_points(roads="C4-C5-C6-C7-C8")
    game.step("build_road(e=C8-C9)")
    assert_won_by(game, 0)
    assert game.points[0] == 11


def test_9_2_a_victory_point_card_wins_at_once_in_the_turn_it_was_bought_in() -> None:
    game = nine_points()
    game.step("buy_card()", VICTORY_POINT)
    assert_won_by(game, 0)


def test_9_2_the_largest_army_wins_before_the_robber_moves() -> None:
    game = game_with(cities={0: FOUR_CITIES}, cards=KNIGHT_READY, played=TWO_KNIGHTS, has_rolled=False)
    game.step("play_knight()")
    assert_won_by(game, 0)


def test_9_2_the_first_free_road_wins_before_the_second() -> None:
    game = game_with(cities={0: FOUR_CITIES}, roads={0: "C4-C5-C6-C7-C8"}, cards={0: developments(road_building=1)})
    play(game, "play_road_building()", "place_road(e=C8-C9)")
    assert_won_by(game, 0)


def test_9_2_points_are_checked_when_the_turn_begins_before_anything_else() -> None:
    game = game_with(cities={1: FOUR_CITIES}, cards={1: developments(victory_point=2)})
    game.step("end_turn()")
    assert_won_by(game, 1)
    assert (game.public_view().turn, game.public_view().roller) == (2, 1)


def cut_by_the_roller(cities: Places) -> Game:
    """Seat 0 cuts the road of seat 2, and the longest road goes to seat 1."""
    game = game_with(
        cities=cities,
        roads={0: "D5-C5", 1: "E1-E2-E3-E4-E5-E6", 2: "C1-C2-C3-C4-C5-C6-C7-C8-C9"},
        hands={0: PLENTY},
    )
    game.step("build_settlement(v=C5)")
    assert game.public_view().longest_road == 1
    return game


def test_9_2_nobody_wins_in_anothers_turn() -> None:
    game = cut_by_the_roller({1: FOUR_CITIES})
    assert (game.points[1], game.is_over) == (10, False)
    game.step("buy_card()")
    assert not game.is_over


def test_9_2_nobody_wins_by_answering_or_discarding_in_anothers_turn() -> None:
    leader = {1: FOUR_CITIES}
    game = game_with(cities=leader, cards={1: developments(victory_point=2)}, hands={0: PLENTY, 1: PLENTY})
    play(game, "offer_trade(cards=+1brick-1ore, p=1)")
    assert (game.actor, game.is_over) == (1, False)
    play(game, "accept_trade()", "confirm_trade(p=1)")
    assert not game.is_over
    game = game_with(cities=leader, cards={1: developments(victory_point=2)}, hands={1: PLENTY}, has_rolled=False)
    roll(game, 7)
    assert (game.actor, game.is_over) == (1, False)
    game.step("discard(r=ore)")
    assert not game.is_over


def test_9_2_points_given_in_anothers_turn_win_when_ones_own_begins() -> None:
    game = cut_by_the_roller({1: FOUR_CITIES})
    game.step("end_turn()")
    assert_won_by(game, 1)


def test_9_2_the_roller_wins_though_others_have_more_points() -> None:
    game = game_with(
        cities={0: FOUR_CITIES, 1: "E2 E4 E6 E8"},
        settlements={0: "C4"},
        cards={1: developments(victory_point=4)},
        roads={0: "C4-C5-C6"},
        hands={0: PLENTY},
    )
    game.step("build_settlement(v=C6)")
    assert_won_by(game, 0)


def test_9_2_nobody_wins_in_the_setup_but_seat_0_may_at_its_end() -> None:
    game = Game(BOARD, BASE.replace(players=2, victory_target=4, points={"settlement": 2}))
    for vertex, edge in (("C4", "C4-C5"), ("A2", "A1-A2"), ("E4", "E3-E4")):
        play(game, f"place_settlement(v={vertex})", f"place_road(e={edge})")
    assert (game.points, game.is_over) == ((2, 4), False)
    game.step("place_settlement(v=C9)")
    assert not game.is_over
    game.step(f"place_road(e={min(options(game, 'place_road'))})")
    assert_won_by(game, 0)


def test_9_3_the_game_ends_without_a_winner_after_so_many_turns() -> None:
    game = game_with(BASE.replace(turn_cap=3), has_rolled=False)
    pass_turn(game)
    pass_turn(game)
    roll(game, 2)
    assert not game.is_over
    game.step("end_turn()")
    assert (game.is_over, game.winner, kinds(game)) == (True, None, set())


def test_9_3_no_further_turn_begins_in_which_one_could_win() -> None:
    game = game_with(BASE.replace(turn_cap=1), cities={1: FOUR_CITIES}, cards={1: developments(victory_point=2)})
    game.step("end_turn()")
    assert (game.is_over, game.winner) == (True, None)


def test_9_3_the_last_turn_can_be_won() -> None:
    rules = BASE.replace(turn_cap=1)
    game = game_with(rules, cities={0: FOUR_CITIES}, cards=KNIGHT_READY, played=TWO_KNIGHTS)
    game.step("play_knight()")
    assert_won_by(game, 0)


@pytest.mark.parametrize(("turn", "is_over"), [(399, False), (400, True)])
def test_9_3_the_cap_is_a_hundred_turns_a_player_unless_the_rules_say_otherwise(turn: int, is_over: bool) -> None:
    game = game_with(turn=turn)
    game.step("end_turn()")
    assert game.is_over == is_over


@pytest.mark.parametrize("between_turns", ["special_building", "paired_players"])
def test_9_3_the_last_turn_has_its_special_building_or_paired_part(between_turns: str) -> None:
    game = game_with(BASE.replace(players=5, turn_cap=1, between_turns=between_turns), hands={2: PLENTY})
    game.step("end_turn()")
    assert (game.actor, game.is_over) == (2, False)
    game.step("end_turn()")
    assert (game.is_over, game.winner) == (True, None)

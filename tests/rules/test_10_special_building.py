"""Rule 10.1: special building between two turns."""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game
from catan_sim.core.records import Part

from .positions import (
    BASE,
    KNIGHT,
    PLENTY,
    VICTORY_POINT,
    CountsBySeat,
    developments,
    game_with,
    hand,
    kinds,
    legal,
    play,
    resources,
    roll,
)

FIVE = BASE.replace(players=5, between_turns="special_building")
FOUR_CITIES = "A1 A3 A5 A7"
ROAD_PRICE = resources(brick=1, wood=1)


def builders(game: Game) -> list[int]:
    """Who is asked between the roller's turn and the next, everyone passing."""
    asked = []
    game.step("end_turn()")
    while game.public_view().part == Part.SPECIAL_BUILDING:
        asked.append(game.actor)
        game.step("end_turn()")
    return asked


def after_turn(hands: CountsBySeat, roller: int = 0) -> Game:
    return game_with(FIVE, hands=hands, roller=roller)


def test_10_1_every_other_player_is_asked_starting_to_the_left_of_the_roller() -> None:
    game = after_turn(dict.fromkeys(range(5), resources(brick=2)), roller=3)
    assert builders(game) == [4, 0, 1, 2]
    assert (game.actor, game.public_view().turn, kinds(game)) == (4, 2, {"roll"})


def test_10_1_eight_players() -> None:
    rules = BASE.replace(players=8, between_turns="special_building")
    game = game_with(rules, hands=dict.fromkeys(range(8), resources(brick=2)), roller=6)
    assert builders(game) == [7, 0, 1, 2, 3, 4, 5]


def test_10_1_players_with_fewer_cards_than_the_cheapest_thing_costs_are_passed_over() -> None:
    game = after_turn({0: PLENTY, 1: resources(brick=1), 2: resources(ore=2), 4: resources(wood=3)})
    assert builders(game) == [2, 4]


def test_10_1_the_cheapest_thing_follows_the_ruleset() -> None:
    rules = FIVE.replace(costs={"road": {"brick": 4}})
    game = game_with(rules, hands={1: resources(ore=2), 2: resources(ore=3)})
    assert builders(game) == [2]


def test_10_1_when_nobody_has_cards_the_next_turn_begins() -> None:
    game = after_turn({0: PLENTY})
    assert builders(game) == []
    assert (game.actor, kinds(game)) == (1, {"roll"})


def test_10_1_build_and_buy_any_number_and_nothing_else() -> None:
    game = game_with(
        FIVE,
        settlements={2: "C4"},
        roads={2: "C4-C5-C6"},
        hands={2: PLENTY},
        cards={2: developments(knight=1, monopoly=1, year_of_plenty=1, road_building=1)},
    )
    game.step("end_turn()")
    assert game.actor == 2
    allowed = {"build_road", "build_settlement", "build_city", "buy_card", "end_turn"}
    assert kinds(game) == allowed
    play(game, "build_road(e=C6-C7)", "build_road(e=C7-C8)", "buy_card()")
    assert (game.actor, game.public_view().roads[game.board.edge("C7-C8")]) == (2, 2)
    play(game, "build_settlement(v=C6)")
    assert hand(game, 2) == resources(brick=1, wood=1, sheep=2, wheat=2, ore=3)
    assert kinds(game) == allowed


def test_10_1_the_rollers_unused_card_play_is_not_handed_on() -> None:
    game = game_with(FIVE, hands={1: ROAD_PRICE}, cards={1: developments(knight=1)})
    game.step("end_turn()")
    assert legal(game) == {"end_turn()"}


def test_10_1_nobody_wins_by_what_they_build() -> None:
    game = game_with(
        FIVE, cities={2: FOUR_CITIES}, settlements={2: "C4"}, roads={2: "C4-C5-C6"}, hands={2: resources(1, 1, 1, 1, 0)}
    )
    play(game, "end_turn()", "build_settlement(v=C6)")
    assert (game.points[2], game.is_over) == (10, False)
    play(game, "end_turn()")
    roll(game, 12)
    play(game, "end_turn()")
    assert game.winner == 2


def test_10_1_nobody_wins_by_a_card() -> None:
    game = game_with(FIVE, cities={2: FOUR_CITIES}, settlements={2: "C4"}, hands={2: resources(0, 0, 1, 1, 1)})
    game.step("end_turn()")
    game.step("buy_card()", VICTORY_POINT)
    assert (game.points[2], game.is_over) == (10, False)


def test_10_1_the_roller_does_not_win_by_what_others_build() -> None:
    game = game_with(
        FIVE,
        cities={0: FOUR_CITIES},
        roads={0: "E1-E2-E3-E4-E5-E6", 1: "C1-C2-C3-C4-C5-C6-C7-C8-C9", 2: "D5-C5"},
        hands={2: resources(1, 1, 1, 1, 0)},
    )
    play(game, "end_turn()", "build_settlement(v=C5)")
    assert (game.public_view().longest_road, game.points[0], game.is_over) == (0, 10, False)


def test_10_1_a_card_bought_there_is_old_in_ones_next_turn_and_not_before() -> None:
    game = after_turn({2: resources(sheep=2, wheat=2, ore=2)})
    game.step("end_turn()")
    game.step("buy_card()", KNIGHT)
    game.step("end_turn()")
    assert (game.actor, game.private_view(2).new_cards) == (1, developments(knight=1))
    roll(game, 2)
    game.step("end_turn()")
    assert (game.actor, game.public_view().part) == (2, Part.SPECIAL_BUILDING)
    assert game.private_view(2).new_cards == developments(knight=1)
    assert "play_knight" not in kinds(game)
    game.step("end_turn()")
    assert game.public_view().part == Part.TURN
    assert legal(game) == {"roll()", "play_knight()"}


def test_10_1_the_next_turn_belongs_to_the_seat_after_the_roller() -> None:
    game = after_turn({3: PLENTY})
    assert builders(game) == [3]
    assert (game.public_view().roller, kinds(game)) == (1, {"roll"})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_10_1_no_effect_below_five_players(players: int) -> None:
    rules = BASE.replace(players=players, between_turns="special_building")
    game = game_with(rules, hands=dict.fromkeys(range(players), (2, 2, 2, 2, 2)))
    assert builders(game) == []
    assert (game.actor, kinds(game)) == (1, {"roll"})


def test_10_1_no_special_building_unless_the_rules_have_it() -> None:
    game = game_with(BASE.replace(players=5), hands={2: PLENTY})
    assert builders(game) == []

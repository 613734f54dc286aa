"""Section 6: buying development cards, when they may be played, and victory point cards."""

from __future__ import annotations

from collections import Counter

import pytest

from mcts.errors import InputError

from .positions import (
    BASE,
    KNIGHT,
    MONOPOLY,
    PLENTY,
    VICTORY_POINT,
    YEAR_OF_PLENTY,
    developments,
    game_with,
    hand,
    kinds,
    pass_turn,
    play,
    resources,
    roll,
)

ONE_CARD = resources(sheep=1, wheat=1, ore=1)
CARD_PLAYS = {"play_knight", "play_road_building", "play_year_of_plenty", "play_monopoly"}
ONE_OF_EACH = developments(knight=1, victory_point=1, road_building=1, year_of_plenty=1, monopoly=1)


def test_6_1_a_bought_card_comes_from_the_deck() -> None:
    game = game_with(hands={0: ONE_CARD})
    event = game.step("buy_card()", MONOPOLY)
    assert event.outcome == MONOPOLY
    assert game.private_view(0).cards == developments(monopoly=1)
    assert game.public_view().deck_size == 24
    assert list(game.state["deck"]) == [14, 5, 2, 2, 1]


def test_6_1_a_kind_that_has_run_out_cannot_be_drawn() -> None:
    game = game_with(hands={0: ONE_CARD}, played={1: developments(monopoly=2)})
    with pytest.raises(InputError):
        game.step("buy_card()", MONOPOLY)


def test_6_1_every_card_left_in_the_deck_is_equally_likely() -> None:
    drawn: Counter[int] = Counter()
    gone = {1: developments(knight=8, victory_point=0, road_building=1, year_of_plenty=2)}
    for seed in range(350):
        drawn[game_with(hands={0: ONE_CARD}, played=gone, seed=seed).step("buy_card()").outcome] += 1
    assert set(drawn) == {0, 1, 2, 4}  # six, five, one and two of fourteen cards are left
    assert 115 < drawn[KNIGHT] < 185
    assert 90 < drawn[VICTORY_POINT] < 160
    assert 30 < drawn[MONOPOLY] < 70


def test_6_1_an_empty_deck_sells_nothing() -> None:
    rules = BASE.replace(
        development_deck={"knight": 1, "victory_point": 0, "road_building": 0, "year_of_plenty": 0, "monopoly": 0}
    )
    game = game_with(rules, hands={0: PLENTY})
    assert game.step("buy_card()").outcome == KNIGHT
    assert "buy_card" not in kinds(game)


def test_6_2_a_card_cannot_be_played_in_the_turn_it_was_bought_in() -> None:
    for card in (KNIGHT, MONOPOLY, YEAR_OF_PLENTY):
        game = game_with(hands={0: ONE_CARD}, has_rolled=True)
        game.step("buy_card()", card)
        assert kinds(game).isdisjoint(CARD_PLAYS)


def test_6_2_an_old_card_can_be_played_beside_a_new_one_of_its_kind() -> None:
    game = game_with(hands={0: ONE_CARD}, cards={0: developments(knight=1)})
    game.step("buy_card()", KNIGHT)
    assert "play_knight" in kinds(game)


def test_6_2_a_card_is_old_once_its_owners_next_turn_begins() -> None:
    game = game_with(BASE.replace(players=2), hands={0: ONE_CARD})
    game.step("buy_card()", KNIGHT)
    game.step("end_turn()")
    assert game.private_view(0).new_cards == developments(knight=1)
    pass_turn(game)
    assert game.private_view(0).new_cards == developments()
    assert kinds(game) == {"roll", "play_knight"}


def test_6_2_anothers_turn_does_not_age_ones_cards() -> None:
    game = game_with(hands={0: ONE_CARD}, cards={1: developments(knight=1)}, new_cards={1: developments(knight=1)})
    game.step("buy_card()", KNIGHT)
    game.step("end_turn()")
    assert [sum(game.private_view(seat).new_cards) for seat in range(2)] == [1, 0]


def test_6_2_at_most_one_card_in_a_turn() -> None:
    game = game_with(cards={0: developments(knight=2, monopoly=1, year_of_plenty=1, road_building=1)})
    play(game, "play_monopoly(r=ore)")
    assert kinds(game) == {"end_turn"}


def test_6_2_a_card_before_the_roll_is_the_one_of_the_turn() -> None:
    game = game_with(cards={0: developments(knight=2)}, has_rolled=False)
    play(game, "play_knight()", "move_robber(h=hex1, p=-)")
    assert kinds(game) == {"roll"}
    roll(game, 2)
    assert kinds(game) == {"end_turn"}


def test_6_2_another_card_in_the_next_turn() -> None:
    game = game_with(BASE.replace(players=2), cards={0: developments(knight=2)})
    play(game, "play_knight()", "move_robber(h=hex1, p=-)", "end_turn()")
    pass_turn(game)
    assert "play_knight" in kinds(game)


def test_6_2_no_card_in_the_middle_of_a_discard_or_robber_move() -> None:
    game = game_with(hands={0: resources(brick=8)}, cards={0: ONE_OF_EACH}, has_rolled=False)
    roll(game, 7)
    assert kinds(game) == {"discard"}
    play(game, *["discard(r=brick)"] * 4)
    assert kinds(game) == {"move_robber"}


def test_6_2_no_card_in_the_middle_of_road_building() -> None:
    game = game_with(roads={0: "C4-C5"}, cards={0: ONE_OF_EACH})
    game.step("play_road_building()")
    assert kinds(game) == {"place_road"}
    game.step("place_road(e=C5-C6)")
    assert kinds(game) == {"place_road"}


def test_6_2_no_card_in_the_middle_of_an_offer() -> None:
    game = game_with(hands={0: PLENTY, 1: PLENTY}, cards={0: ONE_OF_EACH, 1: ONE_OF_EACH})
    game.step("offer_trade(cards=+1brick-1ore, p=1)")
    assert kinds(game) == {"accept_trade", "reject_trade"}
    game.step("accept_trade()")
    assert kinds(game) == {"confirm_trade", "cancel_trade"}


def test_6_7_victory_point_cards_are_never_played() -> None:
    game = game_with(cards={0: developments(victory_point=2)}, has_rolled=False)
    assert kinds(game) == {"roll"}
    roll(game, 2)
    assert kinds(game) == {"end_turn"}


def test_6_7_victory_point_cards_count_from_the_moment_they_are_bought_unseen_by_others() -> None:
    game = game_with(hands={0: ONE_CARD})
    game.step("buy_card()", VICTORY_POINT)
    assert game.points[0] == 1
    assert game.public_view().visible_points[0] == 0
    assert game.public_view().card_counts[0] == 1
    assert hand(game, 0) == resources()

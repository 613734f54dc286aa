"""Tests of the reference engine: cards, trade, winning, and five to eight players."""

from typing import Any

import pytest

from .game import ReferenceGame
from .positions import (
    PLENTY,
    corner,
    deal,
    game_in_turn,
    names,
    put_buildings,
    put_roads,
    side,
)
from .state import KNIGHT, MONOPOLY, ROAD_BUILDING, VICTORY_POINT, YEAR_OF_PLENTY

EAST, WEST = (2, 0), (-2, 0)


def with_card(card: int, **changes: Any) -> ReferenceGame:
    """Return a game in which seat 0 has the turn and an old card."""
    game = game_in_turn(**changes)
    game.state.cards[0][card] = 1
    return game


def test_new_card_waits_for_the_next_turn() -> None:
    game = game_in_turn(players=2)
    deal(game, 0, PLENTY)
    game.step(("buy_card",), KNIGHT)
    assert game.snapshot()["new_cards"][0] == (1, 0, 0, 0, 0)
    assert "play_knight" not in names(game)
    for _ in range(2):
        game.step(("end_turn",))
        assert "end_turn" not in names(game)
        game.state.has_rolled = True
    assert game.snapshot()["new_cards"][0] == (0,) * 5
    assert "play_knight" in names(game)


def test_one_card_a_turn_also_before_the_roll() -> None:
    game = with_card(KNIGHT, rolled=False)
    game.state.cards[0][MONOPOLY] = 1
    assert names(game) == {"play_knight", "play_monopoly", "roll"}
    game.step(("play_knight",))
    assert names(game) == {"move_robber"}
    game.step(("move_robber", EAST, None))
    assert game.legal_actions() == {("roll",)}


def test_empty_deck_sells_nothing() -> None:
    game = game_in_turn(deck=[1, 0, 0, 0, 0])
    deal(game, 0, PLENTY)
    with pytest.raises(ValueError, match="not possible"):
        game.step(("buy_card",), VICTORY_POINT)
    game.step(("buy_card",), KNIGHT)
    assert "buy_card" not in names(game)


def test_largest_army_needs_more_than_the_holder_and_wins_before_the_robber() -> None:
    game = with_card(KNIGHT, victory_target=3)
    game.state.played[0][KNIGHT] = 2
    game.state.played[1][KNIGHT] = 3
    game.state.largest_army = 1
    game.step(("play_knight",))
    assert game.state.largest_army == 1
    game = with_card(KNIGHT, victory_target=2)
    game.state.played[0][KNIGHT] = 2
    game.step(("play_knight",))
    snapshot = game.snapshot()
    assert (snapshot["winner"], snapshot["over"], snapshot["waiting_for"]) == (0, True, "over")
    assert game.legal_actions() == set()


def test_road_building_with_one_piece_left() -> None:
    game = with_card(ROAD_BUILDING, roads=2)
    put_roads(game, 0, side(1))
    game.step(("play_road_building",))
    assert names(game) == {"place_road"}
    game.step(("place_road", side(2)))
    assert (game.state.waiting_for, game.state.free_roads) == ("main", 0)


def test_road_building_places_two_or_is_not_playable() -> None:
    game = with_card(ROAD_BUILDING)
    assert "play_road_building" not in names(game)
    put_roads(game, 0, side(1))
    game.step(("play_road_building",))
    game.step(("place_road", side(2)))
    assert (game.state.waiting_for, game.state.free_roads) == ("free_road", 1)
    game.step(("place_road", side(3)))
    assert game.state.waiting_for == "main"


def test_road_building_may_run_out_of_edges() -> None:
    game = with_card(ROAD_BUILDING, hexes={(0, 0): (0, 5)}, robber=None)
    put_roads(game, 0, *(side(i) for i in range(5)))
    game.step(("play_road_building",))
    game.step(("place_road", side(5)))
    assert game.state.waiting_for == "main"


def test_year_of_plenty_with_a_nearly_empty_bank() -> None:
    game = with_card(YEAR_OF_PLENTY, bank=[0, 0, 1, 0, 0])
    assert game.legal_actions() == {("play_year_of_plenty", 2, None), ("end_turn",)}
    game.step(("play_year_of_plenty", 2, None))
    assert game.snapshot()["hands"][0] == (0, 0, 1, 0, 0)
    assert names(with_card(YEAR_OF_PLENTY, bank=[0] * 5)) == {"end_turn"}
    game = with_card(YEAR_OF_PLENTY, bank=[0, 2, 1, 0, 0])
    plenty = {action[1:] for action in game.legal_actions() if action[0] == "play_year_of_plenty"}
    assert plenty == {(1, 1), (1, 2)}


def test_monopoly_takes_all() -> None:
    game = with_card(MONOPOLY)
    deal(game, 1, [2, 1, 0, 0, 0])
    deal(game, 3, [3, 0, 0, 0, 0])
    game.step(("play_monopoly", 0))
    assert game.snapshot()["hands"] == ((5, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0,) * 5, (0,) * 5)


def test_bank_rates() -> None:
    ports = {side(0, EAST): 5, side(3, WEST): 1}
    game = game_in_turn(ports=ports, bank=[9, 9, 9, 9, 0])
    game.state.hands[0] = [4, 2, 3, 0, 0]
    bank = {("trade_bank", 0, get) for get in (1, 2, 3)}
    generic = {("trade_bank", 2, get) for get in (0, 1, 3)}
    special = {("trade_bank", 1, get) for get in (0, 2, 3)}

    def trades() -> set[tuple[Any, ...]]:
        return {action for action in game.legal_actions() if action[0] == "trade_bank"}

    assert trades() == bank
    put_buildings(game, 0, corner(0, EAST))
    assert trades() == bank | generic
    put_buildings(game, 0, corner(3, WEST))
    assert trades() == bank | generic | special
    game.step(("trade_bank", 1, 3))
    assert game.snapshot()["hands"][0] == (4, 0, 3, 1, 0)


def test_trade_then_build_closes_trade() -> None:
    game = game_in_turn(turn_order="trade_then_build")
    deal(game, 0, PLENTY)
    game.state.cards[0][ROAD_BUILDING] = 1
    put_roads(game, 0, side(1))
    game.step(("play_road_building",))
    game.step(("place_road", side(2)))
    game.step(("place_road", side(3)))
    assert {"trade_bank", "offer_trade"} <= names(game)
    game.step(("build_road", side(4)))
    assert names(game).isdisjoint({"trade_bank", "offer_trade"})


def test_trade_answers_in_order_with_a_counter_offer() -> None:
    game = game_in_turn(2)
    deal(game, 2, [1, 0, 0, 0, 2])
    deal(game, 3, [0, 1, 0, 0, 0])
    deal(game, 0, [0, 1, 0, 0, 0])
    offer = (1, -1, 0, 0, 0)
    game.step(("offer_trade", offer, None))
    assert (game.state.actor, game.state.waiting_for) == (3, "answer")
    assert ("counter_trade", (-1, 1, 0, 0, 0)) not in game.legal_actions()
    game.step(("accept_trade",))
    assert game.state.actor == 0
    game.step(("counter_trade", (0, 1, 0, 0, -2)))
    assert game.state.actor == 1
    assert game.legal_actions() == {("reject_trade",)}
    game.step(("reject_trade",))
    assert (game.state.actor, game.state.waiting_for) == (2, "choice")
    assert game.legal_actions() == {("confirm_trade", 3), ("confirm_trade", 0), ("cancel_trade",)}
    game.step(("confirm_trade", 0))
    assert game.snapshot()["hands"] == ((0, 0, 0, 0, 2), (0,) * 5, (1, 1, 0, 0, 0), (0, 1, 0, 0, 0))
    assert (game.state.actor, game.state.waiting_for, game.state.offers_made) == (2, "main", 1)


def test_counter_offer_that_cannot_be_paid_leaves_only_cancelling() -> None:
    game = game_in_turn(0, players=2)
    deal(game, 0, [1, 0, 0, 0, 0])
    deal(game, 1, [0, 1, 0, 0, 0])
    game.step(("offer_trade", (1, -1, 0, 0, 0), 1))
    game.step(("counter_trade", (0, 1, 0, 0, -1)))
    assert game.legal_actions() == {("cancel_trade",)}


def test_offers_are_bounded_and_counted() -> None:
    game = game_in_turn(players=3, offers_per_turn=1, offer_max_cards=2, counter_offers=False)
    deal(game, 0, [3, 0, 0, 0, 0])
    offers = {action for action in game.legal_actions() if action[0] == "offer_trade"}
    assert len(offers) == 2 * (4 + 10) * 3
    game.step(("offer_trade", (2, 0, 0, -1, -1), 2))
    assert game.legal_actions() == {("reject_trade",)}
    game.step(("reject_trade",))
    assert game.state.waiting_for == "main"
    assert "offer_trade" not in names(game)


def test_points_given_off_turn_win_when_the_own_turn_begins() -> None:
    game = game_in_turn(players=2, victory_target=10)
    put_buildings(game, 1, corner(0, EAST), corner(2, EAST), corner(4, EAST), corner(1, WEST), kind="city")
    game.state.cards[1][VICTORY_POINT] = 2
    assert game.state.winner is None
    game.step(("end_turn",))
    snapshot = game.snapshot()
    assert (snapshot["winner"], snapshot["turn"], snapshot["roller"], snapshot["actor"]) == (1, 2, 1, 1)
    assert snapshot["has_rolled"] is False


def test_turn_cap_ends_without_winner() -> None:
    game = game_in_turn(1, turn_cap=1)
    game.step(("end_turn",))
    snapshot = game.snapshot()
    assert (snapshot["over"], snapshot["winner"], snapshot["actor"], snapshot["turn"]) == (True, None, 1, 1)


def test_special_building_passes_over_the_poor() -> None:
    game = game_in_turn(3, players=5, between_turns="special_building", victory_target=1)
    deal(game, 4, [1, 0, 0, 0, 0])
    deal(game, 1, [0, 0, 1, 1, 1])
    deal(game, 2, [9, 0, 0, 0, 0])
    game.step(("end_turn",))
    assert (game.state.part, game.state.actor, game.state.roller) == ("special_building", 1, 3)
    assert names(game) == {"buy_card", "end_turn"}
    game.step(("buy_card",), VICTORY_POINT)
    assert game.state.winner is None
    assert game.legal_actions() == {("end_turn",)}
    game.step(("end_turn",))
    assert (game.state.actor, game.legal_actions()) == (2, {("end_turn",)})
    game.step(("end_turn",))
    assert (game.state.part, game.state.turn, game.state.roller) == ("turn", 2, 4)
    assert game.snapshot()["new_cards"][1] == (0, 1, 0, 0, 0)


def test_four_players_have_nothing_between_turns() -> None:
    for kind in ("special_building", "paired_players"):
        game = game_in_turn(between_turns=kind)
        deal(game, 1, PLENTY)
        game.step(("end_turn",))
        assert (game.state.part, game.state.roller) == ("turn", 1)


def test_paired_part_win_switch() -> None:
    for can_win, winner in ((True, 2), (False, None)):
        game = game_in_turn(players=5, between_turns="paired_players", paired_part_can_win=can_win)
        game.state.rules["victory_target"] = 2
        deal(game, 2, PLENTY)
        put_buildings(game, 2, corner(0, EAST))
        game.step(("end_turn",))
        assert (game.state.part, game.state.actor, game.state.roller) == ("paired", 2, 0)
        assert {"build_city", "buy_card", "trade_bank", "end_turn"} <= names(game)
        assert "offer_trade" not in names(game)
        game.step(("build_city", corner(0, EAST)))
        assert game.state.winner == winner
        if not can_win:
            game.step(("end_turn",))
            assert (game.state.turn, game.state.roller) == (2, 1)


def test_paired_part_may_win_at_its_beginning_and_plays_a_card() -> None:
    game = game_in_turn(5, players=6, between_turns="paired_players", victory_target=2)
    game.state.cards[2][KNIGHT] = game.state.new_cards[2][KNIGHT] = 1
    game.state.played_card = True
    game.step(("end_turn",))
    assert game.state.actor == 2
    game.step(("play_knight",))
    assert (game.state.waiting_for, game.state.actor) == ("robber", 2)
    game.step(("move_robber", EAST, None))
    assert names(game) == {"end_turn"}
    game = game_in_turn(5, players=6, between_turns="paired_players", victory_target=2)
    put_buildings(game, 2, corner(0), kind="city")
    game.step(("end_turn",))
    assert game.state.winner == 2

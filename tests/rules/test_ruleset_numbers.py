"""Every number of a ruleset takes effect in play."""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game
from catan_sim.core.resources import EVERYDAY_NAMES
from catan_sim.core.ruleset import Ruleset

from .offers import every_offer
from .positions import (
    BASE,
    BOARD,
    NO_COUNTS,
    PLENTY,
    VICTORY_POINT,
    Counts,
    bank,
    developments,
    game_with,
    hand,
    kinds,
    options,
    play,
    resources,
    roll,
)

ORE_ONLY = dict.fromkeys(EVERYDAY_NAMES, 0) | {"ore": 2}
TWO_ORE = resources(ore=2)


def with_pieces(rules: Ruleset, held: Counts = PLENTY) -> Game:
    return game_with(rules, settlements={0: "C4"}, roads={0: "C4-C5-C6"}, hands={0: held})


@pytest.mark.parametrize(
    ("item", "action"),
    [
        ("road", "build_road(e=C6-C7)"),
        ("settlement", "build_settlement(v=C6)"),
        ("city", "build_city(v=C4)"),
        ("development_card", "buy_card()"),
    ],
)
def test_each_cost(item: str, action: str) -> None:
    game = with_pieces(BASE.replace(costs={item: ORE_ONLY}), TWO_ORE)
    assert kinds(game) - {"offer_trade"} == {action.partition("(")[0], "end_turn"}
    game.step(action)
    assert (hand(game, 0), bank(game)) == (NO_COUNTS, (19, 19, 19, 19, 19))
    assert action.partition("(")[0] not in kinds(with_pieces(BASE.replace(costs={item: ORE_ONLY}), resources(ore=1)))


def test_a_thing_that_costs_nothing_can_be_built_with_an_empty_hand() -> None:
    free = BASE.replace(costs={"road": dict.fromkeys(EVERYDAY_NAMES, 0)})
    assert "build_road" in kinds(with_pieces(free, NO_COUNTS))


@pytest.mark.parametrize(
    ("pieces", "missing"),
    [({"roads": 2}, "build_road"), ({"settlements": 2}, "build_settlement"), ({"cities": 0}, "build_city")],
)
def test_each_number_of_pieces(pieces: dict[str, int], missing: str) -> None:
    everything = {"build_road", "build_settlement", "build_city"}
    game = game_with(BASE.replace(pieces=pieces), settlements={0: "C4 A2"}, roads={0: "C4-C5-C6"}, hands={0: PLENTY})
    assert kinds(game) & everything == everything - {missing}


def test_points_of_buildings() -> None:
    game = with_pieces(BASE.replace(points={"settlement": 3, "city": 1}), resources(4, 4, 4, 8, 8))
    assert game.points[0] == 3
    game.step("build_settlement(v=C6)")
    assert game.points[0] == 6
    game.step("build_city(v=C4)")
    assert game.points[0] == 4


def test_points_of_the_longest_road() -> None:
    game = game_with(
        BASE.replace(points={"longest_road": 5}),
        roads={0: "C4-C5-C6-C7-C8-C9", 1: "E1-E2-E3-E4-E5-E6"},
        longest_road=1,
        hands={0: PLENTY},
    )
    assert game.points[:2] == (0, 5)
    game.step("build_road(e=C9-C10)")
    assert game.points[:2] == (5, 0)


def test_points_of_the_largest_army() -> None:
    game = game_with(
        BASE.replace(points={"largest_army": 4}),
        cards={0: developments(knight=1)},
        played={0: developments(knight=3), 1: developments(knight=3)},
        largest_army=1,
    )
    assert game.points[:2] == (0, 4)
    game.step("play_knight()")
    assert game.points[:2] == (4, 0)


def test_points_of_a_victory_point_card() -> None:
    game = with_pieces(BASE.replace(points={"victory_card": 4}))
    game.step("buy_card()", VICTORY_POINT)
    assert game.points[0] == 5


def test_victory_target() -> None:
    for target, is_over in ((3, True), (4, False)):
        game = with_pieces(BASE.replace(victory_target=target), resources(4, 4, 4, 8, 8))
        play(game, "build_city(v=C4)", "build_settlement(v=C6)")
        assert (game.points[0], game.is_over) == (3, is_over)


def test_longest_road_minimum() -> None:
    game = with_pieces(BASE.replace(longest_road_minimum=3))
    assert game.public_view().longest_road is None
    game.step("build_road(e=C6-C7)")
    assert game.public_view().longest_road == 0


def test_largest_army_minimum() -> None:
    for minimum, holder in ((1, 0), (2, None)):
        game = game_with(BASE.replace(largest_army_minimum=minimum), cards={0: developments(knight=1)})
        game.step("play_knight()")
        assert game.public_view().largest_army == holder


def test_hand_limit() -> None:
    for held, kind in ((3, "move_robber"), (4, "discard")):
        game = game_with(BASE.replace(hand_limit=3), hands={0: resources(ore=held)}, has_rolled=False)
        roll(game, 7)
        assert kinds(game) == {kind}


@pytest.mark.parametrize(
    ("vertex", "field", "rate"),
    [
        ("C4", "bank_rate", 6),
        ("C4", "bank_rate", 1),
        ("A2", "generic_port_rate", 2),
        ("C2", "special_port_rate", 1),
        ("C2", "special_port_rate", 3),
    ],
)
def test_each_rate(vertex: str, field: str, rate: int) -> None:
    rules = BASE.replace(**{field: rate})
    assert (
        options(game_with(rules, settlements={0: vertex}, hands={0: resources(wood=rate - 1)}), "trade_bank") == set()
    )
    game = game_with(rules, settlements={0: vertex}, hands={0: resources(wood=rate)})
    game.step("trade_bank(give=wood, get=ore)")
    assert hand(game, 0) == resources(ore=1)


def test_a_port_worse_than_the_bank_does_no_harm() -> None:
    rules = BASE.replace(generic_port_rate=6, special_port_rate=7)
    game = game_with(rules, settlements={0: "A2 C2"}, hands={0: resources(wood=4)})
    game.step("trade_bank(give=wood, get=ore)")
    assert hand(game, 0) == resources(ore=1)


def test_bank_and_deck() -> None:
    rules = BASE.replace(
        bank={"brick": 3, "ore": 40},
        development_deck={"knight": 0, "victory_point": 1, "road_building": 0, "year_of_plenty": 0, "monopoly": 1},
    )
    game = game_with(rules)
    assert bank(game) == (3, 19, 19, 19, 40)
    assert game.public_view().deck_size == 2
    assert bank(Game(BOARD, rules)) == (3, 19, 19, 19, 40)


def test_offers_per_turn_and_offer_max_cards() -> None:
    game = with_pieces(BASE.replace(offers_per_turn=1, offer_max_cards=1))
    assert {option.split(", ")[0] for option in options(game, "offer_trade")} == every_offer(PLENTY, most=1)
    play(game, "offer_trade(cards=+1brick-1ore, p=1)", "reject_trade()")
    assert "offer_trade" not in kinds(game)


def test_turn_cap_and_players() -> None:
    game = game_with(BASE.replace(players=3, turn_cap=7), turn=6, roller=2)
    assert len(game.points) == 3
    game.step("end_turn()")
    assert (game.actor, game.is_over) == (0, False)
    roll(game, 2)
    game.step("end_turn()")
    assert game.is_over

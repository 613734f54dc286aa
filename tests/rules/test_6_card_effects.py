"""Section 6: what the development cards do."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from catan_sim.core.resources import EVERYDAY_NAMES

from .positions import (
    BASE,
    BOARD,
    NO_COUNTS,
    ORE,
    PLENTY,
    TWO_HEXES,
    bank,
    developments,
    game_with,
    hand,
    hands,
    kinds,
    options,
    play,
    resources,
    roll,
)

ROAD_BUILDING_CARD = {0: developments(road_building=1)}
PLENTY_CARD = {0: developments(year_of_plenty=1)}
MONOPOLY_CARD = {0: developments(monopoly=1)}
ALL_BUT_ONE_EDGE = "A1-A2-A3-A4-A5-B5-B4-B3-B2-B1 A3-B3"


def test_6_3_a_knight_moves_the_robber_and_steals() -> None:
    game = game_with(
        settlements={1: "C4"}, hands={1: resources(ore=1)}, cards={0: developments(knight=1)}, robber="hex9"
    )
    game.step("play_knight()")
    assert kinds(game) == {"move_robber"}
    unmoved = {option for option in options(game, "move_robber") if option.startswith("hex9,")}
    assert unmoved == set()
    assert {"hex4, 1", "hex5, 1"} < options(game, "move_robber")
    game.step("move_robber(h=hex5, p=1)", ORE)
    assert hands(game)[:2] == [resources(ore=1), NO_COUNTS]
    assert game.public_view().robber == BOARD.hex("hex5")
    assert kinds(game) >= {"end_turn"}


def test_6_3_a_knight_makes_nobody_discard() -> None:
    game = game_with(hands={0: PLENTY, 1: PLENTY}, cards={0: developments(knight=1)})
    game.step("play_knight()")
    assert (game.actor, kinds(game)) == (0, {"move_robber"})


def test_6_3_a_knight_before_the_roll_stops_its_hex_at_once() -> None:
    game = game_with(settlements={1: "B4"}, cards={0: developments(knight=1)}, has_rolled=False)
    play(game, "play_knight()", "move_robber(h=hex5, p=-)")
    roll(game, 6)
    assert hand(game, 1) == NO_COUNTS


def test_6_3_a_knights_robber_is_friendly_too() -> None:
    game = game_with(
        BASE.replace(friendly_robber=True),
        settlements={1: "C4"},
        hands={1: PLENTY},
        cards={0: developments(knight=1)},
    )
    game.step("play_knight()")
    assert not options(game, "move_robber") & {"hex5, 1", "hex5, -"}


def test_6_3_a_played_knight_leaves_the_hand() -> None:
    game = game_with(cards={0: developments(knight=2)})
    game.step("play_knight()")
    assert game.private_view(0).cards == developments(knight=1)
    assert game.public_view().played_cards[0] == developments(knight=1)


def test_6_4_two_free_roads_one_after_the_other() -> None:
    game = game_with(roads={0: "C4-C5"}, cards=ROAD_BUILDING_CARD)
    game.step("play_road_building()")
    assert options(game, "place_road") == {"B3-C4", "C3-C4", "C5-C6", "C5-D5"}
    game.step("place_road(e=C5-C6)")
    assert kinds(game) == {"place_road"}
    assert options(game, "place_road") == {"B3-C4", "C3-C4", "C5-D5", "B5-C6", "C6-C7"}
    game.step("place_road(e=C6-C7)")
    assert kinds(game) == {"end_turn"}
    assert sorted(game.public_view().roads.values()) == [0, 0, 0]
    assert game.public_view().played_cards[0] == developments(road_building=1)


def test_6_4_free_roads_cost_nothing() -> None:
    game = game_with(roads={0: "C4-C5"}, hands={0: PLENTY}, cards=ROAD_BUILDING_CARD)
    play(game, "play_road_building()", "place_road(e=C5-C6)", "place_road(e=C6-C7)")
    assert hand(game, 0) == PLENTY


def test_6_4_before_the_roll_the_dice_come_next() -> None:
    game = game_with(roads={0: "C4-C5"}, cards=ROAD_BUILDING_CARD, has_rolled=False)
    play(game, "play_road_building()", "place_road(e=C5-C6)", "place_road(e=C6-C7)")
    assert kinds(game) == {"roll"}


def test_6_4_only_one_road_when_one_piece_is_left() -> None:
    game = game_with(BASE.replace(pieces={"roads": 2}), roads={0: "C4-C5"}, cards=ROAD_BUILDING_CARD)
    play(game, "play_road_building()", "place_road(e=C5-C6)")
    assert kinds(game) == {"end_turn"}


def test_6_4_not_playable_without_a_piece() -> None:
    game = game_with(BASE.replace(pieces={"roads": 2}), roads={0: "C4-C5-C6"}, cards=ROAD_BUILDING_CARD)
    assert kinds(game) == {"end_turn"}


def test_6_4_only_one_road_when_no_further_edge_is_left() -> None:
    game = game_with(board=TWO_HEXES, roads={0: ALL_BUT_ONE_EDGE}, cards=ROAD_BUILDING_CARD)
    game.step("play_road_building()")
    assert options(game, "place_road") == {"A1-B1"}
    game.step("place_road(e=A1-B1)")
    assert kinds(game) == {"end_turn"}


def test_6_4_not_playable_without_an_edge() -> None:
    full = game_with(board=TWO_HEXES, roads={0: f"{ALL_BUT_ONE_EDGE} A1-B1"}, cards=ROAD_BUILDING_CARD)
    assert kinds(full) == {"end_turn"}
    walled_in = game_with(settlements={1: "A1 A3"}, roads={0: "A1-A2-A3"}, cards=ROAD_BUILDING_CARD)
    assert kinds(walled_in) == {"end_turn"}


def test_6_4_the_first_road_may_open_the_only_way_for_the_second() -> None:
    game = game_with(settlements={1: "B2", 2: "A4"}, roads={0: "A1-A2-A3 A1-B2 A3-A4"}, cards=ROAD_BUILDING_CARD)
    game.step("play_road_building()")
    assert options(game, "place_road") == {"A3-B4"}
    game.step("place_road(e=A3-B4)")
    assert options(game, "place_road") == {"B3-B4", "B4-B5"}


@pytest.mark.parametrize(
    ("in_bank", "choices"),
    [
        ((0, 0, 0, 0, 0), set()),
        ((0, 0, 1, 0, 0), {"sheep, -"}),
        ((1, 0, 0, 0, 1), {"brick, ore"}),
        ((0, 2, 0, 0, 0), {"wood, wood"}),
        ((0, 2, 0, 1, 0), {"wood, wood", "wood, wheat"}),
        ((1, 1, 1, 0, 0), {"brick, wood", "brick, sheep", "wood, sheep"}),
        ((2, 2, 2, 2, 2), {", ".join(pair) for pair in combinations_with_replacement(EVERYDAY_NAMES, 2)}),
    ],
)
def test_6_5_year_of_plenty_takes_what_the_bank_has(in_bank: tuple[int, ...], choices: set[str]) -> None:
    rules = BASE.replace(bank=dict(zip(EVERYDAY_NAMES, in_bank, strict=True)))
    game = game_with(rules, cards=PLENTY_CARD, has_rolled=False)
    assert options(game, "play_year_of_plenty") == choices
    assert len(game.legal_actions()) == len(choices) + 1


def test_6_5_both_cards_come_from_the_bank() -> None:
    game = game_with(cards=PLENTY_CARD)
    game.step("play_year_of_plenty(r=wood, s=ore)")
    assert hand(game, 0) == resources(wood=1, ore=1)
    assert bank(game) == (19, 18, 19, 19, 18)
    assert kinds(game) >= {"end_turn"}


def test_6_5_the_same_resource_twice() -> None:
    game = game_with(cards=PLENTY_CARD)
    game.step("play_year_of_plenty(r=ore, s=ore)")
    assert hand(game, 0) == resources(ore=2)


def test_6_5_the_banks_only_card() -> None:
    game = game_with(BASE.replace(bank=dict.fromkeys(EVERYDAY_NAMES, 0) | {"ore": 1}), cards=PLENTY_CARD)
    game.step("play_year_of_plenty(r=ore, s=-)")
    assert hand(game, 0) == resources(ore=1)
    assert bank(game) == NO_COUNTS


def test_6_6_monopoly_takes_all_cards_of_the_resource() -> None:
    game = game_with(
        hands={0: resources(ore=1), 1: resources(brick=2, ore=3), 2: resources(wood=1), 3: resources(ore=2)},
        cards=MONOPOLY_CARD,
    )
    game.step("play_monopoly(r=ore)")
    assert hands(game) == [resources(ore=6), resources(brick=2), resources(wood=1), NO_COUNTS]
    assert game.public_view().hand_sizes == (6, 2, 1, 0)


def test_6_6_monopoly_leaves_the_bank_alone() -> None:
    game = game_with(hands={1: resources(ore=3)}, cards=MONOPOLY_CARD)
    before = bank(game)
    game.step("play_monopoly(r=ore)")
    assert bank(game) == before


def test_6_6_monopoly_is_always_playable() -> None:
    game = game_with(cards=MONOPOLY_CARD)
    assert options(game, "play_monopoly") == set(EVERYDAY_NAMES)
    game.step("play_monopoly(r=ore)")
    assert hands(game) == [NO_COUNTS] * 4

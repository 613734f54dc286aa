"""Section 5: what things cost, how many pieces there are, and where they go."""

from __future__ import annotations

import pytest

from .positions import (
    BASE,
    NO_COUNTS,
    PLENTY,
    Counts,
    bank,
    developments,
    game_with,
    hand,
    kinds,
    options,
    play,
    resources,
)

COSTS = {
    "build_road(e=C6-C7)": resources(brick=1, wood=1),
    "build_settlement(v=C6)": resources(brick=1, wood=1, sheep=1, wheat=1),
    "build_city(v=C4)": resources(wheat=2, ore=3),
    "buy_card()": resources(sheep=1, wheat=1, ore=1),
}
COASTAL_WAY = "A1-A2-A3-A4-A5-A6-A7-B8-B9-C10-C11-D11-D10-E9-E8"
"""Fourteen roads."""


@pytest.mark.parametrize(("purchase", "cost"), COSTS.items())
def test_5_1_each_thing_has_its_cost_which_goes_to_the_bank(purchase: str, cost: Counts) -> None:
    game = game_with(settlements={0: "C4"}, roads={0: "C4-C5-C6"}, hands={0: cost})
    game.step(purchase)
    assert hand(game, 0) == NO_COUNTS
    assert bank(game) == (19, 19, 19, 19, 19)
    assert game.public_view().hand_sizes[0] == 0


@pytest.mark.parametrize(("purchase", "cost"), COSTS.items())
def test_5_1_one_card_short_is_too_little(purchase: str, cost: Counts) -> None:
    kind = purchase.partition("(")[0]
    for missing in range(5):
        if cost[missing]:
            short = tuple(count - (resource == missing) for resource, count in enumerate(cost))
            game = game_with(settlements={0: "C4"}, roads={0: "C4-C5-C6"}, hands={0: short})
            assert kind not in kinds(game)


def test_5_2_fifteen_roads() -> None:
    game = game_with(roads={0: COASTAL_WAY}, hands={0: PLENTY})
    game.step("build_road(e=E8-F7)")
    assert "build_road" not in kinds(game)
    assert "play_road_building" not in kinds(game)


def test_5_2_five_settlements_and_upgrading_returns_one() -> None:
    game = game_with(settlements={0: "A1 A3 A5 A7"}, roads={0: "A7-B8-B9-C10-C11"}, hands={0: resources(4, 4, 4, 8, 8)})
    assert options(game, "build_settlement") == {"B9", "C10", "C11"}
    game.step("build_settlement(v=B9)")
    assert options(game, "build_settlement") == set()
    game.step("build_city(v=A1)")
    assert options(game, "build_settlement") == {"C11"}


def test_5_2_four_cities() -> None:
    game = game_with(settlements={0: "A7 B9"}, cities={0: "A1 A3 A5"}, hands={0: resources(wheat=8, ore=8)})
    game.step("build_city(v=A7)")
    assert "build_city" not in kinds(game)


def test_5_2_every_player_has_pieces_of_their_own() -> None:
    game = game_with(roads={1: COASTAL_WAY + "-F7", 0: "C4-C5"}, hands={0: PLENTY})
    assert "build_road" in kinds(game)


def test_5_3_a_road_starts_at_a_building_of_ones_own() -> None:
    game = game_with(settlements={0: "C4"}, cities={0: "F6"}, hands={0: PLENTY})
    assert options(game, "build_road") == {"B3-C4", "C3-C4", "C4-C5", "F5-F6", "F6-F7"}


def test_5_3_a_road_goes_on_from_either_end_of_ones_own_road() -> None:
    game = game_with(roads={0: "C4-C5"}, hands={0: PLENTY})
    assert options(game, "build_road") == {"B3-C4", "C3-C4", "C5-C6", "C5-D5"}


def test_5_3_the_edge_must_be_free() -> None:
    game = game_with(roads={0: "C4-C5", 1: "C5-C6", 2: "B3-C4"}, hands={0: PLENTY})
    assert options(game, "build_road") == {"C3-C4", "C5-D5"}


def test_5_3_anothers_network_is_no_start() -> None:
    game = game_with(settlements={1: "C4"}, roads={1: "C4-C5"}, hands={0: PLENTY})
    assert options(game, "build_road") == set()


def test_5_3_a_new_road_opens_the_edges_at_its_far_end() -> None:
    game = game_with(roads={0: "C4-C5"}, hands={0: PLENTY})
    game.step("build_road(e=C5-D5)")
    assert options(game, "build_road") == {"B3-C4", "C3-C4", "C5-C6", "D4-D5", "D5-D6"}


def test_5_3_no_road_through_an_opponents_settlement() -> None:
    game = game_with(settlements={1: "C5"}, roads={0: "C4-C5"}, hands={0: PLENTY})
    assert options(game, "build_road") == {"B3-C4", "C3-C4"}


def test_5_3_no_road_through_an_opponents_city() -> None:
    game = game_with(cities={1: "C5"}, roads={0: "C4-C5"}, hands={0: PLENTY})
    assert options(game, "build_road") == {"B3-C4", "C3-C4"}


def test_5_3_a_road_may_end_at_an_opponents_building() -> None:
    game = game_with(settlements={1: "C6"}, roads={0: "C4-C5"}, hands={0: PLENTY})
    assert "C5-C6" in options(game, "build_road")
    game.step("build_road(e=C5-C6)")
    assert options(game, "build_road") == {"B3-C4", "C3-C4", "C5-D5"}


def test_5_3_an_opponents_new_settlement_blocks_the_way_at_once() -> None:
    game = game_with(roads={0: "C5-D5", 1: "C3-C4-C5-C6"}, hands={0: PLENTY, 1: PLENTY})
    play(game, "build_settlement(v=C5)", "end_turn()")
    game.step("roll()", 11)
    assert options(game, "build_road") == {"C2-C3", "C3-D3", "B3-C4", "B5-C6", "C6-C7"}


def test_5_3_an_opponents_new_settlement_at_a_loose_end_closes_it() -> None:
    game = game_with(roads={0: "C5-D5", 1: "C3-C4-C5"}, hands={0: PLENTY, 1: PLENTY})
    play(game, "build_settlement(v=C5)", "end_turn()")
    game.step("roll()", 11)
    assert options(game, "build_road") == {"C2-C3", "C3-D3", "B3-C4"}


def test_5_3_ones_own_new_settlement_closes_nothing() -> None:
    game = game_with(roads={0: "C3-C4-C5"}, hands={0: PLENTY})
    game.step("build_settlement(v=C5)")
    assert options(game, "build_road") == {"C2-C3", "C3-D3", "B3-C4", "C5-C6", "C5-D5"}


def test_5_4_a_settlement_needs_an_end_of_ones_own_road() -> None:
    game = game_with(roads={0: "C4-C5-C6", 1: "E1-E2"}, hands={0: PLENTY})
    assert options(game, "build_settlement") == {"C4", "C5", "C6"}


def test_5_4_a_settlement_keeps_the_distance_rule() -> None:
    game = game_with(settlements={0: "C4"}, cities={1: "B5"}, roads={0: "C4-C5-C6-C7-C8"}, hands={0: PLENTY})
    assert options(game, "build_settlement") == {"C7", "C8"}
    game.step("build_settlement(v=C8)")
    assert options(game, "build_settlement") == set()


def test_5_4_an_opponents_new_settlement_keeps_others_at_a_distance() -> None:
    game = game_with(roads={0: "D5-C5", 1: "C3-C4 C6-C7"}, hands={0: PLENTY, 1: PLENTY})
    play(game, "build_settlement(v=C5)", "end_turn()")
    game.step("roll()", 11)
    assert options(game, "build_settlement") == {"C3", "C7"}


def test_5_4_a_city_replaces_ones_own_settlement() -> None:
    game = game_with(settlements={0: "C4 E4", 1: "A2"}, cities={0: "F6"}, hands={0: resources(wheat=8, ore=8)})
    assert options(game, "build_city") == {"C4", "E4"}
    game.step("build_city(v=C4)")
    view = game.public_view()
    assert (view.settlements, sorted(view.cities.values())) == ({game.board.vertex("E4"): 0, 1: 1}, [0, 0])
    assert options(game, "build_city") == {"E4"}


def test_5_4_a_new_settlement_can_become_a_city_in_the_same_turn() -> None:
    game = game_with(roads={0: "C4-C5"}, hands={0: PLENTY})
    play(game, "build_settlement(v=C5)", "build_city(v=C5)")
    assert game.points[0] == 2


def test_5_4_a_city_keeps_the_distance_rule_in_force() -> None:
    game = game_with(settlements={0: "C4"}, roads={0: "C4-C5-C6"}, hands={0: resources(4, 4, 4, 8, 8)})
    game.step("build_city(v=C4)")
    assert options(game, "build_settlement") == {"C6"}


def test_5_2_road_building_uses_up_pieces() -> None:
    game = game_with(BASE, roads={0: COASTAL_WAY}, hands={0: PLENTY}, cards={0: developments(road_building=1)})
    play(game, "play_road_building()", "place_road(e=E8-F7)")
    assert "build_road" not in kinds(game)

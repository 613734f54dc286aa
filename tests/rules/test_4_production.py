"""Section 4: the dice, what the hexes pay, and a bank that runs short.

A 6 pays brick on hex5, hex6 and hex18 and ore on hex14. B4 lies at hex5 alone of these, B5 and C6 at hex5 and hex6, B6
and B7 at hex6, F4 at hex18, D5 at hex14.
"""

from __future__ import annotations

from collections import Counter

import pytest

from catan_sim.core.game import Game

from .positions import (
    BASE,
    BRICK,
    NO_COUNTS,
    TWO_HEXES,
    Places,
    bank,
    game_with,
    hand,
    hands,
    island,
    options,
    resources,
    roll,
)

WITHOUT_DESERT = island(["brick 6, ore 5"])


def rolled(
    total: int, settlements: Places, cities: Places | None = None, robber: str = "hex10", bricks: int = 19
) -> Game:
    """The game after a roll, with a bank that had so many bricks."""
    rules = BASE.replace(bank={"brick": bricks})
    game = game_with(rules, settlements=settlements, cities=cities, robber=robber, has_rolled=False)
    roll(game, total)
    return game


def test_4_1_two_dice() -> None:
    throws = Counter(game_with(has_rolled=False, seed=seed).step("roll()").outcome for seed in range(360))
    assert set(throws) == {10 * first + second for first in range(1, 7) for second in range(1, 7)}
    assert max(throws.values()) < 25  # 10 on average


def test_4_1_a_settlement_gets_one_card() -> None:
    assert hands(rolled(6, {1: "B4"})) == [NO_COUNTS, resources(brick=1), NO_COUNTS, NO_COUNTS]


def test_4_1_a_city_gets_two_cards() -> None:
    assert hand(rolled(6, {}, {1: "B4"}), 1) == resources(brick=2)


def test_4_1_each_building_and_each_hex_counts() -> None:
    game = rolled(6, {0: "B4", 1: "C6"}, {0: "D5", 2: "F4"})
    assert hands(game) == [resources(brick=1, ore=2), resources(brick=2), resources(brick=2), NO_COUNTS]


def test_4_1_two_buildings_at_one_hex_both_get_a_card() -> None:
    assert hand(rolled(6, {1: "B4 C4"}, {1: "C6"}), 1) == resources(brick=6)


def test_4_1_only_hexes_with_the_number_pay() -> None:
    assert hands(rolled(5, {0: "B4", 1: "D5"})) == [NO_COUNTS] * 4


@pytest.mark.parametrize(
    ("total", "vertex", "paid"),
    [
        (2, "A4", resources(sheep=1)),
        (3, "D9", resources(wood=1)),
        (4, "E7", resources(wheat=1)),
        (5, "F2", resources(brick=1)),
        (8, "D10", resources(ore=1)),
        (9, "C1", resources(wheat=1)),
        (10, "A2", resources(ore=1)),
        (11, "F6", resources(sheep=1)),
        (12, "B1", resources(wheat=1)),
    ],
)
def test_4_1_every_sum_but_seven_pays(total: int, vertex: str, paid: tuple[int, ...]) -> None:
    assert hand(rolled(total, {0: vertex}), 0) == paid


def test_4_1_the_robber_stops_its_hex_and_no_other() -> None:
    game = rolled(6, {0: "B4", 1: "B7", 2: "C6"}, robber="hex5")
    assert hands(game) == [NO_COUNTS, resources(brick=1), resources(brick=1), NO_COUNTS]


def test_4_1_cards_come_out_of_the_bank() -> None:
    assert bank(rolled(6, {0: "B4"}, {1: "D5"})) == resources(brick=18, wood=19, sheep=19, wheat=19, ore=17)


def test_4_2_a_bank_with_exactly_enough_pays_everybody() -> None:
    game = rolled(6, {0: "B4"}, {1: "B7"}, bricks=3)
    assert hands(game)[:2] == [resources(brick=1), resources(brick=2)]
    assert bank(game)[BRICK] == 0


def test_4_2_bank_short_pays_nobody_when_two_are_owed() -> None:
    game = rolled(6, {0: "B4"}, {1: "B7"}, bricks=2)
    assert hands(game) == [NO_COUNTS] * 4
    assert bank(game)[BRICK] == 2


def test_4_2_bank_short_pays_the_rest_to_a_sole_claimant() -> None:
    game = rolled(6, {1: "B4"}, {1: "F4"}, bricks=2)
    assert hand(game, 1) == resources(brick=2)
    assert bank(game)[BRICK] == 0


def test_4_2_an_empty_bank_pays_a_sole_claimant_nothing() -> None:
    assert hands(rolled(6, {1: "B4"}, bricks=0)) == [NO_COUNTS] * 4


def test_4_2_shortage_is_judged_over_all_hexes_of_the_resource() -> None:
    """Each hex alone could be paid, both together cannot."""
    assert hands(rolled(6, {0: "B4"}, {1: "F4"}, bricks=2)) == [NO_COUNTS] * 4


def test_4_2_the_robbers_hex_owes_nothing_in_a_shortage() -> None:
    game = rolled(6, {0: "B4"}, {1: "F4"}, bricks=1, robber="hex5")
    assert hands(game)[:2] == [NO_COUNTS, resources(brick=1)]


def test_4_2_each_resource_is_judged_on_its_own() -> None:
    game = rolled(6, {0: "B4 D5", 1: "B7"}, bricks=1)
    assert hands(game)[:2] == [resources(ore=1), NO_COUNTS]


def test_4_2_a_sole_claimant_of_one_resource_beside_several_of_another() -> None:
    game = rolled(6, {0: "B4"}, {0: "D5", 1: "E3"}, bricks=0)
    assert hands(game)[:2] == [resources(ore=2), resources(ore=2)]


def test_4_1_a_robber_off_the_board_stops_nothing() -> None:
    game = game_with(board=WITHOUT_DESERT, settlements={0: "A2"}, has_rolled=False)
    assert game.public_view().robber is None
    roll(game, 6)
    assert hand(game, 0) == resources(brick=1)


def test_4_4_a_robber_off_the_board_comes_in_on_any_hex() -> None:
    game = game_with(board=WITHOUT_DESERT, has_rolled=False)
    roll(game, 7)
    assert options(game, "move_robber") == {"hex1, -", "hex2, -"}


def test_1_4_the_robber_starts_on_the_desert() -> None:
    assert game_with(board=TWO_HEXES).public_view().robber == 1

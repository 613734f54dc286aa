"""Section 7: trade with the bank.

On the board, A1-A2 and C11-D11 are generic ports, B1-C2 is the wood port, B8-B9 the ore port.
"""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game
from catan_sim.core.resources import EVERYDAY_NAMES

from .positions import BASE, BOARD, Counts, bank, game_with, hand, options, play, resources


def tradeable(game: Game) -> set[str]:
    """The resources that the roller can give to the bank."""
    return {option.split(", ")[0] for option in options(game, "trade_bank")}


def others(name: str) -> set[str]:
    return set(EVERYDAY_NAMES) - {name}


def test_7_1_four_equal_cards_buy_one_of_another_resource() -> None:
    game = game_with(hands={0: resources(brick=5, wood=3, ore=4)})
    assert options(game, "trade_bank") == {f"{give}, {get}" for give in ("brick", "ore") for get in others(give)}
    game.step("trade_bank(give=brick, get=sheep)")
    assert hand(game, 0) == resources(brick=1, wood=3, sheep=1, ore=4)
    assert bank(game) == (18, 16, 18, 19, 15)


def test_7_1_three_cards_are_too_few_without_a_port() -> None:
    assert tradeable(game_with(settlements={0: "C4"}, hands={0: (3, 3, 3, 3, 3)})) == set()


@pytest.mark.parametrize("vertex", ["A1", "A2", "C11", "D11"])
def test_7_1_a_settlement_at_a_generic_port_trades_three(vertex: str) -> None:
    game = game_with(settlements={0: vertex}, hands={0: resources(brick=3, wood=2, ore=3)})
    assert tradeable(game) == {"brick", "ore"}
    game.step("trade_bank(give=ore, get=wood)")
    assert hand(game, 0) == resources(brick=3, wood=3)


def test_7_1_a_city_at_a_port_serves_too() -> None:
    assert tradeable(game_with(cities={0: "A1"}, hands={0: resources(brick=3, wood=2)})) == {"brick"}
    assert tradeable(game_with(cities={0: "C2"}, hands={0: resources(brick=3, wood=2)})) == {"wood"}


@pytest.mark.parametrize(
    ("vertex", "resource"), [("C2", "wood"), ("B9", "ore"), ("A5", "wheat"), ("E1", "brick"), ("E9", "sheep")]
)
def test_7_1_a_special_port_trades_two_of_its_resource_alone(vertex: str, resource: str) -> None:
    game = game_with(settlements={0: vertex}, hands={0: (3, 3, 3, 3, 3)})
    assert tradeable(game) == {resource}
    get = min(others(resource))
    game.step(f"trade_bank(give={resource}, get={get})")
    left = dict.fromkeys(EVERYDAY_NAMES, 3) | {resource: 1, get: 4}
    assert hand(game, 0) == tuple(left.values())


@pytest.mark.parametrize(
    ("held", "give", "left"),
    [
        (resources(wood=2), "wood", resources(sheep=1)),
        (resources(wood=4), "wood", resources(wood=2, sheep=1)),
        (resources(ore=4), "ore", resources(ore=1, sheep=1)),
    ],
)
def test_7_1_always_the_best_rate(held: Counts, give: str, left: Counts) -> None:
    game = game_with(settlements={0: "A1 C2"}, hands={0: held})
    game.step(f"trade_bank(give={give}, get=sheep)")
    assert hand(game, 0) == left


def test_7_1_a_special_port_leaves_the_bank_rate_for_the_rest() -> None:
    assert tradeable(game_with(settlements={0: "C2"}, hands={0: resources(brick=4, ore=3)})) == {"brick"}


def test_7_1_anothers_port_or_a_road_at_a_port_is_of_no_use() -> None:
    game = game_with(settlements={1: "A1"}, roads={0: "C1-C2"}, hands={0: (3, 3, 3, 3, 3)})
    assert tradeable(game) == set()


def test_7_1_a_port_serves_from_the_moment_it_is_built_on() -> None:
    game = game_with(roads={0: "C1-C2"}, hands={0: resources(brick=1, wood=3, sheep=1, wheat=1)})
    assert tradeable(game) == set()
    game.step("build_settlement(v=C2)")
    assert tradeable(game) == {"wood"}


def test_7_1_a_new_settlement_leaves_the_older_ports_in_use() -> None:
    held = resources(brick=1, wood=3, sheep=1, wheat=1, ore=2)
    game = game_with(settlements={0: "B9"}, roads={0: "C1-C2"}, hands={0: held})
    game.step("build_settlement(v=C2)")
    assert tradeable(game) == {"wood", "ore"}


def test_7_1_a_city_keeps_its_port() -> None:
    game = game_with(settlements={0: "C2"}, hands={0: resources(wood=2, wheat=2, ore=3)})
    game.step("build_city(v=C2)")
    assert tradeable(game) == {"wood"}


def test_7_1_a_port_of_the_setup_serves_too() -> None:
    game = Game(BOARD, BASE.replace(players=2))
    play(game, "place_settlement(v=C2)", "place_road(e=C1-C2)")
    assert game.state["ports"][0] == 1 << 1
    assert game.state["ports"][1] == 0


def test_7_2_the_bank_must_have_the_card() -> None:
    game = game_with(BASE.replace(bank={"sheep": 0, "ore": 1}), hands={0: resources(brick=8)})
    assert options(game, "trade_bank") == {"brick, wood", "brick, wheat", "brick, ore"}
    game.step("trade_bank(give=brick, get=ore)")
    assert options(game, "trade_bank") == {"brick, wood", "brick, wheat"}

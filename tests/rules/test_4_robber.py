"""Section 4: where the robber goes and whom it robs."""

from __future__ import annotations

from collections import Counter

import pytest

from catan_sim.core.game import Game
from mcts.errors import InputError

from .positions import (
    BASE,
    BOARD,
    BRICK,
    NO_COUNTS,
    ORE,
    TWO_HEXES,
    CountsBySeat,
    Places,
    developments,
    game_with,
    hand,
    hands,
    kinds,
    options,
    resources,
    roll,
)

FRIENDLY = BASE.replace(friendly_robber=True)
ONE_BRICK = resources(brick=1)


def moving_robber(
    settlements: Places | None = None,
    cities: Places | None = None,
    cards: CountsBySeat | None = None,
    robber: str = "hex10",
    seed: int = 0,
) -> Game:
    """Seat 0 has rolled a seven."""
    game = game_with(
        settlements=settlements, cities=cities, hands=cards or {}, robber=robber, has_rolled=False, seed=seed
    )
    roll(game, 7)
    return game


def victims(game: Game, hex_label: str) -> set[str]:
    """Who may be robbed at a hex; ``-`` for nobody."""
    moves = (option.split(", ") for option in options(game, "move_robber"))
    return {victim for place, victim in moves if place == hex_label}


def test_4_4_the_robber_must_move_to_another_hex() -> None:
    game = moving_robber(robber="hex5")
    assert options(game, "move_robber") == {f"{label}, -" for label in BOARD.hex_labels if label != "hex5"}
    assert kinds(game) == {"move_robber"}


def test_4_4_the_robber_may_go_back_to_the_desert() -> None:
    assert victims(moving_robber(robber="hex5"), "hex10") == {"-"}
    assert victims(moving_robber(robber="hex10"), "hex10") == set()


def test_4_4_the_robber_goes_where_it_is_sent_and_the_turn_goes_on() -> None:
    game = moving_robber()
    game.step("move_robber(h=hex7, p=-)")
    assert game.public_view().robber == BOARD.hex("hex7")
    assert (game.actor, kinds(game)) == (0, {"end_turn"})


def test_4_5_one_of_those_with_a_building_and_cards_must_be_robbed() -> None:
    game = moving_robber(
        {0: "B4", 1: "C4", 3: "A2"}, {2: "C6"}, {0: ONE_BRICK, 1: ONE_BRICK, 2: ONE_BRICK, 3: ONE_BRICK}
    )
    assert victims(game, "hex5") == {"1", "2"}
    assert len(game.legal_actions()) == len(options(game, "move_robber"))


def test_4_5_several_buildings_of_a_victim_are_one_choice() -> None:
    game = moving_robber({1: "B4 C4 C6"}, cards={1: ONE_BRICK})
    assert victims(game, "hex5") == {"1"}
    assert len(game.legal_actions()) == len(options(game, "move_robber"))


def test_4_5_a_player_without_cards_cannot_be_robbed() -> None:
    assert victims(moving_robber({1: "C4"}), "hex5") == {"-"}
    assert victims(moving_robber({1: "C4", 2: "B4"}, cards={2: ONE_BRICK}), "hex5") == {"2"}


def test_4_5_nobody_robs_oneself() -> None:
    assert victims(moving_robber({0: "C4"}, cards={0: ONE_BRICK}), "hex5") == {"-"}


def test_4_5_a_road_at_the_hex_does_not_make_a_victim() -> None:
    game = game_with(roads={1: "C4-C5"}, hands={1: ONE_BRICK}, has_rolled=False)
    roll(game, 7)
    assert victims(game, "hex5") == {"-"}


def test_4_5_one_card_changes_hands() -> None:
    game = moving_robber({1: "C4"}, cards={1: resources(brick=2, ore=1)})
    game.step("move_robber(h=hex5, p=1)", ORE)
    assert hands(game)[:2] == [resources(ore=1), resources(brick=2)]
    assert game.public_view().hand_sizes[:2] == (1, 2)


def test_4_5_without_a_victim_nothing_is_stolen() -> None:
    game = moving_robber({1: "C4"}, cards={1: ONE_BRICK})
    game.step("move_robber(h=hex19, p=-)")
    assert hands(game)[:2] == [NO_COUNTS, ONE_BRICK]


def test_4_5_only_a_card_that_the_victim_has_can_be_stolen() -> None:
    with pytest.raises(InputError):
        moving_robber({1: "C4"}, cards={1: ONE_BRICK}).step("move_robber(h=hex5, p=1)", ORE)


def test_4_5_every_card_of_the_victim_is_equally_likely() -> None:
    stolen: Counter[int] = Counter()
    for seed in range(300):
        game = moving_robber({1: "C4"}, cards={1: resources(brick=3, wheat=2, ore=1)}, seed=seed)
        stolen[game.step("move_robber(h=hex5, p=1)").outcome] += 1
    assert set(stolen) == {0, 3, 4}
    assert 120 < stolen[BRICK] < 180
    assert 30 < stolen[ORE] < 70


def friendly(
    settlements: Places,
    cities: Places | None = None,
    roads: Places | None = None,
    cards: CountsBySeat | None = None,
    hands: CountsBySeat | None = None,
) -> Game:
    """Seat 0 has rolled a seven and the robber is friendly."""
    game = game_with(
        FRIENDLY, settlements=settlements, cities=cities, roads=roads, cards=cards, hands=hands, has_rolled=False
    )
    roll(game, 7)
    return game


def test_4_6_the_robber_spares_players_with_two_points() -> None:
    game = friendly({1: "C4 E4"}, hands={1: ONE_BRICK})
    for spared in ("hex4", "hex5", "hex9", "hex14", "hex17", "hex18"):
        assert victims(game, spared) == set()
    assert victims(game, "hex1") == {"-"}


def test_4_6_three_visible_points_are_not_spared() -> None:
    assert victims(friendly({1: "C4 E4 A2"}, hands={1: ONE_BRICK}), "hex5") == {"1"}
    assert victims(friendly({1: "C4"}, {1: "E4"}, hands={1: ONE_BRICK}), "hex5") == {"1"}


def test_4_6_awards_are_visible_points() -> None:
    game = friendly({1: "C4"}, roads={1: "C4-C5-C6-C7-C8-C9"}, hands={1: ONE_BRICK})
    assert victims(game, "hex5") == {"1"}


def test_4_6_victory_point_cards_are_not_visible() -> None:
    game = friendly({1: "C4 E4"}, cards={1: developments(victory_point=3)}, hands={1: ONE_BRICK})
    assert victims(game, "hex5") == set()


def test_4_6_spared_also_without_cards_and_beside_rich_players() -> None:
    game = friendly({1: "C4", 2: "C6 A2 E4"}, hands={2: ONE_BRICK})
    assert victims(game, "hex5") == set()
    assert victims(game, "hex6") == {"2"}


def test_4_6_ones_own_buildings_do_not_spare_a_hex() -> None:
    assert victims(friendly({0: "C4"}), "hex5") == {"-"}


def test_4_6_waived_when_no_hex_is_left() -> None:
    game = game_with(FRIENDLY, TWO_HEXES, settlements={1: "B2"}, hands={1: ONE_BRICK}, robber="hex2", has_rolled=False)
    roll(game, 7)
    assert options(game, "move_robber") == {"hex1, 1"}
    game.step("move_robber(h=hex1, p=1)")
    assert hand(game, 0) == ONE_BRICK


def test_4_6_without_the_rule_nobody_is_spared() -> None:
    assert victims(moving_robber({1: "C4"}, cards={1: ONE_BRICK}), "hex5") == {"1"}

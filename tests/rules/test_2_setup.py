"""Section 2: the set-up."""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game
from catan_sim.core.records import Part
from catan_sim.core.ruleset import Ruleset

from .positions import (
    BASE,
    BOARD,
    NO_COUNTS,
    TWO_HEXES,
    bank,
    edges_of,
    hand,
    hands,
    island,
    kinds,
    options,
    pass_turn,
    play,
    resources,
)

TWO_PLAYERS = BASE.replace(players=2)

FIFTEEN_THAT_CLOSE_THE_BOARD = "A2 A5 B3 B8 C2 C6 C9 D2 D6 D8 D11 E3 E8 F2 F5"


def pick(game: Game, vertex: str) -> None:
    """Place a settlement and the first road that may go with it."""
    game.step(f"place_settlement(v={vertex})")
    game.step(f"place_road(e={min(options(game, 'place_road'))})")


def after_picks(vertices: str, rules: Ruleset = TWO_PLAYERS) -> Game:
    """A game whose first settlements are these."""
    game = Game(BOARD, rules)
    for vertex in vertices.split():
        pick(game, vertex)
    return game


def in_setup(game: Game) -> bool:
    return game.public_view().part == Part.SETUP


def test_2_1_seats_pick_in_order_and_then_in_reverse() -> None:
    game = Game(BOARD, BASE.replace(players=3))
    actors = []
    while in_setup(game):
        actors.append(game.actor)
        game.step(game.random_action())
    assert actors == [0, 0, 1, 1, 2, 2, 2, 2, 1, 1, 0, 0]


def test_2_1_each_pick_is_a_settlement_and_then_a_road() -> None:
    game = Game(BOARD, TWO_PLAYERS)
    for _ in range(4):
        assert kinds(game) == {"place_settlement"}
        game.step(game.random_action())
        assert kinds(game) == {"place_road"}
        game.step(game.random_action())
    assert not in_setup(game)


def test_2_1_picks_are_free_but_use_up_pieces() -> None:
    game = after_picks("A2 C4")
    assert hands(game) == [NO_COUNTS, NO_COUNTS]
    assert bank(game) == (19, 19, 19, 19, 19)
    assert list(game.state["settlements_left"][:2]) == [4, 4]
    assert list(game.state["roads_left"][:2]) == [14, 14]


def test_2_2_the_first_settlement_goes_anywhere() -> None:
    assert options(Game(BOARD), "place_settlement") == set(BOARD.vertex_labels)


def test_2_2_no_settlement_on_or_next_to_a_building() -> None:
    game = after_picks("C4")
    assert options(game, "place_settlement") == set(BOARD.vertex_labels) - {"C4", "B3", "C3", "C5"}
    pick(game, "A2")
    assert options(game, "place_settlement").isdisjoint({"C4", "B3", "C3", "C5", "A1", "A2", "A3"})


def test_2_2_own_settlements_keep_their_distance_too() -> None:
    game = after_picks("A2 C4")
    assert game.actor == 1
    assert options(game, "place_settlement").isdisjoint({"C4", "B3", "C3", "C5"})


@pytest.mark.parametrize(
    ("vertex", "edges"), [("C4", {"C3-C4", "C4-C5", "B3-C4"}), ("A2", {"A1-A2", "A2-A3"}), ("F7", {"F6-F7", "E8-F7"})]
)
def test_2_3_the_road_touches_the_settlement_just_placed(vertex: str, edges: set[str]) -> None:
    game = Game(BOARD)
    play(game, f"place_settlement(v={vertex})")
    assert options(game, "place_road") == edges


def test_2_3_the_second_road_may_not_go_to_the_first_settlement() -> None:
    game = after_picks("A2 C4")
    play(game, "place_settlement(v=E4)")
    assert options(game, "place_road") == {"E3-E4", "E4-E5", "E4-F3"}


def test_2_3_the_road_needs_a_free_edge() -> None:
    game = Game(BOARD)
    lay_foreign_roads(game, "C3-C4 C4-C5")
    play(game, "place_settlement(v=C4)")
    assert options(game, "place_road") == {"B3-C4"}


def lay_foreign_roads(game: Game, chains: str) -> None:
    """Roads of the last seat, where no set-up would have put them."""
    for edge in edges_of(game.board, chains):
        bit = type(game.state["all_roads"][0])(1 << edge % 64)
        game.state["all_roads"][edge // 64] |= bit
        game.state["roads"][game.ruleset.players - 1, edge // 64] |= bit


def test_2_4_the_first_settlement_pays_nothing() -> None:
    assert hands(after_picks("C4 E4")) == [NO_COUNTS, NO_COUNTS]


def test_2_4_the_second_settlement_pays_one_card_for_each_hex_at_once() -> None:
    game = after_picks("A2 E4")
    play(game, "place_settlement(v=C4)")
    assert hand(game, 1) == resources(wheat=1, brick=1, wood=1)
    assert hand(game, 0) == NO_COUNTS
    assert bank(game) == resources(brick=18, wood=18, sheep=19, wheat=18, ore=19)


def test_2_4_two_hexes_of_one_resource_pay_two() -> None:
    assert hand(after_picks("A2 E4 B5"), 1) == resources(sheep=1, brick=2)


def test_2_4_the_desert_pays_nothing() -> None:
    assert hand(after_picks("A2 E4 C6"), 1) == resources(brick=2)


def test_2_4_a_coastal_settlement_pays_its_only_hex() -> None:
    assert hand(after_picks("C4 E4 A2"), 1) == resources(ore=1)


def test_2_4_both_players_are_paid_for_their_second_settlement() -> None:
    assert hands(after_picks("A2 E4 C6 B1")) == [resources(wheat=1), resources(brick=2)]


def test_2_4_the_robber_does_not_block() -> None:
    game = Game(island(["brick 6, ore 4, wood 3"], robber="hex1"), TWO_PLAYERS)
    for vertex in ("A5", "A7", "B1"):
        pick(game, vertex)
    assert hand(game, 1) == resources(brick=1)


def test_2_4_an_empty_bank_pays_nothing() -> None:
    assert hand(after_picks("A2 E4 C4", TWO_PLAYERS.replace(bank={"brick": 0})), 1) == resources(wheat=1, wood=1)


def test_2_4_the_last_card_is_paid() -> None:
    game = after_picks("A2 E4 B5", TWO_PLAYERS.replace(bank={"brick": 1}))
    assert hand(game, 1) == resources(sheep=1, brick=1)
    assert bank(game)[0] == 0


def test_2_5_picks_are_skipped_when_fifteen_settlements_of_eight_players_close_the_board() -> None:
    game = Game(BOARD, BASE.replace(players=8))
    for vertex in FIFTEEN_THAT_CLOSE_THE_BOARD.split():
        assert in_setup(game)
        pick(game, vertex)
    owners = list(game.public_view().settlements.values())
    assert [owners.count(seat) for seat in range(8)] == [1, 2, 2, 2, 2, 2, 2, 2]
    assert (game.actor, game.public_view().turn, kinds(game)) == (0, 1, {"roll"})
    for _ in range(8):
        pass_turn(game)
    assert (game.actor, game.public_view().turn, kinds(game)) == (0, 9, {"roll"})


def test_2_5_several_picks_in_a_row_are_skipped() -> None:
    game = Game(TWO_HEXES, BASE.replace(players=4))
    for vertex in ("A2", "A4", "B2"):
        pick(game, vertex)
    assert game.actor == 3
    assert options(game, "place_settlement") == {"B4", "B5"}
    pick(game, "B4")
    assert sorted(game.public_view().settlements.values()) == [0, 1, 2, 3]
    assert (game.actor, game.public_view().turn, kinds(game)) == (0, 1, {"roll"})
    assert hands(game) == [NO_COUNTS] * 4


def test_2_5_a_settlement_without_a_free_edge_goes_without_its_road() -> None:
    game = Game(BOARD)
    lay_foreign_roads(game, "C3-C4-C5 B3-C4")
    play(game, "place_settlement(v=C4)")
    assert (game.actor, kinds(game)) == (1, {"place_settlement"})


def test_2_6_then_seat_0_has_the_first_turn() -> None:
    game = after_picks("A2 C4 E4 D8")
    view = game.public_view()
    assert (view.part, view.turn, view.roller, view.actor) == (Part.TURN, 1, 0, 0)
    assert kinds(game) == {"roll"}

"""Rules 5.5 and 5.6: how long a road is and who holds the award."""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game

from .positions import (
    BASE,
    BOARD,
    PLENTY,
    Places,
    developments,
    edges_of,
    game_with,
    options,
    play,
    roll,
)

NETWORKS = {
    "nothing": ("", 0),
    "one road": ("C4-C5", 1),
    "a straight way": ("C4-C5-C6-C7", 3),
    "two separate ways": ("C4-C5-C6-C7 E1-E2", 3),
    "a fork": ("C1-C2-C3-C4 C3-D3", 3),
    "the two longer of three arms": ("C5-C4-C3-C2 C5-C6-C7 C5-D5", 5),
    "a branch in the middle": ("C1-C2-C3-C4-C5-C6 B3-C4", 5),
    "a ring": ("C4-C5-C6-B5-B4-B3-C4", 6),
    "a ring with a tail": ("C4-C5-C6-B5-B4-B3-C4 C4-C3", 7),
    "a ring with two tails": ("C4-C5-C6-B5-B4-B3-C4 C4-C3-C2 B5-B6-B7", 8),
    "a ring with tails at neighbours": ("C4-C5-C6-B5-B4-B3-C4 C4-C3-C2 C5-D5-D6", 9),
    "two rings with a common side": ("C4-C5-C6-B5-B4-B3-C4 C4-C3-D3-D4-D5-C5", 11),
    "a figure of eight": ("C4-C5-C6-B5-B4-B3-C4 C6-C7 C7-C8-C9-D9-D8-D7-C7", 13),
    "three rings around a vertex": ("C4-C5-C6-B5-B4-B3-C4 C4-C3-D3-D4-D5-C5 D5-D6-D7-C7-C6", 14),
}


def length(game: Game, seat: int = 0) -> int:
    return game.public_view().road_lengths[seat]


def holder(game: Game) -> int | None:
    return game.public_view().longest_road


@pytest.mark.parametrize("name", NETWORKS)
def test_5_5_the_longest_trail_uses_no_road_twice(name: str) -> None:
    roads, longest = NETWORKS[name]
    assert length(game_with(roads={0: roads})) == longest


@pytest.mark.parametrize("name", NETWORKS)
def test_5_5_the_length_is_the_same_whichever_road_is_built_last(name: str) -> None:
    roads, longest = NETWORKS[name]
    for last in edges_of(BOARD, roads):
        game = game_with(roads={0: without(roads, last)}, hands={0: PLENTY})
        label = BOARD.edge_labels[last]
        if label in options(game, "build_road"):
            game.step(f"build_road(e={label})")
            assert length(game) == longest


def without(roads: str, edge: int) -> str:
    return " ".join(BOARD.edge_labels[other] for other in edges_of(BOARD, roads) if other != edge)


def test_5_5_an_opponents_building_interrupts() -> None:
    assert length(game_with(settlements={1: "C4"}, roads={0: "C1-C2-C3-C4-C5-C6-C7"})) == 3
    assert length(game_with(cities={1: "C4"}, roads={0: "C1-C2-C3-C4-C5-C6-C7"})) == 3


def test_5_5_a_trail_may_begin_and_end_at_an_opponents_building() -> None:
    assert length(game_with(settlements={1: "C1 C4", 2: "C7"}, roads={0: "C1-C2-C3-C4-C5-C6-C7-C8"})) == 3


def test_5_5_a_road_built_up_to_an_opponents_building_counts() -> None:
    game = game_with(settlements={1: "C7"}, roads={0: "C3-C4-C5-C6 C7-C8"}, hands={0: PLENTY})
    game.step("build_road(e=C6-C7)")
    assert length(game) == 4


def test_5_5_a_ring_may_close_at_an_opponents_building_but_not_go_on() -> None:
    assert length(game_with(settlements={1: "C4"}, roads={0: "C4-C5-C6-B5-B4-B3-C4 C4-C3"})) == 6


def test_5_5_ones_own_building_does_not_interrupt() -> None:
    assert length(game_with(settlements={0: "C4"}, cities={0: "C6"}, roads={0: "C2-C3-C4-C5-C6-C7"})) == 5


def test_5_5_anothers_roads_do_not_count() -> None:
    game = game_with(roads={0: "C1-C2-C3 C4-C5", 1: "C3-C4"})
    assert (length(game, 0), length(game, 1)) == (2, 1)


def test_5_6_five_roads_earn_the_award_and_four_do_not() -> None:
    game = game_with(roads={0: "C1-C2-C3-C4"}, hands={0: PLENTY})
    game.step("build_road(e=C4-C5)")
    assert (holder(game), game.points[0]) == (None, 0)
    game.step("build_road(e=C5-C6)")
    assert (holder(game), game.points[0]) == (0, 2)


def test_5_6_an_equally_long_road_does_not_take_the_award() -> None:
    game = game_with(roads={0: "E1-E2-E3-E4-E5", 1: "C1-C2-C3-C4-C5-C6"}, hands={0: PLENTY})
    game.step("build_road(e=E5-E6)")
    assert (holder(game), game.points[:2]) == (1, (0, 2))


def test_5_6_a_strictly_longer_road_takes_the_award() -> None:
    game = game_with(roads={0: "E1-E2-E3-E4-E5-E6", 1: "C1-C2-C3-C4-C5-C6"}, longest_road=1, hands={0: PLENTY})
    assert holder(game) == 1
    game.step("build_road(e=E6-E7)")
    assert (holder(game), game.points[:2]) == (0, (2, 0))


def test_5_6_the_holder_gets_no_further_points_for_a_longer_road() -> None:
    game = game_with(roads={0: "E1-E2-E3-E4-E5-E6"}, hands={0: PLENTY})
    game.step("build_road(e=E6-E7)")
    assert (holder(game), game.points[0]) == (0, 2)


def test_5_6_free_roads_count() -> None:
    game = game_with(roads={0: "C1-C2-C3-C4-C5"}, cards={0: developments(road_building=1)})
    play(game, "play_road_building()", "place_road(e=C5-C6)")
    assert (holder(game), length(game)) == (0, 5)


def test_5_6_roads_of_the_setup_are_judged_too() -> None:
    game = Game(BOARD, BASE.replace(players=2, longest_road_minimum=1))
    play(game, "place_settlement(v=C4)", "place_road(e=C4-C5)")
    assert (holder(game), game.points) == (0, (3, 0))


def after_cut(roads: Places, roller: int = 0) -> Game:
    """Seat 1 holds the award until the roller, whose road D5-C5 leads there, builds a settlement in its way."""
    roads = {**roads, roller: f"D5-C5 {roads.get(roller, '')}"}
    game = game_with(roads=roads, longest_road=1, roller=roller, hands={1: PLENTY, roller: PLENTY})
    assert (holder(game), game.points[1]) == (1, 2)
    game.step("build_settlement(v=C5)")
    return game


def test_5_6_cut_the_holder_keeps_it_while_still_longest() -> None:
    game = after_cut({1: "C1-C2-C3-C4-C5-C6-C7-C8-C9-C10-C11", 2: "A1-A2-A3-A4-A5-A6"})
    assert (length(game, 1), holder(game), game.points) == (6, 1, (1, 2, 0, 0))


def test_5_6_cut_the_holder_keeps_it_when_tied_for_longest() -> None:
    game = after_cut({1: "C1-C2-C3-C4-C5-C6-C7-C8-C9-C10-C11", 2: "A1-A2-A3-A4-A5-A6-A7", 3: "E1-E2-E3-E4-E5-E6-E7"})
    assert (length(game, 1), holder(game), game.points) == (6, 1, (1, 2, 0, 0))


@pytest.mark.parametrize(
    ("cut_road", "others"),
    [
        ("C1-C2-C3-C4-C5-C6-C7-C8-C9", {2: "A1-A2-A3-A4-A5-A6", 3: "E1-E2-E3-E4"}),
        ("C1-C2-C3-C4-C5-C6-C7-C8-C9-C10-C11", {2: "A1-A2-A3-A4-A5-A6-A7-B8", 3: "E1-E2-E3-E4-E5-E6-E7"}),
    ],
)
def test_5_6_cut_else_the_sole_longest_takes_it(cut_road: str, others: dict[int, str]) -> None:
    game = after_cut({1: cut_road, **others})
    assert (holder(game), game.points) == (2, (1, 0, 2, 0))


def test_5_6_cut_else_nobody_holds_it_when_two_others_are_tied() -> None:
    game = after_cut({1: "C1-C2-C3-C4-C5-C6-C7-C8-C9", 2: "A1-A2-A3-A4-A5-A6", 3: "E1-E2-E3-E4-E5-E6"})
    assert (holder(game), game.points) == (None, (1, 0, 0, 0))


def test_5_6_cut_nobody_holds_it_when_all_are_below_five() -> None:
    game = after_cut({1: "C1-C2-C3-C4-C5-C6-C7-C8-C9", 2: "A1-A2-A3-A4-A5"})
    assert (length(game, 1), length(game, 2), holder(game), game.points) == (4, 4, None, (1, 0, 0, 0))


def test_5_6_cut_then_one_of_the_tied_players_takes_it_by_building_on() -> None:
    game = after_cut({1: "C1-C2-C3-C4-C5-C6-C7-C8-C9", 2: "A1-A2-A3-A4-A5-A6", 3: "E1-E2-E3-E4-E5-E6"}, roller=2)
    assert holder(game) is None
    game.step("build_road(e=A6-A7)")
    assert (holder(game), game.points) == (2, (0, 0, 3, 0))


def test_5_6_cut_the_former_holder_may_win_it_back() -> None:
    game = after_cut({1: "C1-C2-C3-C4-C5-C6-C7-C8-C9", 3: "E1-E2"})
    game.step("end_turn()")
    roll(game, 2)
    game.step("build_road(e=C9-C10)")
    assert (length(game, 1), holder(game), game.points[1]) == (5, 1, 2)


def test_5_6_cut_of_a_road_that_does_not_hold_the_award_changes_nothing() -> None:
    game = game_with(roads={0: "D5-C5", 1: "C3-C4-C5-C6", 2: "A1-A2-A3-A4-A5-A6"}, longest_road=2, hands={0: PLENTY})
    game.step("build_settlement(v=C5)")
    assert (game.public_view().road_lengths, holder(game)) == ((1, 2, 5, 0), 2)


def test_5_6_cut_by_ones_own_settlement_there_is_none() -> None:
    game = game_with(roads={0: "C1-C2-C3-C4-C5-C6-C7"}, hands={0: PLENTY})
    game.step("build_settlement(v=C4)")
    assert (length(game), holder(game)) == (6, 0)


def test_5_6_cut_at_the_end_of_a_road_takes_nothing_away() -> None:
    game = game_with(roads={0: "D5-C5", 1: "C5-C6-C7-C8-C9-C10"}, hands={0: PLENTY})
    game.step("build_settlement(v=C5)")
    assert (length(game, 1), holder(game)) == (5, 1)

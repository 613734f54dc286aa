"""Tests of the reference engine: board, set-up, roll, building, longest road."""

import pytest

from .geometry import edge_vertices
from .longest_road import longest_trail
from .points import all_points
from .positions import (
    CENTRE,
    PLENTY,
    Hexes,
    corner,
    deal,
    game_in_turn,
    island,
    names,
    new_game,
    put_buildings,
    put_roads,
    side,
    spoke,
)

EAST, WEST, SOUTH = (2, 0), (-2, 0), (0, 2)


def test_board_has_the_known_counts() -> None:
    board = new_game().state.board
    assert (len(board.hexes), len(board.vertices), len(board.edges)) == (19, 54, 72)
    assert sum(board.is_coastal(edge) for edge in board.edges) == 30
    assert set(edge_vertices(side(1))) == {corner(0), corner(1)}
    assert sorted(len(board.adjacent_vertices(vertex)) for vertex in board.vertices) == [2] * 18 + [3] * 36


def test_port_must_be_coastal() -> None:
    with pytest.raises(ValueError, match="coastal"):
        new_game(ports={side(0): 5})


def test_setup_order_and_distance_rule() -> None:
    game = new_game(players=3)
    assert len(game.legal_actions()) == 54
    seats = []
    while game.state.part == "setup":
        seats.append((game.state.actor, game.state.waiting_for))
        game.step(min(game.legal_actions()))
        for vertex in game.state.buildings:
            assert not set(game.state.board.adjacent_vertices(vertex)) & game.state.buildings.keys()
    assert seats == [(s, w) for s in (0, 1, 2, 2, 1, 0) for w in ("settlement", "road")]
    assert (game.state.turn, game.state.roller, game.state.actor) == (1, 0, 0)
    assert names(game) == {"roll"}


def test_distance_rule_blocks_the_neighbours() -> None:
    game = new_game()
    game.step(("place_settlement", corner(0)))
    assert game.legal_actions() == {("place_road", edge) for edge in (side(0), side(1), spoke(0))}
    game.step(("place_road", spoke(0)))
    blocked = {corner(0), *game.state.board.adjacent_vertices(corner(0))}
    assert len(blocked) == 4
    assert {action[1] for action in game.legal_actions()} == game.state.board.vertices - blocked
    with pytest.raises(ValueError, match="not legal"):
        game.step(("place_settlement", corner(1)))


def test_second_settlement_pays_as_far_as_the_bank_can() -> None:
    hexes: Hexes = {(0, 0): (0, 5), (1, 0): (0, 6), (0, 1): (3, 8), (-1, 0): (None, None)}
    game = new_game(hexes, robber=(0, 1), players=2, bank=[1, 5, 5, 5, 5])
    three = corner(0)  # where the three resource hexes meet
    game.step(("place_settlement", corner(2)))
    game.step(("place_road", side(3)))
    assert game.snapshot()["hands"] == ((0,) * 5, (0,) * 5)
    game.step(("place_settlement", corner(4)))
    game.step(("place_road", side(4)))
    game.step(("place_settlement", three))
    assert game.snapshot()["hands"] == ((0,) * 5, (1, 0, 0, 1, 0))
    assert game.snapshot()["bank"] == (0, 5, 5, 4, 5)


def test_picks_without_a_vertex_are_skipped() -> None:
    game = new_game({CENTRE: (0, 5)}, robber=None, players=8)
    for i, vertex in enumerate((corner(0), corner(2), corner(4))):
        assert game.state.actor == i
        game.step(("place_settlement", vertex))
        game.step(("place_road", side(2 * i)))
    snapshot = game.snapshot()
    assert (snapshot["part"], snapshot["turn"], snapshot["roller"]) == ("turn", 1, 0)
    assert len(snapshot["buildings"]) == 3
    assert snapshot["bank"] == (19,) * 5


def test_production_and_robber_blocking() -> None:
    hexes: Hexes = {(0, 0): (0, 5), (1, 0): (1, 5), (0, 1): (2, 8)}
    game = game_in_turn(rolled=False, hexes=hexes, robber=(1, 0), players=2)
    put_buildings(game, 0, corner(0), kind="city")
    put_buildings(game, 1, corner(2))
    with pytest.raises(ValueError, match="not possible"):
        game.step(("roll",))
    game.step(("roll",), 32)
    assert game.snapshot()["hands"] == ((2, 0, 0, 0, 0), (1, 0, 0, 0, 0))


def test_bank_shortage_for_several_players_pays_nobody() -> None:
    game = game_in_turn(rolled=False, hexes={(0, 0): (0, 5)}, robber=None, players=2, bank=[2, 5, 5, 5, 5])
    put_buildings(game, 0, corner(0), kind="city")
    put_buildings(game, 1, corner(2))
    game.step(("roll",), 14)
    assert game.snapshot()["hands"] == ((0,) * 5, (0,) * 5)


def test_bank_shortage_for_one_player_pays_the_rest() -> None:
    game = game_in_turn(rolled=False, hexes={(0, 0): (0, 5)}, robber=None, players=2, bank=[3, 5, 5, 5, 5])
    put_buildings(game, 1, corner(0), corner(2), kind="city")
    game.step(("roll",), 14)
    assert game.snapshot()["hands"] == ((0,) * 5, (3, 0, 0, 0, 0))


def test_bank_shortage_is_judged_for_each_resource() -> None:
    hexes: Hexes = {(0, 0): (0, 5), (1, 0): (1, 5)}
    game = game_in_turn(rolled=False, hexes=hexes, robber=None, players=2, bank=[1, 5, 5, 5, 5])
    put_buildings(game, 0, corner(0))
    put_buildings(game, 1, corner(5))
    game.step(("roll",), 14)
    assert game.snapshot()["hands"] == ((0, 1, 0, 0, 0), (0, 1, 0, 0, 0))


def test_seven_discards_from_the_roller_on_then_moves_the_robber() -> None:
    game = game_in_turn(2, rolled=False)
    put_buildings(game, 0, corner(0, EAST))
    deal(game, 0, [8, 0, 0, 0, 0])
    deal(game, 1, [7, 0, 0, 0, 0])
    deal(game, 2, [0, 9, 0, 0, 0])
    game.step(("roll",), 61)
    assert game.snapshot()["to_discard"] == (4, 0, 4, 0)
    for seat, resource in ((2, 1), (0, 0)):
        for _ in range(4):
            assert game.state.actor == seat
            assert game.legal_actions() == {("discard", resource)}
            game.step(("discard", resource))
    assert (game.state.waiting_for, game.state.actor) == ("robber", 2)
    assert ("move_robber", EAST, None) not in game.legal_actions()
    assert ("move_robber", WEST, None) in game.legal_actions()
    assert not any(action[1] == CENTRE for action in game.legal_actions())
    with pytest.raises(ValueError, match="not possible"):
        game.step(("move_robber", EAST, 0), 1)
    game.step(("move_robber", EAST, 0), 0)
    assert game.snapshot()["hands"] == ((3, 0, 0, 0, 0), (7, 0, 0, 0, 0), (1, 5, 0, 0, 0), (0,) * 5)
    assert game.state.waiting_for == "main"


def test_friendly_robber_spares_the_weak_and_is_waived_if_need_be() -> None:
    game = game_in_turn(rolled=False, friendly_robber=True)
    put_buildings(game, 1, corner(0, EAST))
    put_buildings(game, 2, corner(0, WEST), corner(3, WEST), kind="city")
    game.step(("roll",), 16)
    targets = {action[1] for action in game.legal_actions()}
    assert EAST not in targets
    assert WEST in targets
    game = game_in_turn(rolled=False, friendly_robber=True, hexes={(0, 0): (0, 5), (1, 0): (1, 6)})
    put_buildings(game, 1, corner(0))
    game.step(("roll",), 16)
    assert game.legal_actions() == {("move_robber", (1, 0), None)}


def test_no_seven_in_the_first_rounds() -> None:
    game = game_in_turn(rolled=False, players=2, rounds_without_seven=1)
    for _ in range(2):
        with pytest.raises(ValueError, match="not possible"):
            game.step(("roll",), 34)
        game.step(("roll",), 11)
        game.step(("end_turn",))
    game.step(("roll",), 34)


def test_road_does_not_pass_an_opponents_building() -> None:
    game = game_in_turn()
    deal(game, 0, PLENTY)
    put_roads(game, 0, side(1))
    put_buildings(game, 1, corner(1))
    roads = {action[1] for action in game.legal_actions() if action[0] == "build_road"}
    assert roads == {side(0), spoke(0)}


def test_settlement_needs_an_own_road_and_city_an_own_settlement() -> None:
    game = game_in_turn()
    deal(game, 0, PLENTY)
    put_buildings(game, 0, corner(0))
    put_roads(game, 0, side(1), side(2))
    settle = {action[1] for action in game.legal_actions() if action[0] == "build_settlement"}
    assert settle == {corner(2)}
    game.step(("build_settlement", corner(2)))
    game.step(("build_city", corner(0)))
    assert game.snapshot()["hands"][0] == (8, 8, 8, 6, 6)
    assert game.snapshot()["visible_points"][0] == 3


def test_pieces_run_out_and_come_back() -> None:
    game = game_in_turn(settlements=1, cities=1, roads=2)
    deal(game, 0, PLENTY)
    put_buildings(game, 0, corner(0))
    put_roads(game, 0, side(1), side(2))
    assert names(game).isdisjoint({"build_road", "build_settlement"})
    game.step(("build_city", corner(0)))
    assert "build_settlement" in names(game)
    game.step(("build_settlement", corner(2)))
    assert "build_city" not in names(game)


def test_trail_over_paths_branches_and_cycles() -> None:
    ring = {side(i) for i in range(6)}
    assert longest_trail(set(), set()) == 0
    assert longest_trail({side(i) for i in range(5)}, set()) == 5
    assert longest_trail(ring, set()) == 6
    assert longest_trail(ring | {spoke(0)}, set()) == 7
    assert longest_trail(ring | {spoke(0), spoke(3)}, set()) == 7
    assert longest_trail({side(0), side(1), side(2), spoke(0)}, set()) == 3
    assert longest_trail({side(0), side(1), side(4)}, set()) == 2
    neighbours_ring = {side(i, (1, 0)) for i in range(6)}
    assert longest_trail(ring | neighbours_ring, set()) == 11
    third = {side(i, (0, 1)) for i in range(6)}
    assert longest_trail(ring | neighbours_ring | third, set()) == 14


def test_trail_is_cut_by_an_opponent() -> None:
    ring = {side(i) for i in range(6)}
    path = {side(i) for i in range(1, 6)}  # corners 0 to 5
    assert longest_trail(path, {corner(2)}) == 3
    assert longest_trail(path, {corner(0), corner(5)}) == 5
    assert longest_trail(ring, {corner(2)}) == 6
    assert longest_trail(ring, {corner(2), corner(4)}) == 4
    assert longest_trail(ring | {spoke(0)}, {corner(0)}) == 6


def test_longest_road_ties_and_cuts() -> None:
    game = game_in_turn()
    put_roads(game, 0, *(side(i) for i in range(1, 5)))
    assert game.snapshot()["longest_road"] is None
    put_roads(game, 0, side(5))
    assert game.snapshot()["longest_road"] == 0
    put_roads(game, 1, *(side(i, EAST) for i in range(5)))
    assert game.snapshot()["longest_road"] == 0
    put_roads(game, 2, *(side(i, WEST) for i in range(5)))
    put_buildings(game, 3, corner(2))
    assert game.snapshot()["road_lengths"] == (3, 5, 5, 0)
    assert game.snapshot()["longest_road"] is None
    put_roads(game, 2, side(5, WEST))
    assert game.snapshot()["longest_road"] == 2
    put_buildings(game, 3, corner(1, WEST), corner(4, WEST))
    assert game.snapshot()["road_lengths"] == (3, 5, 3, 0)
    assert game.snapshot()["longest_road"] == 1
    put_buildings(game, 3, corner(1, EAST))
    assert game.snapshot()["longest_road"] is None


def test_own_building_does_not_cut_and_points_count() -> None:
    game = game_in_turn()
    put_roads(game, 0, *(side(i, SOUTH) for i in range(5)))
    put_buildings(game, 0, corner(1, SOUTH))
    assert game.snapshot()["road_lengths"][0] == 5
    assert all_points(game.state, 0) == 3


def test_robber_off_the_board_may_go_anywhere() -> None:
    game = game_in_turn(rolled=False, robber=None)
    game.step(("roll",), 52)
    assert game.legal_actions() == {("move_robber", hexagon, None) for hexagon in island()}

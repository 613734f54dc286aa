"""Their position in our terms: everything open is the same, nothing hidden comes along."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from catan_sim.core.records import CITY_MARK, NOBODY, PLAYED_CARD, Part, Waiting
from catan_sim.core.resources import Card, Resource
from catan_sim.core.rules.legal import legal_actions
from catan_sim.core.state import new_work, start_state
from tests.external.listed import by_our_number, kind_name
from tests.external.seen import free_roads
from tests.external.tables import View, decisions, view_in_turn


@pytest.fixture(scope="module", params=[(30, 7), (40, 11), (45, 12)])
def view(request: pytest.FixtureRequest) -> View:
    turns, seed = request.param
    return view_in_turn(turns, seed=seed)


def _of(view: View, seat: int, what: str) -> Any:
    return view.game.state.player_state[f"P{seat}_{what}"]


def _our_surroundings(view: View, vertex: int) -> Counter[tuple[str, int]]:
    """The contents of the hexes around a vertex, by our board alone."""
    board = view.names.board
    tiles = [tile for index, tile in enumerate(board.tiles) if vertex in board.topology.hex_vertices[index].tolist()]
    return Counter((tile.resource.word.upper(), tile.number or 0) for tile in tiles if tile.resource is not None)


def _their_surroundings(their_map: Any, node: int) -> list[tuple[str, int]]:
    tiles = [tile for tile in their_map.land_tiles.values() if node in tile.nodes.values()]
    return [(tile.resource, tile.number) for tile in tiles if tile.resource]


def test_every_building_stands_between_the_same_hexes(view: View) -> None:
    theirs, state = view.game.state, view.state()
    expected = Counter(
        (
            theirs.color_to_index[colour],
            piece,
            tuple(sorted(_their_surroundings(theirs.board.map, node))),
        )
        for node, (colour, piece) in theirs.board.buildings.items()
    )
    found = Counter(
        (
            (int(code) - 1) & 7,
            "CITY" if code > CITY_MARK else "SETTLEMENT",
            tuple(sorted(_our_surroundings(view, vertex).elements())),
        )
        for vertex, code in enumerate(state["building"])
        if code
    )
    assert found == expected
    assert len(theirs.board.buildings) > 8


def test_roads_lie_between_the_same_nodes(view: View) -> None:
    theirs, state = view.game.state, view.state()
    ends = view.names.board.topology.edge_vertices
    for seat, colour in enumerate(theirs.colors):
        roads = {
            frozenset(ends[edge].tolist())
            for edge in range(view.names.board.edge_count)
            if int(state["roads"][seat, edge // 64]) >> edge % 64 & 1
        }
        expected = {
            frozenset(view.names.vertex[node] for node in nodes)
            for nodes, owner in theirs.board.roads.items()
            if owner == colour
        }
        assert roads == expected
        assert state["roads_left"][seat] == _of(view, seat, "ROADS_AVAILABLE")


def test_cards_pieces_and_points_are_theirs(view: View) -> None:
    theirs, state, seat = view.game.state, view.state(), view.seat
    assert state["hand"][seat].tolist() == [_of(view, seat, f"{r.word.upper()}_IN_HAND") for r in Resource]
    assert state["cards"][seat].tolist() == [_of(view, seat, f"{card.name}_IN_HAND") for card in Card]
    assert state["bank"].tolist() == [
        theirs.resource_freqdeck[["WOOD", "BRICK", "SHEEP", "WHEAT", "ORE"].index(r.word.upper())] for r in Resource
    ]
    assert state["deck_size"] == len(theirs.development_listdeck)
    for other in range(4):
        assert state["hand_size"][other] == sum(_of(view, other, f"{r.word.upper()}_IN_HAND") for r in Resource)
        assert state["played"][other].tolist() == [_of(view, other, f"PLAYED_{card.name}") for card in Card]
        assert state["points"][other] == _of(view, other, "VICTORY_POINTS")
        assert state["settlements_left"][other] == _of(view, other, "SETTLEMENTS_AVAILABLE")
        assert state["cities_left"][other] == _of(view, other, "CITIES_AVAILABLE")


def test_robber_and_awards_are_theirs(view: View) -> None:
    theirs, state = view.game.state, view.state()
    tile = theirs.board.map.land_tiles[theirs.board.robber_coordinate]
    ours = view.names.board.tiles[int(state["robber"])]
    assert (tile.resource, tile.number) == (None if ours.resource is None else ours.resource.word.upper(), ours.number)
    for field, key in (("longest_road", "HAS_ROAD"), ("largest_army", "HAS_ARMY")):
        holders = [seat for seat in range(4) if _of(view, seat, key)]
        assert state[field] == (holders[0] if holders else NOBODY)


def test_awards_follow_their_judgement_and_not_ours(view: View) -> None:
    changed = view.copy()
    for seat in range(4):
        changed.game.state.player_state[f"P{seat}_HAS_ROAD"] = changed.game.state.player_state[f"P{seat}_HAS_ARMY"] = (
            seat == 3
        )
    state = changed.state()
    assert (state["longest_road"], state["largest_army"]) == (3, 3)
    assert state["points"][3] == _of(changed, 3, "VICTORY_POINTS")


def test_what_opponents_hold_does_not_reach_the_state(view: View) -> None:
    before = view.state().tobytes()
    changed = view.copy()
    state, fields = changed.game.state, changed.game.state.player_state
    for seat in set(range(4)) - {view.seat}:
        size = sum(fields[f"P{seat}_{r.word.upper()}_IN_HAND"] for r in Resource)
        for resource in Resource:
            fields[f"P{seat}_{resource.word.upper()}_IN_HAND"] = size if resource == Resource.ORE else 0
        for card in Card:
            fields[f"P{seat}_{card.name}_IN_HAND"] = 3 if card == Card.VICTORY_POINT else 0
        fields[f"P{seat}_ACTUAL_VICTORY_POINTS"] = fields[f"P{seat}_VICTORY_POINTS"] + 3
    state.development_listdeck = ["VICTORY_POINT"] * len(state.development_listdeck)
    assert changed.state().tobytes() == before
    assert not view.state()["hand"][[seat for seat in range(4) if seat != view.seat]].any()


def test_the_first_pick_is_our_start() -> None:
    view, _ = next(decisions(seat=0, seed=3))
    assert view.state().tobytes() == start_state(view.names.board, view.board, view.rules).tobytes()


def test_the_setup_road_belongs_to_the_settlement_just_placed() -> None:
    placed = []
    for view, _ in decisions(seat=2, seed=3):
        if not view.game.state.is_initial_build_phase:
            break
        state = view.state()
        assert state["part"] == Part.SETUP
        placed.append((int(state["pick"]), Waiting(state["waiting"])))
        if state["waiting"] == Waiting.ROAD:
            newest = view.game.state.buildings_by_color[view.game.state.colors[2]]["SETTLEMENT"][-1]
            assert state["pick_vertex"] == view.names.vertex[newest]
    assert placed == [(3, Waiting.SETTLEMENT), (3, Waiting.ROAD), (6, Waiting.SETTLEMENT), (6, Waiting.ROAD)]


def test_free_roads_are_counted_down(view: View) -> None:
    changed = view.copy()
    changed.give(ROAD_BUILDING_IN_HAND=1, WOOD_IN_HAND=1, BRICK_IN_HAND=1, HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN=False)
    left = []
    wanted = "PLAY_ROAD_BUILDING"
    for _ in range(3):
        action = next(action for action in changed.playable() if kind_name(action) == wanted)
        changed.game.execute(action, validate_action=False)
        state = changed.state()
        left.append((Waiting(state["waiting"]), int(state["free_roads"])))
        assert state["flags"] & PLAYED_CARD
        wanted = "BUILD_ROAD"
    assert left == [(Waiting.FREE_ROAD, 2), (Waiting.FREE_ROAD, 1), (Waiting.MAIN, 0)]


def test_a_card_that_they_do_not_list_is_new(view: View) -> None:
    changed = view.copy()
    changed.give(KNIGHT_IN_HAND=2, MONOPOLY_IN_HAND=1, VICTORY_POINT_IN_HAND=0, ROAD_BUILDING_IN_HAND=0)
    new = changed.state({"PLAY_KNIGHT_CARD", "ROLL"})["new_cards"][view.seat]
    assert (new[Card.KNIGHT], new[Card.MONOPOLY]) == (0, 1)


@pytest.mark.parametrize(("seat", "seed"), [(0, 21), (3, 22)])
def test_all_that_we_hold_legal_is_listed_through_whole_games(seat: int, seed: int) -> None:
    """They list some roads and cards of plenty besides; see ``tests/oracle/departures.py``."""
    count = 0
    for view, _ in decisions(seat, seed, agent="random"):
        theirs = view.game.state
        if theirs.current_prompt.value == "DISCARD":
            continue
        playable = view.playable()
        kinds = {kind_name(action) for action in playable}
        listed = by_our_number(playable, view.names, theirs.is_initial_build_phase, free_roads(theirs))
        work = new_work(view.names.board)[0]
        ours = {int(a) for a in work["actions"][: legal_actions(view.board, view.rules, view.state(kinds), work)]}
        assert ours <= set(listed)
        assert {kind_name(listed[number]) for number in ours} == kinds
        count += 1
    assert count > 50

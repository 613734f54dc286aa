"""For each departure: what we do, as the rules say, and what the recorded engine is predicted to show instead.

The places are on the third zigzag line of the standard board, C1 to C11, ten edges in a row.
"""

from __future__ import annotations

import itertools

import pytest

from catan_sim.core import encoding as act
from catan_sim.core.action_text import to_text
from catan_sim.core.boardfile import find_board
from catan_sim.core.game import Game
from catan_sim.core.position import Position
from catan_sim.core.records import NOBODY
from catan_sim.core.resources import Card, Resource
from tests.oracle.departed_roads import DepartedRoads
from tests.oracle.departures import Departure, Departures, Past, single_plenty
from tests.oracle.snapshot import Snapshot, from_state
from tests.oracle.trails import Trails

BOARD = find_board("standard")
PLAYERS = 4
RICH = (3, 3, 3, 3, 3)


def line(letter: str, first: int, last: int) -> list[int]:
    """The edges from one vertex of a zigzag line to another."""
    return [BOARD.edge(f"{letter}{k}-{letter}{k + 1}") for k in range(first, last)]


def spoke(label: str) -> int:
    """The edge at a vertex that leaves its zigzag line."""
    vertex = BOARD.vertex(label)
    ends = zip(BOARD.topology.vertex_edges[vertex], BOARD.topology.vertex_vertices[vertex], strict=True)
    return next(int(edge) for edge, near in ends if edge >= 0 and BOARD.vertex_labels[near][0] != label[0])


def owned(*roads: list[int]) -> dict[int, int]:
    """Roads of seats 0, 1, 2 …"""
    return {edge: seat for seat, edges in enumerate(roads) for edge in edges}


def predict(game: Game, position: Position, before: Snapshot, dice: int = 0) -> tuple[Snapshot, set[Departure]]:
    """What the recorded engine shows after the last action of a game that began at a position."""
    trails = Trails(BOARD.topology)
    roads = DepartedRoads(trails, PLAYERS)
    for vertex, seat in {**position.settlements, **position.cities}.items():
        roads.settle_first(seat, vertex)
    for edge, seat in position.roads.items():
        roads.lay(seat, edge)
    for event in game.log:
        kind, place = event.action >> 24, event.action & 0xFF
        if kind == act.BUILD_SETTLEMENT:
            roads.settle(event.seat, place)
        elif kind == act.BUILD_ROAD:
            roads.lay(event.seat, place)
    shown, found = Departures(BOARD, 10, trails, roads).position(from_state(game.state, PLAYERS), Past(before, dice))
    return shown, {name for name, _ in found}


def play(position: Position, action: str, outcome: int | None = None) -> tuple[Game, Snapshot]:
    """A game that begins at a position, after one action, and the position before."""
    game = Game.from_position(position, BOARD, "base")
    before = from_state(game.state, PLAYERS)
    game.step(action, outcome)
    return game, before


def test_1_a_road_that_ends_at_an_opponents_settlement_counts() -> None:
    position = Position(settlements={BOARD.vertex("C6"): 1}, roads=owned(line("C", 1, 5)), hands={0: RICH})
    game, before = play(position, "build_road(e=C5-C6)")
    assert game.state["road_length"][0] == 5
    assert game.state["longest_road"] == 0
    shown, names = predict(game, position, before)
    assert (shown.road_lengths[0], shown.longest_road, shown.points[0]) == (4, 0, 0)
    assert names == {Departure.BLOCKED_END, Departure.LENGTH_AWARD}


def cut(others: list[int], holder_road: list[int], holder: int = 2) -> Position:
    """Seat 0 can settle at C4, in the middle of the road of another."""
    roads = {**dict.fromkeys([spoke("C4")], 0), **dict.fromkeys(others, 1), **dict.fromkeys(holder_road, holder)}
    return Position(roads=roads, hands={0: RICH}, longest_road=holder)


def test_2_after_a_cut_a_road_shorter_than_5_takes_nothing() -> None:
    position = cut(line("E", 1, 5), line("C", 1, 7))
    game, before = play(position, "build_settlement(v=C4)")
    assert list(game.state["road_length"][:3]) == [1, 4, 3]
    assert game.state["longest_road"] == NOBODY
    shown, names = predict(game, position, before)
    assert (shown.longest_road, shown.points[1]) == (1 << 1, 2)
    assert Departure.SHORT_AWARD in names


def test_2_after_a_cut_the_holder_keeps_a_tie() -> None:
    position = cut(line("E", 1, 8), line("C", 1, 11))
    game, before = play(position, "build_settlement(v=C4)")
    assert list(game.state["road_length"][:3]) == [1, 7, 7]
    assert game.state["longest_road"] == 2
    shown, names = predict(game, position, before)
    assert shown.longest_road == 1 << 1
    assert Departure.TIED_AWARD in names


def test_2_after_a_cut_a_tie_of_others_leaves_nobody() -> None:
    position = cut(line("E", 1, 6), line("C", 1, 7))
    position = Position(
        roads={**position.roads, **dict.fromkeys(line("A", 1, 6), 3)}, hands=position.hands, longest_road=2
    )
    game, before = play(position, "build_settlement(v=C4)")
    assert game.state["longest_road"] == NOBODY
    shown, names = predict(game, position, before)
    assert shown.longest_road == 1 << 1
    assert Departure.TIED_AWARD in names


def lumber_place() -> tuple[int, int]:
    """A hex of lumber and its number."""
    place = next(index for index, tile in enumerate(BOARD.tiles) if tile.resource == Resource.LUMBER)
    number = BOARD.tiles[place].number
    assert number is not None
    return place, number


def dice_for(number: int) -> int:
    """A roll that shows a number."""
    return 10 * (number - 6) + 6 if number > 6 else 10 * (number - 1) + 1


def short_of_lumber(*builders: int) -> tuple[Position, int]:
    """One lumber is left in the bank; a hex owes two to each of the builders."""
    place, number = lumber_place()
    corners = [int(vertex) for vertex in BOARD.topology.hex_vertices[place]]
    cities = {corners[2 * index]: seat for index, seat in enumerate(builders)}
    return Position(cities=cities, hands={3: (0, 18, 0, 0, 0)}, has_rolled=False), number


def test_3_a_single_claimant_gets_what_is_left() -> None:
    position, number = short_of_lumber(0)
    game, before = play(position, "roll()", dice_for(number))
    assert game.state["hand"][0, Resource.LUMBER] == 1
    assert game.state["bank"][Resource.LUMBER] == 0
    shown, names = predict(game, position, before, number)
    assert (shown.hands[0][Resource.LUMBER], shown.bank[Resource.LUMBER]) == (0, 1)
    assert names == {Departure.SHORTAGE}


def test_3_several_claimants_get_nothing() -> None:
    position, number = short_of_lumber(0, 1)
    game, before = play(position, "roll()", dice_for(number))
    assert game.state["bank"][Resource.LUMBER] == 1
    assert predict(game, position, before, number) == (from_state(game.state, PLAYERS), set())


def test_4_points_win_in_ones_own_turn_only() -> None:
    cities = {BOARD.vertex(label): 1 for label in ("A1", "A3", "A5", "A7")}
    bare = cut(line("E", 1, 6), line("C", 1, 7))
    position = Position(cities=cities, roads=bare.roads, hands=bare.hands, longest_road=2)
    game, before = play(position, "build_settlement(v=C4)")
    assert game.points[1] == 10
    assert not game.is_over
    shown, names = predict(game, position, before)
    assert shown.winner == 1 << 1
    assert names == {Departure.OFF_TURN_WIN}
    game.step("end_turn()")
    assert game.winner == 1


def plenty_in(bank: tuple[int, ...]) -> set[int]:
    """How Year of Plenty can be played with a bank; the rest of the cards are with seat 3."""
    away = tuple(19 - left for left in bank)
    card = tuple(int(kind == Card.YEAR_OF_PLENTY) for kind in Card)
    game = Game.from_position(Position(hands={3: away}, cards={0: card}), BOARD, "base")
    return {action for action in game.legal_actions() if action >> 24 == act.PLAY_YEAR_OF_PLENTY}


def plenty(*resources: int) -> int:
    """The action that takes one or two cards."""
    first, second = (*resources, act.NO_ONE)[:2]
    return act.PLAY_YEAR_OF_PLENTY << 24 | second << 4 | first


@pytest.mark.parametrize(
    ("bank", "ours", "extra"),
    [
        ((0, 0, 0, 0, 0), set(), set()),
        ((0, 0, 1, 0, 0), {plenty(2)}, set()),
        ((1, 1, 0, 0, 0), {plenty(0, 1)}, {plenty(0), plenty(1)}),
        ((0, 2, 0, 0, 0), {plenty(1, 1)}, {plenty(1)}),
        ((2, 0, 0, 1, 0), {plenty(0, 0), plenty(0, 3)}, {plenty(0), plenty(3)}),
        ((1, 2, 2, 2, 2), {plenty(a, b) for a in range(5) for b in range(a, 5) if b}, {plenty(0)}),
    ],
)
def test_5_plenty_is_a_pair_while_the_bank_has_two(bank: tuple[int, ...], ours: set[int], extra: set[int]) -> None:
    assert plenty_in(bank) == ours
    trails = Trails(BOARD.topology)
    here = from_state(Game.from_position(Position(), BOARD, "base").state, PLAYERS)._replace(bank=bank)
    departures = Departures(BOARD, 10, trails, DepartedRoads(trails, PLAYERS))
    shown, found = departures.actions(ours, here, None)
    assert shown - ours == extra
    assert [name for name, _ in found] == [Departure.SINGLE_PLENTY] * bool(extra)


def test_5_a_card_is_offered_alone_where_a_pair_with_it_cannot_be_had() -> None:
    for bank in itertools.product(range(3), repeat=5):
        unpaired = {
            card
            for pair in itertools.combinations_with_replacement(range(5), 2)
            if any(bank[card] < pair.count(card) for card in pair)
            for card in pair
            if bank[card]
        }
        assert single_plenty(bank) == {plenty(card) for card in unpaired}


@pytest.mark.parametrize("action", ["build_road", "place_road"])
def test_6_no_road_goes_on_through_an_opponents_settlement(action: str) -> None:
    card = tuple(int(kind == Card.ROAD_BUILDING) for kind in Card)
    roads = owned(line("C", 1, 4))
    position = Position(settlements={BOARD.vertex("C4"): 1}, roads=roads, hands={0: RICH}, cards={0: card})
    game = Game.from_position(position, BOARD, "base")
    if action == "place_road":
        game.step("play_road_building()")
    listed = {to_text(number) for number in game.legal_actions()}
    through = [spoke("C4"), BOARD.edge("C4-C5")]
    assert f"{action}(e={spoke('C3')})" in listed
    assert not listed & {f"{action}(e={edge})" for edge in through}

    trails = Trails(BOARD.topology)
    theirs = DepartedRoads(trails, PLAYERS)
    for edge in roads:
        theirs.lay(0, edge)
    theirs.settle(1, BOARD.vertex("C4"))
    kind = act.BUILD_ROAD if action == "build_road" else act.PLACE_ROAD
    ours = set(game.legal_actions())
    shown, found = Departures(BOARD, 10, trails, theirs).actions(ours, from_state(game.state, PLAYERS), kind)
    assert shown - ours == {kind << 24 | edge for edge in through}
    assert {name for name, _ in found} == {Departure.THROUGH}


def test_9_discards_start_with_the_roller() -> None:
    hands = dict.fromkeys((0, 1, 3), (2, 2, 2, 2, 0))
    position = Position(hands=hands, roller=2, has_rolled=False)
    game, before = play(position, "roll()", 34)
    assert game.actor == 3
    shown, names = predict(game, position, before, 7)
    assert shown.actor == 0
    assert names == {Departure.DISCARD_ORDER}
    order = [game.step("discard(r=brick)" if k % 4 < 2 else "discard(r=wood)").seat for k in range(12)]
    assert order == [3] * 4 + [0] * 4 + [1] * 4
    assert game.actor == 2

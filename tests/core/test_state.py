"""Records: copying, hashing, saving; every derived field follows from the given ones."""

import json

import numpy as np
import pytest

from catan_sim.core.board import Board, Tile
from catan_sim.core.boardfile import find_board
from catan_sim.core.game import Game
from catan_sim.core.generate import random_board
from catan_sim.core.position import Position, derive
from catan_sim.core.records import MAX_ACTIONS, SIZES
from catan_sim.core.resources import Resource
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import board_record, new_states, size_of, state_from_text, state_to_text
from catan_sim.core.topology import NONE
from mcts.errors import InputError
from mcts.records import hash_record
from mcts.splitmix import SplitMix
from tests.reference.lockstep import choose, random_setting


def middle_of(seed: int, steps: int = 400) -> Game:
    chooser = SplitMix(seed)
    board, ruleset = random_setting(chooser)
    game = Game(board, ruleset, seed)
    for _ in range(steps):
        actions = game.legal_actions()
        if not actions:
            break
        game.step(choose(actions, chooser))
    return game


@pytest.mark.parametrize("seed", range(10))
def test_derived_fields_follow_from_the_given_ones(seed: int) -> None:
    game = middle_of(seed)
    copy = game._copy_state()
    derive(game.board, game._board, game._rules, copy)
    different = [name for name in copy.dtype.names if not np.array_equal(copy[name], game.state[name])]
    assert different == []


@pytest.mark.parametrize("seed", range(3))
def test_saved_states_come_back(seed: int) -> None:
    game = middle_of(seed)
    back = state_from_text(state_to_text(game.state), game.board)
    assert back.tobytes() == game.state.tobytes()
    assert hash_record(back) == hash_record(game.state)


def test_records_fill_whole_cache_lines() -> None:
    for layout in ("standard", "extension", "eight"):
        states = new_states(find_board(layout), 3)
        assert states.itemsize % 128 == 0
        assert states.ctypes.data % 128 == 0


@pytest.mark.parametrize("name", ["standard", "eight"])
def test_sets_of_near_vertices(name: str) -> None:
    board = find_board(name)
    record, neighbours = board_record(board), board.topology.vertex_vertices.tolist()
    for vertex in range(board.vertex_count):
        zone = {vertex, *neighbours[vertex]} - {NONE}
        near = {further for other in zone for further in (other, *neighbours[other])} - {NONE}
        for field, members in (("vertex_zone", zone), ("vertex_near", near)):
            words = [int(word) for word in record[field][vertex]]
            assert {other for other in range(board.vertex_count) if words[other // 64] >> other % 64 & 1} == members


def test_small_maps_have_one_word_of_vertices() -> None:
    assert size_of(find_board("standard")) == SIZES[0]
    assert SIZES[0].vertex_words == 1
    assert size_of(find_board("eight")) == SIZES[1]


def test_sixty_one_hexes_can_be_played() -> None:
    hexes = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    numbers = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    board = Board({h: Tile(Resource(i % 5), numbers[i % 10]) for i, h in enumerate(hexes)}, robber=None)
    assert (board.hex_count, board.vertex_count, board.edge_count) == (61, 150, 210)
    game = Game(board, Ruleset(players=8, offers_per_turn=0, turn_cap=60), seed=1)
    game.play()
    assert game.is_over


def test_the_longest_action_list_fits() -> None:
    """Offers of four cards to seven players, with a hand and cards that allow everything."""
    position = Position(
        settlements={0: 0, 4: 0, 8: 0},
        roads={0: 0, 1: 0, 2: 0},
        hands={0: (9, 9, 9, 9, 9)},
        cards={0: (1, 0, 1, 1, 1)},
        robber=0,
    )
    rules = Ruleset(players=8, offer_max_cards=4)
    game = Game.from_position(position, "eight", rules)
    assert 32_000 < len(game.legal_actions()) < MAX_ACTIONS


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(InputError, match="next to another"):
        Game.from_position(Position(settlements={0: 0, 1: 1}))
    with pytest.raises(InputError, match="more cards"):
        Game.from_position(Position(hands={0: (20, 0, 0, 0, 0)}))
    with pytest.raises(InputError, match="only 5 pieces"):
        Game.from_position(Position(settlements=dict.fromkeys((0, 2, 4, 6, 8, 10), 0)))


@pytest.mark.parametrize(
    ("position", "says"),
    [
        (Position(settlements={54: 0}), "no vertex 54"),
        (Position(settlements={-1: 0}), "no vertex -1"),
        (Position(cities={3: 4}), "no seat 4"),
        (Position(roads={72: 0}), "no edge 72"),
        (Position(roads={1: -1}), "no seat -1"),
        (Position(robber=19), "no hex 19"),
        (Position(roller=9), "no seat 9"),
        (Position(longest_road=8), "no seat 8"),
        (Position(hands={5: (0,) * 5}), "no seat 5"),
        (Position(hands={0: (0, 0)}), "give 5 counts"),
        (Position(cards={0: (-1, 0, 0, 0, 0)}), "none below 0"),
        (Position(new_cards={0: (1, 0, 0, 0, 0)}), "does not hold"),
        (Position(settlements={3: 0}, cities={3: 0}), "keep one"),
    ],
)
def test_numbers_that_the_board_does_not_have_are_refused(position: Position, says: str) -> None:
    with pytest.raises(InputError, match=says):
        Game.from_position(position)


@pytest.mark.parametrize(
    ("field", "value"),
    [("actor", 8), ("robber", 19), ("building", [17] * 64), ("waiting", 9), ("points", [300] * 8), ("bank", [1])],
)
def test_tampered_states_are_refused(field: str, value: object) -> None:
    saved = json.loads(state_to_text(Game().state))
    saved[field] = value
    with pytest.raises(InputError, match=field):
        state_from_text(json.dumps(saved), find_board("standard"))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"actor": 1}', "null"])
def test_other_texts_are_no_saved_position(text: str) -> None:
    with pytest.raises(InputError):
        state_from_text(text, find_board("standard"))


def test_boards_of_a_seed_differ() -> None:
    assert random_board("eight", 1) != random_board("eight", 2)

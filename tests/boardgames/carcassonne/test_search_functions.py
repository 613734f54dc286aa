"""What the search asks of the game: lists, ranks, keys, worlds and outcomes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from boardgames.carcassonne import (
    plugin_kernels,  # noqa: F401  (plugs the game in)
    rules,
)
from boardgames.carcassonne.actions import SKIP, from_text, placement
from boardgames.carcassonne.game import CarcassonneGame
from boardgames.carcassonne.records import Phase
from boardgames.carcassonne.tiles import LETTERS
from mcts.config import SearchConfig
from mcts.errors import InputError
from mcts.records import hash_record
from mcts.rng import seed_stream
from mcts.search import Search
from tests.boardgames.carcassonne.arranged import leave_in_bag, take


def test_counts_and_places_agree_with_the_list() -> None:
    game = CarcassonneGame(3, seed=8)
    while not game.is_over:
        actions = game.legal_actions()
        assert rules.count_actions(game.state) == len(actions) <= rules.MOST_ACTIONS
        assert [rules.nth_action(game.state, index) for index in range(len(actions))] == actions
        game.step(game.random_action())
    assert rules.count_actions(game.state) == 0
    assert rules.actor(game.state) == -1


def test_asking_changes_nothing() -> None:
    game = CarcassonneGame(2, seed=4)
    while not game.is_over:
        before = hash_record(game.state)
        for action in game.legal_actions():
            rules.action_rank(game.state, action)
            rules.action_key(game.state, action, True)
        assert hash_record(game.state) == before
        game.step(game.random_action())


@pytest.mark.parametrize(
    ("action", "rank"),
    [
        ("0,-1,180", 1),
        ("-3,4,0", 7),
        ("meeple:city_S", 1000),
        ("meeple:monastery", 1001),
        ("meeple:road_N", 1002),
        ("meeple:field_NL", 1003),
        ("skip", 10000),
    ],
)
def test_ranks_put_near_placements_and_cities_first(action: str, rank: int) -> None:
    assert rules.action_rank(CarcassonneGame(2).state, from_text(action)) == rank


def test_keys_tell_tiles_apart_when_asked_to() -> None:
    game = CarcassonneGame(2)
    code = int(placement(1, 0, 0))
    plain, aware = set(), set()
    for letter in "UVW":
        take(game, letter)
        plain.add(rules.action_key(game.state, code, False))
        aware.add(rules.action_key(game.state, code, True))
        for other in (SKIP, from_text("meeple:road_N")):
            assert rules.action_key(game.state, other, True) == other
    assert plain == {code}
    assert len(aware) == 3


def test_worlds_shuffle_the_bag_but_not_the_tile_in_hand() -> None:
    game = CarcassonneGame(2, seed=6)
    for _ in range(60):
        game.step(game.random_action())
    drawn = int(game.state["drawn"])
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.uint64(1))
    orders = set()
    for _ in range(20):
        world = game.state.copy()
        rules.determinize(world, 0, stream)
        assert world["bag"][: drawn + 1].tolist() == game.state["bag"][: drawn + 1].tolist()
        assert sorted(world["bag"].tolist()) == sorted(game.state["bag"].tolist())
        orders.add(tuple(world["bag"].tolist()))
        world["bag"] = game.state["bag"]
        assert hash_record(world) == hash_record(game.state), "nothing else changes"
    assert len(orders) == 20


def test_every_order_of_the_bag_is_equally_likely() -> None:
    game = CarcassonneGame(2, seed=6)
    game.state["bag"][-3:] = [LETTERS.index(letter) for letter in "UVW"]
    game.state["drawn"] = 67
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.uint64(2))
    orders = Counter[tuple[int, ...]]()
    for _ in range(6000):
        rules.determinize(game.state, 1, stream)
        orders[tuple(game.state["bag"][-3:].tolist())] += 1
    assert len(orders) == 6
    assert all(abs(count - 1000) < 120 for count in orders.values()), "four standard deviations"


@pytest.mark.parametrize(
    ("scores", "outcomes"),
    [((5, 3), (2, 0)), ((4, 4), (1, 1)), ((1, 9, 9), (0, 1, 1)), ((0, 0, 1, 0, 0), (0, 0, 2, 0, 0))],
)
def test_outcomes(scores: tuple[int, ...], outcomes: tuple[int, ...]) -> None:
    game = CarcassonneGame(len(scores))
    game.state["scores"][: len(scores)] = scores
    game.state["phase"] = Phase.OVER
    assert tuple(rules.outcome(game.state, seat) for seat in range(len(scores))) == outcomes
    assert [rules.score(game.state, seat) for seat in range(len(scores))] == list(scores)
    assert game.winners == tuple(seat for seat, result in enumerate(outcomes) if result)


def test_random_actions_are_uniform() -> None:
    game = CarcassonneGame(2, seed=3)
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.uint64(9))
    actions = game.legal_actions()
    drawn = Counter(rules.random_action(game.state, stream) for _ in range(500 * len(actions)))
    assert set(drawn) == set(actions)
    assert all(abs(count - 500) < 100 for count in drawn.values())


def test_with_an_empty_bag_the_last_tile_ends_the_game() -> None:
    game = CarcassonneGame(2, seed=3)
    leave_in_bag(game, "")
    assert game.tiles_left == 0
    game.step(game.legal_actions()[0])
    if game.phase == Phase.PLACE_MEEPLE:
        game.step(SKIP)
    assert game.is_over
    assert game.tile is None
    assert rules.actor(game.state) == -1
    assert game.legal_actions() == []
    before = hash_record(game.state)
    stream = np.zeros(2, np.uint64)
    rules.determinize(game.state, 0, stream)
    assert hash_record(game.state) == before, "there is nothing to shuffle"
    with pytest.raises(InputError, match="the game is over"):
        game.random_action()


def test_a_search_of_a_finished_game_finds_no_action() -> None:
    game = CarcassonneGame(2, seed=3)
    game.play()
    assert Search(game.state, SearchConfig(worlds=2)).run(iterations=10).action is None

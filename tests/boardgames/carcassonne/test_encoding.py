"""Carcassonne for networks: planes, numbers, places in the policy, and a search with a batched evaluator."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgames.carcassonne import encoding, plugin_kernels, rules  # noqa: F401  (plugs the game in)
from boardgames.carcassonne.actions import SKIP, from_text, placement
from boardgames.carcassonne.game import CarcassonneGame
from boardgames.carcassonne.records import Phase
from boardgames.carcassonne.tiles import LETTERS, Kind
from mcts.batch import BatchedEvaluator
from mcts.config import SearchConfig
from mcts.search import Search
from tests.boardgames.carcassonne.arranged import lay, take

SIDE = 2 * encoding.REACH + 1


def encoded(game: CarcassonneGame, seat: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Planes by row and column, and the numbers after them."""
    out = np.full(encoding.FEATURE_COUNT, 7.0, np.float32)
    encoding.encode(game.state, seat, out)
    return out[: encoding.IN_HAND].reshape(encoding.PLANES, SIDE, SIDE), out[encoding.IN_HAND :]


def at(x: int, y: int) -> tuple[int, int]:
    return y + encoding.REACH, x + encoding.REACH


def test_planes_show_sides_and_followers() -> None:
    game = CarcassonneGame(3, seed=1)
    lay(game, "U", 1, 0, 0, "road_E")  # goes on with the road of the start tile
    for seat in range(3):
        planes, _ = encoded(game, seat)
        tile = planes[(slice(None), *at(1, 0))]
        assert tile[encoding.LAID] == 1.0
        assert tile[encoding.CITY_SIDES : encoding.CITY_SIDES + 4].tolist() == [0, 0, 0, 0]
        assert tile[encoding.ROAD_SIDES : encoding.ROAD_SIDES + 4].tolist() == [0, 1, 0, 1]
        own = encoding.OWN_FOLLOWERS if seat == 0 else encoding.OTHER_FOLLOWERS
        assert np.flatnonzero(tile[encoding.OWN_FOLLOWERS : encoding.JUST_LAID]).tolist() == [
            own - encoding.OWN_FOLLOWERS + Kind.ROAD
        ]
        start = planes[(slice(None), *at(0, 0))]
        assert start[own + Kind.ROAD] == 1.0, "it is one road"
        assert start[encoding.CITY_SIDES : encoding.CITY_SIDES + 4].tolist() == [1, 0, 0, 0]
        assert planes[encoding.LAID].sum() == 2
        assert not planes[encoding.JUST_LAID].any()


def test_the_tile_just_laid_is_marked() -> None:
    game = CarcassonneGame(2, seed=1)
    take(game, "U")
    game.step("1,0,0")
    assert game.phase == Phase.PLACE_MEEPLE
    planes, _ = encoded(game, 0)
    assert np.argwhere(planes[encoding.JUST_LAID]).tolist() == [list(at(1, 0))]


def test_numbers_show_hands_bag_and_points() -> None:
    game = CarcassonneGame(3, seed=5)
    for _ in range(50):
        game.step(game.random_action())
    game.state["scores"][:3] = 50, 20, 10
    _, numbers = encoded(game, 1)
    hand, bag, points, supply = np.split(numbers, [24, 48, 53])
    assert game.tile is not None
    assert np.flatnonzero(hand).tolist() == [LETTERS.index(game.tile)]
    assert bag.sum() == game.tiles_left
    left = game.state["bag"][int(game.state["drawn"]) + 1 :]
    assert bag.tolist() == np.bincount(left, minlength=24).tolist()
    assert np.allclose(points, [0.2, 0.1, 0.5, 0.0, 0.0])
    assert np.allclose(supply[:3] * 7, np.roll(game.state["supply"][:3], -1))


def test_the_order_of_the_bag_is_not_seen() -> None:
    game = CarcassonneGame(2, seed=6)
    before = [part.tolist() for part in encoded(game, 0)]
    game.state["bag"][1:] = game.state["bag"][:0:-1].copy()
    assert [part.tolist() for part in encoded(game, 0)] == before


def test_every_action_has_its_own_place() -> None:
    game = CarcassonneGame(2, seed=4)
    while not game.is_over:
        actions = game.legal_actions()
        places = {int(encoding.prior_index(game.state, action)) for action in actions}
        assert len(places) == len(actions)
        assert 0 <= min(places) <= max(places) < encoding.POLICY_LENGTH
        game.step(game.random_action())
    spots = [from_text(f"meeple:{name}") for name in ("city_N", "monastery", "road_W", "field_WR")]
    assert len({int(encoding.prior_index(game.state, action)) for action in [*spots, SKIP]}) == 5


def test_far_placements_have_the_place_of_the_nearest() -> None:
    game = CarcassonneGame(2)
    near, far = placement(encoding.REACH, -3, 2), placement(40, -3, 2)
    assert encoding.prior_index(game.state, near) == encoding.prior_index(game.state, far)


def test_a_row_that_leaves_the_window_is_encoded_as_far_as_it_reaches() -> None:
    game = CarcassonneGame(2)
    for number in range(20):
        rules.lay_tile(game.state, 4 * LETTERS.index("U"), 1 + number, 0)
    planes, _ = encoded(game, 0)
    assert planes[encoding.LAID].sum() == 1 + encoding.REACH


def test_a_batched_search_follows_its_priors() -> None:
    game = CarcassonneGame(2, seed=3)
    favourite = game.legal_actions()[-1]
    wanted = int(encoding.prior_index(game.state, favourite))

    def evaluate(features: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
        assert features.shape[1:] == (encoding.FEATURE_COUNT,)
        priors = np.full((len(features), encoding.POLICY_LENGTH), 0.001)
        priors[:, wanted] = 1.0
        return 1.0 / (1.0 + np.exp(-5.0 * (features[:, encoding.POINTS] - features[:, encoding.POINTS + 1]))), priors

    network = BatchedEvaluator(encoding.FEATURE_COUNT, evaluate)
    config = SearchConfig(worlds=2, widening=False, batch_size=8, max_nodes=20_000)
    one, other = (Search(game.state, config, 3, network).run(iterations=200) for _ in range(2))
    assert one.visits == other.visits
    assert one.action == favourite

"""Amazons for networks: planes, places in the policy, and searches with a batched evaluator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from boardgames.amazons import plugin_kernels, rules, stepped  # noqa: F401  (plugs the game in)
from boardgames.amazons.encoding import PLANES, encode, feature_count, move_index, policy_length, step_index
from boardgames.amazons.positions import place_of, rows_from_state, start_state, with_steps
from mcts.batch import BatchedEvaluator
from mcts.config import SearchConfig
from mcts.search import Search
from tests.boardgames.amazons.samples import random_positions

SIZE = 6


def planes(state: Any, seat: int, size: int) -> NDArray[np.float32]:
    out = np.full(feature_count(size), 7.0, np.float32)
    encode(state, seat, out)
    return out.reshape(PLANES, -1)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_planes_show_the_board(size: int) -> None:
    state = list(random_positions(size, 5))[9]
    rows = rows_from_state(state, size)
    for seat, signs in enumerate(("BW#", "WB#")):
        seen = planes(state, seat, size)
        for square in range(seen.shape[1]):
            row, column = place_of(size, square)
            sign = rows[row][column] if row < size and column < size else "#"
            assert seen[:3, square].tolist() == [sign == own for own in signs]
        assert not seen[3].any()


def test_the_last_plane_shows_who_has_yet_to_shoot() -> None:
    state = with_steps(start_state(SIZE))
    move = first_actions(state)[3]
    stepped.apply_action(state, move)
    seen = planes(state, 0, SIZE)
    assert np.flatnonzero(seen[3]).tolist() == [rules.target_of(move)]
    assert seen[0, rules.target_of(move)] == 1.0


def first_actions(state: Any) -> list[int]:
    room = np.zeros(stepped.MOST_STEPS[SIZE], np.int64)
    return [int(action) for action in room[: stepped.legal_actions(state, room)]]


def test_every_step_has_its_own_place() -> None:
    state = with_steps(start_state(SIZE))
    seen: set[int] = set()
    for _ in range(2):
        actions = first_actions(state)
        places = {int(step_index(state, action)) for action in actions}
        assert len(places) == len(actions)
        assert not places & seen
        assert max(places) < policy_length(SIZE)
        seen |= places
        stepped.apply_action(state, actions[0])


def test_arrows_of_a_whole_turn_share_the_place_of_its_move() -> None:
    turn = int(rules.turn_code(1, 9, 10))
    assert move_index(start_state(SIZE), turn) == move_index(start_state(SIZE), rules.turn_code(1, 9, 2)) == 64 + 9


def network(wanted: int, size: int) -> BatchedEvaluator:
    """Nearly all prior on one place; a position is worth as much as the own side has room around it."""

    def evaluate(features: NDArray[np.float32]) -> tuple[NDArray[Any], NDArray[Any]]:
        assert features.shape[1:] == (feature_count(size),)
        seen = features.reshape(len(features), PLANES, -1)
        priors = np.full((len(features), policy_length(size)), 0.001)
        priors[:, wanted] = 1.0
        return 0.5 + 0.1 * np.tanh(seen[:, 0] @ seen[0, 0] - 3.0), priors

    return BatchedEvaluator(feature_count(size), evaluate)


def test_a_batched_search_follows_its_priors() -> None:
    state = with_steps(start_state(SIZE))
    favourite = first_actions(state)[5]
    evaluator = network(int(step_index(state, favourite)), SIZE)
    config = SearchConfig(widening=False, batch_size=8, max_nodes=20_000)
    one, other = (Search(state, config, 3, evaluator).run(iterations=200) for _ in range(2))
    assert one.visits == other.visits
    assert sum(one.visits) == 199  # the first evaluation is the root's
    assert one.action == favourite

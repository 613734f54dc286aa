"""Both evaluations against slow transcriptions of their formulas."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from boardgames.amazons import bot001, judge, territory
from boardgames.amazons.positions import rows_from_state, start_state, with_steps
from boardgames.amazons.records import STEPPED_TURNS
from boardgames.amazons.stepped import apply_action, legal_actions
from boardgames.amazons.territory import PARTS, count_parts, squares_nearer
from boardgames.amazons.weights import KNOTS
from tests.boardgames.amazons.plain_evaluation import bot001_value, distances, territory_counts
from tests.boardgames.amazons.reference import SlowAmazons
from tests.boardgames.amazons.samples import random_positions


@pytest.mark.parametrize("size", [6, 8, 10])
def test_bot001_equals_its_formulas(size: int) -> None:
    for number, state in enumerate(random_positions(size, 11)):
        slow = SlowAmazons(rows_from_state(state, size), "B")
        for seat, side in enumerate("BW"):
            turn = (1, 10, 11, 20, 21, 40)[number % 6]
            value = bot001.evaluate(state, seat, bot001.parameters(turn))
            assert value == pytest.approx(bot001_value(slow, side, turn), abs=1e-12, rel=0)


def test_exploration_follows_the_formula() -> None:
    for turn in (1, 2, 10, 20, 30, 46):
        expected = 0.177 * math.exp(-0.008 * (turn - 1.41))
        assert bot001.exploration(turn) == pytest.approx(expected, abs=1e-12, rel=0)


def numbered(part: tuple[Any, ...]) -> int:
    """The place of a weight, from its name in the slow evaluation."""
    match part:
        case "queen", mine, theirs:
            return territory.BY_QUEEN + territory.QUEEN_LEVELS * mine + theirs
        case "king", mine, theirs:
            return territory.BY_KING + territory.KING_LEVELS * mine + theirs
        case "targets", number:
            return territory.BY_TARGETS + number
        case "neighbours", number:
            return territory.BY_NEIGHBOURS + number
    return territory.RIGHT_TO_MOVE


def expected_counts(slow: SlowAmazons, side: str) -> Any:
    counts = np.zeros(PARTS, dtype=np.int64)
    for part, count in territory_counts(slow, side).items():
        counts[numbered(part)] += count
    return counts


def counts_of(state: Any) -> Any:
    room = np.zeros((2, PARTS), dtype=np.int64)
    count_parts(state, room[0], room[1])
    assert not room[0].any()
    return room[1]


@pytest.mark.parametrize("size", [6, 8, 10])
def test_parts_equal_their_definitions(size: int) -> None:
    for state in list(random_positions(size, 5))[::2]:
        side = "BW"[state["mover"]]
        slow = SlowAmazons(rows_from_state(state, size), side)
        assert counts_of(with_steps(state)).tolist() == expected_counts(slow, side).tolist()


def test_with_an_arrow_missing_the_opponent_is_next() -> None:
    state = start_state(8, STEPPED_TURNS)
    room = np.zeros(108, dtype=np.int64)
    legal_actions(state, room)
    apply_action(state, int(room[0]))
    expected = expected_counts(SlowAmazons(rows_from_state(state, 8), "B"), "W")
    assert counts_of(state).tolist() == expected.tolist()


def test_judge_weighs_the_parts_of_its_moment() -> None:
    knots = np.arange(2 * 3 * PARTS, dtype=np.float64).reshape(2, 3, PARTS) % 101 / 10_000
    parameters = judge.parameters(8, knots)
    unit = 2.0**-16
    assert parameters["weights"][0, 0] * unit == pytest.approx(knots[0, 0], abs=unit)
    assert parameters["weights"][1, 14] * unit == pytest.approx((knots[1, 0] + knots[1, 1]) / 2, abs=unit)
    assert parameters["weights"][0, 56] * unit == pytest.approx(knots[0, 2], abs=unit)
    for state in list(random_positions(8, 2))[5:40:7]:
        total = unit * float(np.dot(parameters["weights"][0, state["ply"]], counts_of(with_steps(state))))
        expected = min(max(1 / (1 + math.exp(-total)), 1 - judge.SURE), judge.SURE)
        mover = int(state["mover"])
        assert judge.evaluate(with_steps(state), mover, parameters) == pytest.approx(expected, abs=1e-12)
        assert judge.evaluate(with_steps(state), 1 - mover, parameters) == pytest.approx(1 - expected, abs=1e-12)


def test_shipped_weights_fit_the_parts() -> None:
    assert KNOTS.shape[::2] == (2, PARTS)
    for state in list(random_positions(8, 3))[::6]:
        values = [judge.evaluate(with_steps(state), seat, judge.parameters(8, KNOTS)) for seat in (0, 1)]
        assert sum(values) == pytest.approx(1.0)


def test_score_counts_the_nearer_squares() -> None:
    for state in list(random_positions(8, 8))[::5]:
        slow = SlowAmazons(rows_from_state(state, 8), "B")
        mine, theirs = distances(slow, "B", by_queen=False), distances(slow, "W", by_queen=False)
        assert squares_nearer(state, 0) == sum(d < theirs.get(place, 99) for place, d in mine.items())

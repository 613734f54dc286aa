"""Both evaluations against slow transcriptions of their formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest

from boardgames.amazons import bot001, judge
from boardgames.amazons.positions import rows_from_state, start_state, with_steps
from boardgames.amazons.records import STEPPED_TURNS
from boardgames.amazons.stepped import apply_action, legal_actions
from boardgames.amazons.territory import PARTS, parts_of, squares_nearer
from boardgames.amazons.weights import KNOTS
from tests.boardgames.amazons.plain_evaluation import bot001_value, distances, territory_parts
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


@pytest.mark.parametrize("size", [6, 8, 10])
def test_parts_equal_their_definitions(size: int) -> None:
    for state in list(random_positions(size, 5))[::2]:
        rows = rows_from_state(state, size)
        for seat, side in enumerate("BW"):
            expected = territory_parts(SlowAmazons(rows, side), side, "BW"[state["mover"]])
            assert parts_of(with_steps(state), seat) == pytest.approx(expected, abs=1e-12)


def test_with_an_arrow_missing_the_opponent_is_next() -> None:
    state = start_state(8, STEPPED_TURNS)
    room = np.zeros(108, dtype=np.int64)
    legal_actions(state, room)
    apply_action(state, int(room[0]))
    expected = territory_parts(SlowAmazons(rows_from_state(state, 8), "B"), "B", "W")
    assert parts_of(state, 0) == pytest.approx(expected, abs=1e-12)


def test_judge_weighs_the_parts_of_its_moment() -> None:
    knots = np.arange(2 * 3 * PARTS, dtype=np.float64).reshape(2, 3, PARTS) / 1000
    parameters = judge.parameters(8, knots)
    assert parameters["weights"][0, 0] == pytest.approx(knots[0, 0])
    assert parameters["weights"][1, 14] == pytest.approx((knots[1, 0] + knots[1, 1]) / 2)
    assert parameters["weights"][0, 56] == pytest.approx(knots[0, 2])
    for state in list(random_positions(8, 2))[5:40:7]:
        total = float(np.dot(parameters["weights"][0, state["ply"]], parts_of(with_steps(state), 1)))
        expected = min(max(1 / (1 + math.exp(-total)), 1 - judge.SURE), judge.SURE)
        assert judge.evaluate(with_steps(state), 1, parameters) == pytest.approx(expected, abs=1e-12)


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

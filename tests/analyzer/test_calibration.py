"""The short form of ``calibration.main``."""

from __future__ import annotations

import pytest

from tests.analyzer.calibration import FEWEST_ROUNDS, Judgement, bins, coverage, simulate

RUNS = 60


@pytest.fixture(name="judgements", scope="module")
def _judgements() -> list[Judgement]:
    return [simulate(run, 0.125, 0.01 * (1 + run % 3), FEWEST_ROUNDS * (1 + run % 2))[0] for run in range(RUNS)]


def test_intervals_contain_the_truth_as_often_as_they_say(judgements: list[Judgement]) -> None:
    everybody, first = coverage(judgements)
    assert 0.93 <= everybody <= 0.97
    assert first >= 0.91


def test_the_set_is_right_as_often_as_claimed(judgements: list[Judgement]) -> None:
    for _, claim, right, error in bins(judgements):
        assert abs(right - claim) <= 3 * error

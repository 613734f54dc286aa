"""Each way of the rule, just met and just missed."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.posterior import fitted_posterior
from analyzer.ranking import order_of
from analyzer.stopping import StopReason, reason_to_stop


def _reason(rates: list[float], games: int, top: int, *, budget_spent: bool = False) -> StopReason | None:
    played = np.full(len(rates), games)
    posterior = fitted_posterior((played * np.array(rates)).astype(np.int64), played)
    return reason_to_stop(posterior, order_of(posterior), top, budget_spent=budget_spent)


def test_clear_order() -> None:
    rates = [0.20, 0.17, 0.14, 0.11, 0.08]
    assert _reason(rates, 64_000, 3) is StopReason.ORDER
    assert _reason(rates, 640, 3) is None


def test_two_of_the_best_are_as_good_as_equal() -> None:
    rates = [0.20, 0.1502, 0.15, 0.11, 0.08]
    assert _reason(rates, 200_000, 3) is StopReason.SET
    assert _reason(rates, 20_000, 3) is None, "not known to be close"


def test_neighbours_neither_resolved_nor_close() -> None:
    assert _reason([0.20, 0.154, 0.15, 0.11, 0.08], 40_000, 3) is None


def test_an_unclear_edge_of_the_top_goes_on() -> None:
    assert _reason([0.20, 0.17, 0.1502, 0.15, 0.08], 200_000, 3) is None


def test_a_spent_budget_comes_last() -> None:
    assert _reason([0.15, 0.15, 0.15], 640, 2, budget_spent=True) is StopReason.BUDGET
    assert _reason([0.20, 0.17, 0.14], 64_000, 2, budget_spent=True) is StopReason.ORDER


@pytest.mark.parametrize("top", [2, 8])
def test_two_candidates_are_compared_with_each_other(top: int) -> None:
    assert _reason([0.20, 0.15], 6_400, top) is StopReason.ORDER
    assert _reason([0.15, 0.15], 400_000, top) is StopReason.SET
    assert _reason([0.15, 0.15], 6_400, top) is None


def test_a_top_of_one_is_the_best() -> None:
    assert _reason([0.20, 0.15, 0.15], 6_400, 1) is StopReason.ORDER
    assert _reason([0.20, 0.199, 0.15], 6_400, 1) is None

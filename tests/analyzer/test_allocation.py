"""Plans of rounds: pure, sensible at the edges, and spent where two worlds disagree."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from scipy.special import betaincinv

from analyzer.allocation import (
    LAG,
    LARGE_BUDGET_UNITS,
    MOST_LARGE_ROUNDS,
    MOST_ROUNDS,
    SLOTS,
    WARM_UP_UNITS,
    plan_in_parts,
    plan_round,
    slots_per_round,
)
from analyzer.draws import raw_stream, uniforms

Counts = npt.NDArray[np.int64]


def _results(candidates: int = 30, games: int = 4096) -> tuple[Counts, Counts]:
    rng = np.random.default_rng(4)
    played = np.full(candidates, games)
    return rng.binomial(played, np.linspace(0.16, 0.10, candidates)), played


def _slowly(seed: int, number: int, slot: int, wins: Counts, games: Counts, top: int) -> int:
    """One slot, word for word: a world, up to a hundred others, and a candidate about which they disagree."""
    stream = raw_stream(seed, number, slot)

    def best() -> list[int]:
        rates = betaincinv(1.0 + wins, 1.0 + games - wins, uniforms(stream.random_raw(len(wins))))
        return sorted(range(len(wins)), key=lambda candidate: -rates[candidate])[:top]

    which, side = uniforms(stream.random_raw(2))
    one = best()
    for _ in range(100):
        other = best()
        if slot % 2 == 0 and top < len(wins):
            disputed = sorted(set(one) ^ set(other))
            if disputed:
                return disputed[int(which * len(disputed))]
        else:
            ranks = [rank for rank in range(len(one)) if one[rank] != other[rank]]
            if ranks:
                return (one if side < 0.5 else other)[ranks[int(which * len(ranks))]]
    mean = (wins + 1) / (games + 2)
    variance = mean * (1 - mean) / (games + 3)
    order = sorted(range(len(wins)), key=lambda candidate: -mean[candidate])[: top + 1]
    closest = min(
        pairwise(order), key=lambda pair: (mean[pair[0]] - mean[pair[1]]) / np.sqrt(variance[list(pair)].sum())
    )
    return closest[0] if side < 0.5 else closest[1]


@pytest.mark.parametrize(
    ("candidates", "games", "top"), [(30, 128, 8), (30, 8192, 8), (12, 65_536, 8), (9, 10**7, 4), (3, 640, 8)]
)
def test_a_plan_is_what_the_slow_way_gives(candidates: int, games: int, top: int) -> None:
    results = _results(candidates, games)
    slowly = [_slowly(2, 30, slot, *results, top) for slot in range(12)]
    assert plan_round(2, 30, 12, *results, top).tolist() == slowly


def _nothing(candidates: int) -> tuple[Counts, Counts]:
    return np.zeros(candidates, np.int64), np.zeros(candidates, np.int64)


@pytest.mark.parametrize("candidates", [2, 7, 30, 60])
@pytest.mark.parametrize("slots", [8, 64])
def test_everybody_has_warmed_up_before_chance_decides(candidates: int, slots: int) -> None:
    units = np.zeros(candidates, np.int64)
    for number in range(max(LAG, -(-WARM_UP_UNITS * candidates // slots))):
        units += np.bincount(plan_round(1, number, slots, *_nothing(candidates), 8), minlength=candidates)
    assert units.min() >= WARM_UP_UNITS
    first_rounds = np.concatenate([plan_round(1, number, slots, *_nothing(candidates), 8) for number in range(LAG)])
    assert first_rounds.tolist() == [slot % candidates for slot in range(LAG * slots)]


def test_a_plan_is_a_pure_function_of_its_arguments() -> None:
    results = _results()
    plan = plan_round(9, 5, 64, *results, 8)
    assert plan.dtype == np.int64
    assert plan.tolist() == plan_round(9, 5, 64, *results, 8).tolist()
    assert plan.tolist() != plan_round(10, 5, 64, *results, 8).tolist()
    assert plan.tolist() != plan_round(9, 6, 64, *results, 8).tolist()


def test_a_plan_stays_what_it_is() -> None:
    """Resumed and repeated runs depend on it."""
    assert plan_round(9, 5, 12, *_results(), 8).tolist() == [8, 6, 3, 3, 7, 3, 3, 2, 5, 4, 3, 6]


def test_a_round_cut_short_is_the_beginning_of_the_whole() -> None:
    results = _results()
    assert plan_round(9, 5, 20, *results, 8).tolist() == plan_round(9, 5, 64, *results, 8)[:20].tolist()


def test_set_slots_go_to_the_edge_of_the_top_and_order_slots_into_it() -> None:
    wins, games = _results(games=65_536)
    order = np.argsort(-wins / games)
    rank_of = np.argsort(order)
    ranks = rank_of[np.concatenate([plan_round(9, number, 64, wins, games, 8) for number in range(2, 12)])]
    set_ranks, order_ranks = ranks[::2], ranks[1::2]
    assert np.isin(set_ranks, range(4, 12)).mean() > 0.95
    assert (order_ranks < 10).mean() > 0.95


def test_when_all_is_resolved_the_closest_neighbours_are_played() -> None:
    games = np.full(6, 6_400_000)
    wins = (games * np.array([0.30, 0.25, 0.24, 0.20, 0.15, 0.10])).astype(np.int64)
    plan = plan_round(9, 5, 64, wins, games, 3)
    assert set(plan.tolist()) == {1, 2}


@pytest.mark.parametrize(("candidates", "top"), [(1, 8), (2, 8), (2, 1), (5, 5), (9, 8)])
def test_small_fields(candidates: int, top: int) -> None:
    plan = plan_round(9, 5, 64, *_results(candidates, 128), top)
    assert plan.shape == (64,)
    assert set(plan.tolist()) == set(range(candidates))


def test_unplayed_candidates_are_no_obstacle() -> None:
    plan = plan_round(9, 20, 8, *_nothing(30), 8)
    assert ((plan >= 0) & (plan < 30)).all()


def test_rounds_grow_with_the_budget_only_when_they_would_be_too_many() -> None:
    assert slots_per_round(1) == slots_per_round(SLOTS * MOST_ROUNDS) == SLOTS
    assert slots_per_round(SLOTS * MOST_ROUNDS + 1) == 2 * SLOTS
    assert slots_per_round(LARGE_BUDGET_UNITS) == 4096
    assert slots_per_round(LARGE_BUDGET_UNITS + 1) == 16_384
    assert slots_per_round(1_562_500) * MOST_LARGE_ROUNDS >= 1_562_500


def test_rounds_of_ordinary_budgets_stay_what_they_are() -> None:
    """Resumed and repeated runs depend on it."""
    budgets = [1, 16_384, 16_385, 62_500, 65_536, 65_537, 131_072, 131_073, 250_000, 1_000_000]
    assert [slots_per_round(budget) for budget in budgets] == [64, 64, 128, 256, 256, 512, 512, 1024, 1024, 4096]


def test_a_large_plan_is_made_of_parts_that_are_planned_one_after_the_other() -> None:
    results = _results()
    parts = list(plan_in_parts(9, 5, 2500, *results, 8))
    assert len(parts) > 2
    together = np.concatenate(parts)
    assert np.array_equal(together, plan_round(9, 5, 2500, *results, 8))
    assert np.array_equal(together[:64], plan_round(9, 5, 64, *results, 8))

"""Paired differences: counted by hand, calibrated by simulation, equal to the plain formula without pairing."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from analyzer.paired import Difference, PairCounts, count_pair, difference

RUNS = 2000


def test_counting_against_a_plain_loop() -> None:
    rng = np.random.default_rng(6)
    units = [rng.choice(20, size, replace=False) for size in (9, 14)]
    masks = [rng.integers(0, 2**64, len(numbers), np.uint64) for numbers in units]
    games = [
        {(int(u), g): int(m) >> g & 1 for u, m in zip(numbers, words, strict=True) for g in range(64)}
        for numbers, words in zip(units, masks, strict=True)
    ]
    first, second = games
    shared = first.keys() & second.keys()
    assert count_pair(units[0], masks[0], units[1], masks[1]) == PairCounts(
        shared_games=len(shared),
        first_shared=sum(first[game] for game in shared),
        second_shared=sum(second[game] for game in shared),
        both=sum(first[game] & second[game] for game in shared),
        first_wins=sum(first[game] for game in first.keys() - shared),
        first_games=len(first.keys() - shared),
        second_wins=sum(second[game] for game in second.keys() - shared),
        second_games=len(second.keys() - shared),
    )


def _rate_variance(wins: int, games: int) -> float:
    rate = (wins + 1) / (games + 2)
    return rate * (1 - rate) / games


def test_without_shared_games_it_is_the_independent_formula() -> None:
    found = difference(PairCounts(0, 0, 0, 0, first_wins=300, first_games=2048, second_wins=150, second_games=1280))
    assert found.estimate == pytest.approx(300 / 2048 - 150 / 1280)
    assert found.sd == pytest.approx(np.sqrt(_rate_variance(300, 2048) + _rate_variance(150, 1280)))
    assert found.correlation == 0


def test_without_correlation_it_is_the_independent_formula() -> None:
    """1,000 shared games of which the wins of both are just what chance gives."""
    found = difference(
        PairCounts(1000, 200, 100, 20, first_wins=310, first_games=1500, second_wins=40, second_games=300)
    )
    assert found.correlation == pytest.approx(0, abs=1e-12)
    assert found.estimate == pytest.approx(510 / 2500 - 140 / 1300)
    assert found.sd == pytest.approx(np.sqrt(_rate_variance(510, 2500) + _rate_variance(140, 1300)))


def test_with_all_games_shared_it_is_the_plain_paired_difference() -> None:
    found = difference(PairCounts(6400, 1000, 900, 400, 0, 0, 0, 0))
    assert found.estimate == pytest.approx(100 / 6400)
    discordant = (600 + 500) / 6400
    assert found.sd == pytest.approx(np.sqrt((discordant - found.estimate**2) / 6400), rel=1e-3)


def test_sharing_luck_makes_surer() -> None:
    sds = [difference(PairCounts(6400, 1000, 900, both, 0, 0, 320, 1920)).sd for both in (100, 250, 400, 900)]
    assert sds == sorted(sds, reverse=True)


def test_probabilities_and_intervals() -> None:
    found = Difference(0.013, 0.004, 0.2)
    assert found.probability_positive == pytest.approx(0.99942, abs=1e-5)
    assert found.interval() == pytest.approx((0.00516, 0.02084), abs=1e-5)
    assert found.interval(0.5) == pytest.approx((0.0103, 0.0157), abs=1e-4)


@pytest.mark.parametrize("games", [0, 64])
def test_someone_who_has_not_played_cannot_be_compared(games: int) -> None:
    found = difference(PairCounts(0, 0, 0, 0, 0, games, 0, 0))
    assert (found.sd, found.probability_positive) == (np.inf, 0.5)


@pytest.mark.parametrize(("both", "wins"), [(0, 0), (64, 64), (0, 64)])
def test_extreme_counts_still_have_an_uncertainty(both: int, wins: int) -> None:
    found = difference(PairCounts(64, 64 - wins + both, wins, both, 0, 0, 0, 0))
    assert 0 < found.sd < np.inf


def _simulated(rng: np.random.Generator, shared: int, only_first: int, only_second: int) -> PairCounts:
    """Win rates 0.14 and 0.12; the same game is decided by the same number for both in 40 % of cases."""
    same = rng.random(shared) < 0.4
    luck = rng.random((2, shared))
    first = luck[0] < 0.14
    second = np.where(same, luck[0], luck[1]) < 0.12
    counts: list[npt.NDArray[np.bool_]] = [first, second, first & second]
    first_shared, second_shared, both = (int(count.sum()) for count in counts)
    wins = rng.binomial([only_first, only_second], [0.14, 0.12])
    return PairCounts(shared, first_shared, second_shared, both, int(wins[0]), only_first, int(wins[1]), only_second)


@pytest.mark.parametrize(
    ("shared", "only_first", "only_second"), [(2048, 0, 0), (2048, 6400, 0), (2048, 640, 2048), (640, 0, 6400)]
)
def test_it_is_as_sure_as_it_should_be(shared: int, only_first: int, only_second: int) -> None:
    rng = np.random.default_rng([shared, only_first])
    found = [difference(_simulated(rng, shared, only_first, only_second)) for _ in range(RUNS)]
    estimates, sds = np.array([one.estimate for one in found]), np.array([one.sd for one in found])
    assert estimates.mean() == pytest.approx(0.02, abs=5 * estimates.std() / np.sqrt(RUNS))
    assert sds.mean() == pytest.approx(estimates.std(), rel=0.06)
    covered = np.mean([low < 0.02 < high for low, high in (one.interval() for one in found)])
    assert covered == pytest.approx(0.95, abs=0.02)
    independent = 0.14 * 0.86 / (shared + only_first) + 0.12 * 0.88 / (shared + only_second)
    assert sds.mean() < np.sqrt(independent)

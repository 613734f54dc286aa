"""What games say: counts, scores, ratings, comparisons."""

from __future__ import annotations

import pytest

from boardgames.arena.record import Fault, GameRecord
from boardgames.arena.request import Request
from boardgames.arena.sequential import Verdict
from boardgames.arena.summary import summarize
from boardgames.arena.words import verdict
from boardgames.bots.registry import BotSpec
from catan_sim.statistics import wilson


def record(
    number: int,
    seats: str,
    outcomes: list[int],
    scores: list[float],
    reason: str = "normal",
    fault: Fault | None = None,
) -> GameRecord:
    return GameRecord(number, number // 2, 1, list(seats), [], outcomes, scores, reason, 10, [0.5] * len(seats), fault)


def request(bots: str, players: int = 2) -> Request:
    return Request("toy", [BotSpec(name, "random") for name in bots], players, 100, 1)


def test_rows_count_wins_draws_losses_and_scores() -> None:
    records = [
        record(0, "ab", [2, 0], [10, 4]),
        record(1, "ba", [1, 1], [6, 6]),
        record(2, "ab", [0, 2], [1, 9]),
        record(3, "ba", [0, 0], [3, 5], "turn_limit"),
        record(4, "ab", [0, 2], [0, 0], "forfeit", Fault(0, "a", "it slept")),
    ]
    summary = summarize(request("ab"), records)
    a, b = summary.bots
    assert (a.games, a.wins, a.draws, a.losses, a.faults) == (5, 1, 2, 2, 1)
    assert (b.games, b.wins, b.draws, b.losses, b.faults) == (5, 2, 2, 1, 0)
    assert a.interval == wilson(1, 5)
    assert a.mean_score == pytest.approx((10 + 6 + 1 + 5 + 0) / 5)
    assert a.score_deviation == pytest.approx(4.037, abs=1e-3)  # of a sample
    assert a.seconds == 0.5
    (pair,) = summary.pairs
    assert (pair.better, pair.even, pair.worse) == (1, 2, 2)
    assert (summary.games, summary.stopped, summary.faults) == (5, 1, [(1, Fault(0, "a", "it slept"))])
    assert [rating.name for rating in summary.ratings] == ["b", "a"]


def test_of_two_losers_the_one_with_more_points_did_better() -> None:
    (ab, ac, bc) = summarize(request("abc", 3), [record(0, "abc", [0, 2, 0], [5, 9, 3])]).pairs
    assert (ab.better, ab.worse) == (0, 1)
    assert (ac.better, ac.worse) == (1, 0)
    assert (bc.better, bc.worse) == (1, 0)


def test_ratings_share_out_shared_wins() -> None:
    drawn = summarize(request("ab"), [record(n, "ab", [1, 1], [0, 0]) for n in range(50)])
    assert [rating.elo for rating in drawn.ratings] == pytest.approx([1000, 1000])
    won = summarize(request("ab"), [record(n, "ab", [2, 0], [0, 0]) for n in range(50)])
    assert won.ratings[0].name == "a"
    assert won.ratings[0].low > 1000 > won.ratings[1].high
    assert won.pairs[0].verdict == Verdict.BETTER


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        (7, "a is better than b (100.0 % of comparisons, 95 %: 53.8 … 100.0 %)"),
        (-7, "b is better than a (100.0 % of comparisons, 95 %: 53.8 … 100.0 %)"),
        (6, "a is ahead of b, which after 6 rounds may still be luck (100.0 % of comparisons"),
        (-1, "b is ahead of a, which after 1 round may still be luck (100.0 % of comparisons"),
        (0, "a and b are level after 1 round (50.0 % of comparisons"),
    ],
)
def test_verdicts_in_words(wins: int, words: str) -> None:
    """All rounds won (or lost, below zero), or one of which each bot won one game."""
    games = [[2, 0], [0, 2]] * abs(wins) if wins > 0 else [[0, 2], [2, 0]] * abs(wins) if wins < 0 else [[2, 0], [2, 0]]
    records = [record(n, "ba" if n % 2 else "ab", outcomes, [0, 0]) for n, outcomes in enumerate(games)]
    (pair,) = summarize(request("ab"), records).pairs
    assert verdict(pair, 0.05).startswith(words)


def test_a_bot_with_several_seats_is_rated_by_seat() -> None:
    """Three seats win three times as often as one when all are equal."""
    records = [record(n, "abbb", [2, 0, 0, 0] if n % 4 == 0 else [0, 2, 0, 0], [0] * 4) for n in range(400)]
    summary = summarize(request("ab", 4), records)
    assert [rating.elo for rating in summary.ratings] == pytest.approx([1000, 1000], abs=1)

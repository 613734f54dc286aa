"""What the games of an arena say: a row for each bot, ratings, and every two bots compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from statistics import fmean, stdev
from typing import Final

import numpy as np

from boardgames.arena.record import LOSS, SHARED_WIN, SOLE_WIN, Fault, GameRecord
from boardgames.arena.request import Request
from boardgames.arena.sequential import ERROR, Comparison, Verdict, compare
from catan_sim.ratings import Rating, rate
from catan_sim.statistics import wilson


@dataclass(frozen=True)
class BotRow:
    """How a bot did. Where it has several seats at a table, each counts as a game.

    Attributes
    ----------
    games, wins, draws, losses : int
        Draws are shared wins, and games that were stopped.
    win_share : float
    interval : tuple of float
        Of the chance to win, 95 % (Wilson).
    mean_score, score_deviation : float
        The latter of a sample; 0 after a single game.
    seconds : float
        Spent on choosing, a game.
    faults : int
        Games lost by a crash, an illegal action or silence.
    """

    label: str
    games: int
    wins: int
    draws: int
    losses: int
    win_share: float
    interval: tuple[float, float]
    mean_score: float
    score_deviation: float
    seconds: float
    faults: int


@dataclass(frozen=True)
class PairRow:
    """Two bots that met: how often the first did better, neither, and the second did, seat by seat."""

    one: str
    other: str
    better: int
    even: int
    worse: int
    comparison: Comparison
    verdict: Verdict


@dataclass(frozen=True)
class Summary:
    """Everything a report shows.

    Attributes
    ----------
    games, rounds, stopped : int
        ``stopped`` of the games were stopped at the limit of turns.
    faults : list of (count, Fault)
        Those that are alike counted together, the commonest first; ``seat`` is that of the first.
    """

    games: int
    rounds: int
    stopped: int
    mean_turns: float
    mean_seconds: float
    bots: list[BotRow]
    pairs: list[PairRow]
    ratings: list[Rating]
    faults: list[tuple[int, Fault]]


def summarize(request: Request, records: Sequence[GameRecord]) -> Summary:
    """Sum up games; their order does not matter."""
    records = sorted(records, key=lambda record: record.number)
    meetings = Meetings(request)
    for _, games in groupby(records, key=lambda record: record.round):
        meetings.add_round(list(games))
    first_faults: dict[tuple[str, str], Fault] = {}
    kinds: Counter[tuple[str, str]] = Counter()
    for record in records:
        if record.fault is not None:
            key = record.fault.bot, record.fault.why
            first_faults.setdefault(key, record.fault)
            kinds[key] += 1
    return Summary(
        games=len(records),
        rounds=len({record.round for record in records}),
        stopped=sum(record.reason == "turn_limit" for record in records),
        mean_turns=fmean(record.turns for record in records),
        mean_seconds=fmean(sum(record.seconds) for record in records),
        bots=[_bot_row(label, records) for label in request.labels],
        pairs=meetings.rows(),
        ratings=_ratings(request, records),
        faults=[(count, first_faults[key]) for key, count in kinds.most_common()],
    )


class Meetings:
    """Every two bots that met, round by round; rounds may be added one after the other."""

    def __init__(self, request: Request) -> None:
        self._pairs: Final = list(combinations(request.labels, 2))
        self._margin: Final = request.margin
        self._seats: Final = {pair: Counter[float]() for pair in self._pairs}
        self._rounds: Final = {pair: Counter[float]() for pair in self._pairs}

    def add_round(self, records: Sequence[GameRecord]) -> None:
        """Count the games of a round."""
        for pair in self._pairs:
            comparisons = [found for record in records for found in _comparisons(record, *pair)]
            if comparisons:
                self._seats[pair].update(comparisons)
                self._rounds[pair][fmean(comparisons)] += 1

    def rows(self) -> list[PairRow]:
        """What is known about each pair; all intervals together are wrong at some time with a chance of at most 5 %."""
        rows = []
        for pair in self._pairs:
            seats = self._seats[pair]
            if seats:
                known = compare(self._rounds[pair], ERROR / len(self._pairs))
                verdict = known.verdict(self._margin)
                rows.append(PairRow(*pair, seats[1.0], seats[0.5], seats[0.0], known, verdict))
        return rows

    @property
    def is_settled(self) -> bool:
        """Whether all are told apart or equal within the margin."""
        return all(row.verdict != Verdict.OPEN for row in self.rows())


def _comparisons(record: GameRecord, one: str, other: str) -> list[float]:
    firsts = [seat for seat, label in enumerate(record.seats) if label == one]
    seconds = [seat for seat, label in enumerate(record.seats) if label == other]
    return [record.comparison(first, second) for first in firsts for second in seconds]


def _bot_row(label: str, records: Sequence[GameRecord]) -> BotRow:
    played = [(record, seat) for record in records for seat, bot in enumerate(record.seats) if bot == label]
    outcomes = Counter(
        SHARED_WIN if record.reason == "turn_limit" else record.outcomes[seat] for record, seat in played
    )
    scores = [record.scores[seat] for record, seat in played]
    games, wins = len(played), outcomes[SOLE_WIN]
    return BotRow(
        label=label,
        games=games,
        wins=wins,
        draws=outcomes[SHARED_WIN],
        losses=outcomes[LOSS],
        win_share=wins / games if games else 0.0,
        interval=wilson(wins, games),
        mean_score=fmean(scores) if scores else 0.0,
        score_deviation=stdev(scores) if len(scores) > 1 else 0.0,
        seconds=fmean(record.seconds[seat] for record, seat in played) if played else 0.0,
        faults=sum(record.fault is not None and record.fault.seat == seat for record, seat in played),
    )


def _ratings(request: Request, records: Sequence[GameRecord]) -> list[Rating]:
    """Elo over all tables; games with the same bots at the table count together."""
    labels = request.labels
    tables: dict[tuple[int, ...], list[float]] = {}
    for record in records:
        seats = tuple(record.seats.count(label) for label in labels)
        wins = tables.setdefault(seats, [0.0] * len(labels))
        for seat, label in enumerate(record.seats):
            wins[labels.index(label)] += record.share(seat)
    return rate(labels, np.array(list(tables), np.float64), np.array(list(tables.values()), np.float64))

"""Driving an arena: games go to the worker pool and come back in any order, which no result depends on."""

from __future__ import annotations

from typing import Final, Protocol

from boardgames.arena.journal import Journal
from boardgames.arena.play import GameJob
from boardgames.arena.record import GameRecord
from boardgames.arena.request import Request
from boardgames.arena.schedule import Schedule
from boardgames.arena.summary import Meetings
from cluster.pool import WorkerPool


class Watcher(Protocol):
    """Whoever wants to know how it goes."""

    def begin(self, found: int, total: int) -> None:
        """So many of all games were found in the journal."""

    def played(self, record: GameRecord) -> None:
        """One more has been played."""


class Driver:
    """Plays what an arena's journal does not have yet.

    Parameters
    ----------
    journal : Journal
    pool : WorkerPool
    watcher : Watcher
    """

    def __init__(self, journal: Journal, pool: WorkerPool[Request, GameRecord], watcher: Watcher) -> None:
        self._journal: Final = journal
        self._pool: Final = pool
        self._watcher: Final = watcher
        self._schedule: Final = Schedule(journal.request)
        self._judge: Final = _Judge(journal, self._schedule)

    def run(self) -> None:
        """Play until all games are there, or it is sure."""
        records = self._journal.records
        numbers = range(self._schedule.games)
        self._watcher.begin(sum(number in records for number in numbers), len(numbers))
        waiting = (fixture for fixture in self._schedule if fixture.number not in records)
        while self._judge.last_round() is None:
            while self._pool.room and (fixture := next(waiting, None)) is not None:
                self._pool.submit(GameJob(fixture))
            if not self._pool.in_flight:
                return
            for finished in self._pool.collect():
                self._journal.add(finished.result)
                self._watcher.played(finished.result)
        self._pool.forget_waiting()

    def counted(self) -> list[GameRecord]:
        """The games that count: all there are, or those up to the round after which it was sure."""
        last = self._judge.last_round()
        rounds = self._schedule.rounds if last is None else last + 1
        return [record for _, record in sorted(self._journal.records.items()) if record.round < rounds]


class _Judge:
    """Decides after which round to stop, looking at rounds in their order, never at games in the order they came."""

    def __init__(self, journal: Journal, schedule: Schedule) -> None:
        self._journal: Final = journal
        self._schedule: Final = schedule
        self._meetings: Final = Meetings(journal.request)
        self._complete = 0
        self._last: int | None = None

    def last_round(self) -> int | None:
        """The first round after which everything is settled; None if there is none yet, or nobody asked."""
        if not self._journal.request.until_sure:
            return None
        records, size = self._journal.records, self._schedule.games_a_round
        while self._last is None and self._complete < self._schedule.rounds:
            games = range(self._complete * size, (self._complete + 1) * size)
            if not all(game in records for game in games):
                break
            self._meetings.add_round([records[game] for game in games])
            if self._meetings.is_settled:
                self._last = self._complete
            self._complete += 1
        return self._last

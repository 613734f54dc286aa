"""The loop: plan a round, have it played, look at the results, plan another, until there is a reason to stop.

A round is planned from the results of all rounds but the one under way, so that workers always have something to do.
What is planned and when it ends depends on the question alone, unless a clock or a person ends it; then the number of
rounds reached becomes part of the question, and the results are again a function of it.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Protocol

import numpy as np

from analyzer.allocation import LAG, SLOTS, plan_in_parts
from analyzer.clock import Clock
from analyzer.feed import Feed, InterruptionError, Pool
from analyzer.journal import Journal, Reached, Session
from analyzer.posterior import Posterior, fitted_posterior
from analyzer.question import Question
from analyzer.ranking import order_of
from analyzer.resolve import ROAD_SHARE
from analyzer.results import Results
from analyzer.rounds import Indices
from analyzer.stage import ROADS, SPOTS, Stage
from analyzer.stopping import StopReason, reason_to_stop
from catan_sim.core.board import Board
from catan_sim.core.state import size_of
from catan_sim.rollout import Candidate, RolloutSetup
from catan_sim.rollout_records import GAMES_A_UNIT, unit_dtype


class Watcher(Protocol):
    """Whoever wants to know how it goes."""

    def begin(self, board: Board, top: int) -> None:
        """Work begins, on this board, to find the best so many."""

    def stage(self, name: str, units: int | None) -> None:
        """A stage begins; it has so many units, or nobody knows."""

    def restored(self, units: int) -> None:
        """So many units were found in the journal."""

    def played(self, units: int) -> None:
        """So many units have just been played."""

    def round(self, stage: Stage) -> None:
        """A round is done."""

    def notice(self, text: str) -> None:
        """Something about the workers is worth saying; nothing ("") when it is over."""

    def end(self) -> None:
        """Nothing more is played."""


@dataclass(frozen=True)
class Limits:
    """How an analysis ends that has no budget of games.

    Attributes
    ----------
    seconds : float or None
        Time for everything, that of earlier sessions included.
    roads_by_share : bool
        Whether the roads get their share of what was played, rather than what the question says.
    """

    seconds: float | None = None
    roads_by_share: bool = False


@dataclass(frozen=True)
class Outcome:
    """What an analysis came to.

    Attributes
    ----------
    results : Results or None
        None when it was interrupted before every candidate had played.
    is_interrupted : bool
        Whether somebody stopped it.
    """

    results: Results | None
    is_interrupted: bool


class Driver:
    """One session of work on a run.

    Parameters
    ----------
    question : Question
    setup : RolloutSetup
        Of the question.
    journal : Journal
        Where rounds are stored; what is there already is not played again.
    pool : WorkerPool
    limits : Limits
    watch : Watcher
    is_interrupted : callable
        True asks to stop after the jobs that are running.
    """

    def __init__(
        self,
        question: Question,
        setup: RolloutSetup,
        journal: Journal,
        pool: Pool,
        limits: Limits,
        watch: Watcher,
        is_interrupted: Callable[[], bool],
    ) -> None:
        self._question: Final = question
        self._setup: Final = setup
        self._journal: Final = journal
        self._limits: Final = limits
        self._watch: Final = watch
        self._feed: Final = Feed(pool, is_interrupted, self._count)
        self._dtype: Final = unit_dtype(size_of(setup.board))
        self._spots: Final = self._stage(SPOTS, [Candidate(vertex) for vertex in question.vertices])
        self._roads: Stage | None = None
        self._clock: Final = Clock(limits.seconds, sum(session.seconds for session in journal.info.sessions))
        self._session: Final = Session(platform.node(), os.getpid(), pool.workers, _now())

    def run(self) -> Outcome:
        """Work until there is a reason to stop.

        Raises
        ------
        JobError
            When a job failed; everything played is in the journal.
        ClusterError
            When the workers are gone; likewise.
        """
        self._journal.info.sessions.append(self._session)
        self._watch.begin(self._setup.board, self._question.top)
        is_interrupted, stopped, road_units = False, None, 0
        try:
            stopped = self._play_spots()
            road_units = self._play_roads()
        except InterruptionError:
            is_interrupted = True
            road_units = 0 if self._roads is None else self._road_units()
        finally:
            for this_round in self._feed.rounds:
                self._journal.keep_part(this_round)
            self._save_session()
            self._watch.end()
        if not self._spots.games.all():
            return Outcome(None, is_interrupted)
        rounds = None if stopped else self._spots.rounds
        self._journal.info.reached = Reached(rounds, road_units)
        self._journal.info.is_finished = not is_interrupted
        self._journal.save_info()
        return Outcome(self._results(stopped), is_interrupted)

    def _play_spots(self) -> StopReason | None:
        """Play rounds for the candidates; returns why it ended, None if because of a clock or the rounds asked for."""
        question, stage = self._question, self._spots
        self._watch.stage(SPOTS, question.budget_units)
        in_budget = None if question.budget_units is None else -(-question.budget_units // question.slots)
        last = min((count for count in (in_budget, question.rounds) if count is not None), default=None)
        for _ in range(LAG if last is None else min(LAG, last)):
            self._start(stage, self._spot_slots(stage))
        reason, ends_after, is_time_over = None, 0, False
        while self._feed.rounds:
            self._finish(stage)
            if reason is not None:
                continue
            reason = self._reason_to_stop(budget_spent=stage.rounds == in_budget)
            ends_after = stage.rounds + 1 if in_budget is None else min(stage.rounds + 1, in_budget)
            # A round that was not begun in its time is never begun: it would be planned from more than it should know.
            is_time_over = is_time_over or not self._has_time_for_spots()
            if reason is None and not is_time_over and (last is None or stage.rounds_planned < last):
                self._start(stage, self._spot_slots(stage))
        return reason if ends_after <= stage.rounds else None

    def _spot_slots(self, stage: Stage) -> Indices:
        question, number = self._question, stage.rounds_planned
        parts = []
        for part in plan_in_parts(question.seed, number, question.slots, stage.wins, stage.games, question.top):
            parts.append(part)
            self._feed.keep_busy()
        left = question.slots if question.budget_units is None else question.budget_units - number * question.slots
        return np.concatenate(parts)[:left]

    def _reason_to_stop(self, *, budget_spent: bool) -> StopReason | None:
        posterior = fitted_posterior(self._spots.wins, self._spots.games)
        return reason_to_stop(posterior, self._order(posterior), self._question.top, budget_spent=budget_spent)

    def _order(self, posterior: Posterior) -> Indices:
        """Candidates from best to worst; of equals the one that wins faster is the better."""
        return order_of(posterior, self._spots.turns_to_win)

    def _has_time_for_spots(self) -> bool:
        is_planned = self._journal.has_plan(SPOTS, self._spots.rounds_planned)
        if self._limits.seconds is None or not self._spots.games.all() or is_planned:
            return True
        return not self._journal.has_plan(ROADS, 0) and self._clock_allows(self._question.slots, 1 - 1 / ROAD_SHARE)

    def _clock_allows(self, units: int, share: float) -> bool:
        under_way = sum(int((~this_round.done).sum()) for this_round in self._feed.rounds)
        return self._clock.allows(under_way + units, share)

    def _play_roads(self) -> int:
        """Force each road of each ranked spot in turn; returns how many units each has played."""
        order = self._order(fitted_posterior(self._spots.wins, self._spots.games))
        best = [self._question.vertices[arm] for arm in order[: self._question.top]]
        roads = [Candidate(vertex, road) for vertex in best for road in self._open_roads(vertex)]
        units = self._question.road_units
        if self._limits.roads_by_share and roads:
            units = int(self._spots.games.sum()) // GAMES_A_UNIT // (ROAD_SHARE - 1) // len(roads)
        if not units or not roads:
            return 0
        self._watch.stage(ROADS, units * len(roads))
        stage = self._roads = self._stage(ROADS, roads)
        each = -(-SLOTS // len(roads))
        while True:
            number = stage.rounds_planned
            slots = np.tile(np.arange(len(roads)), max(0, min(each, units - number * each)))
            is_planned = self._journal.has_plan(ROADS, number)
            if slots.size and len(self._feed.rounds) < LAG and (is_planned or self._clock_allows(slots.size, 1)):
                self._start(stage, slots)
            elif self._feed.rounds:
                self._finish(stage)
            else:
                return self._road_units()

    def _stage(self, name: str, candidates: Sequence[Candidate]) -> Stage:
        return Stage(name, candidates, self._dtype, self._journal.storage.local_path)

    def _road_units(self) -> int:
        """How many units every road has played."""
        return 0 if self._roads is None else int(self._roads.games.min()) // GAMES_A_UNIT

    def _open_roads(self, vertex: int) -> list[int]:
        taken = [int(word) for word in self._setup.start["all_roads"]]
        edges = [int(edge) for edge in self._setup.board.topology.vertex_edges[vertex] if edge >= 0]
        return [edge for edge in edges if not taken[edge // 64] >> edge % 64 & 1]

    def _start(self, stage: Stage, slots: Indices) -> None:
        """Plan the next round of a stage, and let it be played unless the journal has it."""
        this_round = stage.next_round(slots)
        self._journal.begin_round(this_round)
        self._watch.restored(int(this_round.done.sum()))
        if not self._session.first_game and not this_round.is_complete:
            self._session.first_game = _now()
            self._clock.working()
        self._feed.add(this_round)

    def _finish(self, stage: Stage) -> None:
        """Wait for the oldest round, store and count it."""
        this_round = self._feed.oldest()
        if not self._journal.is_committed(this_round):
            self._journal.commit(this_round)
            self._save_session()
        stage.add(this_round)
        self._watch.round(stage)

    def _count(self, units: int) -> None:
        self._clock.played(units)
        self._session.games += units * GAMES_A_UNIT
        self._watch.played(units)

    def _save_session(self) -> None:
        self._session.seconds = round(self._clock.seconds, 3)
        self._session.processor_seconds = round(time.process_time(), 3)
        self._session.kernel_seconds = round(self._feed.seconds, 3)
        self._journal.save_info()

    def _results(self, stopped: StopReason | None) -> Results:
        question = self._journal.reached_question()
        assert question is not None
        return Results(
            question=question,
            board=self._setup.board,
            ruleset=self._setup.ruleset,
            agents=self._setup.agents,
            spots=self._spots.results(),
            roads=[] if not question.road_units or self._roads is None else self._roads.results(),
            round_wins=np.array(self._spots.round_wins),
            round_games=np.array(self._spots.round_games),
            stopped=stopped,
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

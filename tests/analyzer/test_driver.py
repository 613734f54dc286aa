"""The loop: the same results at any worker count, after any interruption, and as its rules say."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from rich.console import Console

from analyzer.allocation import LAG, plan_round
from analyzer.analyze import analyze, resume
from analyzer.driver import Driver, Limits, Outcome
from analyzer.feed import Feed, Played, UnitsJob
from analyzer.journal import Journal, Reached, begin_journal, open_journal
from analyzer.progress import Silence
from analyzer.question import Question
from analyzer.request import Request
from analyzer.resolve import resolve
from analyzer.results import Results
from analyzer.setting import setup_of
from analyzer.stopping import StopReason
from analyzer.storage import Storage
from catan_sim.rollout import Candidate, RolloutSetup, rollout_units
from cluster.job import JobError
from cluster.local import LocalPool
from mcts.errors import InputError
from tests.analyzer.quick import assert_same, quick_request


def never() -> bool:
    return False


def after(calls: int) -> Callable[[], bool]:
    """True from so many calls on."""
    counter = itertools.count()
    return lambda: next(counter) >= calls


def drive(
    journal: Journal,
    question: Question | None = None,
    limits: Limits | None = None,
    workers: int = 2,
    is_interrupted: Callable[[], bool] = never,
) -> Outcome:
    question = question or journal.question
    setup = setup_of(question)
    with LocalPool[RolloutSetup, Played](lambda: setup, workers) as pool:
        return Driver(question, setup, journal, pool, limits or Limits(), Silence(), is_interrupted).run()


class Runs:
    """Makes journals of one request."""

    def __init__(self, request: Request, folder: Path) -> None:
        self.request = request
        self.question = msgspec.structs.replace(resolve(request), slots=32, budget_units=200, road_units=4)
        self._folder = folder
        self._count = 0

    def new(self, question: Question | None = None) -> Journal:
        self._count += 1
        storage = Storage(self._folder / f"run{self._count}")
        return begin_journal(storage, self.request, question or self.question)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    folder = tmp_path_factory.mktemp("runs")
    return Runs(quick_request(folder), folder)


@pytest.fixture(scope="module")
def reference(runs: Runs) -> Results:
    results = drive(runs.new(), workers=1).results
    assert results is not None
    return results


@pytest.mark.parametrize("workers", [2, 3])
def test_the_number_of_workers_changes_nothing(runs: Runs, reference: Results, workers: int) -> None:
    results = drive(runs.new(), workers=workers).results
    assert results is not None
    assert_same(results, reference)


def test_the_size_of_jobs_changes_nothing(runs: Runs, reference: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = itertools.cycle([1, 7, 2, 64])
    monkeypatch.setattr(Feed, "_units_a_job", lambda _: next(sizes))
    results = drive(runs.new()).results
    assert results is not None
    assert_same(results, reference)


def test_units_are_those_of_plain_rollouts(runs: Runs, reference: Results) -> None:
    setup = setup_of(runs.question)
    for spot in (reference.spots[3], reference.roads[4]):
        candidate = Candidate(spot.vertex) if spot.road is None else Candidate(spot.vertex, spot.road)
        assert np.array_equal(spot.units, rollout_units(setup, candidate, 0, len(spot.units)).units)


def test_the_budget_is_spent_and_the_roads_have_their_share(runs: Runs, reference: Results) -> None:
    assert reference.stopped == StopReason.BUDGET
    assert sum(len(spot.units) for spot in reference.spots) == runs.question.budget_units
    assert reference.round_games[-1].tolist() == [64 * len(spot.units) for spot in reference.spots]
    assert reference.question == runs.question
    assert {len(road.units) for road in reference.roads} == {runs.question.road_units}
    best = {road.vertex for road in reference.roads}
    assert len(best) == runs.question.top
    board = reference.board
    for vertex in best:
        edges = {int(edge) for edge in board.topology.vertex_edges[vertex] if edge >= 0}
        assert {road.road for road in reference.roads if road.vertex == vertex} == edges


def test_rounds_are_planned_from_all_but_the_one_under_way(runs: Runs, reference: Results) -> None:
    question = runs.question
    nothing = np.zeros(len(question.vertices), np.int64)
    before = nothing
    for number, games in enumerate(reference.round_games):
        known = number - LAG
        wins_known = reference.round_wins[known] if known >= 0 else nothing
        games_known = reference.round_games[known] if known >= 0 else nothing
        plan = plan_round(question.seed, number, question.slots, wins_known, games_known, question.top)
        units = (games - before) // 64
        assert np.array_equal(np.bincount(plan[: units.sum()], minlength=len(nothing)), units)
        before = games


@pytest.mark.parametrize("calls", [1, 15, 40])
def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(runs: Runs, reference: Results, calls: int) -> None:
    journal = runs.new()
    so_far = drive(journal, is_interrupted=after(calls))
    assert so_far.is_interrupted
    kept = {name: journal.storage.read(name) for name in journal.storage.names() if name.endswith(".parquet")}
    again = open_journal(journal.storage)
    results = drive(again).results
    assert results is not None
    assert_same(results, reference)
    for name, content in kept.items():
        assert journal.storage.read(name) == content, name
    if so_far.results is not None:  # and what was reported in between can be repeated
        question = msgspec.structs.replace(
            runs.question,
            rounds=so_far.results.question.rounds,
            road_units=so_far.results.question.road_units,
        )
        repeated = drive(runs.new(question)).results
        assert repeated is not None
        assert_same(repeated, so_far.results)


def test_a_finished_run_is_not_played_again(runs: Runs, reference: Results) -> None:
    journal = runs.new()
    drive(journal)
    again = open_journal(journal.storage)
    results = drive(again).results
    assert results is not None
    assert_same(results, reference)
    assert again.info.sessions[-1].games == 0
    assert again.info.reached == Reached(None, runs.question.road_units)


def test_it_stops_when_the_answer_is_settled(runs: Runs) -> None:
    board = setup_of(runs.question).board
    good_and_bad = tuple(board.vertex(label) for label in ("E5", "A1"))
    question = msgspec.structs.replace(runs.question, vertices=good_and_bad, top=2, budget_units=None, road_units=0)
    outcome = drive(runs.new(question), limits=Limits(roads_by_share=True))
    results = outcome.results
    assert results is not None
    assert results.stopped == StopReason.ORDER
    assert len(results.round_games) == LAG  # decided after the first, and the second was under way
    units = 2 * question.slots
    assert results.question.road_units == units // 9 // len(results.roads)
    assert_same(results, drive(runs.new(results.question)).results or results)


def test_a_clock_stops_it_and_a_repetition_goes_as_far(runs: Runs) -> None:
    question = msgspec.structs.replace(runs.question, budget_units=None, road_units=0)
    journal = runs.new(question)
    results = drive(journal, limits=Limits(0.8, roads_by_share=True)).results
    assert results is not None
    assert results.stopped is None
    assert results.question.rounds == len(results.round_games) >= LAG
    repeated = drive(runs.new(results.question), workers=1).results
    assert repeated is not None
    assert_same(repeated, results)


def test_a_failing_job_stops_the_run_and_everything_else_is_kept(
    runs: Runs, reference: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = runs.new()
    play = UnitsJob.run

    def play_or_fail(job: UnitsJob, setup: RolloutSetup) -> Played:
        if job.key.first >= 6:
            raise ZeroDivisionError("unit six")
        return play(job, setup)

    with monkeypatch.context() as patch:
        patch.setattr(UnitsJob, "run", play_or_fail)
        with pytest.raises(JobError, match="unit six"):
            drive(journal)
    results = drive(open_journal(journal.storage)).results
    assert results is not None
    assert_same(results, reference)


def test_from_python(tmp_path: Path) -> None:
    request = quick_request(tmp_path, compare="E5,C4,B2", budget=10_000, out=str(tmp_path / "run"))
    report = analyze(request)
    assert report.top[0].label == "E5"
    assert (tmp_path / "run" / "report.json").exists()
    with pytest.raises(InputError, match="holds a run already"):
        analyze(request)


def test_a_run_that_the_clock_has_ended_is_only_reported_again(tmp_path: Path) -> None:
    analyze(quick_request(tmp_path, budget=None, time="1s", out=str(tmp_path / "run")))
    report, folder = tmp_path / "run" / "report.json", str(tmp_path / "run")
    before = report.read_bytes()
    resume(folder, 1, Silence(), Console(quiet=True))
    assert report.read_bytes() == before
    assert open_journal(Storage(folder)).info.sessions[-1].games == 0


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = quick_request(tmp_path, compare="E5,C4", budget=4_000, out=str(tmp_path / "run"))
    analyze(request)
    now = {**resolve(request).versions, "engine": "0123"}
    monkeypatch.setattr("analyzer.analyze.versions", lambda: now)
    with pytest.raises(InputError, match="another version of the engine's sources"):
        resume(str(tmp_path / "run"), 1, Silence(), Console(quiet=True))

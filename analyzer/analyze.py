"""Analyses from beginning to end: ask a question, go on with it, or repeat it."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console

from analyzer.driver import Driver, Limits, Outcome, Watcher
from analyzer.feed import Played
from analyzer.interrupts import EndedError, noticing_interrupts
from analyzer.journal import QUESTION_FILE, Journal, begin_journal, new_folder, open_journal
from analyzer.lock import run_lock
from analyzer.progress import Silence
from analyzer.question import Question
from analyzer.request import Request
from analyzer.resolve import resolve
from analyzer.results import Results
from analyzer.setting import setup_of, versions, warm_setup
from analyzer.storage import Storage
from catan_sim.cli.options import preparing
from catan_sim.core.yamlfile import naming
from catan_sim.rollout import RolloutSetup
from catan_sim.versions import ENGINE
from cluster.job import JobError
from cluster.open import open_pool
from cluster.pool import ClusterError, WorkerPool
from mcts.errors import InputError

if TYPE_CHECKING:
    from analyzer.report.model import Report

REPORT_FILE: Final = "report.json"
_NOTHING_PRINTED: Final = Console(quiet=True)


@dataclass(frozen=True)
class Analysis:
    """What a session of work came to.

    Attributes
    ----------
    folder : str
        The run folder.
    report : Report or None
        None when it was interrupted too early for one.
    is_interrupted : bool
        Whether it can go on.
    """

    folder: str
    report: Report | None
    is_interrupted: bool


@dataclass(frozen=True)
class Comparison:
    """What a rerun found.

    Attributes
    ----------
    is_identical : bool or None
        Whether both reports are the same, bit for bit; None when the rerun was interrupted.
    folder : str
        Where the new report is if it differs.
    """

    is_identical: bool | None
    folder: str


@dataclass(frozen=True)
class _Crew:
    """Who plays: how many workers, on this computer or at the address of a Ray cluster."""

    workers: int | None
    address: str | None


def analyze(request: Request) -> Report:
    """Answer a request: where to settle, how sure it is, and why. The run folder keeps everything.

    Raises
    ------
    InputError
        When the request cannot be answered as it is.
    KeyboardInterrupt
        When it was interrupted before there was anything to report.
    """
    report = begin(request, Silence(), _NOTHING_PRINTED).report
    if report is None:
        raise KeyboardInterrupt
    return report


def begin(request: Request, watch: Watcher, console: Console, address: str | None = None) -> Analysis:
    """Begin a run, on a Ray cluster if one is named; the report is written into its folder and on the console."""
    now = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    storage = Storage(request.out or new_folder(request.board, now))
    if storage.read(QUESTION_FILE) is not None:
        name = storage.name
        raise InputError(f"{name} holds a run already; go on with it (rollout resume {name}) or choose another folder")
    with preparing():
        question = resolve(request)
    storage.make()
    with run_lock(storage):
        return _work(begin_journal(storage, request, question), _Crew(request.workers, address), watch, console)


def resume(folder: str, workers: int | None, watch: Watcher, console: Console, address: str | None = None) -> Analysis:
    """Go on with a run; a finished one is reported again."""
    storage = Storage(folder)
    _check_versions(open_journal(storage), tuple(versions()))
    with run_lock(storage):
        journal = open_journal(storage)  # nobody else writes from here on
        return _work(journal, _Crew(workers or journal.request.workers, address), watch, console)


def rerun(folder: str, workers: int | None, watch: Watcher, address: str | None = None) -> Comparison:
    """Repeat a run from its question and compare the reports."""
    journal = open_journal(Storage(folder))
    question, report = journal.reached_question(), journal.storage.read(REPORT_FILE)
    if question is None or report is None:
        raise InputError(f"{folder}: this run has no report yet; go on with it first (rollout resume {folder})")
    _check_versions(journal, (ENGINE,))
    temporary = Path(tempfile.mkdtemp(prefix="rollout-rerun-"))
    again = begin_journal(Storage(temporary), journal.request, question)
    outcome = _play(again, question, Limits(), _Crew(workers, address), watch)
    is_identical = None
    if not outcome.is_interrupted and outcome.results is not None:
        _write_report(outcome.results, again.storage, _NOTHING_PRINTED)
        is_identical = (temporary / REPORT_FILE).read_bytes() == report
    if is_identical is not False:
        shutil.rmtree(temporary)
    return Comparison(is_identical, str(temporary))


def _check_versions(journal: Journal, names: tuple[str, ...]) -> None:
    """Refuse to mix games of different engines."""
    then, now = journal.question.versions, versions()
    for name in names:
        if then.get(name) != now[name]:
            what = "the engine's sources" if name == ENGINE else name
            raise InputError(
                f"{journal.storage.name}: this run was made with another version of {what} "
                f"({then.get(name)}, here {now[name]}); use that version, or analyse the board anew"
            )


def _work(journal: Journal, crew: _Crew, watch: Watcher, console: Console) -> Analysis:
    """Play what the journal lacks and report; a note to an error says what is left and how to go on."""
    question, request = journal.question, journal.request
    limits = Limits(request.time, roads_by_share=request.games is None)
    if journal.info.is_finished:
        question, limits = journal.reached_question() or question, Limits()
    try:
        outcome = _play(journal, question, limits, crew, watch)
    except (ClusterError, JobError, EndedError) as error:
        kept = "what was played is stored" if journal.has_games else "nothing was played"
        error.add_note(f"{kept}; to go on: rollout resume {journal.storage.name}")
        raise
    report = None if outcome.results is None else _write_report(outcome.results, journal.storage, console)
    return Analysis(journal.storage.name, report, outcome.is_interrupted)


def _play(journal: Journal, question: Question, limits: Limits, crew: _Crew, watch: Watcher) -> Outcome:
    with preparing() if crew.address is None else nullcontext(), naming(f"{journal.storage.name}/{QUESTION_FILE}"):
        pool: WorkerPool[RolloutSetup, Played] = open_pool(
            partial(warm_setup, question), crew.workers, crew.address, versions, watch.notice
        )
    with pool, noticing_interrupts() as is_interrupted:
        return Driver(question, setup_of(question), journal, pool, limits, watch, is_interrupted).run()


def _write_report(results: Results, storage: Storage, console: Console) -> Report:
    from analyzer.report import write_report  # here, so that the first game does not wait for it

    return write_report(results, storage, console)

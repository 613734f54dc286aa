"""The run folder: the question, and for every round its plan and its results, in small files that never change.

===============================  ======================================================================
``request.json``                 what was asked
``question.json``                what it was resolved to; its hash stands in every file below
``spots/00007-plan.json``        candidates of the round's slots, written before anything of it is played
``spots/00007-results.parquet``  one row a unit, written when all of the round has been played
``spots/00007-part-….parquet``   what had been played of a round when the run was interrupted
``roads/…``                      the same for the sub-run in which roads are forced
``run.json``                     what may differ between two runs: times, hosts, workers; how far it came
===============================  ======================================================================
"""

from __future__ import annotations

import hashlib
import io
import uuid
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
import pyarrow as pa

from analyzer.question import SCHEMA, Question
from analyzer.request import Request
from analyzer.rounds import Round
from analyzer.storage import Storage
from analyzer.unit_table import read_units, write_units
from catan_sim.rollout import Candidate
from mcts.errors import InputError

QUESTION_FILE: Final = "question.json"
REQUEST_FILE: Final = "request.json"
RUN_FILE: Final = "run.json"
_MOST_AT_ONCE: Final = 100
"""Runs that may begin in the same second."""

Content = TypeVar("Content")


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round's plan as it is stored.

    Attributes
    ----------
    run : str
        Hash of the question.
    slots : list of (vertex, road)
    """

    run: str
    slots: list[tuple[int, int]]


class Reached(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a run came that has a report: what a rerun puts into the question."""

    rounds: int | None
    road_units: int


class Session(msgspec.Struct, forbid_unknown_fields=True):
    """One process's work on a run."""

    host: str
    pid: int
    workers: int
    started: str
    first_game: str = ""
    seconds: float = 0.0
    processor_seconds: float = 0.0
    kernel_seconds: float = 0.0
    games: int = 0


class RunInfo(msgspec.Struct, forbid_unknown_fields=True):
    """The content of ``run.json``.

    Attributes
    ----------
    sessions : list of Session
    reached : Reached or None
        How far the latest report goes.
    is_finished : bool
        Whether that report is the last.
    """

    sessions: list[Session] = []
    reached: Reached | None = None
    is_finished: bool = False


class Journal:
    """The files of one run; made by ``begin_journal`` or ``open_journal``."""

    def __init__(self, storage: Storage, request: Request, question: Question, label: str, info: RunInfo) -> None:
        self.storage: Final = storage
        self.request: Final = request
        self.question: Final = question
        self.info: Final = info
        self._label: Final = label
        self._names: Final = storage.names()

    def reached_question(self) -> Question | None:
        """The question whose whole answer the latest report is; None if there is no report yet."""
        reached = self.info.reached
        if reached is None:
            return None
        return msgspec.structs.replace(self.question, rounds=reached.rounds, road_units=reached.road_units)

    @property
    def has_games(self) -> bool:
        """Whether anything that was played is stored."""
        return any(name.endswith(".parquet") and "/" in name for name in self._names)

    def save_info(self) -> None:
        """Write ``run.json``."""
        self.storage.write(RUN_FILE, _to_json(self.info))

    def has_plan(self, stage: str, number: int) -> bool:
        """Whether a round was planned in an earlier session."""
        return f"{stage}/{number:05}-plan.json" in self._names

    def begin_round(self, this_round: Round) -> None:
        """Store a round's plan, or compare it with the stored one; bring back what has been played of it.

        Raises
        ------
        InputError
            When a file of the round is damaged or is not of this run.
        """
        name = _name(this_round, "plan.json")
        slots = [_pair(this_round.candidates[arm]) for arm in this_round.slots]
        stored = self._read_json(name, Plan)
        if stored is None:
            self.storage.write(name, _to_json(Plan(self._label, slots)))
        elif stored.run != self._label:
            raise self._refusal(name, "it belongs to another run", "put the right file back")
        elif stored.slots != slots:
            raise self._refusal(name, "it is not what the rounds before it lead to", "analyse the board anew")
        start = _name(this_round, "")
        for file in sorted(name for name in self._names if name.startswith(start) and name.endswith(".parquet")):
            self._restore(this_round, file)
        if self.is_committed(this_round) and not this_round.is_complete:
            name = _name(this_round, "results.parquet")
            raise self._refusal(name, "units are missing", "delete it, and these games will be played again")

    def is_committed(self, this_round: Round) -> bool:
        """Whether the round's results have been stored."""
        return _name(this_round, "results.parquet") in self._names

    def commit(self, this_round: Round) -> None:
        """Store the results of a complete round."""
        self._write_units(_name(this_round, "results.parquet"), this_round, np.ones(len(this_round.units), bool))

    def keep_part(self, this_round: Round) -> None:
        """Store what has been played of a round that is not complete."""
        if this_round.done.any() and not self.is_committed(this_round):
            self._write_units(_name(this_round, f"part-{uuid.uuid4().hex[:8]}.parquet"), this_round, this_round.done)

    def _write_units(self, name: str, this_round: Round, rows: Any) -> None:
        content = io.BytesIO()
        candidates = [this_round.candidates[arm] for arm in this_round.arms[rows]]
        write_units(content, candidates, this_round.units[rows], self._label)
        self.storage.write(name, content.getvalue())
        self._names.add(name)

    def _restore(self, this_round: Round, name: str) -> None:
        content = self.storage.read(name) or b""
        remedy = "delete it, and these games will be played again"
        try:
            candidates, units = read_units(io.BytesIO(content), this_round.units.dtype, self._label)
        except (pa.ArrowException, OSError) as error:
            reason = str(error).split("\n", 1)[0].rstrip(".")
            raise self._refusal(name, f"the file is damaged ({reason})", remedy) from None
        except ValueError as error:
            raise self._refusal(name, str(error), remedy) from None
        arm_of = {candidate: arm for arm, candidate in enumerate(this_round.candidates)}
        try:
            for candidate in dict.fromkeys(candidates):
                is_its = np.array([one == candidate for one in candidates])
                this_round.store(arm_of[candidate], units[is_its])
        except (KeyError, RuntimeError):
            problem = "its units are not those of the round's plan, or differ from those in another file"
            raise self._refusal(name, problem, remedy) from None

    def _read_json(self, name: str, kind: type[Content]) -> Content | None:
        return _from_json(self.storage, name, kind) if name in self._names else None

    def _refusal(self, name: str, problem: str, remedy: str) -> InputError:
        return InputError(f"{self.storage.name}/{name}: {problem}; {remedy}")


def begin_journal(storage: Storage, request: Request, question: Question) -> Journal:
    """Make a run folder.

    Raises
    ------
    InputError
        When there is a run in it already.
    """
    if storage.read(QUESTION_FILE) is not None:
        name = storage.name
        raise InputError(f"{name} holds a run already; go on with it (rollout resume {name}) or choose another folder")
    content = _to_json(question)
    storage.write(REQUEST_FILE, _to_json(request))
    storage.write(QUESTION_FILE, content)
    return Journal(storage, request, question, _label(content), RunInfo())


def open_journal(storage: Storage) -> Journal:
    """Open the run in a folder.

    Raises
    ------
    InputError
        When there is none, or what is there cannot be used.
    """
    content = storage.read(QUESTION_FILE)
    request = _from_json(storage, REQUEST_FILE, Request)
    if content is None or request is None:
        raise InputError(f"{storage.name}: there is no run in this folder; give one that rollout analyze has made")
    schema = _decode(storage, QUESTION_FILE, content, dict[str, Any]).get("schema")
    if schema != SCHEMA:
        raise InputError(
            f"{storage.name}/{QUESTION_FILE}: its format is number {schema}, this version knows {SCHEMA}; "
            f"use the version that made it"
        )
    question = _decode(storage, QUESTION_FILE, content, Question)
    info = _from_json(storage, RUN_FILE, RunInfo) or RunInfo()
    return Journal(storage, request, question, _label(content), info)


def new_folder(board: str, now: str) -> str:
    """Where a run goes that names no folder: one for each, named after the board and the time."""
    name = f"runs/{Path(board).stem}-{now}"
    names = (name, *(f"{name}-{number}" for number in range(2, _MOST_AT_ONCE)))
    return next((name for name in names if not Path(name).exists()), name)


def _label(question: bytes) -> str:
    return hashlib.sha256(question).hexdigest()[:16]


def _pair(candidate: Candidate) -> tuple[int, int]:
    return candidate.vertex, candidate.road


def _name(this_round: Round, suffix: str) -> str:
    return f"{this_round.stage}/{this_round.number:05}-{suffix}"


def _to_json(value: msgspec.Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _from_json(storage: Storage, name: str, kind: type[Content]) -> Content | None:
    content = storage.read(name)
    return None if content is None else _decode(storage, name, content, kind)


def _decode(storage: Storage, name: str, content: bytes, kind: type[Content]) -> Content:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        remedy = "put the right file back, or analyse the board anew"
        if kind in (Plan, RunInfo):
            remedy = "delete it, and it will be made again from the rest"
        raise InputError(
            f"{storage.name}/{name}: the file is damaged or of another version ({error}); {remedy}"
        ) from None

"""What a person asks, in a person's words: as options of the command, as a YAML file, or from Python."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from catan_sim.core.boardfile import FIELDS as BOARD_FIELDS
from catan_sim.core.yamlfile import naming, parse_mapping, read_text, reject_unknown_fields
from mcts.errors import InputError

DEFAULT_GAMES: Final = 100_000
"""Budget of a request that names none."""
MOST_GAMES: Final = 100_000_000
"""Largest budget; their units have to fit in memory."""
GAMES_UNTIL_SURE: Final = 2_000_000
"""Where ``until_sure`` gives up: spots that hardly differ would be compared for ever."""
MOST_SEED: Final = 2**64 - 1

_SECONDS_IN: Final = {"": 1, "s": 1, "m": 60, "h": 3600}
_LONGEST_SHOWN: Final = 40
"""Characters of a refused value."""
_TIME: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([smh]?)\s*")

_Positive = Annotated[int, msgspec.Meta(ge=1)]
_Text = Annotated[str, msgspec.Meta(min_length=1)]

_RIGHT: Final = {
    "board": "the name of a board file or of a shipped board, such as standard",
    "players": "a whole number from 2 to 8",
    "seat": "who asks, a whole number from 1 to the number of players, which is at most 8",
    "ruleset": "the name of a ruleset file or of a shipped ruleset, such as base",
    "agents": "the name of an agent, or of one for each seat, such as heuristic",
    "placed": "picks in their order, such as '1: C4 C4-C5, 2: D7 D7-D8', or the name of a file with them",
    "second": "true or false",
    "top": "how many ranks matter, a whole number from 1 on",
    "candidates": "how many vertices to try, a whole number from 2 on",
    "include": "vertices such as C4, D7",
    "compare": "two or more vertices, such as C4, D7",
    "budget": f"a whole number of games, from 1 to {MOST_GAMES}",
    "time": "seconds, minutes or hours, such as 60s or 5m",
    "until_sure": "true or false",
    "seed": f"a whole number from 0 to {MOST_SEED}",
    "workers": "how many cores to use, a whole number from 1 on",
    "out": "the name of a folder",
}
"""What each field may be, to finish the sentence that refuses something else."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question about a board; ``docs/analysis.md`` explains each field.

    Attributes
    ----------
    board : str
        A shipped board's name, or a board file.
    players : int or None
        None takes the ruleset's, or as many as the map is made for.
    seat : int
        Who asks, from 1.
    ruleset : str or None
        A shipped ruleset's name or a file; None takes the one for so many players.
    agents : str
        Who plays, as ``rollout simulate`` takes it.
    placed : str
        What is on the table: picks in their order, or the name of a file with them.
    second : bool
        Ask about the second settlement.
    top : int
        How many ranks matter.
    candidates : int or None
        How many vertices are tried; None takes as many as suit the map.
    include, compare : tuple of str
        Vertices to try in addition, or alone.
    budget : int or None
        Games to play.
    time : float or None
        Seconds to play for.
    until_sure : bool
        Play until the answer is settled.
    seed : int
    workers : int or None
        How many cores to use, which changes nothing else; None takes all.
    out : str or None
        The run folder, a path or any address that ``pyarrow.fs`` knows; None makes one in ``runs``.
    """

    board: _Text
    players: Annotated[int, msgspec.Meta(ge=2, le=8)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    ruleset: _Text | None = None
    agents: _Text = "heuristic"
    placed: str = ""
    second: bool = False
    top: _Positive = 8
    candidates: Annotated[int, msgspec.Meta(ge=2)] | None = None
    include: tuple[str, ...] = ()
    compare: tuple[str, ...] = ()
    budget: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] | None = None
    time: float | None = None
    until_sure: bool = False
    seed: Annotated[int, msgspec.Meta(ge=0)] = 0
    workers: _Positive | None = None
    out: _Text | None = None

    @property
    def games(self) -> int | None:
        """How many games were asked for; None when something else decides."""
        return None if self.time is not None or self.until_sure else self.budget or DEFAULT_GAMES


FIELDS: Final = Request.__struct_fields__


def request_from_mapping(fields: dict[str, Any], source: str) -> Request:
    """Check fields and fill in the rest; ``source`` names them in errors.

    Lists of vertices and of picks may be lists or text with commas; a time may be text such as ``60s`` or ``5m``.
    """
    with naming(source):
        reject_unknown_fields(fields, FIELDS)
        plain = {name: value for name, value in fields.items() if value is not None}
        if "board" not in plain:
            raise InputError("field 'board' is missing; name a board file or a shipped board, such as board: standard")
        for name in ("include", "compare"):
            if isinstance(plain.get(name), str):
                plain[name] = [word.strip() for word in plain[name].split(",") if word.strip()] or ""
        picks = plain.get("placed")
        if isinstance(picks, list) and all(isinstance(pick, str | dict) for pick in picks):
            plain["placed"] = ", ".join(map(_pick, picks))
        if "time" in plain:
            plain["time"] = _seconds(plain["time"])
        try:
            request = msgspec.convert(plain, Request)
        except msgspec.ValidationError as error:
            raise _refusal(next(name for name in plain if f"`$.{name}" in str(error)), fields) from None
        if request.seed > MOST_SEED:  # more than msgspec can compare with
            raise _refusal("seed", fields)
        _check_together(request)
    return request


def _refusal(name: str, fields: dict[str, Any]) -> InputError:
    """What to say about a field whose value cannot be."""
    shown = str(fields[name])
    short = f"'{shown}'" if len(shown) <= _LONGEST_SHOWN else f"'{shown[:_LONGEST_SHOWN]} …'"
    return InputError(f"field '{name}': {short if shown else 'nothing'} will not do; write {_RIGHT[name]}")


def _pick(item: str | dict[Any, Any]) -> str:
    """An item of a list of picks: text, or what YAML makes of text with a seat in front, ``1: C4 C4-C5``."""
    return ", ".join(f"{seat}: {pick}" for seat, pick in item.items()) if isinstance(item, dict) else item


def _seconds(value: Any) -> float:
    """A number of seconds, or a text such as 60s, 5m or 1.5h."""
    match = _TIME.fullmatch(str(value))
    seconds = float(match[1]) * _SECONDS_IN[match[2]] if match else 0.0
    if not 0 < seconds < math.inf:
        raise _refusal("time", {"time": value})
    return seconds


def _check_together(request: Request) -> None:
    """Refuse fields that contradict each other."""
    limits = [name for name in ("budget", "time", "until_sure") if getattr(request, name)]
    if len(limits) > 1:
        raise InputError(
            f"{' and '.join(limits)} are different ways to say when to stop; keep one of them "
            "(each ends early when the answer is settled)"
        )
    if request.compare and request.include:
        raise InputError("compare asks only about the vertices it names; add those of include to it and remove include")
    if len(request.compare) == 1:
        raise InputError(f"compare names only {request.compare[0]}; name at least two vertices, such as C4,D7")


def is_request_file(board_or_request: str) -> bool:
    """Whether this is a file that holds a request rather than a board; told by its fields, not its name."""
    path = Path(board_or_request)
    if not path.is_file():
        return False
    fields = set(parse_mapping(read_text(path), board_or_request))
    return bool(fields & set(FIELDS)) and not fields & set(BOARD_FIELDS)


def read_request(path: str | Path, **changes: Any) -> Request:
    """Read a request from a YAML file; ``changes`` take the place of its fields."""
    given = {name: value for name, value in changes.items() if value is not None}
    return request_from_mapping({**parse_mapping(read_text(path), str(path)), **given}, str(path))

"""What a person asks, in a person's words: as options of the command, as a YAML file, or from Python."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from catan_sim.core.boardfile import FIELDS as BOARD_FIELDS
from catan_sim.core.errors import InputError
from catan_sim.core.yamlfile import naming, parse_mapping, read_text, reject_unknown_fields

DEFAULT_GAMES: Final = 100_000
"""Budget of a request that names none."""

_SECONDS_IN: Final = {"": 1, "s": 1, "m": 60, "h": 3600}
_TIME: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([smh]?)\s*")

_WholeSeed = Annotated[int, msgspec.Meta(ge=0)]
_Positive = Annotated[int, msgspec.Meta(ge=1)]
MOST_SEED: Final = 2**64 - 1


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
    candidates : int
        How many vertices are tried.
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

    board: str
    players: Annotated[int, msgspec.Meta(ge=2, le=8)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    ruleset: str | None = None
    agents: str = "heuristic"
    placed: str = ""
    second: bool = False
    top: _Positive = 8
    candidates: Annotated[int, msgspec.Meta(ge=2)] = 30
    include: tuple[str, ...] = ()
    compare: tuple[str, ...] = ()
    budget: _Positive | None = None
    time: float | None = None
    until_sure: bool = False
    seed: _WholeSeed = 0
    workers: _Positive | None = None
    out: str | None = None

    @property
    def games(self) -> int | None:
        """How many games may be played; None for no limit."""
        return None if self.time is not None or self.until_sure else self.budget or DEFAULT_GAMES


FIELDS: Final = Request.__struct_fields__


def request_from_mapping(fields: dict[str, Any], source: str) -> Request:
    """Check fields and fill in the rest; ``source`` names them in errors.

    Lists of vertices may be lists or text with commas; a time may be text such as ``60s`` or ``5m``.
    """
    with naming(source):
        reject_unknown_fields(fields, FIELDS)
        if "board" not in fields:
            raise InputError("field 'board' is missing; name a board file or a shipped board, such as board: standard")
        plain = {name: value for name, value in fields.items() if value is not None}
        for name in ("include", "compare"):
            if isinstance(plain.get(name), str):
                plain[name] = [word.strip() for word in plain[name].split(",") if word.strip()]
        if "time" in plain:
            plain["time"] = _seconds(plain["time"])
        try:
            request = msgspec.convert(plain, Request)
        except msgspec.ValidationError as error:
            reason, _, place = str(error).partition(" - at `$.")
            reason = reason.replace("`", "")
            raise InputError(f"field '{place.rstrip('`')}': {reason[:1].lower()}{reason[1:]}") from None
        _check_together(request)
    return request


def _seconds(value: Any) -> float:
    """A number of seconds, or a text such as 60s, 5m or 1.5h."""
    match = _TIME.fullmatch(str(value))
    seconds = float(match[1]) * _SECONDS_IN[match[2]] if match else 0.0
    if seconds <= 0:
        raise InputError(f"field 'time': '{value}' is not a time; write seconds, minutes or hours, such as 60s or 5m")
    return seconds


def _check_together(request: Request) -> None:
    """Refuse fields that contradict each other."""
    if request.seed > MOST_SEED:
        raise InputError(f"field 'seed': {request.seed} is too large; take at most {MOST_SEED}")
    limits = [name for name in ("budget", "time", "until_sure") if getattr(request, name)]
    if len(limits) > 1:
        raise InputError(f"{' and '.join(limits)} are different ways to say when to stop; keep one of them")
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

"""Actions in words that can be typed: ``build_settlement(v=12)``, ``offer_trade(cards=+1wood-1ore, p=-)``.

Numbers count from 0. When the board is at hand, places go by their labels (``v=C4``) and seats as people count them
(``p=seat2`` is ``p=1``). Resources go by name; ``-`` is nobody, everybody or nothing.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Final, Literal

from catan_sim.core import encoding as act
from catan_sim.core.board import Board
from catan_sim.core.records import MAX_PLAYERS
from catan_sim.core.resources import EVERYDAY_NAMES, RESOURCE_COUNT, resource_named
from mcts.errors import InputError

FieldType = Literal["vertex", "edge", "hex", "seat", "resource", "cards"]


@dataclass(frozen=True)
class _Field:
    """One value in an action's payload."""

    name: str
    type: FieldType
    shift: int = 0
    optional: bool = False

    @property
    def mask(self) -> int:
        return {"cards": 0xFFFFF, "seat": 0xF, "resource": 0xF}.get(self.type, 0xFF)


_VERTEX: Final = _Field("v", "vertex")
_EDGE: Final = _Field("e", "edge")
_RESOURCE: Final = _Field("r", "resource")
_CARDS: Final = _Field("cards", "cards")

FORMS: Final[dict[int, tuple[str, tuple[_Field, ...]]]] = {
    act.PLACE_SETTLEMENT: ("place_settlement", (_VERTEX,)),
    act.PLACE_ROAD: ("place_road", (_EDGE,)),
    act.ROLL: ("roll", ()),
    act.DISCARD: ("discard", (_RESOURCE,)),
    act.MOVE_ROBBER: ("move_robber", (_Field("h", "hex"), _Field("p", "seat", 8, optional=True))),
    act.BUILD_ROAD: ("build_road", (_EDGE,)),
    act.BUILD_SETTLEMENT: ("build_settlement", (_VERTEX,)),
    act.BUILD_CITY: ("build_city", (_VERTEX,)),
    act.BUY_CARD: ("buy_card", ()),
    act.PLAY_KNIGHT: ("play_knight", ()),
    act.PLAY_ROAD_BUILDING: ("play_road_building", ()),
    act.PLAY_YEAR_OF_PLENTY: ("play_year_of_plenty", (_RESOURCE, _Field("s", "resource", 4, optional=True))),
    act.PLAY_MONOPOLY: ("play_monopoly", (_RESOURCE,)),
    act.TRADE_BANK: ("trade_bank", (_Field("give", "resource"), _Field("get", "resource", 4))),
    act.OFFER_TRADE: ("offer_trade", (_CARDS, _Field("p", "seat", 20, optional=True))),
    act.ACCEPT_TRADE: ("accept_trade", ()),
    act.REJECT_TRADE: ("reject_trade", ()),
    act.COUNTER_TRADE: ("counter_trade", (_CARDS,)),
    act.CONFIRM_TRADE: ("confirm_trade", (_Field("p", "seat"),)),
    act.CANCEL_TRADE: ("cancel_trade", ()),
    act.END_TURN: ("end_turn", ()),
}
"""Kind → name and fields."""

_KINDS: Final = {name: kind for kind, (name, _) in FORMS.items()}
_NAMES: Final = tuple(_KINDS)
_CALL: Final = re.compile(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*")
_SEAT: Final = re.compile(r"seat\s*(\d)", re.IGNORECASE)
_CARD_COUNT: Final = re.compile(r"([+-]\d)\s*([a-z]+)")


def to_text(action: int, board: Board | None = None) -> str:
    """The text of an action, with labels for places when the board is given; :func:`from_text` reads it back."""
    kind = action >> 24
    if kind not in FORMS:
        raise InputError(f"{action} is not an action")
    name, fields = FORMS[kind]
    written = (f"{field.name}={_write(field, (action >> field.shift) & field.mask, board)}" for field in fields)
    return f"{name}({', '.join(written)})"


def _write(field: _Field, value: int, board: Board | None) -> str:
    if field.type == "cards":
        counts = act.offer_counts(value)
        return "".join(f"{n:+d}{name}" for n, name in zip(counts, EVERYDAY_NAMES, strict=True) if n)
    if field.optional and value == act.NO_ONE:
        return "-"
    if field.type == "resource":
        return EVERYDAY_NAMES[value] if value < RESOURCE_COUNT else str(value)
    if board is not None and field.type == "seat":
        return f"seat{value + 1}"
    if board is not None:
        labels = {"vertex": board.vertex_labels, "edge": board.edge_labels, "hex": board.hex_labels}[field.type]
        return labels[value] if value < len(labels) else str(value)
    return str(value)


def from_text(text: str, board: Board | None = None) -> int:
    """The action that a text such as ``build_settlement(v=12)`` means.

    With a board, places may also be labels: ``build_settlement(v=C4)``.

    Raises
    ------
    InputError
        When it is no action; the sentence says what would be.
    """
    match = _CALL.fullmatch(text)
    if match is None:
        raise InputError(f"'{text}' is not an action; write it like build_settlement(v=12)")
    name, inside = match.groups()
    if name not in _KINDS:
        near = difflib.get_close_matches(name, _NAMES, 1)
        hint = f"did you mean {near[0]}?" if near else f"it is one of {', '.join(_NAMES)}"
        raise InputError(f"there is no action '{name}'; {hint}")
    kind = _KINDS[name]
    fields = FORMS[kind][1]
    given = _split_fields(text, inside or "")
    wanted = [field.name for field in fields]
    if sorted(given) != sorted(wanted):
        raise InputError(f"'{text}' must name {', '.join(wanted) or 'no field'}, as in {_example(kind)}")
    payload = 0
    for field in fields:
        payload |= _read(field, given[field.name], board) << field.shift
    return kind << 24 | payload


def _split_fields(text: str, inside: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in inside.split(","))):
        key, equals, value = part.partition("=")
        if not equals or key.strip() in given:
            raise InputError(f"'{text}': write each field once, as name=value")
        given[key.strip()] = value.strip()
    return given


def _example(kind: int) -> str:
    name, fields = FORMS[kind]
    samples = {"cards": "+1wood-1ore", "resource": "wood", "seat": "1"}
    return f"{name}({', '.join(f'{field.name}={samples.get(field.type, 12)}' for field in fields)})"


def _read(field: _Field, text: str, board: Board | None) -> int:
    if field.type == "cards":
        return _read_cards(text)
    if field.optional and text == "-":
        return act.NO_ONE
    if field.type == "resource":
        resource = resource_named(text)
        if resource is None:
            raise InputError(f"'{text}' is not a resource; take one of {', '.join(EVERYDAY_NAMES)}")
        return int(resource)
    if field.type == "seat":
        return _read_seat(field, text)
    if text.isdecimal():
        if len(text) > 3 or int(text) > field.mask:
            raise InputError(f"{field.name}={text} is out of range; the {field.type} goes from 0 to {field.mask}")
        return int(text)
    if board is None:
        raise InputError(f"{field.name}={text} is not a number")
    if field.type == "vertex":
        return board.vertex(text)
    return board.edge(text) if field.type == "edge" else board.hex(text)


def _read_seat(field: _Field, text: str) -> int:
    label = _SEAT.fullmatch(text)
    number = label[1] if label else text
    seat = int(number) - bool(label) if number.isdecimal() and len(number) == 1 else -1
    if not 0 <= seat < MAX_PLAYERS:
        raise InputError(f"{field.name}={text} is not a seat; write seat1 to seat{MAX_PLAYERS}")
    return seat


def _read_cards(text: str) -> int:
    counts = [0] * RESOURCE_COUNT
    for number, name in _CARD_COUNT.findall(text):
        resource = resource_named(name)
        if resource is None or counts[resource] or not -8 < int(number) < 8 or int(number) == 0:
            raise InputError(f"cards={text} is not an offer; name each resource once, as in +1wood-2ore")
        counts[resource] = int(number)
    if not any(counts) or _CARD_COUNT.sub("", text).strip():
        raise InputError(f"cards={text} is not an offer; write what is given with + and what is wanted with -")
    return sum((count & 0xF) << 4 * resource for resource, count in enumerate(counts))

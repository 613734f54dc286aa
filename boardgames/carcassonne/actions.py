"""Actions as int64 codes, and as the texts that people and records use.

| action | text | code |
| --- | --- | --- |
| lay the tile at x, y, turned by degrees clockwise | ``1,-1,90`` | y and x (eight bits each, plus 128), quarter turns |
| put a follower on a segment of it | ``meeple:city_N`` | MEEPLE, kind (two bits), first side or half (three bits) |
| keep the followers | ``skip`` | SKIP |

A segment is named by its kind and its first side (``city_N``, ``road_E``) or half (``field_NL``) clockwise from the
north-western corner; a monastery needs no more than its name.
"""

from __future__ import annotations

import re
from typing import Final

from boardgames.carcassonne.tiles import HALVES, SIDES, Kind
from mcts.errors import InputError
from mcts.kernel import kernel

_SHIFT: Final = 128
_FAR: Final = 71
"""No game reaches farther from the start tile than this."""
MEEPLE: Final = 1 << 18
SKIP: Final = 1 << 19
_DEGREES: Final = 90
_PLACEMENT: Final = re.compile(r"(-?\d{1,2}),(-?\d{1,2}),(0|90|180|270)")
_NAMES: Final = {
    Kind.CITY: SIDES,
    Kind.MONASTERY: ("",),
    Kind.ROAD: SIDES,
    Kind.FIELD: HALVES,
}
_SPOTS: Final = {
    f"{kind.name.lower()}_{name}".rstrip("_"): MEEPLE | kind << 3 | anchor
    for kind, names in _NAMES.items()
    for anchor, name in enumerate(names)
}
_SPOT_NAMES: Final = {code: name for name, code in _SPOTS.items()}


@kernel
def placement(x: int, y: int, rotation: int) -> int:
    """The code of laying the tile in hand."""
    return (y + _SHIFT) << 10 | (x + _SHIFT) << 2 | rotation


@kernel
def is_placement(action: int) -> bool:
    """Whether an action lays a tile."""
    return action < MEEPLE


@kernel
def x_of(action: int) -> int:
    """Where a placement lies, growing eastward."""
    return (action >> 2 & 255) - _SHIFT


@kernel
def y_of(action: int) -> int:
    """Where a placement lies, growing southward."""
    return (action >> 10 & 255) - _SHIFT


@kernel
def rotation_of(action: int) -> int:
    """Quarter turns clockwise of a placement."""
    return action & 3


@kernel
def spot(kind: int, anchor: int) -> int:
    """The code of putting a follower on the segment of this kind with this first side or half."""
    return MEEPLE | kind << 3 | anchor


@kernel
def kind_of(action: int) -> int:
    """Kind of the segment that a follower goes to."""
    return action >> 3 & 3


@kernel
def anchor_of(action: int) -> int:
    """First side or half of the segment that a follower goes to."""
    return action & 7


def to_text(action: int) -> str:
    """An action in words."""
    if action == SKIP:
        return "skip"
    if action in _SPOT_NAMES:
        return f"meeple:{_SPOT_NAMES[action]}"
    if not 0 <= action < MEEPLE:
        raise InputError(f"{action} is not an action of Carcassonne")
    return f"{x_of(action)},{y_of(action)},{_DEGREES * rotation_of(action)}"


def from_text(text: str) -> int:
    """Read what :func:`to_text` writes."""
    words = text.strip()
    if words == "skip":
        return SKIP
    if words.startswith("meeple:") and words[7:] in _SPOTS:
        return _SPOTS[words[7:]]
    match = _PLACEMENT.fullmatch(words)
    if match and abs(int(match[1])) <= _FAR and abs(int(match[2])) <= _FAR:
        return int(placement(int(match[1]), int(match[2]), int(match[3]) // _DEGREES))
    raise InputError(f"{text!r} is not an action; write 1,-1,90 or meeple:city_N or skip")

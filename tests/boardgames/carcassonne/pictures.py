"""The tiles drawn in 7 × 7 characters, for the reference: c city, p city with a pennant, r road, f field, m monastery.

An x is a village or crossing where roads end; corners (#) belong to nothing. Same characters side by side hang
together, also across two tiles, and a field borders on a city where an f stands beside a c.
"""

from __future__ import annotations

from functools import cache
from typing import Final

SIZE: Final = 7
Picture = tuple[str, ...]

_CAP = "#ccccc# ffcccff fffffff"
_FLAT = "#fffff# fffffff fffffff"
_CORNER = "#ccccc# cc{}ccff ccccfff cccffff ccfffff cffffff #fffff#"
_CORNER_ROAD = "#ccccc# cc{}ccff cccffff ccffrrr ccfrrff cffrfff #ffrff#"
_THREE = "#ccccc# ccccccc ccc{}ccc ccccccc ccccccc"
_BAND = "#fffff# cfffffc ccccccc ccc{}ccc ccccccc cfffffc #fffff#"
_SOUTH = "fffrfff fffrfff #ffrff#"
_MEADOW = "fffffff fffffff #fffff#"

_DRAWN = {
    "A": (2, f"{_FLAT} fffmfff {_SOUTH}"),
    "B": (4, f"{_FLAT} fffmfff {_MEADOW}"),
    "C": (1, "#ccccc# ccccccc ccccccc cccpccc ccccccc ccccccc #ccccc#"),
    "D": (4, f"{_CAP} rrrrrrr {_MEADOW}"),
    "E": (5, f"{_CAP} fffffff {_MEADOW}"),
    "F": (2, _BAND.format("p")),
    "G": (1, _BAND.format("c")),
    "H": (3, f"{_CAP} fffffff fffffff ffcccff #ccccc#"),
    "I": (2, "#ccccc# cffccff cffffff ccfffff cffffff cffffff #fffff#"),
    "J": (3, f"{_CAP} fffrrrr {_SOUTH}"),
    "K": (3, f"{_CAP} rrrrfff {_SOUTH}"),
    "L": (3, f"{_CAP} rrrxrrr {_SOUTH}"),
    "M": (2, _CORNER.format("p")),
    "N": (3, _CORNER.format("c")),
    "O": (2, _CORNER_ROAD.format("p")),
    "P": (3, _CORNER_ROAD.format("c")),
    "Q": (1, f"{_THREE.format('p')} cfffffc #fffff#"),
    "R": (3, f"{_THREE.format('c')} cfffffc #fffff#"),
    "S": (2, f"{_THREE.format('p')} cffrffc #ffrff#"),
    "T": (1, f"{_THREE.format('c')} cffrffc #ffrff#"),
    "U": (8, f"{_FLAT} rrrrrrr {_MEADOW}"),
    "V": (9, f"{_FLAT} rrrrfff {_SOUTH}"),
    "W": (4, f"{_FLAT} rrrxrrr {_SOUTH}"),
    "X": (1, f"#ffrff# fffrfff fffrfff rrrxrrr {_SOUTH}"),
}
COUNTS: Final = {letter: count for letter, (count, _) in _DRAWN.items()}
PICTURES: Final = {letter: tuple(drawing.split()) for letter, (_, drawing) in _DRAWN.items()}


@cache
def turned(picture: Picture, quarters: int) -> Picture:
    """A picture after so many quarter turns clockwise."""
    for _ in range(quarters):
        picture = tuple("".join(column) for column in zip(*reversed(picture), strict=True))
    return picture

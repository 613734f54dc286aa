"""The colours of drawings.

The terrain colours differ in lightness as well as in hue, so they stay apart for every kind of colour vision; the
tests measure that. Nothing is ever told by colour alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from catan_sim.core.resources import Resource


class Paint(NamedTuple):
    """A fill and the ink that can be read on it."""

    fill: str
    ink: str


DARK_INK: Final = "#1b1b1b"
LIGHT_INK: Final = "#ffffff"

TERRAIN: Final[dict[Resource | None, Paint]] = {
    Resource.BRICK: Paint("#c94f2d", LIGHT_INK),
    Resource.LUMBER: Paint("#12503a", LIGHT_INK),
    Resource.WOOL: Paint("#a8d977", DARK_INK),
    Resource.GRAIN: Paint("#eaa91e", DARK_INK),
    Resource.ORE: Paint("#7583a6", DARK_INK),
    None: Paint("#e8d7c3", DARK_INK),
}

SEATS: Final = (
    Paint("#d0202e", LIGHT_INK),
    Paint("#1565c0", LIGHT_INK),
    Paint("#ff8f00", DARK_INK),
    Paint("#ffffff", DARK_INK),
    Paint("#6a1b9a", LIGHT_INK),
    Paint("#00a99d", DARK_INK),
    Paint("#6d4326", LIGHT_INK),
    Paint("#111111", LIGHT_INK),
)

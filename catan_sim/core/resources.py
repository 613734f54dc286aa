"""The names of resources and development cards, for code and for people."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Resource(IntEnum):
    """The five resources, in the order used by every array."""

    BRICK = 0
    LUMBER = 1
    WOOL = 2
    GRAIN = 3
    ORE = 4

    @property
    def word(self) -> str:
        """The everyday name that people type and read."""
        return EVERYDAY_NAMES[self]


class Card(IntEnum):
    """The development cards, in the order used by every array."""

    KNIGHT = 0
    VICTORY_POINT = 1
    ROAD_BUILDING = 2
    YEAR_OF_PLENTY = 3
    MONOPOLY = 4

    @property
    def word(self) -> str:
        """The name with spaces, for people."""
        return self.name.lower().replace("_", " ")


RESOURCE_COUNT: Final = len(Resource)
CARD_KINDS: Final = len(Card)
GENERIC_PORT: Final = RESOURCE_COUNT
"""The port kind that takes three of anything; kinds below it are the special port of that resource."""

EVERYDAY_NAMES: Final = ("brick", "wood", "sheep", "wheat", "ore")
_BY_NAME: Final = {resource.name.lower(): resource for resource in Resource} | dict(
    zip(EVERYDAY_NAMES, Resource, strict=True)
)


def resource_named(name: str) -> Resource | None:
    """The resource that goes by this name, everyday or formal, or None."""
    return _BY_NAME.get(name.strip().lower())

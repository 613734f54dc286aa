"""What stands on a board while it is being drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pieces:
    """The pieces to draw; seats count from 0 and are shown from 1.

    Attributes
    ----------
    settlements, cities : mapping of vertex to seat
    roads : mapping of edge to seat
    robber : int or None
        The robber's hex; None when it is off the board.
    """

    settlements: Mapping[int, int] = field(default_factory=dict)
    cities: Mapping[int, int] = field(default_factory=dict)
    roads: Mapping[int, int] = field(default_factory=dict)
    robber: int | None = None

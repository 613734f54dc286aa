"""An agent as kernels see it: what kind it is, how it trades, and its weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from catan_sim.ai import weights
from catan_sim.core.records import MAX_PLAYERS


class Kind(IntEnum):
    """Which kernel decides."""

    RANDOM = 0
    WEIGHTED = 1
    HEURISTIC = 2
    GREEDY1 = 3


class Trade(IntEnum):
    """How an agent deals with other players."""

    NONE = 0
    FAST = 1
    REALISTIC = 2


MOST_AT_SMALL_TABLE: Final = 4
"""Players at a table for which the plain weights are meant."""

_MOST_MISSING: Final = 7
"""More missing cards make no difference: next to nothing is left of anything."""

_FIELDS: Final[list[tuple[Any, ...]]] = [
    ("kind", np.int64),  # Kind
    ("trade", np.int64),  # Trade
    ("offers", np.int64),  # most offers it makes in a turn
    ("weights", np.int64, (weights.COUNT,)),  # see weights.py
    ("waiting", np.int64, (_MOST_MISSING + 1,)),  # share that things keep while so many cards for them are missing
]

AGENT_DTYPE: Final = np.dtype(_FIELDS, align=True)
"""One agent; read only."""
SEARCHING_AGENT_DTYPE: Final = np.dtype([("searches", np.bool_), *_FIELDS], align=True)
"""The same at a table with an agent that searches: only there does the search have to be compiled.

The mark comes first: Numba would quietly take a record with a field more at its end for one without it.
"""


@dataclass(frozen=True)
class Agent:
    """A player's way of playing.

    Attributes
    ----------
    name : str
        For people.
    kind : Kind
    trade : Trade
    offers : int
        Most offers to other players in a turn; the rules may allow fewer.
    weights : dict of str to int
        Numbers that differ from the hand-set ones.
    large_table : dict of str to int
        Numbers that differ from these at a table of more than four, where one's own turn comes less often.
    """

    name: str
    kind: Kind
    trade: Trade = Trade.FAST
    offers: int = 3
    weights: dict[str, int] = field(default_factory=dict)
    large_table: dict[str, int] = field(default_factory=dict)

    def vector(self, players: int) -> npt.NDArray[np.int64]:
        """All weights in order, at a table of so many players."""
        numbers = {**weights.HAND_SET, **self.weights}
        if players > MOST_AT_SMALL_TABLE:
            numbers |= self.large_table
        return np.array([numbers[name] for name in weights.NAMES], np.int64)


def agent_records(agents: Sequence[Agent]) -> npt.NDArray[np.void]:
    """One record for each seat of a table, shape (MAX_PLAYERS,); seats beyond the players stay zero."""
    searching = any(agent.kind == Kind.GREEDY1 for agent in agents)
    records = np.zeros(MAX_PLAYERS, SEARCHING_AGENT_DTYPE if searching else AGENT_DTYPE)
    for record, agent in zip(records, agents, strict=False):
        record["kind"], record["trade"], record["offers"] = agent.kind, agent.trade, agent.offers
        record["weights"] = agent.vector(len(agents))
        part = weights.WHOLE
        for missing in range(_MOST_MISSING + 1):
            record["waiting"][missing] = part
            part = part * int(record["weights"][weights.Weight.WAIT]) >> weights.WHOLE_BITS
    return records

"""What the rest of the set-up is likely to bring after each pick that one could make now.

The pick is made, everybody else and the same player's later pick follow the set-up policy without whim. What a vertex
promises depends on it: good neighbours that others take first are worth nothing, and a resource that it lacks may come
with the second settlement.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catan_sim.ai.agent import agent_records
from catan_sim.core.rng import seed_streams
from catan_sim.core.state import new_states, new_work
from catan_sim.draft import NO_SEAT, new_picks, play_draft, without_whim
from catan_sim.ground import roads_to_build
from catan_sim.rollout import RolloutSetup

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Outlook:
    """The table when the set-up is over, for each vertex that could be picked now.

    Attributes
    ----------
    open_vertices : bool array (picks, vertices)
        Where the distance rule still allows a settlement.
    income : float64 array (picks, 5)
        The player's pips by resource.
    ports : int64 array (picks,)
        The player's ports, as ``vertex_ports`` of board records.
    settled : bool array (picks, vertices)
        Where the player's settlements stand.
    roads : int64 array (picks, vertices)
        Roads that the player has to build to each vertex; OUT_OF_REACH where there is no way.
    rivals_roads : int64 array (picks, vertices)
        The fewest that any other player has to build.
    """

    open_vertices: Bools
    income: Floats
    ports: Indices
    settled: Bools
    roads: Indices
    rivals_roads: Indices


def bits_of(words: npt.NDArray[np.uint64], count: int) -> Bools:
    """The first ``count`` members of a bit set, one by one: uint64 (..., words) to bool (..., count)."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1, bitorder="little")[..., :count].astype(
        bool
    )


def outlook(setup: RolloutSetup, vertices: Indices) -> Outlook:
    """Play the rest of the set-up for each of these legal picks of ``setup.seat``: int64 (picks,)."""
    records = agent_records([without_whim(agent) for agent in setup.agents])
    work, picks = new_work(setup.board)[0], new_picks()
    seed_streams(setup.board_record, work, np.uint64(0), np.uint64(0), np.uint64(0))
    ends = new_states(setup.board, len(vertices))
    ends[:] = setup.start
    for end, vertex in zip(ends, vertices.tolist(), strict=True):
        play_draft(setup.board_record, setup.rules_record, records, end, work, setup.seat, vertex, NO_SEAT, picks)
    count, players = setup.board.vertex_count, setup.ruleset.players
    roads = np.zeros((len(vertices), players, count), np.uint8)
    roads_to_build(setup.board_record, setup.rules_record, ends, roads)
    return Outlook(
        open_vertices=~bits_of(ends["closed"], count),
        income=ends["income"][:, setup.seat].astype(np.float64),
        ports=ends["ports"][:, setup.seat].astype(np.int64),
        settled=bits_of(ends["settlements"][:, setup.seat], count),
        roads=roads[:, setup.seat].astype(np.int64),
        rivals_roads=np.delete(roads, setup.seat, axis=1).min(axis=1).astype(np.int64),
    )

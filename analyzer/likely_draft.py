"""What the rest of the set-up is likely to bring after each pick that one could make now.

The pick is made, everybody else and the same player's later pick follow the set-up policy without whim. What a vertex
promises depends on it: good neighbours that others take first are worth nothing, and a resource that it lacks may come
with the second settlement.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from catan_sim.ai.agent import agent_records
from catan_sim.ai.setup import choose_pick, choose_setup_road
from catan_sim.core.encoding import PLACE_SETTLEMENT, encode
from catan_sim.core.records import Part, Record, Waiting
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.state import new_work
from catan_sim.rollout import RolloutSetup

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

_SETUP: Final = int(Part.SETUP)
_SETTLEMENT: Final = int(Waiting.SETTLEMENT)
"""Plain numbers: looking up enum members takes a fifth of the time, which the first game waits for."""


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
    """

    open_vertices: Bools
    income: Floats
    ports: Indices


def bits_of(words: npt.NDArray[np.uint64], count: int) -> Bools:
    """The first ``count`` members of a bit set, one by one: uint64 (..., words) to bool (..., count)."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1, bitorder="little")[..., :count].astype(
        bool
    )


def outlook(setup: RolloutSetup, vertices: Indices) -> Outlook:
    """Play the rest of the set-up for each of these legal picks of ``setup.seat``: int64 (picks,)."""
    records = agent_records([replace(agent, weights={**agent.weights, "opening_noise": 0}) for agent in setup.agents])
    work = new_work(setup.board)[0]
    seed_streams(setup.board_record, work, np.uint64(0), np.uint64(0), np.uint64(0))
    ends = [_play_set_up(setup, records, work, int(vertex)) for vertex in vertices]
    return Outlook(
        open_vertices=~bits_of(np.array([end["closed"] for end in ends]), setup.board.vertex_count),
        income=np.array([end["income"][setup.seat] for end in ends], np.float64),
        ports=np.array([end["ports"][setup.seat] for end in ends], np.int64),
    )


def _play_set_up(setup: RolloutSetup, agents: npt.NDArray[np.void], work: Record, vertex: int) -> Record:
    """The position after the set-up; as in rollouts, those who pick earlier leave the vertex open."""
    board, state = setup.board_record, setup.start.copy()
    spared = vertex
    while state["part"] == _SETUP:
        agent = agents[state["actor"]]
        if state["waiting"] == _SETTLEMENT:
            is_open = not int(state["closed"][vertex // 64]) >> vertex % 64 & 1
            is_asked_about = spared >= 0 and state["actor"] == setup.seat and is_open
            place = vertex if is_asked_about else choose_pick(board, state, work, agent, spared)
            spared = -1 if state["actor"] == setup.seat else spared
            action = encode(PLACE_SETTLEMENT, place)
        else:
            action = choose_setup_road(board, state, work, agent)
        step(board, setup.rules_record, state, work, action, DRAW)
    return state

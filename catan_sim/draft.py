"""The draft: what has been placed so far, and what each player is expected to pick next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import int64

from catan_sim.ai.agent import Agent, agent_records
from catan_sim.ai.setup import choose_pick, choose_setup_road
from catan_sim.core.board import Board
from catan_sim.core.encoding import PLACE_ROAD, PLACE_SETTLEMENT, encode, place_of
from catan_sim.core.narrate import seat_name
from catan_sim.core.records import MAX_PLAYERS, Part, Record, Waiting
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.legal import legal_actions
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import board_record, new_work, rules_record, start_state
from mcts.bits import contains
from mcts.errors import InputError
from mcts.kernel import kernel

NO_SEAT: Final = -1
NO_VERTEX: Final = -1


@dataclass(frozen=True)
class Pick:
    """One pick of the set-up.

    Attributes
    ----------
    vertex : int
        Where the settlement stands.
    road : int or None
        The edge of its road; None while it has not been placed.
    seat : int or None
        Whose it is; None takes the seat whose pick it was.
    """

    vertex: int
    road: int | None = None
    seat: int | None = None


def parse_placed(board: Board, text: str) -> tuple[Pick, ...]:
    """Read picks in the order they were made: ``1: C4 C4-C5, 2: D7 D7-D8, E9``.

    The seat in front (counted from 1) is optional and checked when given; the last pick may lack its road.
    """
    picks = []
    for part in filter(None, (piece.strip() for piece in text.replace("\n", ",").split(","))):
        seat_text, colon, places = part.rpartition(":")
        words = places.split()
        if len(words) not in (1, 2) or (colon and not seat_text.strip().isdigit()):
            raise InputError(f"'{part}' is not a pick; write a vertex and its road, such as C4 C4-C5 or 2: C4 C4-C5")
        seat = int(seat_text) - 1 if colon else None
        picks.append(Pick(board.vertex(words[0]), board.edge(words[1]) if len(words) == 2 else None, seat))
    return tuple(picks)


def place(board: Board, board_rec: Record, rules: Record, picks: Sequence[Pick]) -> Record:
    """The position after these picks, in order.

    Raises
    ------
    InputError
        When a pick breaks the rules of the set-up or belongs to another seat.
    """
    state = start_state(board, board_rec, rules)
    work = new_work(board)[0]
    for number, pick in enumerate(picks):
        if state["waiting"] == Waiting.ROAD:
            raise InputError(f"pick {number} has no road, but another pick follows; name its road")
        if state["part"] != Part.SETUP:
            raise InputError(f"there are {len(picks)} picks, but the set-up has only {number}")
        if pick.seat is not None and pick.seat != state["actor"]:
            raise InputError(
                f"pick {number + 1} belongs to {seat_name(int(state['actor']))}, not {seat_name(pick.seat)}"
            )
        _take(board_rec, rules, state, work, encode(PLACE_SETTLEMENT, pick.vertex), board.vertex_labels[pick.vertex])
        if pick.road is not None:
            _take(board_rec, rules, state, work, encode(PLACE_ROAD, pick.road), board.edge_labels[pick.road])
    return state


def _take(board: Record, rules: Record, state: Record, work: Record, action: int, label: str) -> None:
    count = legal_actions(board, rules, state, work)
    if action not in work["actions"][:count]:
        raise InputError(f"nothing can be placed at {label} now; look at the distance rule and what is there already")
    step(board, rules, state, work, action, DRAW)


def new_picks() -> npt.NDArray[np.int64]:
    """Room for what ``play_draft`` notes."""
    return np.zeros((2 * MAX_PLAYERS, 3), np.int64)


@kernel
def play_draft(
    board: Record,
    rules: Record,
    agents: Any,
    state: Record,
    work: Record,
    focal: int,
    vertex: int,
    until: int,
    picks: Any,
) -> int:
    """Play on to the end of the set-up, or to the next pick of a seat; everybody follows the set-up policy.

    Parameters
    ----------
    agents : AGENT_DTYPE, shape (MAX_PLAYERS,)
    focal, vertex : int
        Whose next pick is this vertex; those who pick earlier leave it open. NO_SEAT, NO_VERTEX: nobody's.
    until : int
        The seat to stop before, or NO_SEAT.
    picks : int64, shape (2 * MAX_PLAYERS, 3)
        Vertex, edge and seat of each pick are written here.

    Returns
    -------
    int
        How many picks were made.
    """
    count = 0
    spared = vertex
    while state.part == Part.SETUP:
        seat = int64(state.actor)
        if state.waiting == Waiting.SETTLEMENT:
            if seat == until:
                break
            place = spared
            if spared < 0 or seat != focal or contains(state.closed, spared):
                place = choose_pick(board, rules, state, work, agents[seat], spared)
            if seat == focal:
                spared = NO_VERTEX
            picks[count, 0] = place
            picks[count, 2] = seat
            count += 1
            action = encode(PLACE_SETTLEMENT, place)
        else:
            action = choose_setup_road(board, rules, state, work, agents[seat])
            if count:  # the road of the last pick on the table is nobody's to predict
                picks[count - 1, 1] = place_of(action)
        step(board, rules, state, work, action, DRAW)
    return count


def predict_draft(
    board: Board, ruleset: Ruleset, agents: Sequence[Agent], placed: Sequence[Pick] = (), until: int | None = None
) -> tuple[Pick, ...]:
    """What each player picks next, without whim, given what has been placed.

    Parameters
    ----------
    agents : sequence of Agent
        One for each seat; every kind predicts with its weights for the set-up.
    until : int, optional
        Stop before the next pick of this seat; by default the whole set-up is predicted.

    Returns
    -------
    tuple of Pick
        The picks that follow ``placed``.
    """
    board_rec, rules = board_record(board), rules_record(ruleset)
    state, work = place(board, board_rec, rules, placed), new_work(board)[0]
    seed_streams(board_rec, work, np.uint64(0), np.uint64(0), np.uint64(0))
    records = agent_records([without_whim(agent) for agent in agents])
    picks = new_picks()
    stop = NO_SEAT if until is None else until
    count = play_draft(board_rec, rules, records, state, work, NO_SEAT, NO_VERTEX, stop, picks)
    return tuple(Pick(vertex, road, seat) for vertex, road, seat in picks[:count].tolist())


def without_whim(agent: Agent) -> Agent:
    """The agent as it picks when it is not in the mood for variety."""
    calm = {"opening_whim": 0}
    return replace(agent, weights={**agent.weights, **calm}, large_table={**agent.large_table, **calm})

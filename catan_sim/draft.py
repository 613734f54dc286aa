"""The draft: what has been placed so far, and what each player is expected to pick next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catan_sim.ai.agent import Agent, agent_records
from catan_sim.ai.setup import choose_setup_road, choose_setup_settlement
from catan_sim.core.board import Board
from catan_sim.core.encoding import PLACE_ROAD, PLACE_SETTLEMENT, encode, place_of
from catan_sim.core.errors import InputError
from catan_sim.core.narrate import seat_name
from catan_sim.core.records import Part, Record, Waiting
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.legal import legal_actions
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import board_record, new_work, rules_record, start_state


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
    records = agent_records([_without_whim(agent) for agent in agents])
    picks: list[Pick] = []
    while state["part"] == Part.SETUP:
        seat = int(state["actor"])
        if state["waiting"] == Waiting.SETTLEMENT:
            if seat == until:
                break
            action = choose_setup_settlement(board_rec, state, work, records[seat])
            picks.append(Pick(int(place_of(action)), None, seat))
        else:
            action = choose_setup_road(board_rec, state, work, records[seat])
            if picks:
                picks[-1] = Pick(picks[-1].vertex, int(place_of(action)), seat)
        step(board_rec, rules, state, work, action, DRAW)
    return tuple(picks)


def _without_whim(agent: Agent) -> Agent:
    return Agent(agent.name, agent.kind, agent.trade, agent.offers, {**agent.weights, "opening_noise": 0})

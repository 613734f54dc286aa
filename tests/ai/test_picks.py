"""Picks of the set-up: whim moves them, by so many pips."""

from __future__ import annotations

import numpy as np
import pytest

from catan_sim.ai.agent import Agent, Kind, Trade, agent_records
from catan_sim.ai.setup import choose_pick
from catan_sim.ai.weights import HAND_SET
from catan_sim.core.boardfile import find_board
from catan_sim.core.rng import seed_streams
from catan_sim.core.ruleset import find_ruleset
from catan_sim.core.state import board_record, new_work, rules_record, start_state
from catan_sim.draft import Pick, predict_draft

BOARD = find_board("standard")
RULES = find_ruleset("base")
RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
NOTHING = dict.fromkeys(HAND_SET, 0)
ANY_VERTEX = -1


def agent(**weights: int) -> Agent:
    """An agent whose numbers are all 0 but for these."""
    return Agent("test", Kind.HEURISTIC, Trade.FAST, weights={**NOTHING, **weights})


def picks_with_whim(whim: int, worth: int, games: int = 400) -> list[int]:
    """First picks of one who counts pips and nothing else."""
    board, rules = board_record(BOARD), rules_record(RULES)
    state, work = start_state(BOARD, board, rules), new_work(BOARD)[0]
    counts_pips = agent(opening_whim=whim, opening_beyond_knee=1024, **{f"opening_{name}": worth for name in RESOURCES})
    (record, *_) = agent_records([counts_pips] * 4)
    picks = []
    for game in range(games):
        seed_streams(board, work, np.uint64(1), game, 0)
        picks.append(int(choose_pick(board, rules, state, work, record, ANY_VERTEX)))
    return picks


def pips(vertex: int) -> int:
    return int(board_record(BOARD)["vertex_pips"][vertex].sum())


def test_without_whim_there_is_one_pick() -> None:
    assert len(set(picks_with_whim(0, 100))) == 1


@pytest.mark.parametrize("whim", [1, 3])
def test_whim_is_worth_so_many_pips(whim: int) -> None:
    most = max(pips(vertex) for vertex in range(BOARD.vertex_count))
    seen = {pips(vertex) for vertex in picks_with_whim(whim, 100)}
    assert min(seen) >= most - whim, "nobody takes a vertex that whim cannot make the best"
    assert len(set(picks_with_whim(whim, 100))) > 2


def test_whim_does_not_depend_on_how_worths_are_scaled() -> None:
    pairs = list(zip(picks_with_whim(4, 100), picks_with_whim(4, 700), strict=True))
    assert sum(one == other for one, other in pairs) > 0.97 * len(pairs), "all but a few, by what is rounded"


def test_a_predicted_pick_has_no_whim() -> None:
    whimsical = [agent(opening_whim=40, opening_ore=100)] * 4
    assert predict_draft(BOARD, RULES, whimsical) == predict_draft(BOARD, RULES, whimsical)
    first: Pick = predict_draft(BOARD, RULES, whimsical)[0]
    assert first == predict_draft(BOARD, RULES, [agent(opening_ore=100)] * 4)[0]

"""What a plan depends on: one that is kept must be made anew when any of it changes."""

from __future__ import annotations

import pytest

from catan_sim.ai.agent import agent_records
from catan_sim.ai.goals import Goal, plan
from catan_sim.ai.registry import find_agent
from catan_sim.core.records import Record
from catan_sim.core.state import board_record, new_work, rules_record
from tests.rules.positions import BASE, game_with


def _worth_of_a_card(state: Record, work: Record, board: Record, rules: Record) -> int:
    plan(board, rules, state, work, agent_records([find_agent("handset")] * 4)[0]["weights"], 0)
    return int(work["goal_worth"][0, Goal.CARD])


@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 0), (2, 3)])
def test_a_deck_too_short_for_the_army_changes_a_kept_plan(before: int, after: int) -> None:
    """Without a knight, three cards are the fewest with which the army can still be had."""
    game = game_with(settlements={0: "C4 D6"}, roads={0: "C4-C5 D6-D7"})
    board, rules, state = board_record(game.board), rules_record(BASE), game.state.copy()
    kept, fresh = new_work(game.board)[0], new_work(game.board)[0]
    state["deck_size"] = before
    was = _worth_of_a_card(state, kept, board, rules)
    state["deck_size"] = after
    assert _worth_of_a_card(state, kept, board, rules) == _worth_of_a_card(state, fresh, board, rules) != was

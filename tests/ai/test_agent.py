"""Agents as records."""

from __future__ import annotations

from catan_sim.ai.agent import Agent, Kind, agent_records
from catan_sim.core.boardfile import find_board
from catan_sim.core.ruleset import find_ruleset
from catan_sim.simulate import Simulation


def test_a_table_that_searches_has_records_of_another_kind() -> None:
    plain, greedy = Agent("plain", Kind.HEURISTIC), Agent("greedy", Kind.GREEDY1)
    assert "searches" not in (agent_records([plain] * 4).dtype.names or ())
    assert (agent_records([plain, greedy]).dtype.names or ())[:1] == ("searches",)


def test_the_search_is_really_run_after_games_without_it() -> None:
    """Numba takes records with more fields at their end for others: then random play would stand in for the search."""
    board, rules = find_board("standard"), find_ruleset("base")
    Simulation(board, rules, 1, "heuristic").play(0, 1)
    games = Simulation(board, rules, 1, "greedy1,random,random,random").play(0, 40)
    assert (games["winner"] == 0).mean() > 0.9

"""Asking whichever agent sits at the actor's seat."""

from __future__ import annotations

from catan_sim.ai.agent import Kind
from catan_sim.ai.greedy1 import choose_greedy1
from catan_sim.ai.heuristic import choose_heuristic
from catan_sim.ai.random_agent import choose_random
from catan_sim.ai.weighted_agent import choose_weighted
from catan_sim.core.records import Record
from mcts.kernel import kernel


@kernel
def choose(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """The action that an agent (AGENT_DTYPE) takes for the actor."""
    kind = agent.kind
    if kind == Kind.HEURISTIC:
        return choose_heuristic(board, rules, state, work, agent)
    if kind == Kind.GREEDY1:
        return choose_greedy1(board, rules, state, work, agent)
    if kind == Kind.WEIGHTED:
        return choose_weighted(board, rules, state, work)
    return choose_random(board, rules, state, work)

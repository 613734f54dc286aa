"""Asking whichever agent sits at the actor's seat."""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from catan_sim.ai.agent import Kind
from catan_sim.ai.greedy1 import choose_greedy1
from catan_sim.ai.heuristic import choose_heuristic
from catan_sim.ai.random_agent import choose_random
from catan_sim.ai.weighted_agent import choose_weighted
from catan_sim.core.records import Record
from mcts.kernel import kernel


def _choose_by_search(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """The action of an agent that searches; which kernel that is depends on the dtype of the agent's record."""
    raise NotImplementedError("kernels call one of the overloads")


@overload(_choose_by_search, strict=False)  # type: ignore[untyped-decorator]
def _search_of_the_table(board: Any, rules: Any, state: Any, work: Any, agent: Any) -> Any:
    del board, rules, state, work
    if "searches" in agent.fields:
        return lambda board, rules, state, work, agent: choose_greedy1(board, rules, state, work, agent)
    return lambda board, rules, state, work, agent: choose_random(board, rules, state, work)  # noqa: ARG005


@kernel
def choose(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """The action that an agent (AGENT_DTYPE, or SEARCHING_AGENT_DTYPE) takes for the actor."""
    kind = agent.kind
    if kind == Kind.HEURISTIC:
        return choose_heuristic(board, rules, state, work, agent)
    if kind == Kind.WEIGHTED:
        return choose_weighted(board, rules, state, work)
    if kind == Kind.RANDOM:
        return choose_random(board, rules, state, work)
    return _choose_by_search(board, rules, state, work, agent)

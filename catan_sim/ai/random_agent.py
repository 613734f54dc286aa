"""The agent that picks any legal action, all equally likely."""

from __future__ import annotations

from catan_sim.core.records import Record, Stream
from catan_sim.core.rules.legal import legal_actions
from mcts.kernel import kernel
from mcts.rng import draw_below


@kernel
def choose_random(board: Record, rules: Record, state: Record, work: Record) -> int:
    """One of the legal actions."""
    count = legal_actions(board, rules, state, work)
    return work.actions[draw_below(work.streams[Stream.AGENT], count)]

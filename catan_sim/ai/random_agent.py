"""The agent that picks any legal action, all equally likely."""

from __future__ import annotations

from catan_sim.core.records import Part, Record, Stream
from catan_sim.core.rng import draw_below
from catan_sim.core.rules.legal import legal_actions
from catan_sim.core.rules.step import DRAW, step
from mcts.kernel import kernel


@kernel
def choose_random(board: Record, rules: Record, state: Record, work: Record) -> int:
    """One of the legal actions."""
    count = legal_actions(board, rules, state, work)
    return work.actions[draw_below(work.streams[Stream.AGENT], count)]


@kernel
def play_random_game(board: Record, rules: Record, state: Record, work: Record) -> int:
    """Play on to the end; returns the number of actions taken."""
    steps = 0
    while state.part != Part.OVER:
        step(board, rules, state, work, choose_random(board, rules, state, work), DRAW)
        steps += 1
    return steps

"""Where the time of heuristic games goes: cycles of the processor's counter, by what is decided and by what is done."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from catan_sim.ai.agent import agent_records
from catan_sim.ai.choose import choose
from catan_sim.ai.income import forget_plans
from catan_sim.core import encoding as act
from catan_sim.core.records import Part, Record
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.state import board_record, new_states, new_work, rules_record, start_state
from catan_sim.simulate import Simulation
from mcts.kernel import kernel
from mcts.records import copy_record

GAMES: Final = 300
KINDS: Final = 22
"""Kinds of actions, and 0."""
CHOOSE: Final = 0
STEP: Final = 1
INTERRUPTED: Final = 100_000
"""A span of so many cycles is another program's: no single decision takes that long."""

PARTS: Final = {
    "set-up": (act.PLACE_SETTLEMENT, act.PLACE_ROAD),
    "roll": (act.ROLL,),
    "build and buy": (act.BUILD_ROAD, act.BUILD_SETTLEMENT, act.BUILD_CITY, act.BUY_CARD),
    "play a card": (act.PLAY_KNIGHT, act.PLAY_ROAD_BUILDING, act.PLAY_YEAR_OF_PLENTY, act.PLAY_MONOPOLY),
    "robber": (act.MOVE_ROBBER, act.DISCARD),
    "bank trade": (act.TRADE_BANK,),
    "offer a trade": (act.OFFER_TRADE,),
    "answer an offer": (act.ACCEPT_TRADE, act.REJECT_TRADE, act.COUNTER_TRADE),
    "conclude a trade": (act.CONFIRM_TRADE, act.CANCEL_TRADE),
    "end the turn": (act.END_TURN,),
}
"""What a person would call the kinds of actions."""


@intrinsic  # type: ignore[untyped-decorator]
def cycles(typing_context: Any) -> Any:
    """The processor's counter."""
    del typing_context

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature, arguments
        counter = builder.module.declare_intrinsic("llvm.readcyclecounter", (), ir.FunctionType(ir.IntType(64), ()))
        return builder.call(counter, ())

    return types.int64(), generate


@kernel
def _play_timed(
    board: Record, rules: Record, agents: Any, start: Record, state: Record, work: Record, games: int, spent: Any
) -> None:
    """Play games and add up cycles and calls in ``spent`` (int64, shape (2, KINDS, 2): choose or step, kind, which)."""
    for game in range(games):
        copy_record(state, start)
        forget_plans(work)
        seed_streams(board, work, np.uint64(1), game, 0)
        while state.part != Part.OVER:
            before = cycles()
            action = choose(board, rules, state, work, agents[state.actor])
            between = cycles()
            step(board, rules, state, work, action, DRAW)
            after = cycles()
            kind = act.kind_of(action)
            spent[CHOOSE, kind, 1] += 1
            if after - before < INTERRUPTED:
                spent[CHOOSE, kind, 0] += between - before
                spent[STEP, kind, 0] += after - between


def time_by_part(simulation: Simulation, games: int = GAMES) -> list[tuple[str, float, float, float, float]]:
    """For each part: shares of the time spent on deciding and on doing, how often it comes a game, cycles each time."""
    board, rules = board_record(simulation.board), rules_record(simulation.ruleset)
    start = start_state(simulation.board, board, rules)
    state, work = new_states(simulation.board, 1)[0], new_work(simulation.board)[0]
    spent: npt.NDArray[np.int64] = np.zeros((2, KINDS, 2), np.int64)
    agents = agent_records(simulation.agents)
    _play_timed(board, rules, agents, start, state, work, 1, spent)
    spent[:] = 0
    _play_timed(board, rules, agents, start, state, work, games, spent)
    whole = spent[:, :, 0].sum()
    rows = []
    for name, kinds in PARTS.items():
        part = spent[:, list(kinds)].sum(axis=1)
        often = part[CHOOSE, 1]
        each = part[:, 0].sum() / max(often, 1)
        rows.append((name, part[CHOOSE, 0] / whole, part[STEP, 0] / whole, often / games, each))
    return sorted(rows, key=lambda row: -row[1] - row[2])


def print_time_by_part(simulation: Simulation) -> None:
    """A table for people."""
    print(f"{'where the time goes':<24}{'deciding':>10}{'doing':>10}{'a game':>10}{'cycles':>10}")
    for name, deciding, doing, often, each in time_by_part(simulation):
        print(f"  {name:<22}{deciding:>9.1%} {doing:>9.1%} {often:>9.1f} {each:>9,.0f}")

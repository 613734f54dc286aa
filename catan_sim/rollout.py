"""Rollouts: complete games in which one player's pick of the set-up is forced and agents decide everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from catan_sim.ai.agent import Agent, agent_records
from catan_sim.ai.choose import choose
from catan_sim.ai.income import forget_plans
from catan_sim.ai.routine import do_routine
from catan_sim.ai.setup import choose_pick, choose_setup_road
from catan_sim.core.board import Board
from catan_sim.core.encoding import PLACE_ROAD, PLACE_SETTLEMENT, ROLL, encode, kind_of
from catan_sim.core.narrate import seat_name
from catan_sim.core.records import Part, Record, Waiting
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import board_record, new_states, new_work, rules_record, size_of
from catan_sim.draft import Pick, place
from catan_sim.rollout_records import GAMES_A_UNIT, unit_dtype
from catan_sim.rollout_tally import note_before, note_end, note_hand, note_opening, note_roll
from mcts.bits import contains
from mcts.errors import InputError
from mcts.kernel import kernel
from mcts.records import copy_record

NO_ROAD: Final = -1
"""As a forced road: the agent chooses."""

Units = npt.NDArray[np.void]


@kernel
def _play_to_pick(
    board: Record, rules: Record, agents: Any, state: Record, work: Record, focal: int, vertex: int
) -> None:
    """Let the others pick by the set-up policy until it is the focal player's pick; they leave its vertex open."""
    while state.part == Part.SETUP and not (state.waiting == Waiting.SETTLEMENT and state.actor == focal):
        agent = agents[state.actor]
        if state.waiting == Waiting.SETTLEMENT:
            action = encode(PLACE_SETTLEMENT, choose_pick(board, rules, state, work, agent, vertex))
        else:
            action = choose_setup_road(board, rules, state, work, agent)
        step(board, rules, state, work, action, DRAW)


@kernel
def _force_pick(
    board: Record, rules: Record, agents: Any, state: Record, work: Record, focal: int, vertex: int, road: int
) -> None:
    """Place the focal player's settlement, and its road where one is given."""
    step(board, rules, state, work, encode(PLACE_SETTLEMENT, vertex), DRAW)
    if state.waiting == Waiting.ROAD and state.actor == focal:
        action = encode(PLACE_ROAD, road) if road >= 0 else choose_setup_road(board, rules, state, work, agents[focal])
        step(board, rules, state, work, action, DRAW)


@kernel
def _candidate_key(vertex: int, road: int) -> int:
    """What tells the agents' luck of two candidates apart; never 0, which plain simulations have."""
    return 1 + vertex + 256 * (road + 1)


@kernel
def play_units(
    board: Record,
    rules: Record,
    agents: Any,
    start: Record,
    state: Record,
    work: Record,
    seed: Any,
    focal: int,
    vertex: int,
    road: int,
    units: Any,
) -> None:
    """Play the 64 games of each unit whose number is in ``units.unit`` and sum them up in place.

    Parameters
    ----------
    agents : AGENT_DTYPE, shape (8,)
    start, state : state records
        The position to begin at, and room for the games.
    focal, vertex, road : int
        Whose next pick is forced, to which vertex, with which road (or NO_ROAD).
    units : unit_dtype, shape (count,)
        Zero but for ``unit``.
    """
    for number in range(units.shape[0]):
        row = units[number]
        for game in range(GAMES_A_UNIT):
            copy_record(state, start)
            forget_plans(work)
            seed_streams(board, work, seed, GAMES_A_UNIT * row.unit + game, _candidate_key(vertex, road))
            _play_to_pick(board, rules, agents, state, work, focal, vertex)
            if not contains(state.closed, vertex):
                _force_pick(board, rules, agents, state, work, focal, vertex, road)
            note_opening(board, state, row, focal, vertex)
            while state.part != Part.OVER:
                action = choose(board, rules, state, work, agents[state.actor])
                if kind_of(action) == ROLL:
                    note_hand(state, work, focal)
                    step(board, rules, state, work, action, DRAW)
                    note_roll(board, state, work, row, focal)
                else:
                    note_before(rules, state, row, focal, action)
                    step(board, rules, state, work, action, DRAW)
                    do_routine(rules, state, agents)
            note_end(rules, state, row, focal, game)


@dataclass(frozen=True)
class Candidate:
    """A pick to try.

    Attributes
    ----------
    vertex : int
    road : int
        The edge of its road, or NO_ROAD to let the agent choose.
    """

    vertex: int
    road: int = NO_ROAD


class RolloutSetup:
    """Everything that rollouts of one question share.

    Parameters
    ----------
    board, ruleset
    agents : sequence of Agent
        One for each seat.
    seat : int
        The focal player, whose next pick is asked about.
    seed : int
    placed : sequence of Pick
        What is on the table already, in the order it was picked. Picks between these and the focal player's are made
        by the set-up policy, in each game anew, and leave the candidate's vertex open.

    Raises
    ------
    InputError
        When a pick is not legal, or the focal player has none left.
    """

    def __init__(
        self,
        board: Board,
        ruleset: Ruleset,
        agents: Sequence[Agent],
        seat: int,
        seed: int = 0,
        placed: Sequence[Pick] = (),
    ) -> None:
        if len(agents) != ruleset.players:
            raise InputError(f"there are {len(agents)} agents for {ruleset.players} players; give one for each seat")
        if not 0 <= seat < ruleset.players:
            raise InputError(f"there is no seat {seat} in this game; in code they go from 0 to {ruleset.players - 1}")
        self.board: Final = board
        self.ruleset: Final = ruleset
        self.agents: Final = tuple(agents)
        self.seat: Final = seat
        self.seed: Final = seed
        self.placed: Final = tuple(placed)
        self.board_record: Final = board_record(board)
        self.rules_record: Final = rules_record(ruleset)
        self.agent_records: Final = agent_records(agents)
        self.start: Final = place(board, self.board_record, self.rules_record, placed)
        if not self._has_pick_left():
            raise InputError(f"{seat_name(seat)} has no pick left after those placed; the question has no answer")

    def _has_pick_left(self) -> bool:
        players = self.ruleset.players
        begun = int(self.start["pick"]) - (self.start["waiting"] == Waiting.SETTLEMENT)
        order = [*range(players), *reversed(range(players))]
        return self.start["part"] == Part.SETUP and self.seat in order[begun:]

    def legal_vertices(self) -> list[int]:
        """The vertices that the distance rule leaves open now."""
        closed = [int(word) for word in self.start["closed"]]
        return [v for v in range(self.board.vertex_count) if not closed[v // 64] >> v % 64 & 1]

    def check(self, candidate: Candidate) -> None:
        """Refuse a candidate that cannot be placed: kernels trust every index they are given."""
        if candidate.vertex not in self.legal_vertices():
            known = 0 <= candidate.vertex < self.board.vertex_count
            label = self.board.vertex_labels[candidate.vertex] if known else f"vertex {candidate.vertex}"
            raise InputError(f"no settlement can be placed at {label}; it is taken, too close to another, or not there")
        if candidate.road != NO_ROAD:
            edges = [int(edge) for edge in self.board.topology.vertex_edges[candidate.vertex] if edge >= 0]
            if candidate.road not in edges or contains(self.start["all_roads"], candidate.road):
                raise InputError(f"no road can be placed at edge {candidate.road} beside that settlement")


class RolloutStats:
    """What the games of some units of one candidate came to.

    Attributes
    ----------
    units : unit_dtype, shape (count,)
    """

    def __init__(self, units: Units) -> None:
        self.units: Final = units

    def total(self, field: str) -> Any:
        """The sum of a field over all units: an int, or an array for fields with a shape."""
        total = self.units[field].sum(axis=0)
        return total if total.ndim else int(total)

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.total("games"))

    @property
    def win_rate(self) -> float:
        """Share of the games that the focal player won."""
        return self.total("wins") / self.games

    def __repr__(self) -> str:
        return f"<RolloutStats: {self.total('wins')} of {self.games} games won>"


def rollout_units(setup: RolloutSetup, candidate: Candidate, first_unit: int, count: int) -> RolloutStats:
    """Play units ``first_unit`` … ``first_unit + count - 1`` of a candidate on this thread.

    A unit's result depends on the setup, the candidate and the unit's number alone.
    """
    setup.check(candidate)
    units = np.zeros(count, unit_dtype(size_of(setup.board)))
    units["unit"] = np.arange(first_unit, first_unit + count)
    play_units(
        setup.board_record,
        setup.rules_record,
        setup.agent_records,
        setup.start,
        new_states(setup.board, 1)[0],
        new_work(setup.board)[0],
        np.uint64(setup.seed),
        setup.seat,
        candidate.vertex,
        candidate.road,
        units,
    )
    return RolloutStats(units)

"""Playing many games: a kernel that fills one row a game, and the driver that spreads games over threads."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import int64

from catan_sim.ai.agent import Agent, agent_records
from catan_sim.ai.choose import choose
from catan_sim.ai.income import forget_plans
from catan_sim.ai.registry import find_agents
from catan_sim.ai.routine import do_routine
from catan_sim.core.board import Board
from catan_sim.core.encoding import CONFIRM_TRADE, OFFER_TRADE, ROLL, kind_of
from catan_sim.core.records import MAX_PLAYERS, NOBODY, Part, Record
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.rules.turn import total_points
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import board_record, new_states, new_work, rules_record, start_state
from mcts.kernel import kernel
from mcts.records import copy_record

GAME_DTYPE: Final = np.dtype(
    [
        ("game", np.int64),  # index; with the seed it decides everything
        ("winner", np.int16),  # seat, or NOBODY
        ("turns", np.int32),
        ("steps", np.int32),  # actions taken
        ("offers", np.int32),  # trades offered to other players
        ("trades", np.int32),  # of these, the ones that came about
        ("stuck", np.int32),  # 1: nobody won, and there was nothing left to build or buy
        ("points", np.int16, (MAX_PLAYERS,)),  # victory point cards included
        ("produced", np.int32, (RESOURCE_COUNT,)),  # cards that the dice brought
    ],
    align=True,
)
"""One finished game."""

GamesArray = npt.NDArray[np.void]
_GAMES_A_CHUNK: Final = 64


@kernel
def play_games(
    board: Record,
    rules: Record,
    agents: Any,
    start: Record,
    state: Record,
    work: Record,
    seed: Any,
    first: int,
    games: Any,
) -> None:
    """Play games ``first`` onwards, one for each row of ``games`` (GAME_DTYPE), with an agent at each seat."""
    for index in range(games.shape[0]):
        row = games[index]
        copy_record(state, start)
        forget_plans(work)
        seed_streams(board, work, seed, first + index, 0)
        steps = 0
        while state.part != Part.OVER:
            action = choose(board, rules, state, work, agents[state.actor])
            kind = kind_of(action)
            is_roll = kind == ROLL
            row.trades += int64(kind == CONFIRM_TRADE)
            if is_roll:
                for resource in range(RESOURCE_COUNT):
                    row.produced[resource] += state.bank[resource]
            step(board, rules, state, work, action, DRAW)
            if is_roll:
                for resource in range(RESOURCE_COUNT):
                    row.produced[resource] -= state.bank[resource]
            steps += 1
            row.offers += int64(kind == OFFER_TRADE)
            steps += do_routine(rules, state, agents)
        row.game = first + index
        row.winner = state.winner
        row.turns = state.turn
        row.steps = steps
        row.stuck = int64(state.winner == NOBODY and _nothing_left(board, rules, state))
        for player in range(rules.players):
            row.points[player] = total_points(rules, state, player)


@kernel
def _nothing_left(board: Record, rules: Record, state: Record) -> bool:
    """Whether no open vertex, no settlement that could become a city and no development card is left."""
    for word in range(state.closed.shape[0]):
        if board.vertex_set[word] & ~state.closed[word]:
            return False
        for player in range(rules.players):
            if state.cities_left[player] and state.settlements[player, word]:
                return False
    return state.deck_size == 0


class Simulation:
    """Games of one board and ruleset. Game *i* is the same in any order and on any number of threads.

    Parameters
    ----------
    agents : str or sequence of Agent
        A text for :func:`find_agents`, or one agent for each seat.
    """

    def __init__(self, board: Board, ruleset: Ruleset, seed: int, agents: str | Sequence[Agent] = "heuristic") -> None:
        self.board: Final = board
        self.ruleset: Final = ruleset
        self.seed: Final = seed
        self._board = board_record(board)
        self._rules = rules_record(ruleset)
        self.agents: Final = find_agents(agents, ruleset.players) if isinstance(agents, str) else tuple(agents)
        self._agents = agent_records(self.agents)
        self._start = start_state(board, self._board, self._rules)

    def play(self, first: int, count: int) -> GamesArray:
        """Play games ``first`` … ``first + count - 1`` on this thread."""
        games = np.zeros(count, GAME_DTYPE)
        state, work = new_states(self.board, 1)[0], new_work(self.board)[0]
        play_games(self._board, self._rules, self._agents, self._start, state, work, np.uint64(self.seed), first, games)
        return games

    def stream(self, count: int, threads: int | None = None) -> Iterator[GamesArray]:
        """Play games 0 … ``count - 1`` on all cores and hand them out in chunks as they finish, in any order."""
        workers = threads or os.cpu_count() or 1
        starts = iter(range(0, count, _GAMES_A_CHUNK))
        with ThreadPoolExecutor(workers) as pool:
            running: set[Future[GamesArray]] = set()
            try:
                while True:
                    for start in starts:
                        running.add(pool.submit(self.play, start, min(_GAMES_A_CHUNK, count - start)))
                        if len(running) > 2 * workers:
                            break
                    if not running:
                        return
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for chunk in done:
                        yield chunk.result()
            finally:
                for chunk in running:
                    chunk.cancel()


@dataclass(frozen=True)
class Summary:
    """What a set of games has in common.

    Attributes
    ----------
    games, unfinished, stuck : int
        Stuck games are those unfinished ones in which nothing was left to build or buy.
    wins : tuple of int
        By seat.
    mean_turns, median_turns, mean_steps, mean_offers, mean_trades : float
    produced : tuple of float
        Cards a game, by resource.
    """

    games: int
    unfinished: int
    stuck: int
    wins: tuple[int, ...]
    mean_turns: float
    median_turns: float
    mean_steps: float
    mean_offers: float
    mean_trades: float
    produced: tuple[float, ...]


def summarize(games: GamesArray, players: int) -> Summary:
    """Sum up finished games (at least one)."""
    return Summary(
        games=len(games),
        unfinished=int((games["winner"] == NOBODY).sum()),
        stuck=int(games["stuck"].sum()),
        wins=tuple(int((games["winner"] == seat).sum()) for seat in range(players)),
        mean_turns=float(games["turns"].mean()),
        median_turns=float(np.median(games["turns"])),
        mean_steps=float(games["steps"].mean()),
        mean_offers=float(games["offers"].mean()),
        mean_trades=float(games["trades"].mean()),
        produced=tuple(float(mean) for mean in games["produced"].mean(axis=0)),
    )

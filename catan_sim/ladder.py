"""Round-robins between agents: who meets whom on which board, the games, and the ratings that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

import numpy as np

from catan_sim import ratings
from catan_sim.ai.agent import Agent
from catan_sim.core.board import Board
from catan_sim.core.generate import random_board
from catan_sim.core.layouts import Layout
from catan_sim.core.records import NOBODY
from catan_sim.core.ruleset import Ruleset
from catan_sim.ratings import Rating
from catan_sim.simulate import Simulation
from cluster.pool import WorkerPool, run_all
from mcts.errors import InputError
from mcts.splitmix import mixed

GAMES_A_SEAT: Final = 5
"""A single agent plays so many games at each seat before the next board: more would let results hinge on few boards,
fewer would spend most of the time on making boards."""


@dataclass(frozen=True)
class Match:
    """One agent against a table full of another, on one board, from every seat in turn.

    Attributes
    ----------
    round : int
        From 0; with random boards each round has its own.
    agent, opponent : Agent
        The single one, and the one at all other seats.
    games : int
        For each seat of the single one.
    """

    round: int
    agent: Agent
    opponent: Agent
    games: int


@dataclass(frozen=True)
class SeatResult:
    """What came of a match from one seat of the single agent.

    Attributes
    ----------
    agent, opponent : str
    round, seat : int
        From 0.
    board : str
        Its name.
    board_seed : int or None
        What ``rollout board new`` makes it from; None for a board of one's own.
    games, wins, opponents_wins, unfinished : int
    mean_turns : float
    """

    agent: str
    opponent: str
    round: int
    seat: int
    board: str
    board_seed: int | None
    games: int
    wins: int
    opponents_wins: int
    unfinished: int
    mean_turns: float


@dataclass(frozen=True)
class Pairing:
    """All games of one agent against a table full of another."""

    agent: str
    opponent: str
    games: int
    wins: int
    opponents_wins: int

    @property
    def unfinished(self) -> int:
        """Games that nobody won."""
        return self.games - self.wins - self.opponents_wins


class Ladder:
    """Every agent alone against every other, at every seat equally often.

    A game depends on the two agents, the seed, the round and the seat, and on nothing else: not on threads, not on the
    order of the agents, not on who else takes part. More games only add to those of fewer.

    Parameters
    ----------
    ground : Board or Layout
        The board of all games, or the layout of which each round gets a new random board.
    ruleset : Ruleset
    seed : int
    agents : sequence of Agent
        At least two, with different names.
    """

    def __init__(self, ground: Board | Layout, ruleset: Ruleset, seed: int, agents: Sequence[Agent]) -> None:
        names = [agent.name for agent in agents]
        if len(names) < 2:
            raise InputError("a ladder needs at least two agents; name one more")
        for name in names:
            if names.count(name) > 1:
                raise InputError(f"two agents are called '{name}'; leave one out, or copy its file to another name")
        self.ground: Final = ground
        self.ruleset: Final = ruleset
        self.seed: Final = seed
        self.agents: Final = tuple(agents)

    def rotations(self, games: int) -> int:
        """How often the single agent goes around the table to play at least so many games."""
        return -(-games // self.ruleset.players)

    def rounds(self, games: int) -> int:
        """How many rounds hold so many games a pairing."""
        return -(-self.rotations(games) // GAMES_A_SEAT)

    def total(self, games: int) -> int:
        """Games of the whole ladder, with so many a pairing rounded up to full rotations."""
        return len(self.agents) * (len(self.agents) - 1) * self.rotations(games) * self.ruleset.players

    def matches(self, games: int) -> Iterator[Match]:
        """The schedule, round by round, so that whoever stops early has played all pairings equally often."""
        left = self.rotations(games)
        for number in range(self.rounds(games)):
            for agent, opponent in permutations(self.agents, 2):
                yield Match(number, agent, opponent, min(left, GAMES_A_SEAT))
            left -= GAMES_A_SEAT

    def play(self, match: Match) -> list[SeatResult]:
        """Play a match on this thread: one result for each seat of the single agent."""
        board, board_seed = self._board(match.round)
        seed = mixed(self.seed, match.agent.name, match.opponent.name, match.round)
        results = []
        for seat in range(self.ruleset.players):
            table = [match.opponent] * self.ruleset.players
            table[seat] = match.agent
            games = Simulation(board, self.ruleset, seed, table).play(seat * GAMES_A_SEAT, match.games)
            wins = int((games["winner"] == seat).sum())
            unfinished = int((games["winner"] == NOBODY).sum())
            results.append(
                SeatResult(
                    agent=match.agent.name,
                    opponent=match.opponent.name,
                    round=match.round,
                    seat=seat,
                    board=board.name,
                    board_seed=board_seed,
                    games=len(games),
                    wins=wins,
                    opponents_wins=len(games) - wins - unfinished,
                    unfinished=unfinished,
                    mean_turns=float(games["turns"].mean()),
                )
            )
        return results

    def stream(self, games: int, pool: WorkerPool[Ladder, list[SeatResult]]) -> Iterator[list[SeatResult]]:
        """Play all matches on a pool that shares this ladder, and hand out their results as they come, in any order."""
        jobs = (_MatchJob(number, match) for number, match in enumerate(self.matches(games)))
        for finished in run_all(pool, jobs):
            yield finished.result

    def in_order(self, results: Iterable[SeatResult]) -> list[SeatResult]:
        """Sort results by pairing, round and seat."""
        place = {agent.name: index for index, agent in enumerate(self.agents)}
        return sorted(results, key=lambda one: (place[one.agent], place[one.opponent], one.round, one.seat))

    def _board(self, number: int) -> tuple[Board, int | None]:
        """The board of a round, the same for all pairings, and its seed."""
        if isinstance(self.ground, Board):
            return self.ground, None
        seed = mixed(self.seed, "board", number)
        return random_board(self.ground, seed), seed


@dataclass(frozen=True)
class _MatchJob:
    """A match as a job; its key is its place in the schedule."""

    key: int
    match: Match

    def run(self, ladder: Ladder) -> list[SeatResult]:
        """Play it."""
        return ladder.play(self.match)


def warm(ladder: Ladder) -> Ladder:
    """The same with all kernels compiled; what each worker calls before its first match."""
    ladder.play(next(ladder.matches(1)))
    return ladder


def pairings(results: Iterable[SeatResult]) -> list[Pairing]:
    """Sum up results by pairing, in the order in which these first appear."""
    sums: dict[tuple[str, str], list[int]] = {}
    for one in results:
        counts = sums.setdefault((one.agent, one.opponent), [0, 0, 0])
        for index, count in enumerate((one.games, one.wins, one.opponents_wins)):
            counts[index] += count
    return [Pairing(agent, opponent, *counts) for (agent, opponent), counts in sums.items()]


def rate(played: Sequence[Pairing], players: int) -> list[Rating]:
    """Elo ratings of all agents; games that nobody won do not count.

    Parameters
    ----------
    played : sequence of Pairing
    players : int
        Seats at the table.
    """
    names = sorted({name for one in played for name in (one.agent, one.opponent)})
    seats, wins = np.zeros((2, len(played), len(names)))
    for row, one in enumerate(played):
        single, crowd = names.index(one.agent), names.index(one.opponent)
        seats[row, single], seats[row, crowd] = 1, players - 1
        wins[row, single], wins[row, crowd] = one.wins, one.opponents_wins
    return ratings.rate(names, seats, wins)

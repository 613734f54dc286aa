"""The games that tell candidates apart, and those that tell how much was gained."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations
from math import ceil
from typing import Final

from catan_sim.ai.agent import Agent
from catan_sim.core.board import Board
from catan_sim.core.defaults import default_setting
from catan_sim.core.generate import random_board
from catan_sim.core.ruleset import Ruleset, find_ruleset
from catan_sim.simulate import Simulation
from mcts.splitmix import SplitMix

GAMES_A_TABLE: Final = 25
"""At least ten times the cost of setting a table up, and few enough for hundreds of boards a generation."""


class _Purpose(IntEnum):
    """Keeps the chance of games that must not have anything in common apart."""

    TUNING = 1
    CHECKING = 2


@dataclass(frozen=True)
class Table:
    """A board and its dice, with a few games to play on it; ``number`` decides who sits where."""

    board: Board
    ruleset: Ruleset
    seed: int
    games: int
    number: int

    def wins(self, agents: Sequence[Agent]) -> list[int]:
        """Games won by each seat."""
        winners = Simulation(self.board, self.ruleset, self.seed, agents).play(0, self.games)["winner"]
        return [int((winners == seat).sum()) for seat in range(self.ruleset.players)]


class Arena:
    """Plays candidates against an opponent; results are the same on any number of threads.

    Parameters
    ----------
    players : sequence of int
        Numbers of players to play with, equally often.
    seed : int
    pool : ThreadPoolExecutor
    """

    def __init__(self, players: Sequence[int], seed: int, pool: ThreadPoolExecutor) -> None:
        self._settings = [(count, *_setting(count)) for count in players]
        self._seed = seed
        self._pool = pool

    def prepare(self, agent: Agent) -> None:
        """Have all kernels compiled."""
        for players, layout, rules in self._settings:
            Table(random_board(layout, 0), rules, 0, 1, 0).wins([agent] * players)

    def fitness(
        self, candidates: Sequence[Agent], opponent: Agent, games: int, generation: int
    ) -> tuple[list[float], int]:
        """Share of games that each candidate wins, as a multiple of parity, and the number of games played.

        The two candidates of a mirrored pair sit at the same table, each at one seat, with the opponent at all others;
        then they change seats and play the same board and dice again. All pairs play the same tables. That a pair meets
        makes its difference show in fewer games than if each played the opponent alone.
        """
        total, played = [0.0] * len(candidates), 0
        share = games / len(self._settings)
        count = ceil(share / (2 * GAMES_A_TABLE))
        each = ceil(share / (2 * count))
        pairs = range(0, len(candidates), 2)

        def play(job: tuple[Table, int, tuple[int, int]]) -> tuple[int, int]:
            table, pair, (first, second) = job
            agents = [opponent] * table.ruleset.players
            agents[first], agents[second] = candidates[pair : pair + 2]
            wins = table.wins(agents)
            return wins[first], wins[second]

        for players, layout, rules in self._settings:
            jobs = []
            for table in self._tables(_Purpose.TUNING, layout, rules, count, each, generation):
                seats = _two_seats(players, table.number)
                jobs += [(table, pair, order) for pair in pairs for order in (seats, seats[::-1])]
            parity = len(self._settings) * 2 * count * each / players
            for (_, pair, _), (first, second) in zip(jobs, self._pool.map(play, jobs), strict=True):
                total[pair] += first / parity
                total[pair + 1] += second / parity
            played += len(jobs) * each
        return total, played

    def match(self, agent: Agent, opponent: Agent, games: int) -> list[tuple[int, int, int]]:
        """Play games at rotating seats against opponents at all others.

        Returns
        -------
        list of (players, wins, games)
            One for each number of players; these boards and dice were never used for tuning.
        """
        results = []
        for players, layout, rules in self._settings:
            count = players * max(1, round(games / (players * GAMES_A_TABLE)))
            each = ceil(games / count)
            tables = self._tables(_Purpose.CHECKING, layout, rules, count, each)

            def play(table: Table, players: int = players) -> int:
                seat = table.number % players
                return table.wins([agent if other == seat else opponent for other in range(players)])[seat]

            results.append((players, sum(self._pool.map(play, tables)), count * each))
        return results

    def _tables(
        self, purpose: _Purpose, layout: str, rules: Ruleset, count: int, games: int, generation: int = 0
    ) -> list[Table]:
        chance = SplitMix(self._seed)
        for word in (purpose, rules.players, generation):
            chance = SplitMix(chance.next64() + word)
        numbers = range(generation * count, (generation + 1) * count)
        return [
            Table(random_board(layout, chance.next64()), rules, chance.next64(), games, number) for number in numbers
        ]


def _setting(players: int) -> tuple[str, Ruleset]:
    layout, rules = default_setting(players)
    return layout, find_ruleset(rules).replace(players=players)


def _two_seats(players: int, number: int) -> tuple[int, int]:
    """Two seats; all pairs in turn."""
    pairs = list(combinations(range(players), 2))
    return pairs[number % len(pairs)]

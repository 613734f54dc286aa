"""The games that tell candidates apart, and those that tell how much was gained."""

from __future__ import annotations

from collections.abc import Sequence
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
from cluster.pool import WorkerPool, run_all
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


@dataclass(frozen=True)
class TableJob:
    """The games of a table with agents at its seats."""

    key: int
    table: Table
    agents: tuple[Agent, ...]

    def run(self, shared: None) -> list[int]:
        """Games won by each seat."""
        del shared
        return self.table.wins(self.agents)


Pool = WorkerPool[None, list[int]]


def warm(players: Sequence[int], agent: Agent) -> None:
    """Have all kernels compiled; what each worker calls before its first table."""
    for count in players:
        layout, rules = _setting(count)
        Table(random_board(layout, 0), rules, 0, 1, 0).wins([agent] * count)


class Arena:
    """Plays candidates against an opponent; results are the same on any number of workers.

    Parameters
    ----------
    players : sequence of int
        Numbers of players to play with, equally often.
    seed : int
    pool : WorkerPool
    """

    def __init__(self, players: Sequence[int], seed: int, pool: Pool) -> None:
        self._settings = [(count, *_setting(count)) for count in players]
        self._seed = seed
        self._pool = pool

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
        for players, layout, rules in self._settings:
            tables, seats = [], []
            for table in self._tables(_Purpose.TUNING, layout, rules, count, each, generation):
                one, other = _two_seats(players, table.number)
                for pair in pairs:
                    for first, second in ((one, other), (other, one)):
                        agents = [opponent] * players
                        agents[first], agents[second] = candidates[pair : pair + 2]
                        tables.append((table, agents))
                        seats.append((pair, first, second))
            parity = len(self._settings) * 2 * count * each / players
            for (pair, first, second), wins in zip(seats, self._wins(tables), strict=True):
                total[pair] += wins[first] / parity
                total[pair + 1] += wins[second] / parity
            played += len(tables) * each
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
            seats = [table.number % players for table in tables]
            agents = [[agent if other == seat else opponent for other in range(players)] for seat in seats]
            all_wins = self._wins(list(zip(tables, agents, strict=True)))
            own_wins = sum(wins[seat] for seat, wins in zip(seats, all_wins, strict=True))
            results.append((players, own_wins, count * each))
        return results

    def _wins(self, tables: Sequence[tuple[Table, Sequence[Agent]]]) -> list[list[int]]:
        """Games won by each seat of each table, in the order of the tables."""
        jobs = (TableJob(number, table, tuple(agents)) for number, (table, agents) in enumerate(tables))
        wins = {done.key: done.result for done in run_all(self._pool, jobs)}
        return [wins[number] for number in range(len(tables))]

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

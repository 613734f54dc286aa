"""``python -m tests.external.ladder``: one of our agents against three of catanatron's players."""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import click
from catanatron.game import Game
from catanatron.models.player import Color

from catan_sim.ai.agent import Agent
from catan_sim.ai.registry import find_agent
from catan_sim.statistics import wilson
from mcts.errors import InputError
from tests.external.opponents import find_opponent
from tests.external.player import AgentPlayer

SEATS: Final = 4
_SEED_STRIDE: Final = 1_000_003
"""Keeps the games of one seed apart from those of the next."""


@dataclass
class Result:
    """What a number of games came to.

    Attributes
    ----------
    games, wins, unfinished : int
        Games without a winner are cut off by catanatron after many turns.
    wins_by_seat : Counter
    decisions : int
    seconds : float
        All the time in which the agent thought.
    fallbacks : Counter
        Actions of the agent's that catanatron did not list, by text.
    """

    games: int = 0
    wins: int = 0
    unfinished: int = 0
    wins_by_seat: Counter[int] = field(default_factory=Counter)
    decisions: int = 0
    seconds: float = 0.0
    fallbacks: Counter[str] = field(default_factory=Counter)

    def text(self) -> str:
        """The result in words."""
        low, high = wilson(self.wins, self.games)
        share = self.wins / self.games if self.games else 0.0
        fallbacks = sum(self.fallbacks.values())
        lines = [
            f"games                 {self.games} ({self.unfinished} without a winner)",
            f"wins                  {self.wins}",
            f"by seat               {', '.join(str(self.wins_by_seat[seat]) for seat in range(SEATS))}",
            f"share of wins         {share:.1%} (95 %: {low:.1%} to {high:.1%})",
            f"seconds per decision  {self.seconds / max(self.decisions, 1):.2e}",
            f"fallbacks             {fallbacks} of {self.decisions} decisions",
        ]
        lines += [f"  {count} times {text}" for text, count in self.fallbacks.most_common()]
        return "\n".join(lines)


def game_at_seat(seat: int, seed: int, agent: Agent, opponent: type[Any]) -> tuple[Any, AgentPlayer]:
    """A new game in which the agent has a certain seat.

    catanatron shuffles the players by the seed, so the agent is put at each place of the list until it comes out right;
    the board is the same every time.
    """
    ours, *others = list(Color)[:SEATS]
    for place in range(SEATS):
        player = AgentPlayer(ours, agent)
        players = [opponent(colour) for colour in others]
        players.insert(place, player)
        random.seed(seed)  # some versions draw from a generator of the game's own, their players from this one
        game = Game(players, seed=seed)
        if game.state.colors[seat] == ours:
            return game, player
    raise AssertionError("a shuffle that puts no place of the list at this seat")


def play_games(agent: Agent, opponent: type[Any], games: int, seed: int) -> Result:
    """Play; the agent's seat rotates, and every game has its own board."""
    result = Result()
    _warm_up(agent, opponent)
    for index in range(games):
        seat = index % SEATS
        game, player = game_at_seat(seat, seed * _SEED_STRIDE + index + 1, agent, opponent)
        winner = game.play()
        result.games += 1
        result.unfinished += winner is None
        if winner == player.color:
            result.wins += 1
            result.wins_by_seat[seat] += 1
        result.decisions += player.decisions
        result.seconds += player.seconds
        result.fallbacks += player.fallbacks
    return result


def _warm_up(agent: Agent, opponent: type[Any]) -> None:
    """Take one decision, so that no game's time includes the loading of kernels."""
    game, _ = game_at_seat(0, 1, agent, opponent)
    game.play_tick()


@click.command()
@click.option("--agent", default="heuristic", show_default=True, help="An agent's name, or its YAML file.")
@click.option("--opponent", default="WeightedRandomPlayer", show_default=True, help="A class of catanatron's.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0, max=2**32))
def ladder(agent: str, opponent: str, games: int, seed: int) -> None:
    """Let an agent play against three players of catanatron's."""
    try:
        ours, theirs = find_agent(agent), find_opponent(opponent)
    except InputError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    click.echo(f"{ours.name} against three of {opponent}")
    click.echo(play_games(ours, theirs, games, seed).text())


if __name__ == "__main__":
    ladder()

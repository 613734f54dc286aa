"""Agents around a table, for games that people, tests and notebooks play step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from catan_sim.ai.agent import Agent, agent_records
from catan_sim.ai.choose import choose
from catan_sim.ai.income import forget
from catan_sim.core.game import Game


class Table:
    """One agent at each seat.

    Examples
    --------
    >>> from catan_sim.ai.registry import find_agents
    >>> game = Game("standard", "base", seed=3)
    >>> winner = game.play(Table(find_agents("heuristic", 4)).action)
    """

    def __init__(self, agents: Sequence[Agent]) -> None:
        self.agents: Final = tuple(agents)
        self._records = agent_records(agents)

    def action(self, game: Game) -> int:
        """What the agent at the actor's seat does now; the position stays as it is."""
        forget(game._work)
        return int(choose(game._board, game._rules, game.state, game._work, self._records[game.actor]))

"""The agents of ``catan_sim`` as bots."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgames.bots.bot import Bot, BotKind, Seat
from boardgames.catan.setting import setting_of, state_of
from boardgames.models import Data, Phase
from boardgames.protocol import GamePlugin
from catan_sim.ai.agent import Agent, agent_records
from catan_sim.ai.choose import choose
from catan_sim.ai.registry import find_agent
from catan_sim.core.action_text import to_text
from catan_sim.core.records import Stream
from catan_sim.core.state import new_work
from mcts.rng import seed_stream


class AgentBot(Bot):
    """An agent at one seat; its plans and its own chance last for the game."""

    def __init__(self, seat: Seat, agent: Agent) -> None:
        self._agent = agent
        self._record: Any = None
        self._seed = np.uint64(seat.seed)
        self._work: Any = None

    def choose(self, game_data: Data, phase: Phase) -> Data:
        """Ask the agent."""
        del phase
        setting = setting_of(game_data)
        if self._work is None:
            self._work = new_work(setting.board)[0]
            self._record = agent_records([self._agent] * setting.ruleset.players)[0]
            seed_stream(self._work["streams"][Stream.AGENT], self._seed)
        state = state_of(game_data, setting)
        action = choose(setting.board_record, setting.rules_record, state, self._work, self._record)
        return {"action": to_text(int(action), setting.board)}


class AgentKind(BotKind):
    """Agents by name, or in YAML files."""

    name = "catan-agent"
    description = "an agent of rollout play and rollout ladder (agent=…)"
    parameters = {  # noqa: RUF012
        "properties": {"agent": {"type": "string", "default": "heuristic", "description": "a name or a YAML file"}}
    }

    def plays(self, plugin: GamePlugin) -> bool:
        """Agents know only CATAN."""
        return plugin.game_id == "catan"

    def check(self, plugin: GamePlugin, parameters: Data) -> None:
        """The agent has to be there."""
        del plugin
        find_agent(parameters["agent"])

    def sit_down(self, seat: Seat, parameters: Data) -> Bot:
        """Make one."""
        return AgentBot(seat, find_agent(parameters["agent"]))

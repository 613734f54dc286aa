"""Our agent as a player of catanatron's."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from catanatron.models.player import Player

from catan_sim.ai.agent import Agent, Trade, agent_records
from catan_sim.ai.choose import choose
from catan_sim.core import encoding as act
from catan_sim.core.action_text import to_text
from catan_sim.core.records import Record, Waiting
from catan_sim.core.rng import seed_streams
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import board_record, new_work, rules_record
from tests.external.geometry import opening_of
from tests.external.listed import by_our_number, kind_name
from tests.external.seen import free_roads, state_seen_by
from tests.oracle.translate import Translation


class _Table:
    """The records of one catanatron game."""

    def __init__(self, game: Any) -> None:
        self.game_id: Final = game.id
        self.names: Final = Translation(opening_of(game))
        self.board: Final[Record] = board_record(self.names.board)
        # Offers are not among the actions that they list, so the rules of the table have none.
        ruleset = Ruleset().replace(
            players=len(game.state.colors),
            victory_target=game.vps_to_win,
            hand_limit=game.state.discard_limit,
            offers_per_turn=0,
        )
        self.rules: Final[Record] = rules_record(ruleset)
        self.work: Final[Record] = new_work(self.names.board)[0]
        seed_streams(self.board, self.work, np.uint64(game.seed), np.uint64(0), np.uint64(0))


class AgentPlayer(Player):  # type: ignore[misc]
    """An agent at a seat of catanatron's table.

    Attributes
    ----------
    decisions : int
        How often the agent was asked; not when there was only one action.
    seconds : float
        How long it thought, without the translation.
    fallbacks : Counter
        What it wanted to do but catanatron does not list, by text.
    """

    def __init__(self, colour: Any, agent: Agent) -> None:
        super().__init__(colour)
        self._answering, self._acting = agent_records([agent, replace(agent, trade=Trade.NONE)])[:2]
        self._table: _Table | None = None
        self.decisions = 0
        self.seconds = 0.0
        self.fallbacks: Counter[str] = Counter()

    def decide(self, game: Any, playable_actions: Sequence[Any]) -> Any:
        """One of the playable actions."""
        if len(playable_actions) == 1:
            return playable_actions[0]
        if self._table is None or self._table.game_id != game.id:
            self._table = _Table(game)
        table, theirs = self._table, game.state
        state = state_seen_by(
            table.names.seat[self.color.value],
            theirs,
            table.names,
            table.board,
            table.rules,
            {kind_name(action) for action in playable_actions},
        )
        wanted = self._ask(table, state)
        listed = by_our_number(playable_actions, table.names, theirs.is_initial_build_phase, free_roads(theirs))
        if wanted in listed:
            return listed[wanted]
        self.fallbacks[to_text(wanted)] += 1
        return listed.get(act.END_TURN << 24, playable_actions[0])

    def _ask(self, table: _Table, state: Record) -> int:
        agent = self._answering if state["waiting"] == Waiting.ANSWER else self._acting
        start = time.perf_counter()
        action = int(choose(table.board, table.rules, state, table.work, agent))
        self.seconds += time.perf_counter() - start
        self.decisions += 1
        return action

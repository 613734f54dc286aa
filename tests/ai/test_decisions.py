"""Every agent takes legal actions only, and decides by what its player may see."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from catan_sim.ai.agent import Agent, Kind, Trade, agent_records
from catan_sim.ai.choose import choose
from catan_sim.ai.goals import plan
from catan_sim.ai.income import forget
from catan_sim.ai.registry import find_agent
from catan_sim.ai.table import Table
from catan_sim.core.game import Game
from catan_sim.core.records import Part, Record
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.legal import legal_actions
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.state import board_record, new_states, new_work, rules_record, start_state
from mcts.kernel import kernel
from mcts.records import copy_record
from mcts.splitmix import SplitMix
from tests.reference.lockstep import random_setting

KINDS = [
    Agent("fast", Kind.HEURISTIC, Trade.FAST),
    Agent("realistic", Kind.HEURISTIC, Trade.REALISTIC, offers=4),
    Agent("none", Kind.HEURISTIC, Trade.NONE),
    Agent("weighted", Kind.WEIGHTED, Trade.NONE),
    Agent("greedy1", Kind.GREEDY1, Trade.FAST),
]

THINKERS = [agent for agent in KINDS if agent.kind != Kind.WEIGHTED]


@kernel
def _first_illegal(
    board: Record, rules: Record, agents: Any, start: Record, state: Record, work: Record, seed: Any, steps: int
) -> int:
    """The first action of an agent that is not among the legal ones, or -1."""
    game = 0
    while steps > 0:
        copy_record(state, start)
        forget(work)
        seed_streams(board, work, seed, game, 0)
        game += 1
        while state.part != Part.OVER and steps > 0:
            action = choose(board, rules, state, work, agents[state.actor])
            count = legal_actions(board, rules, state, work)
            is_legal = False
            for index in range(count):
                is_legal |= work.actions[index] == action
            if not is_legal:
                return action
            step(board, rules, state, work, action, DRAW)
            steps -= 1
    return -1


@pytest.mark.parametrize("number", range(24))
def test_agents_act_within_the_rules_of_any_ruleset(number: int) -> None:
    draws = SplitMix(900 + number)
    board, ruleset = random_setting(draws)
    agents = agent_records([KINDS[draws.below(len(KINDS))] for _ in range(ruleset.players)])
    board_rec, rules = board_record(board), rules_record(ruleset)
    start = start_state(board, board_rec, rules)
    state, work = new_states(board, 1)[0], new_work(board)[0]
    illegal = int(_first_illegal(board_rec, rules, agents, start, state, work, np.uint64(number), 4_000))
    assert illegal == -1, f"kind {illegal >> 24}, payload {illegal & 0xFFFFFF:x}, {ruleset}"


def _is_different(game: Game, world: Record) -> bool:
    return any(bool((world[field] != game.state[field]).any()) for field in ("hand", "cards"))


def _another_world(game: Game, number: int) -> Record:
    """A world the actor could be in; one in which others hold other cards if a few draws find any."""
    draws = (game.belief(game.actor).sample(8 * number + draw) for draw in range(8))
    return next((world for world in draws if _is_different(game, world)), game.state)


@pytest.mark.parametrize("agent", THINKERS, ids=lambda agent: agent.name)
def test_hidden_cards_do_not_change_a_decision(agent: Agent) -> None:
    """The actor cannot tell a world drawn from its belief from the true one, so it must act alike in both."""
    agents = [agent] * 4
    table = Table(agents)
    records = agent_records(agents)
    asked = different = 0
    for seed in range(3):
        game = Game("standard", "base", seed=seed)
        number = 0
        while not game.is_over:
            streams = game._work["streams"].copy()
            action = table.action(game)
            if number % 5 == 0:
                world = _another_world(game, number)
                work = new_work(game.board)[0]
                work["streams"] = streams
                assert choose(game._board, game._rules, world, work, records[game.actor]) == action
                asked += 1
                different += _is_different(game, world)
            game.step(action)
            number += 1
    assert different > asked // 2, "most worlds deal the hidden cards anew"


@pytest.mark.parametrize("name", ["heuristic", "greedy1"])
def test_what_is_kept_changes_no_decision(name: str) -> None:
    """Plans and goals are kept from decision to decision; one who has forgotten everything decides the same.

    In between, the planner looks at positions that were a few actions ago, and comes back.
    """
    records = agent_records([find_agent(name)] * 4)
    for seed in range(4):
        game = Game("standard", "base", seed=seed)
        past: list[Record] = []
        kept, fresh = new_work(game.board)[0], new_work(game.board)[0]
        while not game.is_over:
            state = game.state.copy()
            for work in (kept, fresh):
                work["streams"] = game._work["streams"]
            forget(fresh)
            action = choose(game._board, game._rules, state, fresh, records[game.actor])
            for earlier in past[-2:]:
                plan(game._board, game._rules, earlier, kept, records[game.actor]["weights"], game.actor)
            assert choose(game._board, game._rules, state, kept, records[game.actor]) == action
            past.append(state)
            game._work["streams"] = fresh["streams"]
            game.step(int(action))


@pytest.mark.parametrize("name", ["heuristic", "greedy1"])
def test_an_agent_leaves_the_position_as_it_is(name: str) -> None:
    game = Game("standard", "base", seed=5)
    table = Table([find_agent(name)] * 4)
    while not game.is_over:
        before = hash(game)
        action = table.action(game)
        assert hash(game) == before
        game.step(action)

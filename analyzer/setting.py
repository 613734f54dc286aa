"""The board, rules and players of a stored question, made anew and checked: kernels trust whatever they are given."""

from __future__ import annotations

import json
from typing import Any

from analyzer.question import Question
from catan_sim.ai.agent import Agent
from catan_sim.ai.registry import agent_from_mapping
from catan_sim.core.board import Board
from catan_sim.core.boardfile import board_from_text, board_to_text
from catan_sim.core.ruleset import ruleset_from_mapping
from catan_sim.core.yamlfile import parse_mapping
from catan_sim.rollout import Candidate, RolloutSetup, rollout_units
from catan_sim.versions import versions as engine_versions
from mcts.errors import InputError


def versions() -> dict[str, str]:
    """What the results of an analysis may depend on beside its question."""
    return engine_versions("analyzer")


def board_to_fields(board: Board) -> dict[str, Any]:
    """A board as its file has it."""
    return parse_mapping(board_to_text(board), "board")


def board_from_fields(fields: dict[str, Any]) -> Board:
    """A board from the fields of its file."""
    return board_from_text(json.dumps(fields, ensure_ascii=False), "board")  # JSON is YAML


def setup_of(question: Question) -> RolloutSetup:
    """What rollouts of a question share.

    Raises
    ------
    InputError
        When the question is not one that ``resolve`` can have made.
    """
    board = board_from_fields(question.board)
    if board.fingerprint != question.fingerprint:
        raise InputError("the board has been changed since the question was asked; ask anew")
    ruleset = ruleset_from_mapping(question.ruleset, "ruleset")
    agents = [_checked(agent) for agent in question.agents]
    if not 0 < question.top <= len(set(question.vertices)) == len(question.vertices):
        raise InputError("the candidates are not as many different vertices as the ranks that matter; ask anew")
    if not 0 <= question.seed < 2**64 or question.slots < 1 or question.road_units < 0:
        raise InputError("the seed or the size of the rounds is out of range; ask anew")
    for pick in question.placed:
        if pick.vertex not in range(board.vertex_count) or (pick.road or 0) not in range(board.edge_count):
            raise InputError("a pick lies outside the board; ask anew")
    setup = RolloutSetup(board, ruleset, agents, question.seat, question.seed, question.placed)
    for vertex in question.vertices:
        setup.check(Candidate(vertex))
    return setup


def warm_setup(question: Question) -> RolloutSetup:
    """The same with all kernels compiled; what each worker calls before its first job."""
    setup = setup_of(question)
    rollout_units(setup, Candidate(question.vertices[0]), 0, 0)
    return setup


def _checked(agent: Agent) -> Agent:
    fields = {
        "kind": agent.kind.name.lower(),
        "trade": agent.trade.name.lower(),
        "offers": agent.offers,
        "weights": dict(agent.weights),
        "large_table": dict(agent.large_table),
    }
    return agent_from_mapping(fields, agent.name)

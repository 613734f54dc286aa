"""Random questions: a board, what has been picked on it so far, and whose pick comes next."""

from __future__ import annotations

from dataclasses import dataclass

from catan_sim.ai.agent import Agent
from catan_sim.cli.options import load_setting
from catan_sim.core.generate import random_board
from catan_sim.core.layouts import layout_of
from catan_sim.draft import predict_draft
from catan_sim.rollout import RolloutSetup
from mcts.splitmix import SplitMix


@dataclass(frozen=True)
class Drawing:
    """What decides a random question.

    Attributes
    ----------
    players : int
        They play on a random board of their usual layout, with their usual rules.
    seed, number : int
        Other numbers give questions that have nothing in common.
    picks_before : int or None
        Picks already made, by the set-up policy; None draws any number of them.
    """

    players: int
    seed: int
    number: int
    picks_before: int | None = None


def draw_position(drawing: Drawing, agent: Agent) -> RolloutSetup:
    """Draw a question that the same agent plays at every seat."""
    chance = SplitMix(drawing.seed)
    for word in (drawing.players, drawing.number):
        chance = SplitMix(chance.next64() + word)
    shipped, ruleset = load_setting(None, None, drawing.players)
    layout = layout_of(shipped)
    assert layout is not None, "shipped boards are of a layout"
    board = random_board(layout, chance.next64())
    dice = chance.next64()
    order = [*range(drawing.players), *reversed(range(drawing.players))]
    drawn = chance.below(len(order))
    before = drawn if drawing.picks_before is None else drawing.picks_before
    agents = [agent] * drawing.players
    placed = predict_draft(board, ruleset, agents)[:before]
    return RolloutSetup(board, ruleset, agents, order[before], dice, placed)

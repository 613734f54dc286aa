"""The agent at their table."""

from __future__ import annotations

import random
from typing import Any

import pytest
from catanatron.models.player import Color, RandomPlayer
from catanatron.players.weighted_random import WeightedRandomPlayer

from catan_sim.ai.agent import agent_records
from catan_sim.ai.choose import choose
from catan_sim.ai.registry import find_agent
from catan_sim.core.resources import Resource
from catan_sim.core.rules.legal import legal_actions
from catan_sim.core.state import new_work
from tests.external.fakes import fake_action, fake_name
from tests.external.ladder import game_at_seat
from tests.external.newer import NewerGame
from tests.external.player import AgentPlayer
from tests.external.tables import View, view_in_turn

RESOURCES = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")


@pytest.fixture
def view() -> View:
    return view_in_turn(30).copy()


def _player(view: View) -> AgentPlayer:
    return AgentPlayer(view.game.state.colors[view.seat], find_agent("handset"))


def _action(view: View, kind: str, value: Any = None) -> Any:
    return fake_action(view.game.state.colors[view.seat].value, kind, value)


@pytest.mark.parametrize("agent", ["heuristic", "weighted", "random"])
@pytest.mark.parametrize("seat", [0, 2])
def test_every_decision_of_a_game_is_listed(agent: str, seat: int) -> None:
    game, player = game_at_seat(seat, 31 + seat, find_agent(agent), WeightedRandomPlayer)
    assert game.play() is not None
    assert player.decisions > 20
    assert not player.fallbacks


@pytest.mark.parametrize("agent", ["heuristic", "greedy1"])
def test_every_decision_at_a_table_of_the_newer_version_is_listed(agent: str) -> None:
    discards = 0
    for seed in range(3):
        ours, *others = list(Color)[:4]
        player = AgentPlayer(ours, find_agent(agent))
        random.seed(seed)
        game = NewerGame([player, *(RandomPlayer(colour) for colour in others)], seed)
        assert game.play() == ours
        assert not player.fallbacks
        discards += game.discards[ours]
    assert discards > 0


def test_a_single_action_needs_no_thought(view: View) -> None:
    player = _player(view)
    discard = _action(view, "DISCARD")
    assert player.decide(view.game, [discard]) is discard
    assert player.decisions == 0


def test_single_discards_keep_a_city(view: View) -> None:
    """The newer version asks for one card at a time and says how many are still to go."""
    view.give(WOOD_IN_HAND=3, BRICK_IN_HAND=0, SHEEP_IN_HAND=0, WHEAT_IN_HAND=2, ORE_IN_HAND=3)
    state = view.game.state
    state.current_prompt = fake_name("DISCARD")
    state.discard_counts = [4 if seat == view.seat else 0 for seat in range(4)]
    assert view.state()["to_discard"][view.seat] == 4
    choices = [_action(view, "DISCARD_RESOURCE", name) for name in ("WOOD", "WHEAT", "ORE")]
    player = _player(view)
    assert player.decide(view.game, choices) is choices[0]
    assert not player.fallbacks


@pytest.mark.parametrize(("gives", "accepted"), [("ORE", True), ("WOOD", False)])
def test_offers_are_answered_by_what_they_bring(view: View, gives: str, accepted: bool) -> None:
    """One ore for a wood completes a city; a wood for an ore breaks one up."""
    hand = {"WOOD": 3, "BRICK": 0, "SHEEP": 0, "WHEAT": 2, "ORE": 2 if accepted else 3}
    view.give(**{f"{name}_IN_HAND": count for name, count in hand.items()})
    wants = "WOOD" if accepted else "ORE"
    offerer = (view.seat + 1) % 4
    state = view.game.state
    state.current_prompt = fake_name("DECIDE_TRADE")
    state.current_turn_index = offerer
    for seat in range(4):
        state.player_state[f"P{seat}_VICTORY_POINTS"] = 2
    state.current_trade = (*(int(name == gives) for name in RESOURCES), *(int(name == wants) for name in RESOURCES), 0)
    choices = [_action(view, f"{word}_TRADE", state.current_trade) for word in ("REJECT", "ACCEPT")]
    player = _player(view)
    assert player.decide(view.game, choices) is choices[accepted]
    assert not player.fallbacks
    seen = view.state()
    assert seen["roller"] == offerer
    assert seen["actor"] == view.seat


def test_what_is_not_listed_is_counted_and_the_turn_ends(view: View) -> None:
    view.give(**{f"{resource.word.upper()}_IN_HAND": 4 for resource in Resource})
    actions = [_action(view, "PLAY_MONOPOLY", "ORE"), _action(view, "END_TURN")]
    view.give(HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN=True)
    player = _player(view)
    assert player.decide(view.game, actions) is actions[1]
    assert player.fallbacks.total() == player.decisions == 1


@pytest.mark.parametrize("agent", ["heuristic", "handset"])
def test_an_award_withheld_from_the_longest_road_is_no_trap(view: View, agent: str) -> None:
    """They do not count a road that ends at an opponent's settlement, so the longest road by our count may lack it."""
    state = view.state()
    state["road_length"][view.seat], state["longest_road"] = 9, 255
    state["cards"][view.seat], state["flags"] = 0, 1
    state["hand"][view.seat] = (0, 3, 2, 4, 1)
    state["hand_size"][view.seat] = 10
    record = agent_records([find_agent(agent)])[0]
    work = new_work(view.names.board)[0]
    action = choose(view.board, view.rules, state, work, record)
    count = legal_actions(view.board, view.rules, state, work)
    assert action in work["actions"][:count]

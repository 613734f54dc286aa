"""CATAN through the protocol is the same game as through its own face."""

from __future__ import annotations

from boardgames.arena.play import play_game, replay_game
from boardgames.arena.request import Request
from boardgames.arena.schedule import Schedule
from boardgames.bots.registry import find_bots
from boardgames.match import Match, make_players
from boardgames.models import Action, GameConfig
from boardgames.registry import find_game
from catan_sim.core.game import Game
from mcts.splitmix import SplitMix

OPTIONS = {"board": "standard", "ruleset": "base"}


def test_every_step_is_that_of_the_face() -> None:
    plugin = find_game("catan")
    match = Match(plugin, make_players(["bot"] * 4), GameConfig(OPTIONS, 11))
    game = Game("standard", "base", seed=11)
    chance = SplitMix(1)
    for _ in range(120):
        player = f"p{game.actor + 1}"
        assert match.awaited() == [player]
        valid = match.valid_actions(player)
        assert valid == [{"action": game.text(action)} for action in game.legal_actions()]
        chosen = valid[chance.below(min(len(valid), 40))]
        event = game.step(chosen["action"])
        match.submit(Action(match.state.current_phase.name, player, chosen))
        assert match.events[-1].payload["text"] == event.text
    view = match.view("p2").game_data
    own = game.private_view(1)
    assert tuple(view["hand"].values()) == own.hand
    assert tuple(view["hand_sizes"].values()) == own.public.hand_sizes
    assert set(view["settlements"].values()) <= {"p1", "p2", "p3", "p4"}


def test_agents_play_whole_games_on_boards_that_follow_from_the_seed() -> None:
    plugin = find_game("catan")
    request = Request("catan", find_bots("heuristic,weighted", plugin), 4, 2, 3)
    one, other = (play_game(request, fixture) for fixture in Schedule(request))
    assert one.seats == ["heuristic", "weighted", "heuristic", "weighted"]
    assert other.seats == one.seats[::-1]
    for record in (one, other):
        assert record.fault is None
        assert record.turns > 20
        assert max(record.scores) >= 10
        match, words = replay_game(plugin, {}, record)
        assert words[0].startswith("Seat 1 places a settlement")
        picture = plugin.draw(match.state.game_data)
        assert picture is not None
        assert picture.startswith("<svg")

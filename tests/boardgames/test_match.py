"""Running a match: phases, turns, actions at the same time, forfeits."""

# ruff: noqa: ARG002  (the protocol hands over more than small games look at)

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from boardgames.match import MOST_AUTO_STEPS, Match, PluginError, make_players
from boardgames.models import Action, Data, GameConfig, GameStatus, Phase, Player, PlayerId, TransitionResult
from boardgames.protocol import expected_type
from boardgames.registry import find_game
from mcts.errors import InputError
from tests.boardgames.toys import Highest, Signs, play_first


def new(seed: int = 3, players: int = 2) -> Match:
    return Match(Highest(), make_players(["a", "b", "c", "d"][:players]), GameConfig(random_seed=seed))


def test_phases_that_wait_for_nobody_resolve_themselves() -> None:
    match = new()
    play_first(match)
    assert [event.event_type for event in match.events].count("scored") == 3
    result = match.state.result
    assert result is not None
    assert sum(result.final_scores.values()) == 3
    assert match.state.status == GameStatus.FINISHED
    assert match.turns == 6


def test_only_who_is_awaited_may_act_and_only_as_expected() -> None:
    match = new()
    assert match.awaited() == ["p1"]
    card = match.valid_actions("p1")[0]
    assert match.valid_actions("p2") == []
    for action, says in (
        (Action("play", "p2", card), "p2"),
        (Action("dance", "p1", card), "dance"),
        (Action("play", "p1", {"card": 99}), "no such card"),
    ):
        before = match.state
        with pytest.raises(InputError, match=says):
            match.submit(action)
        assert match.state == before
    play_first(match)
    with pytest.raises(InputError, match="over"):
        match.submit(Action("play", "p1", card))


def test_actions_at_the_same_time_stay_hidden_until_all_are_there() -> None:
    match = Match(Signs(), make_players(["a", "b"]), GameConfig())
    assert match.awaited() == ["p1", "p2"]
    match.submit(Action("choose", "p2", {"sign": "paper"}))
    assert match.awaited() == ["p1"]
    view = match.view("p1")
    assert view.committed == ["p2"]
    assert b"paper" not in msgspec.json.encode(msgspec.structs.replace(view, valid_actions=[]))
    with pytest.raises(InputError, match="p2"):
        match.submit(Action("choose", "p2", {"sign": "rock"}))
    match.submit(Action("choose", "p1", {"sign": "scissors"}))
    assert match.state.scores == {"p1": 1.0, "p2": 0.0}
    assert match.awaited() == ["p1", "p2"]


def test_who_forfeits_loses_to_all_others() -> None:
    match = new(players=3)
    match.forfeit("p2", "gave up")
    result = match.state.result
    assert result is not None
    assert (result.winners, result.reason) == (["p1", "p3"], "forfeit")
    assert match.state.status == GameStatus.ABANDONED
    assert match.awaited() == []


class GoesOn(Highest):
    def on_player_forfeit(
        self, game_data: Data, phase: Phase, player_id: PlayerId, players: Sequence[Player]
    ) -> TransitionResult | None:
        hands = {**game_data["hands"], player_id: [-1] * len(game_data["hands"][player_id])}
        return TransitionResult({**game_data, "hands": hands}, [], phase)


def test_a_game_may_go_on_without_a_player() -> None:
    match = Match(GoesOn(), make_players(["a", "b"]), GameConfig(random_seed=3))
    match.forfeit("p1", "gave up")
    assert not match.is_over


def test_a_match_that_takes_too_long_has_no_winner() -> None:
    match = new()
    match.stop()
    result = match.state.result
    assert result is not None
    assert (result.winners, result.reason) == ([], "turn_limit")
    assert result.final_scores == {"p1": 0.0, "p2": 0.0}


class Circles(Highest):
    def _phase(self, data: Data) -> Phase:
        return Phase("score", auto_resolve=True)

    def _score(self, game_data: Data) -> TransitionResult:
        return TransitionResult(game_data, [], self._phase(game_data))


def test_a_game_that_runs_in_circles_is_stopped() -> None:
    with pytest.raises(PluginError, match=str(MOST_AUTO_STEPS)):
        Match(Circles(), make_players(["a", "b"]), GameConfig())


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [(1, {}, "2 to 4"), (5, {}, "2 to 4"), (2, {"cards": 10}, "cards"), (2, {"card": 1}, "cards")],
)
def test_settings_that_cannot_be(players: int, options: Data, says: str) -> None:
    with pytest.raises(InputError, match=says):
        Match(Highest(), make_players(["bot"] * players), GameConfig(options))


def test_laying_a_tile_and_claiming_something_are_one_turn_of_carcassonne() -> None:
    match = Match(find_game("carcassonne"), make_players(["a", "b"]), GameConfig(random_seed=3))
    tiles = 0
    while not match.is_over:
        tiles += match.state.current_phase.name == "place_tile"
        assert match.turns == tiles
        player = match.awaited()[0]
        action = Action(expected_type(match.state.current_phase, player), player, match.valid_actions(player)[0])
        match.submit(action)
    assert match.turns == tiles
    assert tiles == 71 < match.state.action_number

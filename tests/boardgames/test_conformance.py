"""The suite that every game passes, and that it notices broken games."""

# ruff: noqa: ARG002  (the protocol hands over more than small games look at)

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pytest

from boardgames import conformance
from boardgames.conformance import CHECKS, Check
from boardgames.models import Action, Data, Event, GameConfig, Phase, Player, PlayerId, TransitionResult
from boardgames.protocol import GamePlugin
from boardgames.registry import find_game, game_names
from tests.boardgames.toys import Highest, Signs

QUICK_CATAN = Path(__file__).parent / "quick_catan.yaml"
GAMES: dict[str, Callable[[], GamePlugin]] = {"highest": Highest, "signs": Signs}
GAMES |= {name: lambda name=name: find_game(name) for name in game_names()}  # type: ignore[misc]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_passes(name: str, check: Check) -> None:
    options = {"board": "standard", "ruleset": str(QUICK_CATAN)} if name == "catan" else {}  # one map size to compile
    check(GAMES[name](), options)


class TellsAll(Highest):
    """Shows everybody's hand."""

    def get_player_view(
        self, game_data: Data, phase: Phase, player_id: PlayerId | None, players: Sequence[Player]
    ) -> Data:
        return game_data


class TellsPrograms(Highest):
    """Shows programs everybody's hand."""

    def state_to_ai_view(self, game_data: Data, phase: Phase, player_id: PlayerId, players: Sequence[Player]) -> Data:
        return {**super().state_to_ai_view(game_data, phase, player_id, players), "all": game_data["hands"]}


class TellsSpectators(Highest):
    """Shows spectators the first hand."""

    def get_player_view(
        self, game_data: Data, phase: Phase, player_id: PlayerId | None, players: Sequence[Player]
    ) -> Data:
        return super().get_player_view(game_data, phase, player_id or "p1", players)


class Forgets(Highest):
    """Uses something else than the seed."""

    deals = count()

    def create_initial_state(self, players: Sequence[Player], config: GameConfig) -> tuple[Data, Phase, list[Event]]:
        return super().create_initial_state(players, GameConfig(config.options, next(self.deals)))


class Scribbles(Highest):
    """Changes what it is given."""

    def apply_action(
        self, game_data: Data, phase: Phase, action: Action, players: Sequence[Player]
    ) -> TransitionResult:
        game_data["scribble"] = game_data.get("scribble", 0) + 1
        return super().apply_action(game_data, phase, action, players)


class TakesAnything(Highest):
    """Checks nothing."""

    def validate_action(self, game_data: Data, phase: Phase, action: Action) -> str | None:
        return None


class Refuses(Highest):
    """Lists an action that it then refuses."""

    def validate_action(self, game_data: Data, phase: Phase, action: Action) -> str | None:
        return super().validate_action(game_data, phase, action) or ("no" if action.payload["card"] == 0 else None)


class KeepsTuples(Highest):
    """Keeps what JSON has no word for."""

    def create_initial_state(self, players: Sequence[Player], config: GameConfig) -> tuple[Data, Phase, list[Event]]:
        data, phase, events = super().create_initial_state(players, config)
        return {**data, "order": tuple(data["players"])}, phase, events


class NeverEnds(Signs):
    """Nobody ever scores, and rounds are not counted."""

    def resolve_concurrent_actions(
        self, game_data: Data, phase: Phase, actions: dict[PlayerId, Action], players: Sequence[Player]
    ) -> TransitionResult:
        return TransitionResult(game_data, [], phase)


class TakesAnyAnswer(Highest):
    """Understands every answer of a program."""

    def parse_ai_action(self, response: object, phase: Phase, player_id: PlayerId) -> Action:
        payload = response.get("action") if isinstance(response, dict) else None
        return Action(phase.name, player_id, payload if isinstance(payload, dict) else {"card": 0})


class Nameless(Highest):
    """Is usually played by fewer than it takes."""

    default_players = 1


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (TellsAll, conformance.check_views_hide),
        (TellsPrograms, conformance.check_views_hide),
        (TellsSpectators, conformance.check_views_hide),
        (Forgets, conformance.check_determinism),
        (Forgets, conformance.check_metadata),
        (Scribbles, conformance.check_purity),
        (TakesAnything, conformance.check_validation),
        (Refuses, conformance.check_validation),
        (KeepsTuples, conformance.check_json),
        (NeverEnds, conformance.check_random_games_end),
        (TakesAnyAnswer, conformance.check_programs),
        (Nameless, conformance.check_metadata),
    ],
)
def test_broken_games_are_noticed(broken: type[GamePlugin], check: Check) -> None:
    with pytest.raises(AssertionError):
        check(broken(), {})


def test_the_whole_suite_in_one_call() -> None:
    conformance.check_game(Highest())
    with pytest.raises(AssertionError):
        conformance.check_game(TellsAll())

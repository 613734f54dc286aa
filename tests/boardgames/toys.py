"""Small games of plain Python, as another package would write them: one with secrets, one at the same time."""

# ruff: noqa: ARG002  (the protocol hands over more than small games look at)

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardgames.models import (
    AUTO_RESOLVE,
    Action,
    ConcurrentMode,
    Data,
    Event,
    ExpectedAction,
    GameConfig,
    GameResult,
    Phase,
    Player,
    PlayerId,
    TransitionResult,
)
from boardgames.protocol import GamePlugin
from mcts.splitmix import SplitMix


class Highest(GamePlugin):
    """Everybody plays one of their secret cards; the highest scores, by a phase that resolves itself."""

    game_id = "highest"
    display_name = "Highest card"
    description = "The highest card takes the round."
    min_players = 2
    max_players = 4
    default_players = 2
    config_schema = {"properties": {"cards": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3}}}  # noqa: RUF012

    def create_initial_state(self, players: Sequence[Player], config: GameConfig) -> tuple[Data, Phase, list[Event]]:
        names = [player.player_id for player in players]
        each = config.options.get("cards", 3)
        deck = SplitMix(config.random_seed).shuffled(range(len(names) * each))
        hands = {name: sorted(deck[seat * each : (seat + 1) * each]) for seat, name in enumerate(names)}
        data = {"players": names, "hands": hands, "played": {}, "points": dict.fromkeys(names, 0)}
        return data, self._phase(data), [Event("dealt")]

    def _phase(self, data: Data) -> Phase:
        waiting = [name for name in data["players"] if name not in data["played"]]
        if not waiting:
            return Phase("score", auto_resolve=True)
        return Phase("play", expected_actions=[ExpectedAction(waiting[0], "play")])

    def get_valid_actions(self, game_data: Data, phase: Phase, player_id: PlayerId) -> list[Data]:
        if not phase.expected_actions or phase.expected_actions[0].player_id != player_id:
            return []
        return [{"card": card} for card in game_data["hands"][player_id]]

    def validate_action(self, game_data: Data, phase: Phase, action: Action) -> str | None:
        valid = self.get_valid_actions(game_data, phase, action.player_id)
        return None if action.payload in valid else "no such card"

    def apply_action(
        self, game_data: Data, phase: Phase, action: Action, players: Sequence[Player]
    ) -> TransitionResult:
        if action.action_type == AUTO_RESOLVE:
            return self._score(game_data)
        card = action.payload["card"]
        hand = [other for other in game_data["hands"][action.player_id] if other != card]
        data = {
            **game_data,
            "hands": {**game_data["hands"], action.player_id: hand},
            "played": {**game_data["played"], action.player_id: card},
        }
        return TransitionResult(data, [Event("played", action.player_id, action.payload)], self._phase(data))

    def _score(self, game_data: Data) -> TransitionResult:
        best = max(game_data["played"], key=lambda name: game_data["played"][name])
        points = {**game_data["points"], best: game_data["points"][best] + 1}
        data = {**game_data, "played": {}, "points": points}
        scores = {name: float(value) for name, value in points.items()}
        over = None
        phase = self._phase(data)
        if not any(data["hands"].values()):
            most = max(points.values())
            over = GameResult([name for name in data["players"] if points[name] == most], scores)
            phase = Phase("over")
        return TransitionResult(data, [Event("scored", best)], phase, scores, over)

    def get_player_view(
        self, game_data: Data, phase: Phase, player_id: PlayerId | None, players: Sequence[Player]
    ) -> Data:
        hand = None if player_id is None else game_data["hands"][player_id]
        return {"hand": hand, "played": game_data["played"], "points": game_data["points"]}

    def redraw_hidden(self, game_data: Data, player_id: PlayerId, seed: int) -> Data:
        others = [name for name in game_data["players"] if name != player_id]
        cards = SplitMix(seed).shuffled(card for name in others for card in game_data["hands"][name])
        hands = dict(game_data["hands"])
        for name in others:
            hands[name] = sorted(cards.pop() for _ in hands[name])
        return {**game_data, "hands": hands}


SIGNS = ("rock", "paper", "scissors")


class Signs(GamePlugin):
    """Rock, paper, scissors: both choose at the same time, the first to two points wins, at most nine rounds."""

    game_id = "signs"
    display_name = "Rock, paper, scissors"
    description = "Both at the same time."
    min_players = max_players = default_players = 2

    def create_initial_state(self, players: Sequence[Player], config: GameConfig) -> tuple[Data, Phase, list[Event]]:
        data = {"points": {player.player_id: 0 for player in players}, "rounds": 0}
        return data, _choosing(), []

    def get_valid_actions(self, game_data: Data, phase: Phase, player_id: PlayerId) -> list[Data]:
        return [{"sign": sign} for sign in SIGNS] if phase.name == "choose" else []

    def validate_action(self, game_data: Data, phase: Phase, action: Action) -> str | None:
        return None if action.payload in self.get_valid_actions(game_data, phase, action.player_id) else "no such sign"

    def apply_action(
        self, game_data: Data, phase: Phase, action: Action, players: Sequence[Player]
    ) -> TransitionResult:
        raise AssertionError("all phases are concurrent")

    def resolve_concurrent_actions(
        self, game_data: Data, phase: Phase, actions: dict[PlayerId, Action], players: Sequence[Player]
    ) -> TransitionResult:
        one, other = (player.player_id for player in players)
        lead = (SIGNS.index(actions[one].payload["sign"]) - SIGNS.index(actions[other].payload["sign"])) % 3
        points = dict(game_data["points"])
        if lead:
            points[one if lead == 1 else other] += 1
        data = {"points": points, "rounds": game_data["rounds"] + 1}
        scores = {name: float(value) for name, value in points.items()}
        most = max(points.values())
        if most < 2 and data["rounds"] < 9:
            return TransitionResult(data, [], _choosing(), scores)
        winners = [name for name, value in points.items() if value == most]
        return TransitionResult(data, [], Phase("over"), scores, GameResult(winners, scores))

    def get_player_view(
        self, game_data: Data, phase: Phase, player_id: PlayerId | None, players: Sequence[Player]
    ) -> Data:
        return game_data


def _choosing() -> Phase:
    return Phase("choose", ConcurrentMode.COMMIT_REVEAL, [ExpectedAction(None, "choose")])


class Endless(Signs):
    """Both pass the turn to and fro for ever; ``--option`` says whether passing counts as a turn."""

    game_id = "endless"
    display_name = "Endless"
    config_schema = {"properties": {"counts": {"type": "boolean", "default": True}}}  # noqa: RUF012

    def create_initial_state(self, players: Sequence[Player], config: GameConfig) -> tuple[Data, Phase, list[Event]]:
        names = [player.player_id for player in players]
        return {"names": names, "counts": config.options.get("counts", True)}, _passing(names[0]), []

    def get_valid_actions(self, game_data: Data, phase: Phase, player_id: PlayerId) -> list[Data]:
        return [{"pass": True}] if phase.expected_actions[0].player_id == player_id else []

    def apply_action(
        self, game_data: Data, phase: Phase, action: Action, players: Sequence[Player]
    ) -> TransitionResult:
        (other,) = (name for name in game_data["names"] if name != action.player_id)
        return TransitionResult(game_data, [], _passing(other))

    def count_turns(self, game_data: Data) -> int | None:
        return None if game_data["counts"] else 1


def _passing(player: PlayerId) -> Phase:
    return Phase("pass", expected_actions=[ExpectedAction(player, "pass")])


def play_first(match: Any) -> None:
    """Play a match to its end, always the first valid action."""
    while not match.is_over:
        player = match.awaited()[0]
        phase = match.state.current_phase
        match.submit(Action(phase.name, player, match.valid_actions(player)[0]))

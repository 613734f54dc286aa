"""Running one match: whose action it is, phases that resolve themselves, actions taken at the same time, forfeits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from boardgames.models import (
    AUTO_RESOLVE,
    SYSTEM,
    Action,
    ConcurrentMode,
    Data,
    Event,
    GameConfig,
    GameResult,
    GameState,
    GameStatus,
    Player,
    PlayerId,
    PlayerView,
    TransitionResult,
)
from boardgames.protocol import GamePlugin
from mcts.errors import InputError

MOST_AUTO_STEPS: Final = 50
"""Phases that may resolve themselves in a row; more means that a game runs in circles."""
MOST_TURNS: Final = 500


class PluginError(RuntimeError):
    """A game broke the protocol."""


class Match:
    """One match of a game.

    Parameters
    ----------
    plugin : GamePlugin
    players : sequence of Player
        By seat.
    config : GameConfig
    match_id : str

    Attributes
    ----------
    state : GameState
    events : list of Event
        Everything that has happened.
    """

    def __init__(
        self, plugin: GamePlugin, players: Sequence[Player], config: GameConfig, match_id: str = "match"
    ) -> None:
        check_setting(plugin, len(players), config.options)
        self.plugin: Final = plugin
        data, phase, events = plugin.create_initial_state(players, config)
        self.events: Final = list(events)
        self.state = GameState(match_id, plugin.game_id, list(players), config, phase, data)
        self._resolve_auto_phases()

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.state.result is not None

    @property
    def turns(self) -> int:
        """Turns begun so far."""
        counted = self.plugin.count_turns(self.state.game_data)
        return self.state.action_number if counted is None else counted

    def awaited(self) -> list[PlayerId]:
        """Players who must act now, by seat: one in a sequential phase, none when the match is over."""
        if self.is_over:
            return []
        phase = self.state.current_phase
        named = [expected.player_id for expected in phase.expected_actions]
        players = [player.player_id for player in self.state.players if None in named or player.player_id in named]
        if phase.concurrent_mode == ConcurrentMode.SEQUENTIAL:
            return players[:1] if None in named else [player for player in named[:1] if player is not None]
        return [player for player in players if player not in self.state.committed_actions]

    def valid_actions(self, player_id: PlayerId) -> list[Data]:
        """Payloads that this player may choose from now."""
        if player_id not in self.awaited():
            return []
        return self.plugin.get_valid_actions(self.state.game_data, self.state.current_phase, player_id)

    def view(self, player_id: PlayerId | None) -> PlayerView:
        """What a player or, for None, a spectator sees."""
        state = self.state
        data = self.plugin.get_player_view(state.game_data, state.current_phase, player_id, state.players)
        return PlayerView(
            match_id=state.match_id,
            game_id=state.game_id,
            players=state.players,
            current_phase=state.current_phase,
            status=state.status,
            action_number=state.action_number,
            scores=state.scores,
            committed=sorted(state.committed_actions),
            game_data=data,
            valid_actions=[] if player_id is None else self.valid_actions(player_id),
            viewer_id=player_id,
            result=state.result,
        )

    def refusal(self, action: Action) -> str | None:
        """Why an action cannot be taken now; None if it can."""
        if self.is_over:
            return "the game is over"
        if action.player_id not in self.awaited():
            return f"it is not for {action.player_id} to act"
        phase = self.state.current_phase
        if not any(
            expected.action_type == action.action_type and expected.player_id in (None, action.player_id)
            for expected in phase.expected_actions
        ):
            return f"phase {phase.name} does not wait for {action.action_type}"
        return self.plugin.validate_action(self.state.game_data, phase, action)

    def submit(self, action: Action) -> None:
        """Take an action.

        Raises
        ------
        InputError
            When it is not allowed now; nothing has changed.
        """
        if (problem := self.refusal(action)) is not None:
            raise InputError(problem)
        state = self.state
        phase, players = state.current_phase, state.players
        self.state = msgspec.structs.replace(state, action_number=state.action_number + 1)
        if phase.concurrent_mode == ConcurrentMode.SEQUENTIAL:
            self._move_on(self.plugin.apply_action(state.game_data, phase, action, players))
        else:
            committed = {**state.committed_actions, action.player_id: action}
            self.state = msgspec.structs.replace(self.state, committed_actions=committed)
            if self.awaited():
                return
            self._move_on(self.plugin.resolve_concurrent_actions(state.game_data, phase, committed, players))
        self._resolve_auto_phases()

    def forfeit(self, player_id: PlayerId, why: str) -> None:
        """A player loses: for giving up, for an action that is not allowed, for taking too long."""
        state = self.state
        self.events.append(Event("forfeit", player_id, {"why": why}))
        result = self.plugin.on_player_forfeit(state.game_data, state.current_phase, player_id, state.players)
        if result is None:
            others = [player.player_id for player in state.players if player.player_id != player_id]
            self._end(GameResult(others, self._scores(), "forfeit", {"player": player_id, "why": why}))
        else:
            self._move_on(result)
            self._resolve_auto_phases()

    def stop(self) -> None:
        """End a match that has taken too many turns; nobody wins."""
        self._end(GameResult([], self._scores(), "turn_limit"))

    def _scores(self) -> dict[PlayerId, float]:
        return {player.player_id: self.state.scores.get(player.player_id, 0.0) for player in self.state.players}

    def _end(self, result: GameResult) -> None:
        status = GameStatus.FINISHED if result.reason == "normal" else GameStatus.ABANDONED
        self.state = msgspec.structs.replace(self.state, status=status, result=result)

    def _move_on(self, result: TransitionResult) -> None:
        self.events.extend(result.events)
        self.state = msgspec.structs.replace(
            self.state,
            game_data=result.game_data,
            current_phase=result.next_phase,
            scores=result.scores or self.state.scores,
            committed_actions={},
        )
        if result.game_over is not None:
            self._end(result.game_over)

    def _resolve_auto_phases(self) -> None:
        for _ in range(MOST_AUTO_STEPS):
            state = self.state
            if self.is_over or not state.current_phase.auto_resolve:
                return
            action = Action(AUTO_RESOLVE, SYSTEM, {})
            self._move_on(self.plugin.apply_action(state.game_data, state.current_phase, action, state.players))
        raise PluginError(f"{self.plugin.game_id}: more than {MOST_AUTO_STEPS} phases in a row resolved themselves")


def check_setting(plugin: GamePlugin, players: int, options: Data) -> None:
    """Refuse a number of players or options that the game does not take."""
    least, most = plugin.min_players, plugin.max_players
    if not least <= players <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise InputError(f"{plugin.game_id} is for {wanted} players, not {players}")
    if found := plugin.validate_config(options):
        raise InputError(f"{plugin.game_id}: {found[0]}")


def make_players(bots: Sequence[str]) -> list[Player]:
    """Players for bots of these names, by seat."""
    return [Player(f"p{seat + 1}", bot, seat, is_bot=True, bot_id=bot) for seat, bot in enumerate(bots)]

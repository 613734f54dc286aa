"""What a game must be able to do to be played here: the rules as pure functions over plain data.

Whoever runs a match (``match.py``, an arena, a server) owns its flow; the game owns its rules and never calls back. No
method changes what it is given, looks at a clock or at anything outside, or draws chance that does not follow from
``GameConfig.random_seed``: so a match is its set-up and its actions, and can be replayed anywhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from boardgames import schema
from boardgames.models import (
    Action,
    Data,
    Event,
    GameConfig,
    Phase,
    Player,
    PlayerId,
    TransitionResult,
)


class GamePlugin(ABC):
    """A game.

    Attributes
    ----------
    game_id : str
        Its name on the command line.
    display_name, description : str
        For people.
    min_players, max_players, default_players : int
    config_schema : dict
        Options of the game, as ``boardgames.schema`` understands them.
    """

    game_id: ClassVar[str]
    display_name: ClassVar[str]
    description: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    default_players: ClassVar[int]
    config_schema: ClassVar[Data] = {"properties": {}}

    # Setting up

    @abstractmethod
    def create_initial_state(self, players: Sequence[Player], config: GameConfig) -> tuple[Data, Phase, list[Event]]:
        """The game's data, the first phase and what happened while setting up."""

    def validate_config(self, options: Data) -> list[str]:
        """What is wrong with the options, a sentence each; by default, what the schema says."""
        return schema.problems(self.config_schema, options)

    # Playing

    @abstractmethod
    def get_valid_actions(self, game_data: Data, phase: Phase, player_id: PlayerId) -> list[Data]:
        """Payloads of all actions that this player may take now; none when it is not theirs to act."""

    @abstractmethod
    def validate_action(self, game_data: Data, phase: Phase, action: Action) -> str | None:
        """Why the action is not allowed now; None if it is."""

    @abstractmethod
    def apply_action(
        self, game_data: Data, phase: Phase, action: Action, players: Sequence[Player]
    ) -> TransitionResult:
        """What follows from an action that ``validate_action`` allows, or from an ``AUTO_RESOLVE`` action."""

    def resolve_concurrent_actions(
        self, game_data: Data, phase: Phase, actions: dict[PlayerId, Action], players: Sequence[Player]
    ) -> TransitionResult:
        """What follows from actions taken at the same time; the order of the dictionary must not matter."""
        raise NotImplementedError(f"{self.game_id} has no concurrent phases")

    # Seeing

    @abstractmethod
    def get_player_view(
        self, game_data: Data, phase: Phase, player_id: PlayerId | None, players: Sequence[Player]
    ) -> Data:
        """What a player may see of the data; None is a spectator, who sees what is open to all."""

    def state_to_ai_view(self, game_data: Data, phase: Phase, player_id: PlayerId, players: Sequence[Player]) -> Data:
        """The same knowledge for a program: by default the player's view with the valid actions."""
        view = self.get_player_view(game_data, phase, player_id, players)
        return {**view, "valid_actions": self.get_valid_actions(game_data, phase, player_id)}

    def parse_ai_action(self, response: Any, phase: Phase, player_id: PlayerId) -> Action:
        """A program's answer ``{"action": payload}`` as an action.

        Raises
        ------
        ValueError
            When it has another form.
        """
        payload = response.get("action") if isinstance(response, dict) else None
        if not isinstance(payload, dict):
            raise ValueError('an answer has the form {"action": {…}}')
        return Action(expected_type(phase, player_id), player_id, payload)

    # Hooks

    def count_turns(self, game_data: Data) -> int | None:
        """Turns begun so far, for limits; None if every action is a turn."""
        del game_data
        return None

    def describe_action(self, game_data: Data, phase: Phase, action: Action) -> str:
        """An action in words, for records that people read."""
        del game_data, phase
        return " ".join(f"{name} {value}" for name, value in action.payload.items())

    def draw(self, game_data: Data) -> str | None:
        """A picture of the position (SVG); None if the game has none."""
        del game_data
        return None

    def on_player_disconnect(self, game_data: Data, phase: Phase, player_id: PlayerId) -> Data | None:
        """New data if the game reacts to a player's connection being lost, else None."""
        del game_data, phase, player_id
        return None

    def on_player_forfeit(
        self, game_data: Data, phase: Phase, player_id: PlayerId, players: Sequence[Player]
    ) -> TransitionResult | None:
        """How the game goes on without a player who gave up; None if it ends, and the others share the win."""
        del game_data, phase, player_id, players
        return None

    def redraw_hidden(self, game_data: Data, player_id: PlayerId, seed: int) -> Data:
        """Data that the player cannot tell from these, drawn with the seed; by default nothing is hidden."""
        del player_id, seed
        return game_data

    def get_spectator_summary(self, game_data: Data, phase: Phase, players: Sequence[Player]) -> Data:
        """A few facts for a list of matches."""
        del players
        return {"phase": phase.name, "turns": self.count_turns(game_data)}


def expected_type(phase: Phase, player_id: PlayerId) -> str:
    """The type of action that a phase waits for from a player.

    Raises
    ------
    ValueError
        When it waits for nothing from them.
    """
    for expected in phase.expected_actions:
        if expected.player_id in (None, player_id):
            return expected.action_type
    raise ValueError(f"phase {phase.name} does not wait for {player_id}")

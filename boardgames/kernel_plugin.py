"""The protocol over a game's kernels: what all games that plug into the search have in common.

The data of a match hold the options, the players by seat, the state record field by field, and the random stream that
pending chance events are drawn from.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from boardgames import schema
from boardgames.models import (
    Action,
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
from mcts import game
from mcts.kernel import kernel
from mcts.rng import seed_stream

OVER = "over"
"""Name of the phase after the end."""


@kernel
def legal_codes(state: Any, out: Any) -> int:
    """Write the legal actions of the seat that decides (int64, shape (most_actions,)); returns how many."""
    return game.legal_actions(state, out)


@kernel
def most_codes(state: Any) -> int:
    """Room that ``legal_codes`` needs."""
    return game.most_actions(state)


@kernel
def play_code(state: Any, action: int, stream: Any) -> None:
    """Play an action and draw the chance events that follow."""
    game.apply_action(state, action)
    game.resolve_chance(state, stream)


@kernel
def draw_chance(state: Any, stream: Any) -> None:
    """Draw the chance events that are pending."""
    game.resolve_chance(state, stream)


@kernel
def redraw(state: Any, seat: int, stream: Any) -> None:
    """Redraw what a seat may not know."""
    game.determinize(state, seat, stream)


@kernel
def actor_of(state: Any) -> int:
    """The seat that decides, or -1."""
    return game.actor(state)


@kernel
def outcome_of(state: Any, seat: int) -> int:
    """Of a finished game: 2 sole winner, 1 shared win or draw, 0 loser."""
    return game.outcome(state, seat)


@kernel
def score_of(state: Any, seat: int) -> float:
    """Points of a seat."""
    return game.score(state, seat)


class KernelPlugin(GamePlugin):
    """A game whose rules are kernels plugged into ``mcts.game``; the game adds what people and programs see of it.

    Attributes
    ----------
    evaluators : dict of str to callable
        Names of evaluators, the usual one first, with functions that make their parameters (a record whose dtype
        ``plug_in_evaluator`` knows).
    """

    evaluators: ClassVar[Mapping[str, Callable[[], Any]]] = {}

    @abstractmethod
    def dtype(self, options: Data) -> np.dtype[np.void]:
        """The dtype of its states."""

    @abstractmethod
    def first_state(self, players: int, options: Data, seed: int) -> Any:
        """The first position, a record of that dtype."""

    @abstractmethod
    def action_type(self, state: Any) -> str:
        """What kind of decision it is now: the name of the phase and of the action it waits for."""

    @abstractmethod
    def payload(self, state: Any, action: int) -> Data:
        """A legal action as people and programs write it, different for each."""

    @abstractmethod
    def view(self, state: Any, seat: int | None) -> Data:
        """What a seat, or for None a spectator, may see."""

    def create_initial_state(self, players: Sequence[Player], config: GameConfig) -> tuple[Data, Phase, list[Event]]:
        """Set up a match."""
        options = schema.with_defaults(self.config_schema, config.options)
        state = self.first_state(len(players), options, config.random_seed)
        stream = new_stream(config.random_seed)
        draw_chance(state, stream)
        data = {
            "options": options,
            "players": [player.player_id for player in sorted(players, key=lambda player: player.seat_index)],
            "state": record_to_data(state),
            "stream": stream.tolist(),
        }
        return data, self._phase(state, data), []

    def record(self, game_data: Data) -> Any:
        """The state record that the data hold; a copy."""
        return record_from_data(game_data["state"], self.dtype(game_data["options"]))

    def codes(self, state: Any) -> npt.NDArray[np.int64]:
        """All legal actions, int64; none when the game is over."""
        if actor_of(state) < 0:
            return np.zeros(0, np.int64)
        out = np.zeros(most_codes(state), np.int64)
        return out[: legal_codes(state, out)]

    def code(self, state: Any, payload: Data) -> int | None:
        """The legal action that a payload means, or None."""
        return next((int(code) for code in self.codes(state) if self.payload(state, int(code)) == payload), None)

    def get_valid_actions(self, game_data: Data, phase: Phase, player_id: PlayerId) -> list[Data]:
        """Payloads of all legal actions, in the kernel's order."""
        del phase
        state = self.record(game_data)
        if actor_of(state) != _seat(game_data, player_id):
            return []
        return [self.payload(state, int(code)) for code in self.codes(state)]

    def validate_action(self, game_data: Data, phase: Phase, action: Action) -> str | None:
        """Check an action."""
        state = self.record(game_data)
        if actor_of(state) != _seat(game_data, action.player_id):
            return f"it is not for {action.player_id} to act"
        if action.action_type != phase.name:
            return f"a {phase.name} is due, not a {action.action_type}"
        if self.code(state, action.payload) is None:
            return f"{action.payload} is not a legal {phase.name} now"
        return None

    def apply_action(
        self, game_data: Data, phase: Phase, action: Action, players: Sequence[Player]
    ) -> TransitionResult:
        """Play a legal action."""
        del phase, players
        state = self.record(game_data)
        code = self.code(state, action.payload)
        assert code is not None, "the action was validated"
        before = _scores(state, game_data)
        stream = np.array(game_data["stream"], np.uint64)
        play_code(state, code, stream)
        data = {**game_data, "state": record_to_data(state), "stream": stream.tolist()}
        scores = _scores(state, data)
        events = [Event(action.action_type, action.player_id, action.payload)]
        events += [
            Event("score", player, {"points": points - before[player], "total": points})
            for player, points in scores.items()
            if points != before[player]
        ]
        over = None if actor_of(state) >= 0 else GameResult(_winners(state, data), scores)
        return TransitionResult(data, events, self._phase(state, data), scores, over)

    def get_player_view(
        self, game_data: Data, phase: Phase, player_id: PlayerId | None, players: Sequence[Player]
    ) -> Data:
        """What a player may see."""
        del phase, players
        seat = None if player_id is None else _seat(game_data, player_id)
        return self.view(self.record(game_data), seat)

    def redraw_hidden(self, game_data: Data, player_id: PlayerId, seed: int) -> Data:
        """Another position that the player cannot tell from this one."""
        state = self.record(game_data)
        redraw(state, _seat(game_data, player_id), new_stream(seed))
        return {**game_data, "state": record_to_data(state)}

    def _phase(self, state: Any, data: Data) -> Phase:
        seat = int(actor_of(state))
        if seat < 0:
            return Phase(OVER)
        kind = self.action_type(state)
        return Phase(kind, expected_actions=[ExpectedAction(data["players"][seat], kind)])


def new_stream(seed: int) -> npt.NDArray[np.uint64]:
    """A random stream, uint64, shape (2,)."""
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.uint64(seed))
    return stream


def record_to_data(state: Any) -> Data:
    """A state field by field, without the marker that comes first and without padding."""
    return {name: state[name].tolist() for name in _fields(state.dtype)}


def record_from_data(data: Data, dtype: np.dtype[np.void]) -> Any:
    """The state that ``record_to_data`` wrote."""
    state = np.zeros(1, dtype)[0]
    for name in _fields(dtype):
        state[name] = data[name]
    return state


def _fields(dtype: np.dtype[np.void]) -> list[str]:
    return [name for name in (dtype.names or ())[1:] if name != "padding"]


def _seat(data: Data, player_id: PlayerId) -> int:
    seat: int = data["players"].index(player_id)
    return seat


def _scores(state: Any, data: Data) -> dict[PlayerId, float]:
    return {player: float(score_of(state, seat)) for seat, player in enumerate(data["players"])}


def _winners(state: Any, data: Data) -> list[PlayerId]:
    return [player for seat, player in enumerate(data["players"]) if outcome_of(state, seat) > 0]

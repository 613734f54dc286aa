"""CATAN for the arena: the protocol over the rules kernels of ``catan_sim``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from boardgames import schema
from boardgames.catan.setting import RANDOM, Setting, new_setting, setting_of, state_of, with_position, work_of
from boardgames.catan.view import seen_by
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
from catan_sim.core.action_text import from_text, to_text
from catan_sim.core.belief import new_belief
from catan_sim.core.boardfile import find_board
from catan_sim.core.determinize import determinize
from catan_sim.core.narrate import narrate
from catan_sim.core.records import NOBODY, Part, Record, Stream, Waiting
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.legal import legal_actions
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.rules.turn import total_points
from catan_sim.core.ruleset import find_ruleset
from catan_sim.core.state import new_states, new_work, start_state
from catan_sim.core.views import public_view
from catan_sim.draw.svg import Pieces, board_svg
from mcts.errors import InputError
from mcts.rng import seed_stream

OVER: Final = "over"


class Catan(GamePlugin):
    """CATAN for two to eight players, with trades between them.

    An action is ``{"action": "build_road(e=C4-C5)"}``, in the words that ``rollout play`` and ``Game.step`` use too.
    """

    game_id = "catan"
    display_name = "CATAN"
    description = "Settle an island, trade, build; ten points win."
    min_players = 2
    max_players = 8
    default_players = 4
    config_schema = {  # noqa: RUF012
        "properties": {
            "board": {"type": "string", "default": RANDOM, "description": "a board file or name, or random"},
            "ruleset": {"type": "string", "default": "", "description": "a ruleset file or name; empty: by players"},
        }
    }

    def validate_config(self, options: Data) -> list[str]:
        """Also look whether board and ruleset are there."""
        if found := super().validate_config(options):
            return found
        try:
            if options.get("board", RANDOM) != RANDOM:
                find_board(options["board"])
            if options.get("ruleset"):
                find_ruleset(options["ruleset"])
        except InputError as error:
            return [str(error)]
        return []

    def create_initial_state(self, players: Sequence[Player], config: GameConfig) -> tuple[Data, Phase, list[Event]]:
        """Lay out the board."""
        options = schema.with_defaults(self.config_schema, config.options)
        data: Data = {
            "players": [player.player_id for player in sorted(players, key=lambda player: player.seat_index)],
            **new_setting(len(players), options, config.random_seed),
        }
        setting = setting_of(data)
        work = new_work(setting.board)[0]
        seed_streams(setting.board_record, work, np.uint64(config.random_seed), np.uint64(0), np.uint64(0))
        state = start_state(setting.board, setting.board_record, setting.rules_record)
        return with_position(data, state, work), _phase(data, state), []

    def get_valid_actions(self, game_data: Data, phase: Phase, player_id: PlayerId) -> list[Data]:
        """All legal actions, trades offered to other players included."""
        del phase
        setting = setting_of(game_data)
        state = state_of(game_data, setting)
        if not _acts(game_data, state, player_id):
            return []
        return [{"action": to_text(action, setting.board)} for action in _legal(game_data, setting, state).tolist()]

    def validate_action(self, game_data: Data, phase: Phase, action: Action) -> str | None:
        """Check an action."""
        setting = setting_of(game_data)
        state = state_of(game_data, setting)
        if not _acts(game_data, state, action.player_id):
            return f"it is not for {action.player_id} to act"
        if action.action_type != phase.name:
            return f"phase {phase.name} does not wait for {action.action_type}"
        text = action.payload.get("action")
        if not isinstance(text, str) or len(action.payload) != 1:
            return 'an action of CATAN has the form {"action": "roll()"}'
        try:
            number = from_text(text, setting.board)
        except InputError as error:
            return str(error)
        return None if number in _legal(game_data, setting, state) else f"{text} is not legal now"

    def apply_action(
        self, game_data: Data, phase: Phase, action: Action, players: Sequence[Player]
    ) -> TransitionResult:
        """Carry out a legal action; dice, stolen and drawn cards come from the match's streams."""
        del phase, players
        setting = setting_of(game_data)
        state, work = state_of(game_data, setting), work_of(game_data, setting)
        before = _copy(setting, state)
        number = from_text(action.payload["action"], setting.board)
        outcome = int(step(setting.board_record, setting.rules_record, state, work, number, DRAW))
        words = narrate(setting.board, before, number, outcome, state)
        event = Event(action.action_type, action.player_id, {**action.payload, "outcome": outcome, "text": words})
        names = game_data["players"]
        visible = {player: float(state["points"][seat]) for seat, player in enumerate(names)}
        data = with_position(game_data, state, work)
        return TransitionResult(data, [event], _phase(data, state), visible, _result(names, setting, state))

    def get_player_view(
        self, game_data: Data, phase: Phase, player_id: PlayerId | None, players: Sequence[Player]
    ) -> Data:
        """What lies on the table, and the player's own cards."""
        del phase, players
        setting = setting_of(game_data)
        return seen_by(setting, state_of(game_data, setting), game_data["players"], player_id) | {
            "board": game_data["board"],
            "ruleset": game_data["ruleset"],
        }

    def redraw_hidden(self, game_data: Data, player_id: PlayerId, seed: int) -> Data:
        """Deal the others' cards and the deck anew, as far as this player sees; memory is left out."""
        setting = setting_of(game_data)
        state, work = state_of(game_data, setting), new_work(setting.board)[0]
        seat = game_data["players"].index(player_id)
        belief = new_belief(seat, state)
        for other in range(setting.ruleset.players):
            if other != seat:
                belief["least"][other] = 0
                belief["most"][other] = state["hand_size"][other]
        drawn = new_states(setting.board, 1)[0]
        seed_stream(work["streams"][Stream.AGENT], np.uint64(seed))
        determinize(setting.rules_record, belief, state, drawn, work)
        return {**with_position(game_data, drawn, work), "streams": game_data["streams"]}

    def count_turns(self, game_data: Data) -> int | None:
        """Turns begun so far."""
        return int(game_data["state"]["turn"])

    def describe_action(self, game_data: Data, phase: Phase, action: Action) -> str:
        """What the action turns out to be, in a sentence."""
        result = self.apply_action(game_data, phase, action, ())
        return str(result.events[0].payload["text"])

    def draw(self, game_data: Data) -> str | None:
        """The board with everything on it."""
        setting = setting_of(game_data)
        view = public_view(setting.rules_record, state_of(game_data, setting))
        return board_svg(setting.board, Pieces(view.settlements, view.cities, view.roads, view.robber))


def _acts(game_data: Data, state: Record, player_id: PlayerId) -> bool:
    return state["part"] != Part.OVER and game_data["players"][int(state["actor"])] == player_id


def _legal(game_data: Data, setting: Setting, state: Record) -> Any:
    work = work_of(game_data, setting)
    return work["actions"][: legal_actions(setting.board_record, setting.rules_record, state, work)]


def _copy(setting: Setting, state: Record) -> Record:
    copy = new_states(setting.board, 1)
    copy[0] = state
    return copy[0]


def _phase(data: Data, state: Record) -> Phase:
    if state["part"] == Part.OVER:
        return Phase(OVER)
    name = Waiting(int(state["waiting"])).name.lower()
    return Phase(
        name,
        expected_actions=[ExpectedAction(data["players"][int(state["actor"])], name)],
        metadata={"part": Part(int(state["part"])).name.lower(), "turn": int(state["turn"])},
    )


def _result(names: Sequence[PlayerId], setting: Setting, state: Record) -> GameResult | None:
    if state["part"] != Part.OVER:
        return None
    points = {player: float(total_points(setting.rules_record, state, seat)) for seat, player in enumerate(names)}
    if state["winner"] == NOBODY:
        return GameResult([], points, "turn_limit")
    return GameResult([names[int(state["winner"])]], points)

"""Playing one game of an arena: a job on the worker pool."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from boardgames import schema
from boardgames.arena.record import LOSS, SHARED_WIN, SOLE_WIN, Fault, GameRecord
from boardgames.arena.request import Request
from boardgames.arena.schedule import Fixture
from boardgames.bots.bot import Bot, BotError, Seat
from boardgames.bots.registry import BotSpec, find_kind
from boardgames.match import MOST_TURNS, Match, make_players
from boardgames.models import Action, ConcurrentMode, Data, GameConfig, PlayerId
from boardgames.protocol import GamePlugin, expected_type
from mcts.errors import InputError
from mcts.splitmix import mixed

_MOST_ACTIONS: Final = 100 * MOST_TURNS
"""Actions after which a game is stopped whose turns do not end."""


@dataclass(frozen=True)
class GameJob:
    """A game to be played by whichever worker is free."""

    fixture: Fixture

    @property
    def key(self) -> int:
        """The number of the game."""
        return self.fixture.number

    def run(self, shared: Request) -> GameRecord:
        """Play it."""
        return play_game(shared, self.fixture)


def prepare(request: Request) -> Request:
    """Get a worker ready: kernels of the game and of its bots are compiled before anybody's time counts."""
    plugin = request.plugin()
    Match(plugin, make_players(["bot"] * request.players), GameConfig(request.options, request.seed))
    for spec in request.bots:
        kind = find_kind(spec.kind)
        kind.prepare(plugin, schema.with_defaults(kind.parameters, spec.parameters))
    return request


def play_game(request: Request, fixture: Fixture) -> GameRecord:
    """Play a game of an arena; its moves depend on nothing but the request and the fixture."""
    specs = [request.bots[bot] for bot in fixture.seats]
    config = GameConfig(request.options, fixture.seed)
    match = Match(request.plugin(), make_players([spec.label for spec in specs]), config, f"game {fixture.number}")
    table = _Table(match, specs, fixture.seed)
    try:
        table.sit_down()
        table.play()
    finally:
        table.leave()
    return _record(match, fixture, specs, table)


class _Table:
    """Bots around a match."""

    def __init__(self, match: Match, specs: Sequence[BotSpec], seed: int) -> None:
        self.match: Final = match
        self.moves: Final[list[tuple[int, Data]]] = []
        self.seconds: Final = [0.0] * len(specs)
        self.fault: Fault | None = None
        self._specs: Final = specs
        self._seed: Final = seed
        self._bots: Final[dict[PlayerId, Bot]] = {}

    def sit_down(self) -> None:
        """Make the bots; one that cannot even begin loses."""
        state = self.match.state
        for player, spec in zip(state.players, self._specs, strict=True):
            own_seed = mixed(self._seed, spec.label, player.seat_index)
            seat = Seat(self.match.plugin, player.player_id, state.players, state.config.options, own_seed)
            kind = find_kind(spec.kind)
            try:
                parameters = schema.with_defaults(kind.parameters, spec.parameters)
                self._bots[player.player_id] = kind.sit_down(seat, parameters)
            except Exception as error:
                self._lose(player.seat_index, _reason(error))
                return

    def play(self) -> None:
        """Ask whoever is to act, until the match is over."""
        match = self.match
        while not match.is_over:
            if match.turns >= MOST_TURNS or match.state.action_number >= _MOST_ACTIONS:
                match.stop()
                return
            player_id = match.awaited()[0]
            seat = next(player.seat_index for player in match.state.players if player.player_id == player_id)
            phase = match.state.current_phase
            begin = time.perf_counter()
            try:
                payload = self._bots[player_id].choose(match.state.game_data, phase)
            except Exception as error:
                self._lose(seat, _reason(error))
                continue
            finally:
                self.seconds[seat] += time.perf_counter() - begin
            action = Action(expected_type(phase, player_id), player_id, payload)
            try:
                match.submit(action)
            except InputError as refusal:
                self._lose(seat, str(refusal))
                continue
            self.moves.append((seat, payload))
            if phase.concurrent_mode == ConcurrentMode.SEQUENTIAL:
                self._tell(action)

    def _tell(self, action: Action) -> None:
        """Let all bots know what has been played."""
        for seat, player in enumerate(self.match.state.players):
            try:
                self._bots[player.player_id].observe(action)
            except Exception as error:
                if not self.match.is_over:
                    self._lose(seat, _reason(error))

    def leave(self) -> None:
        """Let all bots go."""
        for bot in self._bots.values():
            bot.close(self.match.state.result)

    def _lose(self, seat: int, why: str) -> None:
        self.fault = self.fault or Fault(seat, self._specs[seat].label, why)
        self.match.forfeit(self.match.state.players[seat].player_id, why)


def _reason(error: Exception) -> str:
    """A bot's fault in its own words; anything else it raised, with its type."""
    return str(error) if isinstance(error, BotError) else f"it crashed ({type(error).__name__}: {error})"


def _record(match: Match, fixture: Fixture, specs: Sequence[BotSpec], table: _Table) -> GameRecord:
    result = match.state.result
    assert result is not None
    players = [player.player_id for player in match.state.players]
    at_fault = None if table.fault is None else players[table.fault.seat]
    winners = set(result.winners) - {at_fault}
    win = SOLE_WIN if len(winners) == 1 else SHARED_WIN
    return GameRecord(
        number=fixture.number,
        round=fixture.round,
        seed=fixture.seed,
        seats=[spec.label for spec in specs],
        moves=table.moves,
        outcomes=[win if player in winners else LOSS for player in players],
        scores=[result.final_scores[player] for player in players],
        reason=result.reason,
        turns=match.turns,
        seconds=[round(seconds, 6) for seconds in table.seconds],
        fault=table.fault,
    )


def replay_game(plugin: GamePlugin, options: Data, record: GameRecord) -> tuple[Match, list[str]]:
    """Play a recorded game again, without its bots.

    Returns
    -------
    Match
        After the last action.
    list of str
        The actions in words.

    Raises
    ------
    InputError
        When a recorded action is not allowed.
    """
    match = Match(plugin, make_players(record.seats), GameConfig(options, record.seed), f"game {record.number}")
    words = []
    for seat, payload in record.moves:
        phase, player = match.state.current_phase, match.state.players[seat].player_id
        action = Action(expected_type(phase, player), player, payload)
        words.append(plugin.describe_action(match.state.game_data, phase, action))
        match.submit(action)
    if not match.is_over:
        if record.fault is not None:
            match.forfeit(match.state.players[record.fault.seat].player_id, record.fault.why)
        else:
            match.stop()
    return match, words

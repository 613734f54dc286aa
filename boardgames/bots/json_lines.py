"""Bots that are programs of any language: one JSON object a line, each way (``docs/arena.md`` has the protocol)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from boardgames.bots.bot import Bot, BotError, BotKind, Seat
from boardgames.bots.process import LineProcess
from boardgames.models import Data, GameResult, Phase
from boardgames.protocol import GamePlugin
from mcts.errors import InputError

PROTOCOL: Final = 1
_SECONDS_TO_SAY_GOODBYE: Final = 0.2


class ProcessBot(Bot):
    """A program at one seat for one game."""

    def __init__(self, seat: Seat, command: str, seconds: float, start_seconds: float) -> None:
        self._seat = seat
        self._seconds = seconds
        self._process = LineProcess(command)
        try:
            self._process.send(
                msgspec.json.encode(
                    {
                        "type": "start",
                        "protocol": PROTOCOL,
                        "game": seat.plugin.game_id,
                        "options": seat.options,
                        "players": [player.player_id for player in seat.players],
                        "you": seat.player_id,
                        "seed": seat.seed,
                        "seconds": seconds,
                    }
                ),
                start_seconds,
            )
            if self._answer(start_seconds).get("type") != "ready":
                raise BotError('it did not answer the start with {"type": "ready"}')
        except BotError:
            self._process.close()
            raise

    def choose(self, game_data: Data, phase: Phase) -> Data:
        """Ask the program."""
        seat, plugin = self._seat, self._seat.plugin
        limits = [expected.timeout_ms / 1000 for expected in phase.expected_actions if expected.timeout_ms is not None]
        seconds = min(self._seconds, *limits) if limits else self._seconds
        view = plugin.state_to_ai_view(game_data, phase, seat.player_id, seat.players)
        self._process.send(msgspec.json.encode({"type": "move", "phase": phase.name, "view": view}), seconds)
        answer = self._answer(seconds)
        try:
            return plugin.parse_ai_action(answer, phase, seat.player_id).payload
        except ValueError as error:
            raise BotError(f"it sent no action: {error}") from None

    def close(self, result: GameResult | None) -> None:
        """Tell it the result, and end it."""
        try:
            self._process.send(msgspec.json.encode({"type": "end", "result": result}), _SECONDS_TO_SAY_GOODBYE)
        except BotError:
            pass  # it is gone already, or does not listen
        finally:
            self._process.close()

    def _answer(self, seconds: float) -> dict[str, Any]:
        line = self._process.read_line(seconds)
        try:
            answer = msgspec.json.decode(line)
        except msgspec.DecodeError:
            raise BotError(f"it sent {line[:60]!r}, which is not JSON") from None
        if not isinstance(answer, dict):
            raise BotError(f"it sent {line[:60]!r}, which is not a JSON object")
        return answer


class ProcessKind(BotKind):
    """Programs that speak our protocol."""

    name = "process"
    description = "a program of your own that speaks JSON lines (command=…)"
    parameters: Final = {  # type: ignore[misc]
        "properties": {
            "command": {"type": "string", "default": "", "description": "how to start it"},
            "seconds": {"type": "number", "minimum": 0.001, "default": 10.0, "description": "for each move"},
            "start_seconds": {"type": "number", "minimum": 0.001, "default": 30.0, "description": "to get ready"},
        }
    }

    def check(self, plugin: GamePlugin, parameters: Data) -> None:
        """A command is needed."""
        del plugin
        if not parameters["command"].strip():
            raise InputError("say how to start the program: command=…")

    def sit_down(self, seat: Seat, parameters: Data) -> Bot:
        """Start the program."""
        return ProcessBot(seat, **parameters)

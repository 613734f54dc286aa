"""Amazons bots at the arena's tables: our own, and programs that speak the Botzone protocol."""

from __future__ import annotations

import re
import time
from typing import Any, Final

from boardgames import schema
from boardgames.amazons.bots import BOTS, Bot001, ImprovedBot
from boardgames.amazons.plugin import Amazons, size_of, turn_of
from boardgames.bots.bot import Bot, BotError, BotKind, Seat
from boardgames.bots.process import LineProcess, ProcessEndedError
from boardgames.match import Match, make_players
from boardgames.models import Action, Data, GameConfig, Phase
from boardgames.protocol import GamePlugin
from mcts.errors import InputError

KEEP_RUNNING: Final = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
_TURN: Final = re.compile(rb"\s*" + rb"\s+".join([rb"(-?\d+)"] * 6) + rb"\s*")
_BOTZONE_SIZE: Final = 8
_NO_TURN: Final = (-1,) * 6
"""What Botzone sends to whoever begins."""


class OwnBot(Bot):
    """One of our bots; it follows the game and keeps its tree from turn to turn."""

    def __init__(self, seat: Seat, bot: str, iterations: int, seconds: float) -> None:
        assert isinstance(seat.plugin, Amazons)
        self._plugin: Final = seat.plugin
        self._name: Final = bot
        self._seed: Final = seat.seed
        self._budget: Final[dict[str, Any]] = {"seconds": seconds} if seconds else {"iterations": iterations}
        self._player: Bot001 | ImprovedBot | None = None
        self._played: Final[list[Data]] = []

    def choose(self, game_data: Data, phase: Phase) -> Data:
        """Take note of what was played since, and search."""
        del phase
        state = self._plugin.record(game_data)
        if self._player is None:
            self._player = Bot001(state, self._seed) if self._name == "bot001" else ImprovedBot(state)
        else:
            for payload in self._played:
                self._player.advance(turn_of(size_of(state), payload))
        self._played.clear()
        return self._plugin.payload(state, self._player.choose(**self._budget))

    def observe(self, action: Action) -> None:
        """Remember a turn until it is our own again."""
        self._played.append(action.payload)


class OwnKind(BotKind):
    """Our bots by name."""

    name = "amazons-bot"
    description = "one of our Amazons bots (bot=…)"
    parameters = {  # noqa: RUF012
        "properties": {
            "bot": {"type": "string", "enum": list(BOTS), "default": next(iter(BOTS)), "description": "which"},
            "iterations": {"type": "integer", "minimum": 0, "default": 2000, "description": "for each turn"},
            "seconds": {"type": "number", "minimum": 0.0, "default": 0.0, "description": "for each turn, instead"},
        }
    }

    def plays(self, plugin: GamePlugin) -> bool:
        """They know only Amazons."""
        return isinstance(plugin, Amazons)

    def check(self, plugin: GamePlugin, parameters: Data) -> None:
        """A budget is needed."""
        del plugin
        if not parameters["iterations"] and not parameters["seconds"]:
            raise InputError("a search needs a budget: iterations=… or seconds=…")

    def prepare(self, plugin: GamePlugin, parameters: Data) -> None:
        """Compile the bot by one iteration at the first position."""
        match = Match(plugin, make_players(["bot"] * 2), GameConfig())
        seat = Seat(plugin, "p1", match.state.players, {}, 0)
        bot = OwnBot(seat, parameters["bot"], 1, 0.0)
        bot.choose(match.state.game_data, match.state.current_phase)

    def sit_down(self, seat: Seat, parameters: Data) -> Bot:
        """Make one."""
        return OwnBot(seat, **parameters)


class BotzoneBot(Bot):
    """A program that plays on Botzone: kept running if it asks for that, else started anew with the whole history."""

    def __init__(self, seat: Seat, command: str, seconds: float, start_seconds: float) -> None:
        self._seat: Final = seat
        self._command: Final = command
        self._seconds: Final = seconds
        self._start_seconds: Final = start_seconds
        self._process: LineProcess | None = None
        self._history: list[tuple[int, ...]] | None = None
        self._unseen: Final[list[tuple[int, ...]]] = []

    def choose(self, game_data: Data, phase: Phase) -> Data:
        """Send the last turn, or the whole history, and read the answer."""
        del phase
        if self._history is None:
            self._history = [_numbers(payload) for payload in game_data["opening"]]
        self._history += self._unseen
        self._unseen.clear()
        lines, seconds = self._request(self._history)
        deadline = time.monotonic() + seconds
        if self._process is None:
            self._process = LineProcess(self._command)
        self._process.send(b"\n".join(b" ".join(b"%d" % number for number in line) for line in lines), seconds)
        turn = self._read_turn(self._process, deadline)
        return {"from": list(turn[:2]), "to": list(turn[2:4]), "arrow": list(turn[4:])}

    def observe(self, action: Action) -> None:
        """Remember a turn."""
        self._unseen.append(_numbers(action.payload))

    def close(self, result: object) -> None:
        """End the program."""
        del result
        if self._process is not None:
            self._process.close()

    def _request(self, history: list[tuple[int, ...]]) -> tuple[list[tuple[int, ...]], float]:
        """What to send, and how long the answer may take."""
        if self._process is not None:
            return [history[-1] if history else _NO_TURN], self._seconds
        lines = list(history)
        if len(lines) % 2 == 0:  # it plays Black, whose first request is that there has been no turn
            lines.insert(0, _NO_TURN)
        return [((len(lines) + 1) // 2,), *lines], self._start_seconds

    def _read_turn(self, process: LineProcess, deadline: float) -> tuple[int, ...]:
        """The first line is the turn; then it says that it wants to go on, or ends."""
        line = process.read_line(deadline - time.monotonic())
        found = _TURN.fullmatch(line)
        if found is None:
            raise BotError(f"it sent {line[:60]!r} instead of six numbers")
        try:
            while process.read_line(deadline - time.monotonic()) != KEEP_RUNNING:
                pass
        except ProcessEndedError:
            process.close()
            self._process = None
        return tuple(int(number) for number in found.groups())


def _numbers(payload: Data) -> tuple[int, ...]:
    return (*payload["from"], *payload["to"], *payload["arrow"])


class BotzoneKind(BotKind):
    """Programs that speak the Botzone protocol of Amazons."""

    name = "botzone"
    description = "a program that plays Amazons on Botzone, 8×8 (command=…)"
    parameters = {  # noqa: RUF012
        "properties": {
            "command": {"type": "string", "default": "", "description": "how to start it"},
            "seconds": {"type": "number", "minimum": 0.001, "default": 6.0, "description": "for each turn"},
            "start_seconds": {"type": "number", "minimum": 0.001, "default": 30.0, "description": "with starting"},
        }
    }

    def plays(self, plugin: GamePlugin) -> bool:
        """Amazons only."""
        return isinstance(plugin, Amazons)

    def check(self, plugin: GamePlugin, parameters: Data) -> None:
        """A command is needed."""
        del plugin
        if not parameters["command"].strip():
            raise InputError("say how to start the program: command=…")

    def sit_down(self, seat: Seat, parameters: Data) -> Bot:
        """Begin with no process; it is started at the first turn."""
        if schema.with_defaults(seat.plugin.config_schema, seat.options)["size"] != _BOTZONE_SIZE:
            raise BotError(f"Botzone plays on {_BOTZONE_SIZE}×{_BOTZONE_SIZE} only")
        return BotzoneBot(seat, **parameters)

"""What a bot is, and what kinds of bots are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from boardgames.models import Action, Data, GameResult, Phase, Player, PlayerId
from boardgames.protocol import GamePlugin


@dataclass(frozen=True)
class Seat:
    """Where a bot sits.

    Attributes
    ----------
    plugin : GamePlugin
    player_id : str
    players : sequence of Player
        All of them, by seat.
    options : dict
        The game's.
    seed : int
        For the bot's own chance; different in every game and for every bot.
    """

    plugin: GamePlugin
    player_id: PlayerId
    players: Sequence[Player]
    options: Data
    seed: int


class BotError(Exception):
    """A bot crashed, took too long or said something that cannot be understood; it loses the game."""


class Bot(ABC):
    """Plays one game at one seat."""

    @abstractmethod
    def choose(self, game_data: Data, phase: Phase) -> Data:
        """The payload of one of the valid actions.

        A bot may use only what its player may see, or worlds drawn with ``redraw_hidden``; the data are all there is.

        Raises
        ------
        BotError
            When it cannot.
        """

    def observe(self, action: Action) -> None:
        """Somebody, perhaps the bot itself, has taken this action in the open."""
        del action

    def close(self, result: GameResult | None) -> None:
        """The game is over (None: it was broken off); let go of everything."""
        del result


class BotKind(ABC):
    """A way of choosing actions, with parameters.

    Attributes
    ----------
    name, description : str
    parameters : dict
        As ``boardgames.schema`` understands them.
    """

    name: ClassVar[str]
    description: ClassVar[str]
    parameters: ClassVar[Data] = {"properties": {}}

    def plays(self, plugin: GamePlugin) -> bool:
        """Whether it can play this game; by default any."""
        del plugin
        return True

    def check(self, plugin: GamePlugin, parameters: Data) -> None:
        """Refuse parameters that fit the schema but not together, or not this game.

        Raises
        ------
        InputError
        """
        del plugin, parameters

    def prepare(self, plugin: GamePlugin, parameters: Data) -> None:
        """Compile what will be needed, before anybody's time counts."""
        del plugin, parameters

    @abstractmethod
    def sit_down(self, seat: Seat, parameters: Data) -> Bot:
        """A bot for one game; parameters have been checked, and those not given have their defaults."""

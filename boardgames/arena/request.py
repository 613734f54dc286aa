"""What an arena is to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from boardgames import schema
from boardgames.bots.registry import BotSpec, checked
from boardgames.match import check_setting
from boardgames.models import Data
from boardgames.protocol import GamePlugin
from boardgames.registry import find_game
from mcts.errors import InputError

VERSION: Final = 2
DEFAULT_MARGIN: Final = 0.05
_MOST_GAMES: Final = 10_000_000
_MOST_BOTS: Final = 100


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that decides the games.

    Attributes
    ----------
    game : str
    bots : list of BotSpec
        With different labels.
    players : int
        Seats at each table.
    games : int
        How many, rounded up to full rounds; the most when playing until it is sure.
    seed : int
    options : dict
        The game's.
    until_sure : bool
        Stop at the first round after which every two bots are told apart or equal within the margin.
    margin : float
        Difference of the share of points that does not matter.
    """

    game: str
    bots: list[BotSpec]
    players: int
    games: int
    seed: int
    options: Data = {}
    until_sure: bool = False
    margin: float = DEFAULT_MARGIN
    version: int = VERSION

    @property
    def labels(self) -> list[str]:
        """The bots' names."""
        return [bot.label for bot in self.bots]

    def plugin(self) -> GamePlugin:
        """The game."""
        return find_game(self.game)


def check_request(request: Request) -> None:
    """Refuse what cannot be played.

    Raises
    ------
    InputError
    """
    plugin = request.plugin()
    check_setting(plugin, request.players, request.options)
    if not 2 <= len(request.bots) <= _MOST_BOTS:
        raise InputError(f"an arena is for 2 to {_MOST_BOTS} bots, not {len(request.bots)}; name them with --bots")
    for label in request.labels:
        if request.labels.count(label) > 1:
            raise InputError(f"bot '{label}' is named twice; name it once, or give it other parameters")
    if not 1 <= request.games <= _MOST_GAMES:
        raise InputError(f"{request.games} games cannot be played; take 1 to {_MOST_GAMES}")
    if not 0 <= request.seed < 1 << 64:
        raise InputError(f"the seed is {request.seed}, but must be from 0 to 2**64 - 1")
    if not 0 < request.margin < 0.5:
        raise InputError(f"the margin is {request.margin:g}, but must lie between 0 and 0.5")
    for bot in request.bots:
        checked(bot, plugin)


def parse_options(texts: Sequence[str], plugin: GamePlugin) -> Data:
    """Options of the game typed as ``name=value``."""
    options: Data = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise InputError(f"--option '{text}': write name=value")
        options[name.strip()] = schema.from_text(plugin.config_schema, name.strip(), value.strip())
    return options


def parse_sweeps(texts: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Sweeps typed as ``name=value,value``."""
    sweeps = []
    for text in texts:
        name, _, values = text.partition("=")
        if not name.strip() or not all(value.strip() for value in values.split(",")):
            raise InputError(f"--sweep '{text}': write name=value,value,… such as rave_k=50,100,300")
        sweeps.append((name.strip(), [value.strip() for value in values.split(",")]))
    return sweeps

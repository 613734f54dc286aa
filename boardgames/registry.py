"""Games by name: those that come with the program, and those of other installed packages.

Another package offers a game through an entry point of the group ``catan_rollout.games``: its name, and a class that
implements ``GamePlugin``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final

import msgspec

from boardgames.match import Match, make_players
from boardgames.models import Data, GameConfig
from boardgames.protocol import GamePlugin
from catan_sim.core.yamlfile import did_you_mean
from mcts.errors import InputError

ENTRY_POINTS: Final = "catan_rollout.games"
SHIPPED: Final = {
    "amazons": "boardgames.amazons.plugin:Amazons",
    "carcassonne": "boardgames.carcassonne.plugin:Carcassonne",
    "catan": "boardgames.catan.plugin:Catan",
    "tictactoe": "boardgames.tictactoe.plugin:TicTacToe",
}
"""Name → where the class is, so that no game is imported before it is asked for."""

_METADATA: Final = ("game_id", "display_name", "description", "min_players", "max_players", "default_players")


def game_names() -> list[str]:
    """All games there are."""
    return sorted({*SHIPPED, *(point.name for point in entry_points(group=ENTRY_POINTS))})


@cache
def find_game(name: str) -> GamePlugin:
    """A game by its name.

    Raises
    ------
    InputError
        When there is none, or when another package offers one that breaks the protocol.
    """
    found = [point for point in entry_points(group=ENTRY_POINTS) if point.name == name]
    if name in SHIPPED and not found:
        module, _, kind = SHIPPED[name].partition(":")
        plugin: GamePlugin = getattr(import_module(module), kind)()
        return plugin
    if not found:
        names = game_names()
        raise InputError(f"there is no game '{name}'{did_you_mean(name, names)}; there are {', '.join(names)}")
    if name in SHIPPED or len(found) > 1:
        raise InputError(f"an installed package offers another game called '{name}'; remove one of them")
    plugin = load_entry_point(found[0])
    if warnings := validate_plugin(plugin):
        raise InputError(f"the game '{name}' of {found[0].value} cannot be used: {warnings[0]}")
    return plugin


def load_entry_point(point: Any) -> Any:
    """Make what another package offers.

    Raises
    ------
    InputError
        When that fails, for whatever reason.
    """
    try:
        return point.load()()
    except Exception as error:
        raise InputError(
            f"'{point.name}' of {point.value} cannot be loaded ({type(error).__name__}: {error})"
        ) from None


def validate_plugin(plugin: Any, options: Data | None = None) -> list[str]:
    """Quick checks of a game that is being registered, with these options of it: what is wrong, a sentence each.

    The metadata are there, a first position can be made with the fewest and the most players and turned into JSON, its
    views and actions can be had, and the same seed gives the same position. ``conformance.py`` goes much further.
    """
    if not isinstance(plugin, GamePlugin):
        return [f"{type(plugin).__name__} is no GamePlugin"]
    missing = [name for name in _METADATA if not hasattr(plugin, name)]
    if missing:
        return [f"it does not say its {missing[0]}"]
    if not 1 <= plugin.min_players <= plugin.default_players <= plugin.max_players:
        return ["min_players, default_players and max_players are not in order"]
    found: list[str] = []
    for count in sorted({plugin.min_players, plugin.max_players}):
        try:
            first, second = (_first_position(plugin, count, options or {}) for _ in range(2))
        except Exception as error:
            found.append(f"a match of {count} cannot be begun ({type(error).__name__}: {error})")
            continue
        if first != second:
            found.append(f"the same seed gives different matches of {count}")
    return found


def _first_position(plugin: GamePlugin, count: int, options: Data) -> bytes:
    match = Match(plugin, make_players(["bot"] * count), GameConfig(options, random_seed=7))
    views = [match.view(player) for player in (None, *(player.player_id for player in match.state.players))]
    return msgspec.json.encode([match.state, views])


def describe(plugin: GamePlugin) -> Data:
    """A game's metadata, for lists."""
    return {name: getattr(plugin, name) for name in _METADATA}

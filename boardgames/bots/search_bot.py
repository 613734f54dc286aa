"""Tree search as a bot, for every game whose kernels are plugged into ``mcts.game``."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Final

from boardgames.bots.bot import Bot, BotKind, Seat
from boardgames.kernel_plugin import KernelPlugin
from boardgames.match import Match, make_players
from boardgames.models import Data, GameConfig, Phase
from boardgames.protocol import GamePlugin
from mcts.config import BACKUPS, ORDERS, SearchConfig
from mcts.errors import InputError
from mcts.search import Search
from mcts.splitmix import mixed

_BUDGETS: Final[dict[str, Any]] = {
    "iterations": {
        "type": "integer",
        "minimum": 0,
        "maximum": 1_000_000_000,
        "default": 200,
        "description": "for each decision",
    },
    "seconds": {
        "type": "number",
        "minimum": 0.0,
        "maximum": 86_400.0,
        "default": 0.0,
        "description": "for each decision, instead; then games differ from run to run",
    },
    "evaluator": {
        "type": "string",
        "default": "",
        "description": "of leaves: one of the game's, or score; empty: the usual one, else a random game",
    },
}
_CHOICES: Final = {"backup": list(BACKUPS), "order": list(ORDERS)}
_NOT_OFFERED: Final = ("noise", "batch_size", "virtual_loss")
"""Switches of networks, which no game here has."""
_TYPES: Final = {bool: "boolean", int: "integer", float: "number", str: "string"}
SCORE: Final = "score"
"""The evaluator that looks at nothing but points."""


def _switches() -> dict[str, Any]:
    """The switches of a search as parameters."""
    found: dict[str, Any] = {}
    for field in fields(SearchConfig):
        if field.name not in _NOT_OFFERED:
            found[field.name] = {"type": _TYPES[type(field.default)], "default": field.default}
            if field.name in _CHOICES:
                found[field.name]["enum"] = _CHOICES[field.name]
    return found


class SearchBot(Bot):
    """Searches anew for every decision; all its chance follows from the seat's seed."""

    def __init__(self, seat: Seat, parameters: Data) -> None:
        assert isinstance(seat.plugin, KernelPlugin)
        self._plugin: Final = seat.plugin
        self._seed: Final = seat.seed
        self._config: Final = _config(seat.plugin, parameters)
        self._evaluator: Final = _evaluator(seat.plugin, parameters["evaluator"])
        self._budget: Final = _budget(parameters)
        self._decisions = 0

    def choose(self, game_data: Data, phase: Phase) -> Data:
        """Search, and take the move found."""
        del phase
        state = self._plugin.record(game_data)
        self._decisions += 1
        search = Search(state, self._config, mixed(self._seed, self._decisions), self._evaluator)
        action = search.run(**self._budget).action
        assert action is not None, "somebody who decides has an action"
        return self._plugin.payload(state, action)


class SearchKind(BotKind):
    """Bots that search."""

    name = "search"
    description = "tree search with whatever switches you like"
    parameters: Final = {"properties": {**_BUDGETS, **_switches()}}  # type: ignore[misc]

    def plays(self, plugin: GamePlugin) -> bool:
        """Games with kernels."""
        return isinstance(plugin, KernelPlugin)

    def check(self, plugin: GamePlugin, parameters: Data) -> None:
        """The switches have to fit together, and the evaluator to the game."""
        assert isinstance(plugin, KernelPlugin)
        if not parameters["iterations"] and not parameters["seconds"]:
            raise InputError("a search needs a budget: iterations=… or seconds=…")
        _evaluator(plugin, parameters["evaluator"])
        _config(plugin, parameters)

    def prepare(self, plugin: GamePlugin, parameters: Data) -> None:
        """Compile the search by one iteration at a first position."""
        match = Match(plugin, make_players(["bot"] * plugin.default_players), GameConfig())
        seat = Seat(plugin, match.awaited()[0], match.state.players, {}, 0)
        once = {**parameters, "iterations": parameters["worlds"], "seconds": 0.0}
        SearchBot(seat, once).choose(match.state.game_data, match.state.current_phase)

    def sit_down(self, seat: Seat, parameters: Data) -> Bot:
        """Make one."""
        return SearchBot(seat, parameters)


def _config(plugin: KernelPlugin, parameters: Data) -> SearchConfig:
    """The switches; no more room than the budget can fill, and random games where nothing else judges a leaf."""
    known = {name: value for name, value in parameters.items() if name not in _BUDGETS}
    if not parameters["evaluator"] and not plugin.evaluators:
        known["rollouts"] = max(1, known["rollouts"])
    config = SearchConfig(**known)
    if parameters["seconds"]:
        return config
    trees = max(config.worlds, config.threads)
    return replace(config, max_nodes=min(config.max_nodes, parameters["iterations"] + 2 * trees))


def _budget(parameters: Data) -> dict[str, Any]:
    if parameters["seconds"]:
        return {"seconds": parameters["seconds"]}
    return {"iterations": parameters["iterations"]}


def _evaluator(plugin: KernelPlugin, name: str) -> Any:
    """Parameters of the evaluator; None for the score's sigmoid."""
    known = plugin.evaluators
    if name == SCORE or (not name and not known):
        return None
    chosen = name or next(iter(known))
    if chosen not in known:
        raise InputError(f"{plugin.game_id} has no evaluator '{chosen}'; there are {', '.join([*known, SCORE])}")
    return known[chosen]()

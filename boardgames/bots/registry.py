"""Bots by name: kinds with parameters, YAML files that give such a choice a name, and kinds of other packages.

Another package offers a kind of bot through an entry point of the group ``catan_rollout.bots``: its name, and a class
that implements ``BotKind``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from boardgames import schema
from boardgames.bots.bot import BotKind
from boardgames.models import Data
from boardgames.protocol import GamePlugin
from boardgames.registry import load_entry_point
from catan_sim.core.yamlfile import did_you_mean, naming, read_mapping, reject_unknown_fields
from mcts.errors import InputError

ENTRY_POINTS: Final = "catan_rollout.bots"
KINDS: Final = {
    "random": "boardgames.bots.random_bot:RandomKind",
    "search": "boardgames.bots.search_bot:SearchKind",
    "process": "boardgames.bots.json_lines:ProcessKind",
    "amazons-bot": "boardgames.amazons.arena_bots:OwnKind",
    "botzone": "boardgames.amazons.arena_bots:BotzoneKind",
    "catan-agent": "boardgames.catan.bots:AgentKind",
}
"""Name → where the class is, so that no kind is imported before it is asked for."""

_FIELDS: Final = ("kind", "description", "games", "parameters")


class BotSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot as an arena knows it.

    Attributes
    ----------
    label : str
        Its name in tables, such as ``mcts:iterations=200``.
    kind : str
    parameters : dict
        Those that differ from the kind's defaults.
    """

    label: str
    kind: str
    parameters: Data = {}


class NamedBot(msgspec.Struct, frozen=True):
    """A bot file: a kind with parameters; ``games`` is empty for all."""

    name: str
    kind: str
    description: str
    games: list[str]
    parameters: Data


def kind_names() -> list[str]:
    """All kinds of bots there are."""
    return sorted({*KINDS, *(point.name for point in entry_points(group=ENTRY_POINTS))})


@cache
def find_kind(name: str) -> BotKind:
    """A kind of bot by its name."""
    if name in KINDS:
        module, _, kind = KINDS[name].partition(":")
        found: BotKind = getattr(import_module(module), kind)()
        return found
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name:
            offered = load_entry_point(point)
            if not isinstance(offered, BotKind):
                raise InputError(f"'{name}' of {point.value} is no BotKind")
            return offered
    names = kind_names()
    raise InputError(f"there is no kind of bot '{name}'{did_you_mean(name, names)}; there are {', '.join(names)}")


def shipped_bots() -> list[NamedBot]:
    """The bots in ``configs/bots``, by name."""
    folder = Path(str(files("configs") / "bots"))
    return [read_bot(path) for path in sorted(folder.glob("*.yaml"))]


def read_bot(path: Path) -> NamedBot:
    """Read a bot file."""
    fields = read_mapping(path)
    with naming(str(path)):
        reject_unknown_fields(fields, _FIELDS)
        for field, kind, what in (("kind", str, "a word"), ("parameters", dict, "'name: value' lines")):
            if not isinstance(fields.get(field, kind()), kind) or (field == "kind" and field not in fields):
                raise InputError(f"field '{field}': write {what}")
        games = fields.get("games", [])
        if not isinstance(games, list) or not all(isinstance(game, str) for game in games):
            raise InputError("field 'games': write a list of names")
        find_kind(fields["kind"])
    return NamedBot(path.stem, fields["kind"], str(fields.get("description", "")), games, fields.get("parameters", {}))


def find_bots(texts: str, plugin: GamePlugin) -> list[BotSpec]:
    """The bots that a text such as ``mcts:iterations=200,worlds=3,random`` means: here two, separated by commas."""
    pieces: list[str] = []
    for piece in texts.split(","):
        if "=" in piece and ":" not in piece.partition("=")[0] and pieces:
            pieces[-1] += f",{piece}"  # one more parameter of the same bot
        else:
            pieces.append(piece)
    return [find_bot(piece.strip(), plugin) for piece in pieces]


def find_bot(text: str, plugin: GamePlugin) -> BotSpec:
    """The bot that a text such as ``mcts`` or ``mcts:iterations=200,worlds=3`` or ``mine.yaml`` means.

    Raises
    ------
    InputError
        When there is none, when it cannot play the game, or when its parameters cannot be.
    """
    name, _, rest = text.partition(":")
    named = _named(name, plugin)
    if named.games and plugin.game_id not in named.games:
        raise InputError(f"bot '{name}' plays {', '.join(named.games)}, not {plugin.game_id}")
    kind = find_kind(named.kind)
    given = dict(_parameter(kind, name, piece) for piece in rest.split(",")) if rest else {}
    return checked(
        BotSpec(text if not given else _label(named.name, given), named.kind, named.parameters | given), plugin
    )


def checked(spec: BotSpec, plugin: GamePlugin) -> BotSpec:
    """Refuse a bot that cannot play the game as it is meant to."""
    kind = find_kind(spec.kind)
    with naming(f"bot '{spec.label}'"):
        if not kind.plays(plugin):
            raise InputError(f"it does not play {plugin.game_id}")
        if found := schema.problems(kind.parameters, spec.parameters):
            raise InputError(found[0])
        kind.check(plugin, schema.with_defaults(kind.parameters, spec.parameters))
    return spec


def vary(spec: BotSpec, sweeps: Sequence[tuple[str, Sequence[str]]], plugin: GamePlugin) -> list[BotSpec]:
    """The bot once for each combination of values of the parameters swept."""
    variants = [(spec.label, spec.parameters)]
    for name, values in sweeps:
        kind = find_kind(spec.kind)
        variants = [
            (f"{label}{',' if ':' in label else ':'}{name}={value}", {**parameters, name: value})
            for label, parameters in variants
            for value in (schema.from_text(kind.parameters, name, text) for text in values)
        ]
    return [checked(BotSpec(label, spec.kind, parameters), plugin) for label, parameters in variants]


def _named(name: str, plugin: GamePlugin) -> NamedBot:
    shipped = {bot.name: bot for bot in shipped_bots()}
    if name in shipped:
        return shipped[name]
    if name in kind_names():
        return NamedBot(name, name, find_kind(name).description, [], {})
    path = Path(name)
    if path.suffix in (".yaml", ".yml"):
        return read_bot(path)
    names = [bot.name for bot in bots_of(plugin)]
    raise InputError(
        f"there is no bot '{name}'{did_you_mean(name, names)}; for {plugin.game_id} there are {', '.join(names)}, "
        "and YAML files"
    )


def bots_of(plugin: GamePlugin) -> list[NamedBot]:
    """The bots that can play a game: named ones, then plain kinds."""
    named = [bot for bot in shipped_bots() if not bot.games or plugin.game_id in bot.games]
    taken = {bot.name for bot in named}
    kinds = [NamedBot(name, name, find_kind(name).description, [], {}) for name in kind_names() if name not in taken]
    return [bot for bot in [*named, *kinds] if find_kind(bot.kind).plays(plugin)]


def _parameter(kind: BotKind, bot: str, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"bot '{bot}': '{text}' is no parameter; write name=value")
    return name.strip(), schema.from_text(kind.parameters, name.strip(), value.strip())


def _label(name: str, given: Data) -> str:
    return f"{name}:{','.join(f'{key}={value}' for key, value in given.items())}"

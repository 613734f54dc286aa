"""catanatron's own players by the names of their classes, wherever the installed version keeps them."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any, Final

from catanatron.models import player as basic

from catan_sim.core.yamlfile import did_you_mean
from mcts.errors import InputError

_PACKAGES: Final = ("catanatron.players", "catanatron_experimental.machine_learning.players")
"""Where players live; sources from before version 3.3 keep the stronger ones in the second, a distribution apart."""


def _modules() -> Iterator[Any]:
    yield basic
    for name in _PACKAGES:
        try:
            package = importlib.import_module(name)
        except ImportError:
            continue
        for found in pkgutil.iter_modules(package.__path__, f"{name}."):
            try:
                yield importlib.import_module(found.name)
            except ImportError:  # a player that needs packages which are not installed
                continue


def opponent_classes() -> dict[str, type[Any]]:
    """Name → class of every player that decides by itself and needs nothing but a colour."""
    return {
        name: value
        for module in _modules()
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, basic.Player)
        and value.__module__ == module.__name__
        and value not in (basic.Player, basic.HumanPlayer)
        and _needs_only_a_colour(value)
    }


def _needs_only_a_colour(player: type[Any]) -> bool:
    try:
        inspect.signature(player).bind(None)
    except TypeError:
        return False
    return True


def find_opponent(name: str) -> type[Any]:
    """The class of this name.

    Raises
    ------
    InputError
        When there is none.
    """
    classes = opponent_classes()
    if name not in classes:
        names = sorted(classes)
        raise InputError(
            f"this catanatron has no player '{name}'{did_you_mean(name, names)}; it has {', '.join(names)}"
        )
    return classes[name]

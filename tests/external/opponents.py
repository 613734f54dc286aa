"""catanatron's own players by the names of their classes, wherever the installed version keeps them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import catanatron.players
from catanatron.models import player as basic

from catan_sim.core.yamlfile import did_you_mean
from mcts.errors import InputError


def _modules() -> Iterator[Any]:
    yield basic
    for found in pkgutil.iter_modules(catanatron.players.__path__, "catanatron.players."):
        try:
            yield importlib.import_module(found.name)
        except ImportError:  # a player that needs packages which are not installed
            continue


def opponent_classes() -> dict[str, type[Any]]:
    """Name → class of every player that decides by itself."""
    return {
        name: value
        for module in _modules()
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, basic.Player)
        and value.__module__ == module.__name__
        and value not in (basic.Player, basic.HumanPlayer)
    }


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

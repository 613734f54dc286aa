"""Stand-ins for the actions of versions that are not installed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any


def fake_action(colour: str, kind: str, value: Any = None) -> Any:
    """An action with the three fields that every version has."""
    return SimpleNamespace(color=fake_name(colour), action_type=fake_name(kind), value=value)


def fake_name(name: str) -> Any:
    """A member of one of their enumerations."""
    return SimpleNamespace(value=name)

"""Agents by name: those shipped in ``configs/agents``, and those in YAML files."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from catan_sim.ai.agent import Agent, Kind, Trade
from catan_sim.ai.weights import HAND_SET
from catan_sim.core.yamlfile import did_you_mean, naming, read_mapping, reject_unknown_fields
from mcts.errors import InputError

_FIELDS: Final = ("kind", "trade", "offers", "weights", "large_table")
_MOST_OFFERS: Final = 100
_LARGEST_WEIGHT: Final = 1_000_000
"""Far above any sensible worth, and far below where sums of products leave 64 bits."""


def shipped_agents() -> tuple[str, ...]:
    """Names of the agents that come with the program."""
    folder = Path(str(files("configs") / "agents"))
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


def find_agent(name_or_path: str | Path) -> Agent:
    """A shipped agent by its name, or one in a YAML file.

    Raises
    ------
    InputError
        When there is none, or its file says something that cannot be.
    """
    name = str(name_or_path)
    if name in shipped_agents():
        return agent_from_mapping(read_mapping(Path(str(files("configs") / "agents" / f"{name}.yaml"))), name)
    path = Path(name)
    if not path.exists() and path.suffix == "":
        names = shipped_agents()
        raise InputError(
            f"there is no agent '{name}'{did_you_mean(name, names)}; take {', '.join(names)} or a YAML file"
        )
    return agent_from_mapping(read_mapping(path), path.stem, source=str(path))


def find_agents(text: str, players: int) -> tuple[Agent, ...]:
    """The agents that a text such as ``heuristic`` (for all seats) or ``greedy1,random,random`` (by seat) means."""
    agents = tuple(find_agent(name.strip()) for name in text.split(","))
    if len(agents) == 1:
        return agents * players
    if len(agents) != players:
        raise InputError(
            f"{len(agents)} agents are named for {players} players; name one for all, or one for each seat"
        )
    return agents


def agent_from_mapping(fields: dict[str, Any], name: str, source: str | None = None) -> Agent:
    """Check the fields of an agent file; ``source`` names it in errors."""
    with naming(source or name):
        reject_unknown_fields(fields, _FIELDS)
        return Agent(
            name=name,
            kind=Kind[_choice(fields, "kind", [kind.name.lower() for kind in Kind]).upper()],
            trade=Trade[_choice(fields, "trade", [trade.name.lower() for trade in Trade], "fast").upper()],
            offers=_whole_number("offers", fields.get("offers", 3), 0, _MOST_OFFERS),
            weights=_numbers(fields, "weights"),
            large_table=_numbers(fields, "large_table"),
        )


def _numbers(fields: dict[str, Any], field: str) -> dict[str, int]:
    """Weights by name."""
    numbers = fields.get(field, {})
    if not isinstance(numbers, dict):
        raise InputError(f"field '{field}': write 'name: number' lines")
    with naming(f"field '{field}'"):
        reject_unknown_fields(numbers, HAND_SET)
        lowest = {"opening_whim": 0}
        return {
            name: _whole_number(name, value, lowest.get(name, -_LARGEST_WEIGHT), _LARGEST_WEIGHT)
            for name, value in numbers.items()
        }


def _choice(fields: dict[str, Any], field: str, choices: list[str], default: str | None = None) -> str:
    value = fields.get(field, default)
    if value not in choices:
        raise InputError(f"field '{field}': take one of {', '.join(choices)}")
    return str(value)


def _whole_number(field: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(f"field '{field}': {value!r} is not a whole number from {least} to {most}")
    return value

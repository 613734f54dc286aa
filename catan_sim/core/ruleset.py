"""A ruleset: every number of the game as data, read from YAML or taken from a preset."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from catan_sim.core.resources import resource_named
from catan_sim.core.yamlfile import did_you_mean, naming, read_mapping, reject_unknown_fields
from mcts.errors import InputError

MOST_BANK_CARDS: Final = 255
"""One player may come to hold them all, and hand sizes are bytes."""

PRESETS: Final = ("base", "extension", "eight")

TurnOrder = Literal["interleaved", "trade_then_build"]
BetweenTurns = Literal["none", "special_building", "paired_players"]
_CHOICES: Final = {"turn_order": get_args(TurnOrder), "between_turns": get_args(BetweenTurns)}

Count = Annotated[int, msgspec.Meta(ge=0, le=200)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=200)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of fields; a field that is not named here is an error."""


class Amounts(_Part, frozen=True):
    """A number of cards of each resource."""

    brick: Count = 0
    lumber: Count = 0
    wool: Count = 0
    grain: Count = 0
    ore: Count = 0

    def __iter__(self) -> Any:
        return iter((self.brick, self.lumber, self.wool, self.grain, self.ore))


class Costs(_Part, frozen=True):
    """What each thing costs."""

    road: Amounts = Amounts(brick=1, lumber=1)
    settlement: Amounts = Amounts(brick=1, lumber=1, wool=1, grain=1)
    city: Amounts = Amounts(grain=2, ore=3)
    development_card: Amounts = Amounts(wool=1, grain=1, ore=1)

    def __iter__(self) -> Any:
        return iter((self.road, self.settlement, self.city, self.development_card))


class Pieces(_Part, frozen=True):
    """The pieces of each player."""

    roads: Annotated[int, msgspec.Meta(ge=2, le=30)] = 15
    settlements: Annotated[int, msgspec.Meta(ge=2, le=20)] = 5
    cities: Annotated[int, msgspec.Meta(ge=0, le=20)] = 4

    def __iter__(self) -> Any:
        return iter((self.roads, self.settlements, self.cities))


class Deck(_Part, frozen=True):
    """The development cards."""

    knight: Annotated[int, msgspec.Meta(ge=0, le=50)] = 14
    victory_point: Annotated[int, msgspec.Meta(ge=0, le=50)] = 5
    road_building: Annotated[int, msgspec.Meta(ge=0, le=50)] = 2
    year_of_plenty: Annotated[int, msgspec.Meta(ge=0, le=50)] = 2
    monopoly: Annotated[int, msgspec.Meta(ge=0, le=50)] = 2

    def __iter__(self) -> Any:
        return iter((self.knight, self.victory_point, self.road_building, self.year_of_plenty, self.monopoly))


class Points(_Part, frozen=True):
    """What each thing is worth."""

    settlement: Annotated[int, msgspec.Meta(ge=0, le=5)] = 1
    city: Annotated[int, msgspec.Meta(ge=0, le=5)] = 2
    longest_road: Annotated[int, msgspec.Meta(ge=0, le=5)] = 2
    largest_army: Annotated[int, msgspec.Meta(ge=0, le=5)] = 2
    victory_card: Annotated[int, msgspec.Meta(ge=0, le=5)] = 1


class Ruleset(_Part, frozen=True, kw_only=True):
    """Every number of the game; ``docs/rulesets.md`` explains each field.

    ``turn_cap`` None stands for 100 turns per player.
    """

    players: Annotated[int, msgspec.Meta(ge=2, le=8)] = 4
    victory_target: Annotated[int, msgspec.Meta(ge=3, le=100)] = 10
    hand_limit: Positive = 7
    costs: Costs = Costs()
    pieces: Pieces = Pieces()
    bank: Amounts = Amounts(19, 19, 19, 19, 19)
    development_deck: Deck = Deck()
    points: Points = Points()
    longest_road_minimum: Annotated[int, msgspec.Meta(ge=1, le=30)] = 5
    largest_army_minimum: Annotated[int, msgspec.Meta(ge=1, le=50)] = 3
    bank_rate: Annotated[int, msgspec.Meta(ge=1, le=10)] = 4
    generic_port_rate: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3
    special_port_rate: Annotated[int, msgspec.Meta(ge=1, le=10)] = 2
    offers_per_turn: Annotated[int, msgspec.Meta(ge=0, le=100)] = 3
    offer_max_cards: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    counter_offers: bool = False
    turn_order: TurnOrder = "interleaved"
    between_turns: BetweenTurns = "none"
    paired_part_can_win: bool = True
    turn_cap: Annotated[int, msgspec.Meta(ge=1, le=60_000)] | None = None
    friendly_robber: bool = False
    rounds_without_seven: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0

    def __post_init__(self) -> None:
        total = sum(self.bank)
        if total > MOST_BANK_CARDS:
            raise InputError(f"field 'bank': {total} cards in all, but at most {MOST_BANK_CARDS} are supported")

    @property
    def turns_at_most(self) -> int:
        """The turn cap in force."""
        return 100 * self.players if self.turn_cap is None else self.turn_cap

    def replace(self, **changes: Any) -> Ruleset:
        """The same rules but for some fields; they are checked like those of a file."""
        return ruleset_from_mapping({**msgspec.to_builtins(self), **changes}, "ruleset")


def _formal_names(value: Any) -> Any:
    """Let files say wood, sheep and wheat: rename such keys to the formal resource names, at any depth."""
    if not isinstance(value, dict):
        return value
    renamed: dict[Any, Any] = {}
    for key, inner in value.items():
        if not isinstance(key, str):
            raise InputError(f"the field name {key!r} is not a word; correct or remove it")
        resource = resource_named(key)
        name = key if resource is None else resource.name.lower()
        if name in renamed:
            raise InputError(f"'{key}' says the same as another field beside it; keep one of them")
        renamed[name] = _formal_names(inner)
    return renamed


def ruleset_from_mapping(fields: dict[str, Any], source: str) -> Ruleset:
    """Check fields and fill in the rest.

    ``preset`` names the ruleset whose values the fields change; groups such as ``bank`` may be given in part.

    Raises
    ------
    InputError
        One sentence that starts with ``source`` and names the field.
    """
    with naming(source):
        renamed = _formal_names(fields)
        preset = renamed.pop("preset", None)
        if preset not in (None, *PRESETS):
            raise InputError(f"field 'preset': take one of {', '.join(PRESETS)}")
        base = msgspec.to_builtins(Ruleset() if preset is None else find_ruleset(preset))
        try:
            return msgspec.convert(_merged(base, renamed), Ruleset)
        except msgspec.ValidationError as error:
            raise InputError(_in_words(error)) from None


def _merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Put changed fields, also inside groups, in the place of others; fields that do not exist are refused."""
    reject_unknown_fields(changes, base)
    merged = dict(base)
    for key, value in changes.items():
        if isinstance(merged[key], dict) and isinstance(value, dict):
            with naming(f"field '{key}'"):
                merged[key] = _merged(merged[key], value)
        else:
            merged[key] = value
    return merged


def _in_words(error: msgspec.ValidationError) -> str:
    """Turn ``Expected `int` <= 8 - at `$.players``` into a sentence that names the field first."""
    reason, _, place = str(error).partition(" - at `$.")
    field = place.rstrip("`")
    choices = _CHOICES.get(field)
    if choices is not None:
        return f"field '{field}': take one of {', '.join(choices)}"
    reason = reason.replace("`object`", "fields with values").replace("`", "")
    return f"field '{field}': {reason[:1].lower()}{reason[1:]}" if place else reason


def check_ruleset(ruleset: Ruleset) -> None:
    """Refuse values out of range, which Python code can construct though no file can: kernels trust a ruleset."""
    ruleset_from_mapping(msgspec.to_builtins(ruleset), "ruleset")


def find_ruleset(name_or_path: str | Path) -> Ruleset:
    """A shipped ruleset by its name, or one in a YAML file."""
    if str(name_or_path) in PRESETS:
        shipped = Path(str(files("configs") / "rulesets" / f"{name_or_path}.yaml"))
        return ruleset_from_mapping(read_mapping(shipped), str(name_or_path))
    path = Path(name_or_path)
    if not path.exists() and path.suffix == "":
        hint = did_you_mean(str(name_or_path), PRESETS)
        raise InputError(f"there is no ruleset '{name_or_path}'{hint}; take {', '.join(PRESETS)} or a YAML file")
    return ruleset_from_mapping(read_mapping(path), str(path))

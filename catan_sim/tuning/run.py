"""A run of tuning: its options, its state on disk, and the agent it ends with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from catan_sim.ai.agent import MOST_AT_SMALL_TABLE, Agent, Kind
from catan_sim.ai.weights import HAND_SET, NAMES
from catan_sim.draft import without_whim
from catan_sim.tuning.evolution import DEFAULT_STEP, Evolution
from catan_sim.tuning.tables import Arena
from mcts.errors import InputError

_LARGEST: Final = 1_000_000
"""What an agent file may say at most."""
_SMALLEST_SCALE: Final = 8
"""So that a weight of zero, or of a few cards or points, is tried at other values too."""
_NOT_LOOKED_AT: Final = {
    Kind.RANDOM: ("",),
    Kind.WEIGHTED: ("",),
    Kind.HEURISTIC: ("value_",),
}
"""Beginnings of the names of weights that a kind does not use; left alone, because they would only drift."""
_NEVER_TUNED: Final = ("opening_whim", "feed_limit", "feed_lead")
"""Whim is what players see differently; not feeding the leader helps the table, not who keeps to it."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What decides the course of a run, besides the number of generations.

    Attributes
    ----------
    agent, opponent : Agent
        As they were at the start.
    names : tuple of str
        The weights that may change.
    population : int
        Even.
    games : int
        For each candidate and generation.
    players : tuple of int
    seed : int
    step : float
        The first one, as a share of the hand-set numbers.
    """

    agent: Agent
    opponent: Agent
    names: tuple[str, ...]
    population: int
    games: int
    players: tuple[int, ...]
    seed: int
    step: float = DEFAULT_STEP

    @property
    def for_large_table(self) -> bool:
        """Whether the agent's numbers for large tables are tuned, or those for small ones."""
        return min(self.players) > MOST_AT_SMALL_TABLE


class Generation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a generation went; shares of games won are multiples of parity."""

    best: float
    mean: float
    games: int


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a run stands: all that is needed to go on exactly as if it had never stopped."""

    options: Options
    generation: int
    mean: tuple[float, ...]
    step_sizes: tuple[float, ...]
    history: tuple[Generation, ...] = ()

    def __post_init__(self) -> None:
        is_whole = len(self.mean) == len(self.options.names) and self.generation == len(self.history)
        if not is_whole or not all(0 <= value <= _LARGEST for value in self.mean):
            raise ValueError("its parts do not fit each other")

    def agent(self) -> Agent:
        """The agent that the mean stands for."""
        return _with_weights(self.options, self.mean)


def tunable(agent: Agent, prefixes: tuple[str, ...] = ("",)) -> tuple[str, ...]:
    """Names of the weights that an agent uses and that begin with one of the prefixes."""
    unused = _NOT_LOOKED_AT.get(agent.kind, ())
    used = [name for name in NAMES if name not in _NEVER_TUNED and not name.startswith(unused)]
    if not used:
        raise InputError(f"agent '{agent.name}': the kind {agent.kind.name.lower()} uses no weights; tune another")
    for prefix in prefixes:
        if not any(name.startswith(prefix) for name in used):
            raise InputError(
                f"'{prefix}': no weight that a {agent.kind.name.lower()} agent could be tuned by begins like this; "
                f"the weights are {', '.join(used)}"
            )
    return tuple(name for name in used if name.startswith(prefixes))


def start(options: Options) -> State:
    """A run before its first generation."""
    vector = dict(zip(NAMES, options.agent.vector(min(options.players)).tolist(), strict=True))
    mean = tuple(float(min(max(vector[name], 0), _LARGEST)) for name in options.names)
    return _state(options, _evolution(options, mean, 0), ())


def advance(state: State, arena: Arena) -> State:
    """Play one generation.

    Candidates pick without whim, against opponents with it: else what is not counted in pips would grow until it drowns
    the whim.
    """
    options = state.options
    evolution = _evolution(options, state.mean, state.generation)
    rows = evolution.candidates(options.population).tolist()
    candidates = [without_whim(_with_weights(options, row)) for row in rows]
    fitness, games = arena.fitness(candidates, options.opponent, options.games, state.generation)
    result = Generation(max(fitness), sum(fitness) / len(fitness), games)
    return _state(options, evolution.next(fitness), (*state.history, result))


def _state(options: Options, evolution: Evolution, history: tuple[Generation, ...]) -> State:
    return State(options, evolution.generation, evolution.mean, evolution.step_sizes(), history)


def _evolution(options: Options, mean: tuple[float, ...], generation: int) -> Evolution:
    scale = tuple(float(max(abs(HAND_SET[name]), _SMALLEST_SCALE)) for name in options.names)
    return Evolution(mean, scale, 0.0, float(_LARGEST), options.seed, options.step, generation)


def _with_weights(options: Options, values: tuple[float, ...] | list[float]) -> Agent:
    rounded = {name: round(value) for name, value in zip(options.names, values, strict=True)}
    if options.for_large_table:
        return replace(options.agent, large_table={**options.agent.large_table, **rounded})
    return replace(options.agent, weights={**options.agent.weights, **rounded})


def write_state(state: State, path: Path) -> None:
    """Write the state so that the file is never half written."""
    _write(path, msgspec.json.format(msgspec.json.encode(state), indent=1))


def read_state(path: Path) -> State:
    """Read the state of a run that stopped."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=State)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; check the spelling and the folder") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{path}: the file cannot be read ({reason}); give the state file of a run") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: this is not the state of a run ({error}); give a file '….state.json'") from None


def write_agent(agent: Agent, path: Path, comment: str) -> None:
    """Write an agent file with all weights."""
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += [f"kind: {agent.kind.name.lower()}", f"trade: {agent.trade.name.lower()}", f"offers: {agent.offers}"]
    lines += ["weights:", *(f"  {name}: {value}" for name, value in {**HAND_SET, **agent.weights}.items())]
    if agent.large_table:
        lines += ["large_table:", *(f"  {name}: {value}" for name, value in agent.large_table.items())]
    _write(path, "\n".join([*lines, ""]).encode())


def _write(path: Path, content: bytes) -> None:
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(content)
    beside.replace(path)

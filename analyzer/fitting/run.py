"""A run of fitting: its options, the rollouts it has made so far, and the weights they give."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

import msgspec
import numpy as np

from analyzer.features import NAMES, feature_table
from analyzer.fitting.positions import Drawing, draw_position
from analyzer.fitting.regression import Fit, Sample, fit_weights
from catan_sim.ai.agent import Agent
from catan_sim.rollout import Candidate, rollout_units
from catan_sim.rollout_records import GAMES_A_UNIT
from mcts.errors import InputError


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What decides the results of a run, besides the number of boards.

    Attributes
    ----------
    agent : Agent
        At every seat.
    players : tuple of int
        Boards take these numbers of players in turn.
    units : int
        Of 64 games, for each vertex.
    seed : int
    """

    agent: Agent
    players: tuple[int, ...]
    units: int
    seed: int

    def drawing(self, number: int) -> Drawing:
        """What decides board ``number``, from 0."""
        return Drawing(self.players[number % len(self.players)], self.seed, number)


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a run stands.

    Attributes
    ----------
    options : Options
    wins : tuple of tuple of int
        Of each board so far: games won by each of its legal vertices, in their order.
    """

    options: Options
    wins: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        most = GAMES_A_UNIT * self.options.units
        if not all(0 <= count <= most for board in self.wins for count in board):
            raise ValueError("there are more wins than games")

    @property
    def games(self) -> int:
        """Games played so far."""
        return GAMES_A_UNIT * self.options.units * sum(len(board) for board in self.wins)


def prepare(options: Options) -> None:
    """Have all kernels compiled."""
    for players in set(options.players):
        setup = draw_position(Drawing(players, options.seed, 0), options.agent)
        feature_table(setup)
        rollout_units(setup, Candidate(setup.legal_vertices()[0]), 0, 1)


def advance(state: State, pool: Executor) -> State:
    """Roll out every legal vertex of the next board; the same on any number of threads."""
    options = state.options
    setup = draw_position(options.drawing(len(state.wins)), options.agent)

    def wins(vertex: int) -> int:
        return int(rollout_units(setup, Candidate(vertex), 0, options.units).total("wins"))

    return msgspec.structs.replace(state, wins=(*state.wins, tuple(pool.map(wins, setup.legal_vertices()))))


def fit(state: State) -> Fit:
    """Fit the weights to all boards so far."""
    return fit_weights([_sample(state, number) for number in range(len(state.wins))])


def _sample(state: State, number: int) -> Sample:
    table = feature_table(draw_position(state.options.drawing(number), state.options.agent))
    wins = np.array(state.wins[number], np.int64)
    if wins.shape != table.vertices.shape:
        raise InputError(f"board {number + 1} of the run has other vertices than now; begin anew")
    return Sample(table.values, wins, np.full_like(wins, GAMES_A_UNIT * state.options.units))


def write_state(state: State, path: Path) -> None:
    """Write the state so that the file is never half written."""
    _write(path, msgspec.json.encode(state))


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


def write_weights(result: Fit, state: State, path: Path, comment: str) -> None:
    """Write the weights with what they reached."""
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += ["weights:", *(f"  {name}: {value:.5f}" for name, value in zip(NAMES, result.weights, strict=True))]
    reached = {
        "boards": len(state.wins),
        "games": state.games,
        "penalty": result.penalty,
        "explained": round(result.explained, 3),
        "rank_correlation": round(result.rank_correlation, 3),
    }
    lines += ["reached:", *(f"  {name}: {value}" for name, value in reached.items())]
    _write(path, "\n".join([*lines, ""]).encode())


def _write(path: Path, content: bytes) -> None:
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(content)
    beside.replace(path)

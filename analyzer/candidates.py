"""Which vertices are worth rolling out: the best by a weighted score of their static features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.features import FeatureTable, feature_table
from analyzer.score_weights import shipped_weights
from catan_sim.ai.agent import Agent
from catan_sim.core.board import Board
from catan_sim.core.ruleset import Ruleset
from catan_sim.draft import Pick
from catan_sim.rollout import RolloutSetup

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

_KEPT_ON_SMALL_MAPS: Final = 30
_KEPT_ON_LARGE_MAPS: Final = 40
_SMALL_MAP_HEXES: Final = 19


@dataclass(frozen=True)
class Scores:
    """All legal vertices of a position with their scores.

    Attributes
    ----------
    table : FeatureTable
    scores : float64 array (legal,)
        Log-odds of winning, as far as features can tell; only differences within a position mean anything.
    """

    table: FeatureTable
    scores: Floats

    @property
    def vertices(self) -> Indices:
        """Legal vertices, rising: int64 (legal,)."""
        return self.table.vertices

    def best(self, count: int) -> tuple[int, ...]:
        """The vertices with the highest scores, best first; of equals the one with the lower number."""
        order = np.lexsort((self.vertices, -self.scores))
        return tuple(int(vertex) for vertex in self.vertices[order[:count]])


def default_count(board: Board) -> int:
    """How many candidates to keep unless somebody says: see the recall in ``docs/candidates.md``."""
    return _KEPT_ON_SMALL_MAPS if board.hex_count <= _SMALL_MAP_HEXES else _KEPT_ON_LARGE_MAPS


def score_vertices(
    board: Board, ruleset: Ruleset, agents: Sequence[Agent], seat: int, placed: Sequence[Pick] = ()
) -> Scores:
    """Score every legal vertex for the next pick of a seat.

    Parameters
    ----------
    board, ruleset
    agents : sequence of Agent
        One for each seat.
    seat : int
        Whose pick, from 0.
    placed : sequence of Pick
        What is on the table, in the order it was picked. Picks between these and the seat's own are expected to go
        by the set-up policy.

    Raises
    ------
    InputError
        When a placed pick is not legal, or the seat has none left.
    """
    return score_setup(RolloutSetup(board, ruleset, agents, seat, placed=placed))


def score_setup(setup: RolloutSetup) -> Scores:
    """Score every legal vertex for the pick that a rollout setup asks about."""
    table = feature_table(setup)
    return Scores(table, (table.values * shipped_weights()).sum(axis=1))


def choose_candidates(
    board: Board, ruleset: Ruleset, agents: Sequence[Agent], seat: int, placed: Sequence[Pick], count: int
) -> tuple[int, ...]:
    """The ``count`` legal vertices with the highest scores, best first; fewer if fewer are legal.

    Parameters are those of :func:`score_vertices`.
    """
    return score_vertices(board, ruleset, agents, seat, placed).best(count)

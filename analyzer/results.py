"""What an analysis has found out, before anything is said about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.question import Question
from analyzer.stopping import StopReason
from catan_sim.ai.agent import Agent
from catan_sim.core.board import Board
from catan_sim.core.ruleset import Ruleset

Counts = npt.NDArray[np.int64]
Units = npt.NDArray[np.void]


@dataclass(frozen=True)
class SpotResult:
    """The games of one spot, with the agent's own choice of road or with a forced one.

    Attributes
    ----------
    vertex : int
    road : int or None
        The edge that was forced.
    units : unit_dtype, shape (units played,)
        In the order of their numbers.
    """

    vertex: int
    road: int | None
    units: Units


@dataclass(frozen=True)
class Results:
    """All that a report is made from.

    Attributes
    ----------
    question : Question
        What was asked, resolved.
    board : Board
    ruleset : Ruleset
    agents : sequence of Agent
        One for each seat.
    spots : sequence of SpotResult
        One for each of ``question.vertices``, in that order.
    roads : sequence of SpotResult
        The sub-run in which roads were forced; may be empty.
    round_wins, round_games : int64, shape (rounds, candidates)
        Running totals after each round, for the picture of how the answer came about.
    stopped : StopReason or None
        None when a clock or a person stopped it.
    """

    question: Question
    board: Board
    ruleset: Ruleset
    agents: Sequence[Agent]
    spots: Sequence[SpotResult]
    roads: Sequence[SpotResult]
    round_wins: Counts
    round_games: Counts
    stopped: StopReason | None

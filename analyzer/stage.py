"""A stage of an analysis: some candidates, and the rounds played for them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.results import SpotResult
from analyzer.rounds import Counts, Indices, Round
from analyzer.unit_store import UnitStore
from catan_sim.rollout import NO_ROAD, Candidate

Floats = npt.NDArray[np.float64]

SPOTS: Final = "spots"
"""The stage that ranks the candidates."""
ROADS: Final = "roads"
"""The stage in which the roads of the ranked spots are forced."""


class Stage:
    """Rounds in their order, with running totals; their units lie on a disk.

    Parameters
    ----------
    name : str
    candidates : sequence of Candidate
    dtype : numpy.dtype
        ``unit_dtype`` of the board.
    folder : Path, optional
        Where there is room for the units; by default that of temporary files.

    Attributes
    ----------
    rounds_planned, rounds : int
        How many rounds have been made, and how many of them are done.
    wins, games : int64 array (candidates,)
        Totals of the rounds that are done.
    round_wins, round_games : list of int64 array (candidates,)
        These after each round.
    """

    def __init__(
        self, name: str, candidates: Sequence[Candidate], dtype: np.dtype[np.void], folder: Path | None = None
    ) -> None:
        self.name: Final = name
        self.candidates: Final = tuple(candidates)
        self._dtype: Final = dtype
        self._planned: Final = np.zeros(len(candidates), np.int64)
        self.rounds_planned = self.rounds = 0
        self._units: Final = [UnitStore(dtype, folder) for _ in candidates]
        self.wins: Counts = np.zeros(len(candidates), np.int64)
        self.games: Counts = np.zeros(len(candidates), np.int64)
        self._win_turns: Counts = np.zeros(len(candidates), np.int64)
        self.round_wins: Final[list[Counts]] = []
        self.round_games: Final[list[Counts]] = []

    @property
    def turns_to_win(self) -> Floats:
        """Mean length of the games won: float64 (candidates,); infinite where none was."""
        return np.where(self.wins > 0, self._win_turns / np.maximum(self.wins, 1), np.inf)

    def next_round(self, slots: Indices) -> Round:
        """The round after those made so far: int64 (units,), a candidate for each slot."""
        made = Round(self.name, self.rounds_planned, self.candidates, slots, self._planned, self._dtype)
        self._planned[:] += np.bincount(slots, minlength=len(self.candidates))
        self.rounds_planned += 1
        return made

    def add(self, this_round: Round) -> None:
        """Count a complete round; they come in their order."""
        self.rounds += 1
        ends = np.searchsorted(this_round.arms, np.arange(len(self.candidates)), side="right")
        for store, units in zip(self._units, np.split(this_round.units, ends[:-1]), strict=True):
            store.append(units)
        for name, total in (("wins", self.wins), ("games", self.games), ("win_turns", self._win_turns)):
            np.add.at(total, this_round.arms, this_round.units[name])
        self.round_wins.append(self.wins.copy())
        self.round_games.append(self.games.copy())

    def results(self) -> list[SpotResult]:
        """All units of each candidate, in the order of their numbers."""
        return [
            SpotResult(candidate.vertex, None if candidate.road == NO_ROAD else candidate.road, store.rows())
            for candidate, store in zip(self.candidates, self._units, strict=True)
        ]

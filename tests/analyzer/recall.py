"""Whether the candidates kept for an analysis contain the best vertices: a large rollout over all vertices tells.

``python -m tests.analyzer.recall`` takes about twenty minutes and prints the table for ``docs/evidence.md``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.allocation import SLOTS, plan_round
from analyzer.candidates import default_count, score_setup
from analyzer.fitting.positions import Drawing, draw_position
from analyzer.posterior import fitted_posterior
from analyzer.rank_distribution import rank_distribution
from catan_sim.ai.registry import find_agent
from catan_sim.rollout import Candidate, RolloutSetup, rollout_units
from catan_sim.rollout_records import GAMES_A_UNIT

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

TOP = 8
SURE = 0.9
REQUIRED = 0.98
COUNTS = (10, 15, 20, 25, 30, 35, 40)
SEED = 2026
"""Nothing was fitted to boards of this seed."""


@dataclass(frozen=True)
class Truth:
    """What a large rollout says about one position.

    Attributes
    ----------
    kept : int
        How many candidates an analysis keeps unless it is told.
    place : int64 array (legal,)
        Of each vertex in the order of scores, from 0.
    in_top : float64 array (legal,)
        Probability of being among the best ``TOP``.
    """

    kept: int
    place: Indices
    in_top: Floats

    def sure_and_kept(self, count: int | None) -> tuple[int, int]:
        """Vertices surely in the top, and those among so many candidates; None: as many as an analysis keeps."""
        sure = self.in_top >= SURE
        return int(sure.sum()), int((sure & (self.place < (count or self.kept))).sum())


def probabilities_of_top(setup: RolloutSetup, units: int) -> Floats:
    """Roll out all legal vertices, most of all those that may be among the best; how likely each is: (legal,)."""
    vertices = setup.legal_vertices()
    wins, played = np.zeros((2, len(vertices)), np.int64)
    for number in range(-(-units // SLOTS)):
        plan = plan_round(setup.seed, number, SLOTS, wins, GAMES_A_UNIT * played, TOP)
        for index, count in enumerate(np.bincount(plan, minlength=len(vertices)).tolist()):
            if count:
                stats = rollout_units(setup, Candidate(vertices[index]), int(played[index]), count)
                wins[index] += stats.total("wins")
                played[index] += count
    return rank_distribution(fitted_posterior(wins, GAMES_A_UNIT * played))[:, :TOP].sum(axis=1)


def examine(drawing: Drawing, units: int) -> Truth:
    setup = draw_position(drawing, find_agent("heuristic"))
    scores = score_setup(setup)
    order = scores.best(len(scores.vertices))
    place = np.array([order.index(int(vertex)) for vertex in scores.vertices])
    return Truth(default_count(setup.board), place, probabilities_of_top(setup, units))


def recall(truths: Sequence[Truth], count: int | None = None) -> float:
    """Share of the vertices surely in the top that are kept."""
    sure, kept = np.array([truth.sure_and_kept(count) for truth in truths]).sum(axis=0)
    return float(kept / sure) if sure else 1.0


def row(name: str, truths: Sequence[Truth]) -> str:
    sure = sum(truth.sure_and_kept(None)[0] for truth in truths)
    legal = np.mean([len(truth.place) for truth in truths])
    worst = max((int(truth.place[truth.in_top >= SURE].max(initial=-1)) + 1 for truth in truths), default=0)
    shares = "".join(f"{recall(truths, count):>7.3f}" for count in (*COUNTS, None))
    return f"{name:<24}{len(truths):>7}{legal:>7.0f}{sure:>6}{shares}{worst:>7}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, nargs=3, default=(40, 8, 16), help="with 4, 6 and 8 players")
    parser.add_argument("--units", type=int, default=1024, help="of 64 games, for each board")
    given = parser.parse_args(arguments)
    begin = time.monotonic()
    rows, everything = [], []
    for players, boards in zip((4, 6, 8), given.boards, strict=True):
        for what, picks_before, numbers in (("first", 0, range(0, boards, 2)), ("any", None, range(1, boards, 2))):
            drawings = [Drawing(players, SEED, number, picks_before) for number in numbers]
            truths = [examine(drawing, given.units) for drawing in drawings]
            everything += truths
            if truths:
                rows.append(row(f"{players} players, {what} pick", truths))
    games = GAMES_A_UNIT * len(everything) * SLOTS * -(-given.units // SLOTS)
    columns = "".join(f"{column:>7}" for column in (*(f"K={count}" for count in COUNTS), "kept", "worst"))
    reached = recall(everything)
    lines = [
        f"{len(everything)} boards, {games:,} games, {time.monotonic() - begin:.0f} s",
        f"{'':<24}{'boards':>7}{'legal':>7}{'sure':>6}{columns}",
        *rows,
        row("all", everything),
        f"recall of those kept: {reached:.3f} (at least {REQUIRED} is required)",
    ]
    sys.stdout.write("\n".join([*lines, ""]))
    return 0 if reached >= REQUIRED else 1


if __name__ == "__main__":
    sys.exit(main())

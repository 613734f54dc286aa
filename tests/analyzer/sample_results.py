"""Small but real analyses: what the driver hands to the report, made by playing a few units for each candidate."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec
import numpy as np
import yaml

from analyzer.question import Question
from analyzer.results import Results, SpotResult
from analyzer.stopping import StopReason
from catan_sim.ai.registry import find_agents
from catan_sim.core.board import Board
from catan_sim.core.boardfile import board_to_text, find_board
from catan_sim.core.ruleset import Ruleset, find_ruleset
from catan_sim.draft import Pick, predict_draft
from catan_sim.rollout import Candidate, RolloutSetup, rollout_units

ROUNDS = 6


def analysed(
    board: Board,
    ruleset: Ruleset,
    *,
    seat: int = 0,
    placed: Sequence[Pick] = (),
    vertices: Sequence[int] | None = None,
    candidates: int = 10,
    top: int = 8,
    units: int = 3,
    road_units: int = 1,
    seed: int = 1,
) -> Results:
    """Play some units for each candidate: more for those that come first, so that games are shared in part only.

    Picks before the focal player's are predicted as a driver does it.
    """
    agents = find_agents("heuristic", ruleset.players)
    predicted = predict_draft(board, ruleset, agents, placed, until=seat)
    setup = RolloutSetup(board, ruleset, agents, seat, seed, [*placed, *predicted])
    chosen = richest(board, setup.legal_vertices())[:candidates] if vertices is None else tuple(vertices)
    counts = [units + (len(chosen) - place) // 3 for place in range(len(chosen))]
    spots = [
        SpotResult(vertex, None, rollout_units(setup, Candidate(vertex), 0, count).units)
        for vertex, count in zip(chosen, counts, strict=True)
    ]
    best = sorted(spots, key=lambda spot: -spot.units["wins"].sum() / spot.units["games"].sum())[:top]
    roads = [
        SpotResult(spot.vertex, int(edge), rollout_units(setup, Candidate(spot.vertex, int(edge)), 0, road_units).units)
        for spot in best
        for edge in board.topology.vertex_edges[spot.vertex]
        if road_units and edge >= 0
    ]
    played = np.linspace(1 / ROUNDS, 1, ROUNDS)[:, None] * np.array(counts)
    upto = np.maximum(np.round(played), 1).astype(int)
    question = Question(
        board=yaml.safe_load(board_to_text(board)),
        fingerprint=board.fingerprint,
        ruleset=msgspec.to_builtins(ruleset),
        agents=agents,
        seat=seat,
        placed=(*placed, *predicted),
        predicted=len(predicted),
        second=sum(pick.seat == seat for pick in placed) == 1,
        vertices=tuple(chosen),
        top=top,
        budget_units=sum(counts),
        road_units=road_units,
        rounds=None,
        slots=64,
        seed=seed,
        versions={"catan-rollout": "0.1.0", "engine": "0123456789abcdef"},
    )
    return Results(
        question=question,
        board=board,
        ruleset=ruleset,
        agents=agents,
        spots=spots,
        roads=roads,
        round_wins=_running(spots, upto, "wins"),
        round_games=_running(spots, upto, "games"),
        stopped=StopReason.BUDGET,
    )


def _running(
    spots: Sequence[SpotResult], upto: np.ndarray[tuple[int, int], np.dtype[np.int64]], field: str
) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array([[spot.units[field][:end].sum() for spot, end in zip(spots, row, strict=True)] for row in upto])


def richest(board: Board, vertices: Sequence[int]) -> tuple[int, ...]:
    """Vertices by their pips, most first."""
    return tuple(sorted(vertices, key=lambda vertex: (-_pips(board, vertex), vertex)))


def _pips(board: Board, vertex: int) -> int:
    numbers = [board.tiles[h].number for h in board.topology.vertex_hexes[vertex] if h >= 0]
    return sum(6 - abs(7 - number) for number in numbers if number)


@cache
def standard_results() -> Results:
    """Four players on the beginner board, the first to pick."""
    return analysed(find_board("standard"), find_ruleset("base"))


@cache
def eight_results() -> Results:
    """Eight players on the 37-hex board, the third to pick."""
    return analysed(find_board("eight"), find_ruleset("eight"), seat=2, units=1, road_units=0)

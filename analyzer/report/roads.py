"""Which way the first road should go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from analyzer.explain import Reason
from analyzer.opening import beside_road
from analyzer.posterior import fitted_posterior
from analyzer.ranking import probability_best
from analyzer.report.model import FirstRoad, Rate, RoadChoice
from analyzer.report.numbers import plain, rate
from analyzer.results import SpotResult
from analyzer.stopping import DELTA
from analyzer.words import certainty, percent
from catan_sim.core.board import Board

_SELDOM: Final = 0.5
"""In a smaller share of games the agent's own roads are other ones than the advised, and so is what a spot wins."""
_FINE: Final = 0.04
"""Widest interval of a win rate whose tenths of a percent are worth showing."""


def first_road(board: Board, spot: SpotResult, roads: Sequence[SpotResult]) -> FirstRoad | None:
    """The best first road of a spot.

    Parameters
    ----------
    spot : SpotResult
        Games in which the agent chose the road itself.
    roads : sequence of SpotResult
        Games of this spot with each road forced; empty when there was no such sub-run.

    Returns
    -------
    FirstRoad or None
        None when no game was played at all.
    """
    chosen = spot.units["road_direction"].sum(axis=0)
    if roads:
        choices = _tried(board, spot.vertex, roads)
        best = max(choices, key=lambda choice: choice.probability_best or 0.0)
        settled = (best.probability_best or 0.0) >= 1 - DELTA
    elif chosen.any():
        edge = int(board.topology.vertex_edges[spot.vertex][chosen.argmax()])
        choices = (_choice(board, spot.vertex, edge, 0, None, None),)
        best, settled = choices[0], False
    else:
        return None
    own_way = board.topology.vertex_edges[spot.vertex] == best.edge
    return FirstRoad(
        best=best,
        source="forced" if roads else "habit",
        chosen_share=plain(chosen[own_way].sum() / max(chosen.sum(), 1)),
        settled=settled,
        tried=choices if roads else (),
    )


def _tried(board: Board, vertex: int, roads: Sequence[SpotResult]) -> tuple[RoadChoice, ...]:
    """All roads of one spot in the order of their edges."""
    wins = np.array([road.units["wins"].sum() for road in roads], np.int64)
    games = np.array([road.units["games"].sum() for road in roads], np.int64)
    # The roads of a spot learn from each other: that one is far better than the rest is a strong claim.
    posterior = fitted_posterior(wins, games)
    best, intervals = probability_best(posterior), posterior.interval()
    return tuple(
        _choice(
            board,
            vertex,
            road.road or 0,
            int(games[number]),
            rate(posterior.mean[number], intervals[number]),
            plain(best[number]),
        )
        for number, road in enumerate(roads)
    )


def _choice(
    board: Board, vertex: int, edge: int, games: int, win_rate: Rate | None, probability_best: float | None
) -> RoadChoice:
    ends = [int(end) for end in board.topology.edge_vertices[edge]]
    return RoadChoice(
        edge=edge,
        label=board.edge_labels[edge],
        name=beside_road(board, edge),
        towards=board.vertex_labels[ends[0] if ends[1] == vertex else ends[1]],
        games=games,
        win_rate=win_rate,
        probability_best=probability_best,
    )


def explain_road(road: FirstRoad, *, second: bool = False) -> Reason:
    """Which road to build with the first settlement (or the second), and how sure that is."""
    best = road.best
    name = f"{'Its' if second else 'First'} road {best.label}, {best.name}"
    others = [choice.win_rate for choice in road.tried if choice.edge != best.edge and choice.win_rate]
    if best.win_rate is None or best.probability_best is None:
        habit = f"the agent's own choice in {percent(road.chosen_share, 0)} of games"
        text = f"{name}: {habit}; the others were not tried."
    elif not others:
        text = f"{name}: there is no other."
    else:
        settled = "" if road.settled else ", not settled"
        next_best = max(others, key=lambda other: other.mean)
        text = (
            f"{name}{settled}: wins {_won(best.win_rate)} of games ({best.games:,} played), the next "
            f"best road {_won(next_best)}; {certainty(best.probability_best)} sure that it is the best of "
            f"{len(road.tried)}."
        )
        if road.chosen_share < _SELDOM:
            habit = percent(road.chosen_share, 0)
            text += f" The spot's own rate is with the agent's choice, which is this road in {habit} of games."
    return Reason(about="road", text=text)


def _won(rate: Rate) -> str:
    """In whole percents where the games say no more."""
    low, high = rate.interval
    return percent(rate.mean, 1 if high - low < _FINE else 0)

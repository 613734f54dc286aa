"""The numbers of an analysis as Parquet tables, for people with their own questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import pyarrow as pa

from analyzer.report.model import Report
from analyzer.results import Results, SpotResult
from catan_sim.core.resources import EVERYDAY_NAMES
from catan_sim.rollout_records import First

ROWS_A_TABLE: Final = 2**16
"""Four million games, a hundred megabytes."""
_SPLIT: Final = {
    "produced": EVERYDAY_NAMES,
    "first_turns": tuple(thing.name.lower() for thing in First),
    "first_counts": tuple(thing.name.lower() for thing in First),
}
"""Fields of a unit whose entries have names: one column each."""


def candidates_table(report: Report) -> pa.Table:
    """One row a candidate, best first: the numbers of ``report.json`` without its sentences."""
    rows = []
    for spot in report.candidates:
        road = spot.first_road
        row = {
            "rank": spot.rank,
            "rank_low": spot.rank_interval[0],
            "rank_high": spot.rank_interval[1],
            "tier": spot.tier,
            "vertex": spot.vertex,
            "label": spot.label,
            "name": spot.name,
            "port": None if spot.port is None else spot.port.kind,
            "pips": spot.pips,
            "games": spot.games,
            "wins": spot.wins,
            "unfinished": spot.unfinished,
            "probability_best": spot.probability_best,
            "probability_top": spot.probability_top,
            "first_road": None if road is None else road.best.label,
        }
        for name, rate in (("learnt", spot.learnt), ("flat", spot.flat)):
            row |= {f"{name}_mean": rate.mean, f"{name}_low": rate.interval[0], f"{name}_high": rate.interval[1]}
        for name in ("turns_to_win", "turns", "rounds_to_win", "rounds", "points", "top_two"):
            estimate = getattr(spot, name)
            low, high = estimate.interval or (None, None)
            row |= {f"{name}_mean": estimate.mean, f"{name}_low": low, f"{name}_high": high}
        rows.append(row)
    return pa.Table.from_pylist(rows)


def batches_tables(results: Results) -> Iterator[pa.Table]:
    """One row a unit of 64 games, forced roads included: every sum that the rollouts kept; in tables of a useful size.

    Lists (``wins_by_seat``, ``leads_by_seat``, ``next_settlement``, ``road_direction``) stay lists; ``road`` is empty
    where the agent chose it.
    """
    pieces, room = [], ROWS_A_TABLE
    for spot in _all(results):
        begin = 0
        while begin == 0 or begin < len(spot.units):
            piece = replace(spot, units=spot.units[begin : begin + room])
            pieces.append(_units_table(results, piece))
            begin += max(1, len(piece.units))
            room -= len(piece.units)
            if not room:
                yield pa.concat_tables(pieces)
                pieces, room = [], ROWS_A_TABLE
    if pieces:
        yield pa.concat_tables(pieces)


def _all(results: Results) -> Sequence[SpotResult]:
    return [*results.spots, *results.roads]


def _units_table(results: Results, spot: SpotResult) -> pa.Table:
    board, count = results.board, len(spot.units)
    road = None if spot.road is None else board.edge_labels[spot.road]
    columns = {
        "vertex": pa.array(np.full(count, spot.vertex, np.int64)),
        "label": pa.array([board.vertex_labels[spot.vertex]] * count, pa.string()),
        "road": pa.array([road] * count, pa.string()),
    }
    for field in spot.units.dtype.names or ():
        values = np.ascontiguousarray(spot.units[field])
        if field in _SPLIT:
            for index, name in enumerate(_SPLIT[field]):
                columns[f"{field}_{name}"] = pa.array(np.ascontiguousarray(values[:, index]))
        elif values.ndim > 1:
            width = board.vertex_count if field == "next_settlement" else values.shape[1]
            flat = np.ascontiguousarray(values[:, :width]).ravel()
            columns[field] = pa.FixedSizeListArray.from_arrays(pa.array(flat), width)
        else:
            columns[field] = pa.array(values)
    return pa.table(columns)

"""The games of an arena as a table: one row for each game and seat."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from boardgames.arena.record import GameRecord


def write_parquet(records: Sequence[GameRecord], path: Path) -> None:
    """Write the table; games, rounds and seats are numbered from 1."""
    rows = [(record, seat) for record in records for seat in range(len(record.seats))]
    columns = {
        "game": pa.array([record.number + 1 for record, _ in rows], pa.int64()),
        "round": pa.array([record.round + 1 for record, _ in rows], pa.int64()),
        "seed": pa.array([record.seed for record, _ in rows], pa.uint64()),
        "seat": pa.array([seat + 1 for _, seat in rows], pa.int16()),
        "bot": pa.array([record.seats[seat] for record, seat in rows], pa.string()),
        "outcome": pa.array([record.outcomes[seat] for record, seat in rows], pa.int8()),
        "score": pa.array([record.scores[seat] for record, seat in rows], pa.float64()),
        "reason": pa.array([record.reason for record, _ in rows], pa.string()),
        "fault": pa.array(
            [record.fault.why if record.fault and record.fault.seat == seat else None for record, seat in rows],
            pa.string(),
        ),
        "turns": pa.array([record.turns for record, _ in rows], pa.int32()),
        "seconds": pa.array([record.seconds[seat] for record, seat in rows], pa.float64()),
    }
    ready = path.with_name(f"{path.name}.new")
    pq.write_table(pa.table(columns), ready)
    ready.replace(path)

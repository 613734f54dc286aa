"""Putting a report where people find it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
from rich.console import Console

from analyzer.report.build import build_report
from analyzer.report.html import page
from analyzer.report.model import Report, to_json
from analyzer.report.tables import batches_tables, candidates_table
from analyzer.report.terminal import print_report
from analyzer.results import Results
from analyzer.storage import Storage

JSON: Final = "report.json"
HTML: Final = "report.html"
CANDIDATES: Final = "candidates.parquet"
BATCHES: Final = "batches.parquet"


def write_report(results: Results, storage: Storage, console: Console) -> Report:
    """Write all files of a report into a run folder and print it.

    Each file appears whole or not at all, and the same results give the same bytes.
    """
    report = build_report(results)
    storage.write(CANDIDATES, _parquet([candidates_table(report)]))
    storage.write(BATCHES, _parquet(batches_tables(results)))
    storage.write(HTML, page(report, results.board).encode())
    storage.write(JSON, to_json(report))
    print_report(report, console)
    return report


def _parquet(tables: Iterable[pa.Table]) -> bytes:
    """One file of all tables, a row group each."""
    sink, writer = pa.BufferOutputStream(), None
    for table in tables:
        writer = writer or pq.ParquetWriter(sink, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()
    return sink.getvalue().to_pybytes()

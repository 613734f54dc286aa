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
    with storage.writing(CANDIDATES) as stream:
        write_tables(stream, [candidates_table(report)])
    with storage.writing(BATCHES) as stream:  # of a long run it is too large for memory
        write_tables(stream, batches_tables(results))
    storage.write(HTML, page(report, results.board).encode())
    storage.write(JSON, to_json(report))
    print_report(report, console)
    return report


def write_tables(sink: pa.NativeFile, tables: Iterable[pa.Table]) -> None:
    """Write one Parquet file of all tables, at least one, a row group each."""
    remaining = iter(tables)
    first = next(remaining)
    with pq.ParquetWriter(sink, first.schema) as writer:
        writer.write_table(first)
        for table in remaining:
            writer.write_table(table)

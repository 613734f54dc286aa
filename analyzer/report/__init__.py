"""The report of an analysis: for the terminal, as a page, as JSON and as tables."""

from analyzer.report.build import build_report
from analyzer.report.write import write_report

__all__ = ["build_report", "write_report"]

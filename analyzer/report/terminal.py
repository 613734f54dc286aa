"""The report in a terminal: a table, reasons, the draft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from analyzer.report import phrases
from analyzer.report.model import Report, Spot
from analyzer.words import certainty, percent, percents, printable, span

WIDE: Final = 100
"""Columns from which on a spot has one line."""


def print_report(report: Report, console: Console) -> None:
    """Print a report; it fits 100 columns, and 80 with two lines for a spot."""
    for part in _parts(report, wide=console.width >= WIDE):
        console.print(part, highlight=False)


def _parts(report: Report, wide: bool) -> Iterator[RenderableType]:
    best = report.top[0]
    yield Text(f"{printable(report.board)}: {phrases.setting(report)}", style="dim")
    yield Text.assemble(
        (f"{phrases.title(report)} ({best.name})", "bold"),
        f": wins {percent(best.win_rate)} of games ({percents(best.interval)}); ",
        f"a fair share is {percent(report.fair_share)}.",
    )
    yield ""
    yield _table(report, wide)
    yield ""
    claims = [f"{claim} {certainty(probability)}" for claim, probability in phrases.how_sure(report)]
    yield Text(f"How sure: {', '.join(claims)}.")
    yield Text(phrases.played(report))
    yield Text(phrases.if_capped(report))
    yield ""
    for spot in report.top:
        yield _reasons(spot)
    yield Text(f"The first round if {best.label} is taken", style="bold")
    for line in report.draft.first_round:
        yield Padding(Text(line, style="bold" if line.endswith("your pick") else ""), (0, 0, 0, 2))
    yield ""


def _table(report: Report, wide: bool) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="bold", pad_edge=False)
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("ranks", no_wrap=True)
    if wide:
        table.add_column("tier", no_wrap=True)
    table.add_column("spot", no_wrap=True)
    table.add_column("port", no_wrap=True)
    table.add_column("pips", justify="right", no_wrap=True)
    table.add_column("win rate", no_wrap=True)
    table.add_column("turns\nto win", justify="right", no_wrap=True)
    for spot in report.top:
        table.add_row(*_row(spot, wide))
    return table


def _row(spot: Spot, wide: bool) -> list[str | Text]:
    turns = "–" if spot.turns_to_win.mean is None else f"{spot.turns_to_win.mean:.1f}"
    ranks = span(*spot.rank_interval)
    label = Text.assemble((f"{spot.label:<4}", "bold"), " " if wide else "\n", spot.name)
    rate = Text.assemble((percent(spot.win_rate), "bold"), " " if wide else "\n", f"({percents(spot.interval)})")
    if wide:
        return [str(spot.rank), ranks, str(spot.tier), label, _port(spot), str(spot.pips), rate, turns]
    return [str(spot.rank), f"{ranks}\ntier {spot.tier}", label, _port(spot), str(spot.pips), rate, turns]


def _port(spot: Spot) -> str:
    if spot.port is None:
        return "–"
    return f"{spot.port.rate}:1" if spot.port.kind == "any" else spot.port.kind


def _reasons(spot: Spot) -> Group:
    heading = Text.assemble((f"{spot.rank}  {spot.label}", "bold"), f"  {spot.name}")
    lines = []
    for reason in spot.reasons:
        line = Table.grid(padding=(0, 1))
        line.add_row(" ", "•", Text(reason.text, style="bold" if reason.about == "next" else ""))
        lines.append(line)
    return Group(heading, *lines, "")

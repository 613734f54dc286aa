"""The report in a terminal: a table, how sure it is, the draft, reasons."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from analyzer.report import phrases
from analyzer.report.model import Report, Spot
from analyzer.words import NO_BREAK, certainty, percent, percents, printable, span, with_their_signs

WIDE: Final = 100
"""Columns from which on a spot has one line."""
NARROW: Final = 76
"""Columns that the table needs."""


def print_report(report: Report, console: Console) -> None:
    """Print a report: a table in 100 columns, with two lines for a spot in 80, and lines alone in fewer."""
    for part in _parts(report, console.width):
        console.print(part, highlight=False)


def _parts(report: Report, width: int) -> Iterator[RenderableType]:
    best = report.top[0]
    yield _text(f"{printable(report.board)}: {phrases.setting(report)}", width, style="dim")
    answer = f"{phrases.title(report)} ({best.name})"
    found = f"wins {percent(best.win_rate)} of games ({percents(best.interval)})"
    headline = _text(f"{answer}: {found}; a fair share is {percent(report.fair_share)}.", width)
    headline.stylize("bold", 0, len(answer))
    yield headline
    yield ""
    if width >= NARROW:
        yield _table(report, wide=width >= WIDE)
    else:
        for spot in report.top:
            yield from _lines(spot, width)
    others = phrases.others(report)
    if others:
        yield ""
        yield _text(f"The others: {others}", width, style="dim")
    yield ""
    claims = [f"{certainty(probability)} that {claim}" for claim, probability in phrases.how_sure(report)]
    yield _text(f"How sure: {', '.join(claims)}.", width)
    remarks = (phrases.not_settled(report), printable(phrases.assumption(report)), phrases.played(report))
    for remark in (*remarks, phrases.if_capped(report), phrases.roads(report)):
        if remark:
            yield _text(remark, width)
    yield ""
    which = "second" if report.request.second else "first"
    yield _text(f"The {which} settlements if {best.label} is taken", width, style="bold")
    for pick in phrases.asked_round(report):
        yield _text(phrases.pick_line(pick), width, "  ", "bold" if pick.status == "asked" else "")
    yield ""
    for spot in report.top:
        yield _text(f"{spot.rank}  {spot.label}  {spot.name}", width, style="bold")
        for reason in spot.reasons:
            yield _text(reason.text, width, "  • ", "bold" if reason.about == "next" else "")
        yield ""


def _text(text: str, width: int, mark: str = "", style: str = "") -> Text:
    """Lines of a width, the first one marked and the others below its text; a number keeps its percent sign."""
    kept = with_their_signs(text)
    lines = textwrap.wrap(kept, width, initial_indent=mark, subsequent_indent=" " * len(mark), break_on_hyphens=False)
    return Text("\n".join(lines).replace(NO_BREAK, " "), style=style)


def _lines(spot: Spot, width: int) -> Iterator[Text]:
    """A spot where no table fits."""
    yield _text(f"{spot.rank}  {spot.label}  {percent(spot.win_rate)} ({percents(spot.interval)})", width, style="bold")
    rounds = "" if spot.rounds_to_win.mean is None else f", {spot.rounds_to_win.mean:.1f} rounds to win"
    ranks = f"ranks {span(*spot.rank_interval)}, tier {spot.tier}"
    port = "" if spot.port is None else f", port {_port(spot)}"
    yield _text(f"{spot.name}; {ranks}{port}, {spot.pips} pips{rounds}", width, "   ")


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
    table.add_column("rounds\nto win", justify="right", no_wrap=True)
    for spot in report.top:
        table.add_row(*_row(spot, wide))
    return table


def _row(spot: Spot, wide: bool) -> list[str | Text]:
    rounds = "–" if spot.rounds_to_win.mean is None else f"{spot.rounds_to_win.mean:.1f}"
    ranks = span(*spot.rank_interval)
    label = Text.assemble((f"{spot.label:<4}", "bold"), " " if wide else "\n", spot.name)
    rate = Text.assemble((percent(spot.win_rate), "bold"), " " if wide else "\n", f"({percents(spot.interval)})")
    if wide:
        return [str(spot.rank), ranks, str(spot.tier), label, _port(spot), str(spot.pips), rate, rounds]
    return [str(spot.rank), f"{ranks}\ntier {spot.tier}", label, _port(spot), str(spot.pips), rate, rounds]


def _port(spot: Spot) -> str:
    if spot.port is None:
        return "–"
    return f"{spot.port.rate}:1" if spot.port.kind == "any" else spot.port.kind

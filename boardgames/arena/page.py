"""The results of an arena as one HTML file that opens anywhere: no network, no scripts, light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from boardgames.arena import words
from boardgames.arena.record import GameRecord
from boardgames.arena.request import Request
from boardgames.arena.sequential import Verdict
from boardgames.arena.summary import PairRow, Summary

_MOST_GAMES = 500
"""Games listed one by one; the table file has them all."""


def page(request: Request, summary: Summary, records: Sequence[GameRecord]) -> str:
    """The whole page."""
    css = files("boardgames.arena").joinpath("page.css").read_text(encoding="utf-8")
    title = f"Arena: {request.plugin().display_name}"
    parts = [
        f"<header><p>Arena</p><h1>{escape(request.plugin().display_name)}</h1>"
        f"<p>{escape(words.heading(request, summary))}</p></header>",
        _section("Who is stronger", "".join(_verdicts(request, summary)) + _ratings(summary)),
        _section("Results", _results(summary)),
        _section("Against each other", _crosstable(request, summary)),
        _section("How it was played", "".join(_settings(request, summary))),
        _section("Games", _games(records)),
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>\n{css}</style></head>\n<body><main>\n{''.join(parts)}</main></body></html>\n"
    )


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{heading}</h2>\n{content}</section>\n"


def _table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    """A table whose cells are ready HTML."""
    top = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table></div>\n'


def _verdicts(request: Request, summary: Summary) -> Iterator[str]:
    yield "<ul>"
    for pair in summary.pairs:
        yield f'<li class="{pair.verdict}">{escape(words.verdict(pair, request.margin))}</li>'
    yield "</ul>"


def _ratings(summary: Summary) -> str:
    """Elo as points with whiskers on one scale."""
    low = min(rating.low for rating in summary.ratings)
    span = max(max(rating.high for rating in summary.ratings) - low, 1.0)

    def at(elo: float) -> float:
        return 100 * (elo - low) / span

    def rows() -> Iterator[Sequence[str]]:
        for rating in summary.ratings:
            picture = (
                f'<span class="track"><i class="line" style="left:{at(rating.low):.1f}%;'
                f'width:{at(rating.high) - at(rating.low):.1f}%"></i>'
                f'<i class="dot" style="left:{at(rating.elo):.1f}%"></i></span>'
            )
            interval = f"{rating.low:.0f} … {rating.high:.0f}"
            yield f"<b>{escape(rating.name)}</b>", f"{rating.elo:.0f}", interval, picture

    return _table(("bot", "Elo", "95 %", ""), rows()) + f'<p class="note">{escape(words.EXPLANATION)}</p>'


def _results(summary: Summary) -> str:
    head = (
        "bot",
        "games",
        "wins",
        "draws",
        "losses",
        "share",
        "95 %",
        "score",
        "deviation",
        "seconds a game",
        "faults",
    )
    rows = (
        (
            f"<b>{escape(row.label)}</b>",
            *(str(count) for count in (row.games, row.wins, row.draws, row.losses)),
            words.percent(row.win_share),
            words.interval(row),
            f"{row.mean_score:.1f}",
            f"{row.score_deviation:.1f}",
            f"{row.seconds:.3f}",
            str(row.faults),
        )
        for row in summary.bots
    )
    return _table(head, rows)


def _crosstable(request: Request, summary: Summary) -> str:
    """Rows against columns, shaded by the share of comparisons won."""
    pairs = {(pair.one, pair.other): (pair, False) for pair in summary.pairs}
    pairs |= {(pair.other, pair.one): (pair, True) for pair in summary.pairs}

    def rows() -> Iterator[Sequence[str]]:
        for row in request.labels:
            cells = [_cell(*pairs[row, column]) if (row, column) in pairs else "" for column in request.labels]
            yield f"<b>{escape(row)}</b>", *cells

    note = '<p class="note">How often the row did better, neither, and the column did better, seat by seat.</p>'
    return _table(("", *map(escape, request.labels)), rows()) + note


def _cell(pair: PairRow, turned: bool) -> str:
    first, last = (pair.worse, pair.better) if turned else (pair.better, pair.worse)
    share = 1 - pair.comparison.mean if turned else pair.comparison.mean
    bold = "settled" if pair.verdict in (Verdict.BETTER, Verdict.WORSE) else ""
    return f'<span class="cell {bold}" style="--share:{share:.3f}">{first} – {pair.even} – {last}</span>'


def _settings(request: Request, summary: Summary) -> Iterator[str]:
    yield f"<p>{summary.mean_turns:.1f} turns and {summary.mean_seconds:.2f} s a game.</p><ul>"
    for bot in request.bots:
        given = ", ".join(f"{name} {value}" for name, value in bot.parameters.items()) or "as it comes"
        yield f"<li><b>{escape(bot.label)}</b>: {escape(bot.kind)}, {escape(given)}</li>"
    yield "</ul>"
    yield from (f'<p class="fault">{escape(note)}.</p>' for note in words.notes(summary))


def _games(records: Sequence[GameRecord]) -> str:
    def rows() -> Iterator[Sequence[str]]:
        for record in records[:_MOST_GAMES]:
            seats = " · ".join(
                f"<b>{escape(label)}</b> {score:g}" if outcome else f"{escape(label)} {score:g}"
                for label, outcome, score in zip(record.seats, record.outcomes, record.scores, strict=True)
            )
            why = "" if record.fault is None else f": {record.fault.bot} {record.fault.why}"
            yield str(record.number + 1), seats, str(record.turns), escape(record.reason.replace("_", " ") + why)

    more = (
        f'<p class="note">The first {_MOST_GAMES}; all are in the table file.</p>' if len(records) > _MOST_GAMES else ""
    )
    return (
        f"<details><summary>One by one</summary>{_table(('game', 'by seat', 'turns', 'end'), rows())}{more}</details>"
    )

"""The results of an arena as people read them in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from boardgames.arena import words
from boardgames.arena.request import Request
from boardgames.arena.summary import PairRow, Summary


def lines(request: Request, summary: Summary) -> Iterator[str]:
    """The whole report."""
    width = max(len("bot"), *(len(label) for label in request.labels)) + 2
    yield words.heading(request, summary)
    yield ""
    yield f"{'bot':{width}}  games   wins  draws losses    share  95 % interval     score ± dev.    seconds"
    for row in summary.bots:
        yield (
            f"{row.label:{width}}{row.games:7}{row.wins:7}{row.draws:7}{row.losses:7}{words.percent(row.win_share):>9}"
            f"  {words.interval(row):<15}{row.mean_score:8.1f} ± {row.score_deviation:<6.1f}{row.seconds:8.3f}"
        )
    yield ""
    yield f"{'bot':{width}}   Elo  95 % interval"
    for rating in summary.ratings:
        yield f"{rating.name:{width}}{rating.elo:6.0f}  {rating.low:.0f} … {rating.high:.0f}"
    yield ""
    yield from _pairs(request, summary)
    yield ""
    yield from (f"{words.verdict(pair, request.margin)}." for pair in summary.pairs)
    yield from (f"{note}." for note in words.notes(summary))


def _pairs(request: Request, summary: Summary) -> Iterator[str]:
    """Rows against columns: how often the row did better, neither, and the column did."""
    labels = request.labels
    cells = {(pair.one, pair.other): _cell(pair) for pair in summary.pairs}
    cells |= {(pair.other, pair.one): _cell(pair, turned=True) for pair in summary.pairs}
    width = max(len(label) for label in labels) + 2
    columns = [max(len(label), *(len(cells.get((row, label), "")) for row in labels)) + 2 for label in labels]
    yield f"{'':{width}}" + "".join(f"{label:>{size}}" for label, size in zip(labels, columns, strict=True))
    for row in labels:
        texts = [cells.get((row, label), "") for label in labels]
        yield f"{row:{width}}" + "".join(f"{text:>{size}}" for text, size in zip(texts, columns, strict=True))


def _cell(pair: PairRow, turned: bool = False) -> str:
    first, last = (pair.worse, pair.better) if turned else (pair.better, pair.worse)
    return f"{first}-{pair.even}-{last}"

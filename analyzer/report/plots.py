"""Pictures of numbers, made of boxes and lines that keep their text size on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import ceil, floor
from typing import Final

from analyzer.report.model import Report, Spot
from analyzer.words import percent, percents

_STEPS: Final = (1, 2, 5, 10, 20, 50)
_MOST_TICKS: Final = 5
_PANEL_WIDTH: Final = 160
_PANEL_HEIGHT: Final = 90


class Scale:
    """Win rates on a line from 0 to 100, whose ends are whole percents.

    Attributes
    ----------
    low, high : float
        Rates at both ends.
    """

    def __init__(self, low: float, high: float) -> None:
        first = floor(100 * low)
        self.low: Final = first / 100
        self.high: Final = max(ceil(100 * high), first + 1) / 100

    def at(self, rate: float) -> float:
        """Where a rate lies, in percents of the line."""
        return 100 * min(max((rate - self.low) / (self.high - self.low), 0.0), 1.0)

    @property
    def ticks(self) -> list[int]:
        """Round percents between the ends, few enough for a phone."""
        low, high = round(100 * self.low), round(100 * self.high)
        step = next(step for step in _STEPS if (high - low) / step <= _MOST_TICKS)
        return [percents for percents in range(low, high + 1) if percents % step == 0]


def interval_plot(report: Report) -> str:
    """All candidates on one scale: thick bars with the learnt prior, thin lines from their own games alone."""
    spots = report.candidates
    lows = [min(spot.interval[0], spot.flat.interval[0]) for spot in spots]
    highs = [max(spot.interval[1], spot.flat.interval[1]) for spot in spots]
    scale = Scale(min(*lows, report.fair_share), max(*highs, report.fair_share))
    rows = list(_interval_rows(report, scale))
    return f'<ol class="intervals">{"".join(rows)}</ol>{_axis(report, scale)}'


def _interval_rows(report: Report, scale: Scale) -> Iterator[str]:
    fair = scale.at(report.fair_share)
    tier = 0
    for spot in report.candidates:
        if spot.tier != tier:
            tier = spot.tier
            yield f'<li class="tier" aria-hidden="true"><span>tier {tier}</span></li>'
        inside = " inside" if spot.rank <= len(report.top) else ""
        words = f"{spot.label}: {percent(spot.win_rate)}, 95 % interval {percents(spot.interval)}"
        yield (
            f'<li class="row{inside}" aria-label="{escape(words)}"><span class="no">{spot.rank}</span>'
            f'<span class="lab">{spot.label}</span><span class="track"><i class="fair" style="left:{fair:.2f}%"></i>'
            f"{_whiskers(spot, scale)}</span>"
            f'<span class="val">{percent(spot.win_rate)}</span></li>'
        )


def _whiskers(spot: Spot, scale: Scale) -> str:
    low, high = (scale.at(end) for end in spot.interval)
    flat_low, flat_high = (scale.at(end) for end in spot.flat.interval)
    return (
        f'<i class="thin" style="left:{flat_low:.2f}%;width:{flat_high - flat_low:.2f}%"></i>'
        f'<i class="thick" style="left:{low:.2f}%;width:{high - low:.2f}%"></i>'
        f'<i class="raw" style="left:{scale.at(spot.flat.mean):.2f}%"></i>'
        f'<i class="mean" style="left:{scale.at(spot.win_rate):.2f}%"></i>'
    )


def _axis(report: Report, scale: Scale) -> str:
    ticks = "".join(f'<span style="left:{scale.at(tick / 100):.2f}%">{tick} %</span>' for tick in scale.ticks)
    fair = f'<b style="left:{scale.at(report.fair_share):.2f}%">fair share</b>'
    return f'<div class="axis" aria-hidden="true"><div>{ticks}{fair}</div></div>'


def convergence_plot(report: Report) -> str:
    """A small panel for each top spot: its rate and 95 % band after each round, the others behind it in grey."""
    moments = report.convergence
    if len(moments) < 2:
        return "<p>There were too few games for a picture.</p>"
    # The first rounds' bands would squeeze all the rest.
    calm = moments[len(moments) // 4 :]
    scale = Scale(min(min(moment.low) for moment in calm), max(max(moment.high) for moment in calm))
    across = [_PANEL_WIDTH * moment.games / moments[-1].games for moment in moments]

    def points(rates: list[float]) -> list[str]:
        down = [_PANEL_HEIGHT * (1 - scale.at(rate) / 100) for rate in rates]
        return [f"{x:.1f},{y:.1f}" for x, y in zip(across, down, strict=True)]

    means = [" ".join(points([moment.win_rate[place] for moment in moments])) for place in range(len(report.top))]
    panels = []
    for place, spot in enumerate(report.top):
        low = points([moment.low[place] for moment in moments])
        high = points([moment.high[place] for moment in moments])
        others = "".join(f'<polyline class="other" points="{line}"/>' for at, line in enumerate(means) if at != place)
        fair = _PANEL_HEIGHT * (1 - scale.at(report.fair_share) / 100)
        panels.append(
            f'<figure class="panel"><figcaption><b>{spot.rank}</b> {spot.label} '
            f"<span>{percent(spot.win_rate)}</span></figcaption>"
            f'<div class="frame"><svg viewBox="0 0 {_PANEL_WIDTH} {_PANEL_HEIGHT}" preserveAspectRatio="none" '
            f'role="img" aria-label="{escape(spot.label)} over the games">'
            f'<polygon class="band" points="{" ".join([*low, *reversed(high)])}"/>'
            f'<line class="fairline" x1="0" x2="{_PANEL_WIDTH}" y1="{fair:.1f}" y2="{fair:.1f}"/>'
            f'{others}<polyline class="own" points="{means[place]}"/></svg>'
            f'<span class="high">{percent(scale.high, 0)}</span><span class="low">{percent(scale.low, 0)}</span>'
            f"</div></figure>"
        )
    caption = f'<p class="note">From left to right: 0 to {moments[-1].games:,} games over all candidates.</p>'
    return f'<div class="panels">{"".join(panels)}</div>{caption}'

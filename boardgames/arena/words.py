"""The results of an arena in words, shared by the terminal and the page."""

from __future__ import annotations

from boardgames.arena.request import Request
from boardgames.arena.sequential import Verdict
from boardgames.arena.summary import BotRow, PairRow, Summary


def percent(share: float) -> str:
    """For example 52.5 %."""
    return f"{100 * share:.1f} %"


def heading(request: Request, summary: Summary) -> str:
    """What was played."""
    options = "".join(f", {name} {value}" for name, value in request.options.items())
    games = f"{summary.games} game{'' if summary.games == 1 else 's'}"
    return f"{request.plugin().display_name}, {request.players} players{options}, {games}, seed {request.seed}"


def interval(row: BotRow) -> str:
    """A bot's 95 % interval."""
    low, high = row.interval
    return f"{100 * low:.1f} … {100 * high:.1f} %"


def verdict(pair: PairRow, margin: float) -> str:
    """What is known about two bots, seen from the one that did better."""
    known = pair.comparison
    one, other = pair.one, pair.other
    mean, low, high = known.mean, known.low, known.high
    if mean < 0.5:
        one, other = other, one
        mean, low, high = 1 - mean, 1 - high, 1 - low
    after = f"after {known.rounds} round{'' if known.rounds == 1 else 's'}"
    if pair.verdict == Verdict.EQUAL:
        said = f"{one} and {other} are equal within {percent(margin)}"
    elif pair.verdict != Verdict.OPEN:
        said = f"{one} is better than {other}"
    elif mean == 0.5:
        said = f"{one} and {other} are level {after}"
    else:
        said = f"{one} is ahead of {other}, which {after} may still be luck"
    return f"{said} ({percent(mean)} of comparisons, 95 %: {100 * low:.1f} … {100 * high:.1f} %)"


def notes(summary: Summary) -> list[str]:
    """What else is to be known about the games."""
    found = []
    if summary.stopped:
        found.append(f"{summary.stopped} games were stopped at the limit of turns; nobody won them")
    for count, fault in summary.faults:
        times = "once" if count == 1 else f"{count} times"
        found.append(f"{fault.bot} lost {times} without being beaten: {fault.why}")
    return found


EXPLANATION = (
    "Elo: mean 1000; 400 more are odds of ten to one between two seats. Each bot is given half a win and half a loss "
    "against an average player, so that even one that wins everything has a rating. Intervals are 95 %; those of the "
    "comparisons hold at every look, and for all pairs together."
)

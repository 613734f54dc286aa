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
    """What is known about two bots."""
    known = pair.comparison
    share = f"{percent(known.mean)} of comparisons, 95 %: {100 * known.low:.1f} … {100 * known.high:.1f} %"
    said = {
        Verdict.BETTER: f"{pair.one} is better than {pair.other}",
        Verdict.WORSE: f"{pair.other} is better than {pair.one}",
        Verdict.EQUAL: f"{pair.one} and {pair.other} are equal within {percent(margin)}",
        Verdict.OPEN: _lead(pair),
    }[pair.verdict]
    return f"{said} ({share})"


def _lead(pair: PairRow) -> str:
    """Who did better so far, where that may still be luck."""
    after = f"after {pair.comparison.rounds} round{'' if pair.comparison.rounds == 1 else 's'}"
    if pair.better == pair.worse:
        return f"{pair.one} and {pair.other} are level {after}"
    ahead, behind = (pair.one, pair.other) if pair.better > pair.worse else (pair.other, pair.one)
    return f"{ahead} is ahead of {behind}, which {after} may still be luck"


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

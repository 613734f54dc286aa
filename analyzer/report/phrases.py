"""Sentences that the terminal and the page share."""

from __future__ import annotations

from collections import Counter
from typing import Final

from analyzer.report.model import DraftPick, Report, Spot
from analyzer.resolve import ROAD_SHARE, fewest_games_for_roads
from analyzer.stopping import DELTA, StopReason
from analyzer.words import NO_BREAK, counted, listed, percent
from catan_sim.core.narrate import seat_name

_MOST_NAMED: Final = 4
_WHY_STOPPED: Final = {
    StopReason.ORDER: "It stopped when the order of the best was settled.",
    StopReason.SET: "It stopped when the best were settled, and neighbours told apart or as good as equal.",
    StopReason.BUDGET: "It stopped because the games allowed have been played.",
    None: "It was stopped by the clock or by hand; this is what was known by then.",
}


def title(report: Report) -> str:
    """``Take E5``."""
    return f"Take {report.top[0].label}"


def setting(report: Report) -> str:
    """What was asked."""
    which = "second" if report.request.second else "first"
    asked = next(pick.number for pick in report.draft.picks if pick.status == "asked")
    before = Counter(pick.status for pick in report.draft.picks[: asked - 1])
    picks = [f"{counted(before['placed'], 'pick')} on the table"] if before["placed"] else []
    picks += [counted(before["predicted"], "predicted pick")] if before["predicted"] else []
    after = f", after {listed(picks)}" if picks else ""
    return f"{which} settlement of seat {report.seat}, {report.players} players{after}"


def agents(report: Report) -> str:
    """Who plays: one name for all seats, or one for each."""
    names = [agent.name for agent in report.request.agents]
    return names[0] if len(set(names)) == 1 else ", ".join(names)


def assumption(report: Report) -> str:
    """What every number of the report takes for granted."""
    return (
        f"All of this is about tables where everybody drafts, builds and trades like {agents(report)}, you included, "
        f"first roads too; against other players another spot may be the best."
    )


def how_sure(report: Report) -> list[tuple[str, float]]:
    """Statements about the answer, each with its probability."""
    best, count = report.top[0].label, len(report.top)
    claims = [(f"{best} is the best spot", report.probabilities.best)]
    if 1 < count < len(report.candidates):
        claims.append((f"these {count} are the best {count}", report.probabilities.set))
    if count > 1 and len(report.candidates) > 2:  # of two, the best being so is the order
        claims.append(("they are in exactly the right order", report.probabilities.order))
    return claims


def not_settled(report: Report) -> str | None:
    """A warning when other spots may be the best as well: those with 1 among their ranks, or the likeliest."""
    others = report.candidates[1:]
    if not others or report.probabilities.best >= 1 - DELTA:
        return None
    rivals = [spot.label for spot in others if spot.rank_interval[0] == 1]
    rivals = rivals or [max(others, key=lambda spot: spot.probability_best).label]
    names = listed(rivals, "or") if len(rivals) <= _MOST_NAMED else f"{len(rivals)} other spots"
    return f"Not settled yet: {names} may be the best as well."


def played(report: Report) -> str:
    """How many games, how many without a winner, and why no more."""
    roads = f" and {report.road_games:,} more to try first roads" if report.road_games else ""
    unfinished = report.unfinished
    share = percent(unfinished.share) if unfinished.share >= 0.001 else "under 0.1 %"
    ended = (
        f"{share} had no winner after {unfinished.turn_cap} turns of all players"
        if unfinished.games
        else "every one had a winner"
    )
    return f"{report.games:,} games{roads}; {ended}. {_WHY_STOPPED[report.stopped]}"


def roads(report: Report) -> str | None:
    """How far the roads are settled, and what would tell more; None where nothing is open."""
    advised = [spot.first_road for spot in report.top if spot.first_road is not None]
    if not report.road_games and report.games < (needed := fewest_games_for_roads(len(report.top))):
        return f"Too few games to try roads as well: a budget of {needed:,} is enough."
    if not report.road_games:
        return "It was stopped before the roads were tried."
    still_open = sum(not road.settled for road in advised)
    if not still_open:
        return None
    if len(advised) == 1:
        which = "The advised road is not settled"
    elif still_open == len(advised):
        which = f"None of the {len(advised)} advised roads is settled"
    else:
        which = f"{still_open} of the {len(advised)} advised roads {'is' if still_open == 1 else 'are'} not settled"
    return f"{which}: one game in {ROAD_SHARE} tries roads, so a larger budget tells more."


def if_capped(report: Report) -> str | None:
    """What unfinished games could change; None if there are none."""
    if not report.unfinished.games:
        return None
    then = report.if_capped_games_went_to_the_leader
    if then.same_order:
        return "If each of these went to its leader, the ranking would be the same."
    moved = [
        f"{place.label} {place.headline_rank}→{place.rank}" for place in then.top if place.rank != place.headline_rank
    ]
    kind = "the same spots in another order" if then.same_set else "a different set"
    return f"If each of these went to its leader, the top would be {kind}: {', '.join(moved)}."


def pick_line(pick: DraftPick) -> str:
    """``1. Seat 1 takes C4 (ore 8 · wheat 5 · sheep 10), your pick``."""
    remark = {"placed": "placed", "predicted": "predicted", "asked": "your pick"}[pick.status]
    return f"{pick.number}. {seat_name(pick.seat - 1)} takes {pick.label} ({pick.name}), {remark}"


def asked_round(report: Report) -> list[DraftPick]:
    """The round of the set-up in which the question is asked."""
    asked = next(pick for pick in report.draft.picks if pick.status == "asked")
    return [pick for pick in report.draft.picks if pick.round == asked.round]


def others(report: Report) -> str | None:
    """All candidates after the top; None if there are none."""
    rest = report.candidates[len(report.top) :]
    return (
        " · ".join(f"{spot.rank} {spot.label} {percent(spot.win_rate)}".replace(" ", NO_BREAK) for spot in rest) or None
    )


def port(spot: Spot) -> str:
    """``3:1``, ``2:1 wheat`` or a dash."""
    if spot.port is None:
        return "–"
    return f"{spot.port.rate}:1" + ("" if spot.port.kind == "any" else f" {spot.port.kind}")

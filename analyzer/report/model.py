"""What ``report.json`` holds, field by field; ``docs/report.md`` explains how to read it.

A report is a value: the same results give the same report, byte for byte. Rates and shares go from 0 to 1, intervals
are 95 %, seats count from 1, turns count every player's turns, a round is one turn of each player. Floats are rounded
to ``DIGITS`` digits.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from analyzer.comparison import Verdict
from analyzer.explain import Reason
from analyzer.question import Question
from analyzer.stopping import StopReason

SCHEMA: Final = 1
"""Number of this format; a change that readers must know of raises it."""
DIGITS: Final = 6
"""After the point: far finer than any of it is known, and coarse enough to hide in which order a sum was taken."""

Interval = tuple[float, float]
Status = Literal["placed", "predicted", "asked"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of fields."""


class Estimate(Part, frozen=True, kw_only=True):
    """A mean with its interval; either is None when too few games say anything about it."""

    mean: float | None
    interval: Interval | None


class Rate(Part, frozen=True, kw_only=True):
    """A win rate under one prior."""

    mean: float
    interval: Interval


class HexAround(Part, frozen=True, kw_only=True):
    """A hex beside a vertex; ``resource`` and ``number`` are None for a desert."""

    label: str
    resource: str | None
    number: int | None
    pips: int


class Harbour(Part, frozen=True, kw_only=True):
    """A port: a resource or ``any``, and how many cards it takes for one."""

    kind: str
    rate: int


class Coordinates(Part, frozen=True, kw_only=True):
    """A vertex on the brick wall: its zigzag line from the top, and its place along it in half hex widths."""

    line: int
    x: int


class RoadChoice(Part, frozen=True, kw_only=True):
    """One way the first road can go.

    ``name`` says where it is: between two hexes, or on the coast of one. ``win_rate`` is None when no games were played
    for it; ``probability_best`` is how likely it is the best of the spot's roads.
    """

    edge: int
    label: str
    name: str
    towards: str
    games: int
    win_rate: Rate | None
    probability_best: float | None


class FirstRoad(Part, frozen=True, kw_only=True):
    """The road to build with the settlement.

    ``source`` says where it is from: ``forced`` is a sub-run in which every road was tried, ``habit`` the road that the
    agent chose most often by itself (in ``chosen_share`` of its games).
    """

    best: RoadChoice
    source: Literal["forced", "habit"]
    chosen_share: float
    settled: bool
    tried: tuple[RoadChoice, ...]


class VersusNext(Part, frozen=True, kw_only=True):
    """The spot against the one ranked after it, in games with the same dice; no prior is used here.

    ``difference`` is in win rate. ``paired_probability`` is how sure the games alone make it; ``probability`` is the
    same after the luck of having come out ahead is taken off (learnt prior), and decides about ``verdict``.
    """

    vertex: int
    label: str
    difference: float
    interval: Interval
    paired_probability: float
    probability: float
    shared_games: int
    correlation: float
    verdict: Verdict


class Spot(Part, frozen=True, kw_only=True):
    """One candidate; ``win_rate`` and ``interval`` are those of the learnt prior."""

    rank: int
    rank_interval: tuple[int, int]
    tier: int
    vertex: int
    label: str
    name: str
    coordinates: Coordinates
    hexes: tuple[HexAround, ...]
    port: Harbour | None
    pips: int
    win_rate: float
    interval: Interval
    flat: Rate
    learnt: Rate
    probability_best: float
    probability_top: float
    games: int
    wins: int
    unfinished: int
    turns_to_win: Estimate
    turns: Estimate
    rounds_to_win: Estimate
    rounds: Estimate
    points: Estimate
    top_two: Estimate
    first_road: FirstRoad | None
    versus_next: VersusNext | None
    reasons: tuple[Reason, ...]


class Probabilities(Part, frozen=True, kw_only=True):
    """How sure the answer is: the first is the best of all; the top are the best in any order; and in this order."""

    best: float
    set: float
    order: float


class DraftPick(Part, frozen=True, kw_only=True):
    """One pick of the set-up."""

    number: int
    round: int
    seat: int
    status: Status
    vertex: int
    label: str
    name: str
    road: int | None
    road_label: str | None


class Draft(Part, frozen=True, kw_only=True):
    """The whole set-up if the first-ranked spot is taken; ``first_round`` lists its first half in words."""

    picks: tuple[DraftPick, ...]
    first_round: tuple[str, ...]


class Unfinished(Part, frozen=True, kw_only=True):
    """Games that were stopped at the cap of turns, which nobody wins."""

    games: int
    share: float
    turn_cap: int


class CappedRank(Part, frozen=True, kw_only=True):
    """A rank if unfinished games went to the leader."""

    rank: int
    vertex: int
    label: str
    win_rate: float
    interval: Interval
    headline_rank: int


class IfCapped(Part, frozen=True, kw_only=True):
    """The ranking if an unfinished game were won by whoever has most points (by each of them, if several have)."""

    top: tuple[CappedRank, ...]
    same_set: bool
    same_order: bool


class Moment(Part, frozen=True, kw_only=True):
    """What was known about the top spots, in the order of ``top``, after so many games."""

    games: int
    win_rate: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


class Report(Part, frozen=True, kw_only=True):
    """All that an analysis has to say."""

    schema: int = SCHEMA
    board: str
    players: int
    seat: int
    games: int
    road_games: int
    fair_share: float
    stopped: StopReason | None
    probabilities: Probabilities
    top: tuple[Spot, ...]
    candidates: tuple[Spot, ...]
    draft: Draft
    unfinished: Unfinished
    if_capped_games_went_to_the_leader: IfCapped
    convergence: tuple[Moment, ...]
    fingerprint: str
    versions: dict[str, str]
    request: Question


def to_json(report: Report) -> bytes:
    """The report as ``report.json`` has it."""
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"


def from_json(text: bytes) -> Report:
    """Read a report back; a format that this program does not know raises ``msgspec.ValidationError``."""
    return msgspec.json.decode(text, type=Report)

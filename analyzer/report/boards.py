"""The board as a report shows it: ranked spots, a heat map of all candidates, and the expected draft."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from analyzer.report.model import DraftPick, Report, Spot
from analyzer.report.phrases import pick_line
from analyzer.words import percent, percents
from catan_sim.core.board import Board
from catan_sim.draw.palette import DARK_INK, LIGHT_INK, Paint
from catan_sim.draw.pieces import Pieces
from catan_sim.draw.svg import Point, board_svg, is_peak, vertex_point

HEAT: Final = (
    Paint("#ffffd9", DARK_INK),
    Paint("#c7e9b4", DARK_INK),
    Paint("#7fcdbb", DARK_INK),
    Paint("#41b6c4", DARK_INK),
    Paint("#1d91c0", DARK_INK),
    Paint("#225ea8", LIGHT_INK),
    Paint("#0c2c84", LIGHT_INK),
)
"""From the worst to the best candidate: lightness falls all the way, for every kind of colour vision."""
_LARGEST_DOT: Final = 27.0
_SMALLEST_DOT: Final = 19.0
_TAG_HEIGHT: Final = 22
_STRAIGHT: Final = 1.0
"""Pixels to the side within which an edge runs up or down."""


def ranked_board(report: Report, board: Board) -> str:
    """The top spots with their ranks, labels and first roads, among what is on the table."""
    overlay = [
        *(_first_road(board, spot) for spot in report.top),
        *(_rank_mark(board, spot) for spot in reversed(report.top)),
        *(_name(board, spot.vertex, _rank_radius(spot), _road_end(board, spot)) for spot in report.top),
    ]
    return board_svg(board, _pieces(board, _before(report)), labels=False, overlay=overlay)


def heat_board(report: Report, board: Board) -> str:
    """Every vertex with its label, and every candidate with its win rate in whole percents; better ones are larger."""
    rates = [spot.win_rate for spot in report.candidates]
    low, reach = min(rates), max(rates) - min(rates) or 1.0
    shares = {spot.vertex: (spot.win_rate - low) / reach for spot in report.candidates}
    dots = [_heat_dot(board, spot, shares[spot.vertex]) for spot in reversed(report.candidates)]
    names = [
        _name(board, vertex, _dot_radius(shares[vertex])) if vertex in shares else _name_on(board, vertex)
        for vertex in range(board.vertex_count)
    ]
    veil = '<rect class="veil" x="-5000" y="-5000" width="10000" height="10000"/>'
    return board_svg(board, _pieces(board, ()), labels=False, overlay=[veil, *dots, *names])


def draft_board(report: Report, board: Board) -> str:
    """All picks of the set-up, each with its label."""
    tags = [_pick_tag(board, pick) for pick in report.draft.picks]
    return board_svg(board, _pieces(board, report.draft.picks), labels=False, overlay=tags)


def _before(report: Report) -> tuple[DraftPick, ...]:
    asked = next(pick.number for pick in report.draft.picks if pick.status == "asked")
    return report.draft.picks[: asked - 1]


def _pieces(board: Board, picks: tuple[DraftPick, ...]) -> Pieces:
    return Pieces(
        settlements={pick.vertex: pick.seat - 1 for pick in picks},
        roads={pick.road: pick.seat - 1 for pick in picks if pick.road is not None},
        robber=board.robber,
    )


def _title(spot: Spot) -> str:
    words = f"{spot.rank}. {spot.label}: {spot.name}, wins {percent(spot.win_rate)} ({percents(spot.interval)})"
    return f"<title>{escape(words)}</title>"


def _rank_mark(board: Board, spot: Spot) -> str:
    at = vertex_point(board, spot.vertex)
    return (
        f'<g class="rank{" first" if spot.rank == 1 else ""}" transform="translate({at})">{_title(spot)}'
        f'<circle r="{_rank_radius(spot)}"/><text>{spot.rank}</text></g>'
    )


def _rank_radius(spot: Spot) -> int:
    return 27 if spot.rank == 1 else 20  # larger ones would cover the names of resources


def _name(board: Board, vertex: int, reach: float, road_end: Point | None = None) -> str:
    """The label of a vertex beside a round mark on it, where no word, no token and not its road is."""
    at = vertex_point(board, vertex)
    across = 0.0 if road_end is None else road_end.x - at.x
    if is_peak(board, vertex):
        if across > _STRAIGHT:
            return _name_text(board, vertex, Point(at.x - reach - 4, at.y), "west")
        return _name_text(board, vertex, Point(at.x + reach + 4, at.y), "east")
    if road_end is None or abs(across) > _STRAIGHT:
        return _name_text(board, vertex, Point(at.x, at.y + reach + 9), "on")
    return _name_text(board, vertex, Point(at.x + 0.5 * reach, at.y + 0.9 * reach + 8), "east")


def _name_on(board: Board, vertex: int) -> str:
    """The label of a vertex without a mark."""
    return _name_text(board, vertex, vertex_point(board, vertex), "on bare")


def _name_text(board: Board, vertex: int, at: Point, css: str) -> str:
    return f'<text class="name {css}" x="{at.x:.1f}" y="{at.y:.1f}">{board.vertex_labels[vertex]}</text>'


def _far_end(board: Board, vertex: int, edge: int) -> Point:
    ends = [int(end) for end in board.topology.edge_vertices[edge]]
    return vertex_point(board, ends[0] if ends[1] == vertex else ends[1])


def _road_end(board: Board, spot: Spot) -> Point | None:
    return None if spot.first_road is None else _far_end(board, spot.vertex, spot.first_road.best.edge)


def _first_road(board: Board, spot: Spot) -> str:
    start, end = vertex_point(board, spot.vertex), _road_end(board, spot)
    if end is None:
        return ""
    # Not all the way: another spot's mark may sit at the far end.
    stop = Point(start.x + 0.7 * (end.x - start.x), start.y + 0.7 * (end.y - start.y))
    path = f'd="M{start} L{stop}"'
    return f'<path class="roadcase" {path}/><path class="road" {path}/>'


def _heat_dot(board: Board, spot: Spot, share: float) -> str:
    at, step = vertex_point(board, spot.vertex), min(int(share * len(HEAT)), len(HEAT) - 1)
    return (
        f'<g class="heat heat{step}" transform="translate({at})">{_title(spot)}<circle r="{_dot_radius(share):.1f}"/>'
        f"<text>{100 * spot.win_rate:.0f}</text></g>"
    )


def _dot_radius(share: float) -> float:
    return _SMALLEST_DOT + share * (_LARGEST_DOT - _SMALLEST_DOT)


def _pick_tag(board: Board, pick: DraftPick) -> str:
    """The label of a pick on the edge that runs straight up or down from its house; elsewhere if its road is there."""
    at, half = vertex_point(board, pick.vertex), 5 + 5 * len(pick.label)
    straight = pick.road is not None and abs(_far_end(board, pick.vertex, pick.road).x - at.x) < _STRAIGHT
    if is_peak(board, pick.vertex):
        place = Point(at.x + 14 + half, at.y + 2) if straight else Point(at.x, at.y - 28)
    else:
        place = Point(at.x, at.y - 28 if straight else at.y + 25)
    return (
        f'<g class="pick {pick.status}" transform="translate({place})"><title>{escape(pick_line(pick))}</title>'
        f'<rect x="{-half}" y="{-_TAG_HEIGHT // 2}" width="{2 * half}" height="{_TAG_HEIGHT}" rx="11"/>'
        f"<text>{pick.label}</text></g>"
    )

"""The board as a report shows it: ranked spots, a heat map of all candidates, and the expected draft."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from analyzer.report.model import DraftPick, Report, Spot
from analyzer.words import percent, percents
from catan_sim.core.board import Board
from catan_sim.draw.palette import DARK_INK, LIGHT_INK, Paint
from catan_sim.draw.pieces import Pieces
from catan_sim.draw.svg import Point, board_svg, vertex_point

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


def ranked_board(report: Report, board: Board) -> str:
    """The top spots with their ranks and first roads, among what is on the table."""
    overlay = [
        *(_first_road(board, spot) for spot in report.top),
        *(_rank_mark(board, spot) for spot in reversed(report.top)),
    ]
    return board_svg(board, _pieces(board, _before(report)), labels=False, overlay=overlay)


def heat_board(report: Report, board: Board) -> str:
    """Every candidate with its win rate in whole percents; better ones are larger."""
    rates = [spot.win_rate for spot in report.candidates]
    low, reach = min(rates), max(rates) - min(rates) or 1.0
    dots = [_heat_dot(board, spot, (spot.win_rate - low) / reach) for spot in reversed(report.candidates)]
    veil = '<rect class="veil" x="-5000" y="-5000" width="10000" height="10000"/>'
    return board_svg(board, _pieces(board, ()), labels=False, overlay=[veil, *dots])


def draft_board(report: Report, board: Board) -> str:
    """All picks of the set-up, each with its number."""
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
    radius = 27 if spot.rank == 1 else 20  # larger ones would cover the names of resources
    return (
        f'<g class="rank{" first" if spot.rank == 1 else ""}" transform="translate({at})">{_title(spot)}'
        f'<circle r="{radius}"/><text>{spot.rank}</text></g>'
    )


def _first_road(board: Board, spot: Spot) -> str:
    if spot.first_road is None:
        return ""
    start = vertex_point(board, spot.vertex)
    ends = [int(end) for end in board.topology.edge_vertices[spot.first_road.best.edge]]
    end = vertex_point(board, ends[0] if ends[1] == spot.vertex else ends[1])
    # Not all the way: another spot's mark may sit at the far end.
    stop = Point(start.x + 0.7 * (end.x - start.x), start.y + 0.7 * (end.y - start.y))
    path = f'd="M{start} L{stop}"'
    return f'<path class="roadcase" {path}/><path class="road" {path}/>'


def _heat_dot(board: Board, spot: Spot, share: float) -> str:
    at, step = vertex_point(board, spot.vertex), min(int(share * len(HEAT)), len(HEAT) - 1)
    radius = _SMALLEST_DOT + share * (_LARGEST_DOT - _SMALLEST_DOT)
    return (
        f'<g class="heat heat{step}" transform="translate({at})">{_title(spot)}<circle r="{radius:.1f}"/>'
        f"<text>{100 * spot.win_rate:.0f}</text></g>"
    )


def _pick_tag(board: Board, pick: DraftPick) -> str:
    at = vertex_point(board, pick.vertex)
    half = 8 + 5 * len(str(pick.number))
    return (
        f'<g class="pick {pick.status}" transform="translate({at.x:.1f},{at.y - 30:.1f})">'
        f'<rect x="{-half}" y="-13" width="{2 * half}" height="26" rx="13"/><text>{pick.number}</text></g>'
    )

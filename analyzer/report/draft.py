"""How the whole set-up is expected to go if a spot is taken."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.opening import seated, snake
from analyzer.report.model import Draft, DraftPick, Status
from analyzer.report.phrases import pick_line
from analyzer.results import Results
from catan_sim.draft import Pick, predict_draft


def draft_with(results: Results, vertex: int, road: int | None) -> tuple[Pick, ...]:
    """All picks of the set-up if the focal player takes a vertex now: placed, asked about, predicted."""
    so_far = (*results.question.placed, Pick(vertex, road, results.question.seat))
    following = predict_draft(results.board, results.ruleset, results.agents, so_far)
    return seated([*so_far, *following], results.ruleset.players)


def draft_of(results: Results, picks: Sequence[Pick]) -> Draft:
    """Say which picks of the whole set-up are on the table, which is asked about and which are guesses."""
    question = results.question
    asked, players = len(question.placed), results.ruleset.players

    def status(number: int) -> Status:
        if number == asked:
            return "asked"
        return "placed" if number < asked - question.predicted else "predicted"

    drafted = tuple(
        DraftPick(
            number=number + 1,
            round=1 + number // players,
            seat=1 + snake(players)[number],
            status=status(number),
            vertex=pick.vertex,
            label=results.board.vertex_labels[pick.vertex],
            name=results.board.describe_vertex(pick.vertex),
            road=pick.road,
            road_label=None if pick.road is None else results.board.edge_labels[pick.road],
        )
        for number, pick in enumerate(picks)
    )
    return Draft(picks=drafted, first_round=tuple(pick_line(pick) for pick in drafted[:players]))

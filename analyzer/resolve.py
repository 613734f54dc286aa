"""From what a person asks to a question that leaves nothing open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from analyzer.allocation import SLOTS, slots_per_round
from analyzer.candidates import choose_candidates, default_count
from analyzer.question import Question
from analyzer.request import GAMES_UNTIL_SURE, Request
from analyzer.setting import board_from_fields, board_to_fields, versions
from analyzer.words import listed
from catan_sim.ai.registry import find_agents
from catan_sim.cli.options import load_setting
from catan_sim.core.board import Board
from catan_sim.core.boardfile import find_board
from catan_sim.core.narrate import seat_name
from catan_sim.core.ruleset import Ruleset, find_ruleset
from catan_sim.core.yamlfile import naming, read_text
from catan_sim.draft import Pick, parse_placed, predict_draft
from catan_sim.rollout import Candidate, RolloutSetup
from catan_sim.rollout_records import GAMES_A_UNIT
from mcts.errors import InputError

ROAD_SHARE: Final = 10
"""One game in so many is played to find the best roads of the ranked spots."""
MOST_ROADS: Final = 3
"""Edges that meet at a vertex."""
_LONGEST_NAME: Final = 255
"""No file's name is longer."""
_PLAYERS_BY_HEXES: Final = ((19, 4), (30, 6))
"""A map of up to so many hexes is made for so many players; a larger one for eight."""


def resolve(request: Request) -> Question:
    """Decide everything that the request leaves open.

    Raises
    ------
    InputError
        When the request names something that does not exist or cannot be.
    """
    board, ruleset = _setting(request)
    seat = request.seat - 1
    if seat >= ruleset.players:
        raise InputError(f"field 'seat': there is no seat {request.seat} in a game of {ruleset.players} players")
    agents = find_agents(request.agents, ruleset.players)
    order = [*range(ruleset.players), *reversed(range(ruleset.players))]
    with naming("field 'placed'"):
        placed = _placed(request, board)
        setup = RolloutSetup(board, ruleset, agents, seat, request.seed, placed)
    _check_turn(order[: len(placed)], seat, request.second)
    predicted: tuple[Pick, ...] = ()
    if order[len(placed)] != seat:
        if placed and placed[-1].road is None:
            raise InputError(f"field 'placed': pick {len(placed)} has no road; name it, because other picks come next")
        predicted = predict_draft(board, ruleset, agents, placed, until=seat)
        setup = RolloutSetup(board, ruleset, agents, seat, request.seed, (*placed, *predicted))
    vertices = _vertices(request, setup, predicted)
    top = min(request.top, len(vertices))
    budget, road_units = _split(request, top)
    if budget is not None and budget < len(vertices):
        needed = len(vertices) * GAMES_A_UNIT
        raise InputError(f"field 'budget': {len(vertices)} candidates need at least {needed} games; allow more games")
    return Question(
        board=board_to_fields(board),
        fingerprint=board.fingerprint,
        ruleset=msgspec.to_builtins(ruleset),
        agents=agents,
        seat=seat,
        placed=tuple(replace(pick, seat=owner) for pick, owner in zip(setup.placed, order, strict=False)),
        predicted=len(predicted),
        second=request.second,
        vertices=vertices,
        top=top,
        budget_units=budget,
        road_units=road_units,
        rounds=None,
        slots=SLOTS if request.games is None or budget is None else slots_per_round(budget),
        seed=request.seed,
        versions=versions(),
    )


def _setting(request: Request) -> tuple[Board, Ruleset]:
    """The board, as it will be read back, and the rules; players by the ruleset, or by the size of the map."""
    board = board_from_fields(board_to_fields(find_board(request.board)))
    players = request.players
    if players is None and request.ruleset is not None:
        players = find_ruleset(request.ruleset).players
    if players is None:
        players = next((players for most, players in _PLAYERS_BY_HEXES if board.hex_count <= most), 8)
    return board, load_setting(request.board, request.ruleset, players)[1]


def _placed(request: Request, board: Board) -> tuple[Pick, ...]:
    """The picks in the text, or in the file that it names: no vertex has a dot or a slash in its name."""
    text = request.placed
    is_name = not set(text) & set("\n,:") and (bool(set(text) & set("./")) or Path(text[:_LONGEST_NAME]).is_file())
    return parse_placed(board, read_text(text) if is_name else text)


def _check_turn(picked: Sequence[int], seat: int, second: bool) -> None:
    """Refuse to rank the first settlement of a player who has placed it, or the second of one who has not."""
    if second and seat not in picked:
        raise InputError(f"second: the first settlement of {seat_name(seat)} is not among those placed; add it there")
    if not second and seat in picked:
        raise InputError(f"{seat_name(seat)} has placed its first settlement; ask for the second (--second)")


def _vertices(request: Request, setup: RolloutSetup, predicted: Sequence[Pick]) -> tuple[int, ...]:
    """The candidates, each once."""
    named = _named(request.compare, setup, "compare", predicted)
    if len(request.compare) > len(set(named)):
        raise InputError("field 'compare': a vertex is named twice; name each once")
    if not named:
        count = request.candidates or default_count(setup.board)
        chosen = choose_candidates(setup.board, setup.ruleset, setup.agents, setup.seat, setup.placed, count)
        named = (*chosen, *_named(request.include, setup, "include", predicted))
    if not named:
        raise InputError("no vertex is left for a settlement on this board; take away something that is placed")
    return tuple(dict.fromkeys(named))


def _named(labels: Sequence[str], setup: RolloutSetup, field: str, predicted: Sequence[Pick]) -> tuple[int, ...]:
    """The vertices that a person names; each must be open, also to those who are expected to pick before."""
    with naming(f"field '{field}'"):
        vertices = tuple(setup.board.vertex(label) for label in labels)
        for vertex in vertices:
            try:
                setup.check(Candidate(vertex))
            except InputError as error:
                if not predicted:
                    raise
                picks = listed([setup.board.vertex_labels[pick.vertex] for pick in predicted])
                remedy = "if others were, name them in 'placed'"
                raise InputError(f"{error} (expected to be picked before: {picks}; {remedy})") from None
    return vertices


def fewest_games_for_roads(top: int) -> int:
    """From which budget on the roads of so many ranked spots are tried."""
    return ROAD_SHARE * MOST_ROADS * top * GAMES_A_UNIT


def _split(request: Request, top: int) -> tuple[int | None, int]:
    """Most units for the candidates (None for no limit), and those for each road of each ranked spot."""
    if request.games is None:  # roads get their share of what was played in the end
        return (GAMES_UNTIL_SURE // GAMES_A_UNIT if request.until_sure else None), 0
    units = -(-request.games // GAMES_A_UNIT)
    roads = MOST_ROADS * top
    road_units = units // (ROAD_SHARE * roads)
    return units - road_units * roads, road_units

"""Requests: what people may say, what it is resolved to, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from analyzer.allocation import SLOTS
from analyzer.question import Question
from analyzer.request import GAMES_UNTIL_SURE, Request, is_request_file, read_request, request_from_mapping
from analyzer.resolve import resolve
from analyzer.setting import setup_of
from catan_sim.core.boardfile import find_board
from mcts.errors import InputError

BOARD = find_board("standard")


def request(**fields: Any) -> Request:
    return request_from_mapping({"board": "standard", **fields}, "request")


def labels(question: Question) -> list[str]:
    return [BOARD.vertex_labels[vertex] for vertex in question.vertices]


def test_a_yaml_file_says_the_same_as_options(tmp_path: Path) -> None:
    path = tmp_path / "ask.yaml"
    path.write_text("board: standard\nseat: 2\ninclude: [C4, d5]\ntime: 5m\n")
    assert is_request_file(str(path))
    assert read_request(path) == request(seat=2, include="C4, d5", time="300s")
    path.write_text("board: standard\nseat: 3\nplaced:\n- 1: C4 C4-C5\n- D7 D7-D8\n")
    assert read_request(path) == request(seat=3, placed="1: C4 C4-C5, D7 D7-D8")
    assert read_request(path, seat=3, time=None).seat == 3


def test_a_board_file_is_no_request(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text("rows: [ore 10]\n")
    assert not is_request_file(str(path))
    assert not is_request_file("standard")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"board": None}, "'board' is missing"),
        ({"board": ["standard"]}, "field 'board': .* will not do; write the name of a board"),
        ({"board": ""}, "field 'board': nothing will not do"),
        ({"players": 9}, "field 'players': '9' will not do; write a whole number from 2 to 8"),
        ({"players": 4.5}, "field 'players': '4.5' will not do"),
        ({"seat": 9}, "field 'seat': '9' will not do; write who asks"),
        ({"seat": 0}, "field 'seat': '0'"),
        ({"seat": "two"}, "field 'seat': 'two'"),
        ({"ruleset": ""}, "field 'ruleset'"),
        ({"agents": ""}, "field 'agents'"),
        ({"agents": {"1": "random"}}, "field 'agents'"),
        ({"placed": 5}, "field 'placed': .* such as '1: C4"),
        ({"placed": ["C4 C4-C5", ["D7"]]}, "field 'placed': .* such as '1: C4"),
        ({"second": "maybe"}, "field 'second': 'maybe' will not do; write true or false"),
        ({"top": 0}, "field 'top'"),
        ({"include": ",,"}, "field 'include'"),
        ({"compare": ""}, "field 'compare': nothing will not do; write two or more vertices"),
        ({"compare": [1, 2]}, "field 'compare'"),
        ({"budget": -5}, "field 'budget': '-5' will not do; write a whole number of games"),
        ({"budget": 10**20}, "field 'budget'"),
        ({"budget": "x" * 5000}, "field 'budget': 'x{40} …' will not do"),
        ({"until_sure": 3}, "field 'until_sure'"),
        ({"workers": 0}, "field 'workers'"),
        ({"out": 5}, "field 'out'"),
        ({"seed": -1}, "field 'seed'"),
        ({"seed": 2**64}, "field 'seed'"),
        ({"budgte": 5}, "did you mean 'budget'"),
        ({"time": "soon"}, "60s or 5m"),
        ({"time": "0s"}, "60s or 5m"),
        ({"time": "9" * 400}, "60s or 5m"),
        ({"time": "1m", "budget": 100}, "budget and time"),
        ({"compare": "C4"}, "at least two"),
        ({"compare": "C4,D7", "include": "E5"}, "remove include"),
        ({"candidates": 1}, "field 'candidates'"),
    ],
)
def test_wrong_fields_are_refused(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=f"^request: .*{says}"):
        request(**fields)


def test_a_request_needs_a_board() -> None:
    with pytest.raises(InputError, match="'board' is missing"):
        request_from_mapping({"seat": 1}, "ask.yaml")


def test_resolved_by_default() -> None:
    question = resolve(request())
    assert len(question.vertices) == 30
    assert question.ruleset["players"] == len(question.agents) == 4
    assert (question.seat, question.placed, question.predicted, question.second) == (0, (), 0, False)
    assert question.slots == SLOTS
    assert question.rounds is None
    assert question.fingerprint == BOARD.fingerprint
    assert len(question.versions["engine"]) == 16
    units = question.budget_units
    assert units is not None
    assert units + 3 * question.top * question.road_units == -(-100_000 // 64)
    assert 0.08 < 3 * question.top * question.road_units / units < 0.12


def test_a_question_survives_its_file() -> None:
    question = resolve(request(seat=3, agents="heuristic,random,weighted,heuristic"))
    again = msgspec.json.decode(msgspec.json.encode(question), type=Question)
    assert again == question
    setup = setup_of(again)
    assert setup.board == BOARD
    assert setup.placed == question.placed


def test_players_follow_the_map_and_the_ruleset() -> None:
    assert resolve(request_from_mapping({"board": "eight"}, "request")).ruleset["players"] == 8
    assert resolve(request_from_mapping({"board": "extension"}, "request")).ruleset["players"] == 6
    assert resolve(request(ruleset="eight")).ruleset["players"] == 8
    assert resolve(request(players=3)).ruleset["players"] == 3


def test_picks_before_a_later_seat_are_predicted() -> None:
    question = resolve(request(seat=3, placed="1: C4 C4-C5"))
    assert question.predicted == 1
    assert [pick.vertex for pick in question.placed][:1] == [BOARD.vertex("C4")]
    assert question.placed[1].road is not None
    assert not {pick.vertex for pick in question.placed} & set(question.vertices)


def test_placed_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text("1: C4 C4-C5\n2: D7 D7-D8\n")
    assert resolve(request(seat=3, placed=str(path))) == resolve(request(seat=3, placed="C4 C4-C5, D7 D7-D8"))


def test_the_second_settlement() -> None:
    question = resolve(request(seat=4, placed="C4 C4-C5, D7 D7-D8, B2 B2-B3, E4 E4-E5", second=True))
    assert question.second
    assert question.predicted == 0
    question = resolve(request(seat=3, placed="C4 C4-C5, D7 D7-D8, B2 B2-B3", second=True))
    assert question.predicted == 2


def test_compare_and_include() -> None:
    assert labels(resolve(request(compare="E5,c4"))) == ["E5", "C4"]
    assert resolve(request(compare="E5,C4")).top == 2
    some = labels(resolve(request(candidates=3)))
    assert labels(resolve(request(candidates=3, include=f"A1,{some[0]}"))) == [*some, "A1"]


def test_a_vertex_that_is_expected_to_be_gone() -> None:
    question = resolve(request(seat=2))
    gone = BOARD.vertex_labels[question.placed[0].vertex]
    with pytest.raises(InputError, match=f"expected to be picked before: {gone}; if others were"):
        resolve(request(seat=2, compare=f"{gone},C4"))


def test_without_a_budget() -> None:
    for fields, most in (({"time": "60s"}, None), ({"until_sure": True}, GAMES_UNTIL_SURE // 64)):
        question = resolve(request(**fields))
        assert (question.budget_units, question.road_units, question.slots) == (most, 0, SLOTS)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"board": "standart"}, "did you mean 'standard'"),
        ({"seat": 5}, "no seat 5 in a game of 4"),
        ({"agents": "heuristik"}, "did you mean 'heuristic'"),
        ({"include": "Z9"}, "field 'include': there is no vertex 'Z9'"),
        ({"placed": "C4 C4-C5", "seat": 2, "compare": "C4,D7"}, "field 'compare': no settlement can be placed at C4"),
        ({"placed": "C4 C4-C5, C5 C5-C6", "seat": 3}, "field 'placed'"),
        ({"placed": "C4"}, "ask for the second"),
        ({"placed": "9: C4 C4-C5"}, "field 'placed': pick 1 belongs to Seat 1, not Seat 9"),
        ({"placed": "missing.txt"}, "field 'placed': missing.txt: there is no such file"),
        ({"placed": "C" * 5000}, "field 'placed'"),
        ({"compare": "C4,c4"}, "field 'compare': a vertex is named twice"),
        ({"placed": "C4", "seat": 3}, "pick 1 has no road"),
        ({"second": True}, "is not among those placed"),
        ({"budget": 100}, "need at least 1920 games"),
    ],
)
def test_what_cannot_be_asked(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        resolve(request(**fields))


def test_a_tampered_question_is_refused() -> None:
    question = resolve(request(compare="E5,C4"))
    board = {**question.board, "robber": "hex1"}
    for changes in ({"board": board}, {"vertices": (0, 999)}, {"seat": 9}, {"top": 5}, {"vertices": (3, 3)}):
        with pytest.raises(InputError):
            setup_of(msgspec.structs.replace(question, **changes))

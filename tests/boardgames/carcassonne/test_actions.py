"""Actions as numbers and as texts."""

from __future__ import annotations

import pytest

from boardgames.carcassonne.actions import (
    MEEPLE,
    SKIP,
    anchor_of,
    from_text,
    is_placement,
    kind_of,
    placement,
    rotation_of,
    spot,
    to_text,
    x_of,
    y_of,
)
from boardgames.carcassonne.tiles import Kind
from mcts.errors import InputError


def test_every_placement_survives_both_ways() -> None:
    codes = set()
    for x in range(-71, 72):
        for y in range(-71, 72, 10):
            for rotation in range(4):
                code = int(placement(x, y, rotation))
                assert is_placement(code)
                assert (x_of(code), y_of(code), rotation_of(code)) == (x, y, rotation)
                assert to_text(code) == f"{x},{y},{90 * rotation}"
                assert from_text(to_text(code)) == code
                codes.add(code)
    assert len(codes) == 143 * 15 * 4


@pytest.mark.parametrize(
    ("text", "kind", "anchor"),
    [
        ("meeple:city_N", Kind.CITY, 0),
        ("meeple:city_W", Kind.CITY, 3),
        ("meeple:monastery", Kind.MONASTERY, 0),
        ("meeple:road_E", Kind.ROAD, 1),
        ("meeple:field_NL", Kind.FIELD, 0),
        ("meeple:field_WR", Kind.FIELD, 7),
    ],
)
def test_spots_are_named_by_kind_and_first_place(text: str, kind: Kind, anchor: int) -> None:
    code = from_text(text)
    assert code == spot(kind, anchor)
    assert (kind_of(code), anchor_of(code)) == (kind, anchor)
    assert not is_placement(code)
    assert to_text(code) == text


def test_skip() -> None:
    assert from_text(" skip ") == SKIP
    assert to_text(SKIP) == "skip"
    assert not is_placement(SKIP)


@pytest.mark.parametrize("text", ["", "1,2", "1,2,45", "72,0,0", "a,b,90", "meeple:", "meeple:city", "meeple:road_NL"])
def test_nonsense_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="is not an action; write 1,-1,90 or meeple:city_N or skip"):
        from_text(text)


@pytest.mark.parametrize("code", [-1, MEEPLE | 1 << 3 | 5, SKIP + 1])
def test_numbers_that_mean_nothing_are_refused(code: int) -> None:
    with pytest.raises(InputError, match="is not an action of Carcassonne"):
        to_text(code)

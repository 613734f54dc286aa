"""Actions of either version under our numbers."""

from __future__ import annotations

import pytest

from catan_sim.core import encoding as act
from catan_sim.core.resources import Resource
from tests.external.fakes import fake_action, fake_name
from tests.external.listed import by_our_number
from tests.external.tables import View, decisions
from tests.oracle.recording import RecordingError


@pytest.fixture(scope="module")
def view() -> View:
    return next(decisions(seat=0, seed=5))[0]


def test_single_discards(view: View) -> None:
    actions = [fake_action("RED", "DISCARD_RESOURCE", name) for name in ("WOOD", "ORE")]
    listed = by_our_number(actions, view.names, False, 0)
    assert listed == {
        act.DISCARD << 24 | Resource.LUMBER: actions[0],
        act.DISCARD << 24 | Resource.ORE: actions[1],
    }


@pytest.mark.parametrize("rest", [(), (None,)])
def test_robber_moves_with_and_without_room_for_the_card(view: View, rest: tuple[None, ...]) -> None:
    centre = (0, 0, 0)
    actions = [
        fake_action("RED", "MOVE_ROBBER", (centre, None, *rest)),
        fake_action("RED", "MOVE_ROBBER", (centre, fake_name("BLUE"), *rest)),
    ]
    listed = by_our_number(actions, view.names, False, 0)
    place = view.names.hex(centre)
    assert listed == {
        act.MOVE_ROBBER << 24 | act.NO_ONE << 8 | place: actions[0],
        act.MOVE_ROBBER << 24 | view.names.seat["BLUE"] << 8 | place: actions[1],
    }


@pytest.mark.parametrize("cheap_first", [True, False])
def test_of_several_rates_the_best(view: View, cheap_first: bool) -> None:
    cheap = fake_action("RED", "MARITIME_TRADE", ("ORE", "ORE", None, None, "WOOD"))
    dear = fake_action("RED", "MARITIME_TRADE", ("ORE", "ORE", "ORE", "ORE", "WOOD"))
    listed = by_our_number([cheap, dear] if cheap_first else [dear, cheap], view.names, False, 0)
    assert listed == {act.TRADE_BANK << 24 | Resource.LUMBER << 4 | Resource.ORE: cheap}


def test_answers_to_offers(view: View) -> None:
    trade = (1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2)
    actions = [fake_action("RED", f"{word}_TRADE", trade) for word in ("REJECT", "ACCEPT")]
    listed = by_our_number(actions, view.names, False, 0)
    assert listed == {act.REJECT_TRADE << 24: actions[0], act.ACCEPT_TRADE << 24: actions[1]}


def test_roads_are_free_in_the_setup_and_by_card(view: View) -> None:
    road = fake_action("RED", "BUILD_ROAD", next(iter(view.game.state.board.map.land_tiles[0, 0, 0].edges.values())))
    kinds = [
        next(iter(by_our_number([road], view.names, is_setup, free))) >> 24
        for is_setup, free in ((True, 0), (False, 2), (False, 0))
    ]
    assert kinds == [act.PLACE_ROAD, act.PLACE_ROAD, act.BUILD_ROAD]


def test_a_type_without_a_number_is_refused(view: View) -> None:
    with pytest.raises(RecordingError, match="FLIP_TABLE"):
        by_our_number([fake_action("RED", "FLIP_TABLE")], view.names, False, 0)

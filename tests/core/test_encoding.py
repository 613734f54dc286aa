"""Actions as numbers and as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catan_sim.core import encoding as act
from catan_sim.core.action_text import FORMS, from_text, to_text
from catan_sim.core.boardfile import find_board
from mcts.errors import InputError

COUNTS = st.tuples(*[st.integers(-7, 7)] * 5).filter(any)
VALUES = {
    "vertex": st.integers(0, 191),
    "edge": st.integers(0, 255),
    "hex": st.integers(0, 79),
    "seat": st.integers(0, 7),
    "resource": st.integers(0, 4),
    "cards": COUNTS.map(lambda counts: sum((n & 0xF) << 4 * r for r, n in enumerate(counts))),
}


def offer(counts: tuple[int, ...], partner: int) -> int:
    """An offer put together from its counts, as the kernels do it."""
    payload = partner << 20
    for resource, count in enumerate(counts):
        payload |= act.count_bits(count, resource)
    return act.encode(act.OFFER_TRADE, payload)


@st.composite
def actions(draw: st.DrawFn) -> int:
    """Any action of any kind."""
    kind = draw(st.sampled_from(sorted(FORMS)))
    payload = 0
    for field in FORMS[kind][1]:
        absent = field.optional and draw(st.booleans())
        payload |= (act.NO_ONE if absent else draw(VALUES[field.type])) << field.shift
    return kind << 24 | payload


@given(actions())
def test_text_round_trip(action: int) -> None:
    assert 0 < action < 2**31
    assert from_text(to_text(action)) == action


@given(COUNTS, st.integers(0, 7) | st.just(act.NO_ONE))
def test_offers_round_trip(counts: tuple[int, ...], partner: int) -> None:
    action = offer(counts, partner)
    assert act.kind_of(action) == act.OFFER_TRADE
    assert act.offer_counts(action) == counts
    given, wanted = (int(word).to_bytes(8, "little") for word in (act.given_cards(action), act.wanted_cards(action)))
    assert list(given) == [max(count, 0) for count in counts] + [0] * 3
    assert list(wanted) == [max(-count, 0) for count in counts] + [0] * 3
    assert act.offer_partner(action) == partner


@given(st.integers(0, 255), st.integers(0, 7) | st.just(act.NO_ONE))
def test_robber_moves_round_trip(tile: int, victim: int) -> None:
    action = act.encode(act.MOVE_ROBBER, tile | victim << 8)
    assert (act.kind_of(action), act.place_of(action), act.robber_victim(action)) == (act.MOVE_ROBBER, tile, victim)


@given(st.integers(0, 4), st.integers(0, 4))
def test_pairs_of_resources_round_trip(give: int, get: int) -> None:
    action = act.encode(act.TRADE_BANK, give | get << 4)
    assert (act.first_of(action), act.second_of(action)) == (give, get)


def test_every_kind_has_its_own_number_and_name() -> None:
    assert sorted(FORMS) == list(range(1, 22))
    assert len({name for name, _ in FORMS.values()}) == 21


def test_readable_form() -> None:
    assert to_text(act.BUILD_SETTLEMENT << 24 | 12) == "build_settlement(v=12)"
    assert to_text(offer((0, 1, 0, 0, -2), act.NO_ONE)) == "offer_trade(cards=+1wood-2ore, p=-)"


def test_places_may_be_labels() -> None:
    board = find_board("standard")
    for text in (
        "build_settlement(v=C4)",
        "build_road(e=A1-A2)",
        "move_robber(h=hex3, p=seat2)",
        "confirm_trade(p=seat8)",
    ):
        assert to_text(from_text(text, board), board) == text
    assert from_text("build_settlement(v=C4)", board) == act.BUILD_SETTLEMENT << 24 | board.vertex("C4")
    assert from_text("build_road(e=a2-a1)", board) == act.BUILD_ROAD << 24 | board.edge("A1-A2")
    assert from_text("move_robber(h=2, p=1)") == from_text("move_robber(h=hex3, p=Seat 2)", board)
    assert from_text("end_turn") == from_text("end_turn()") == act.END_TURN << 24
    assert from_text("move_robber(h=hex3, p=-)", board) == act.MOVE_ROBBER << 24 | 0xF << 8 | 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("settle at C4", "write it like build_settlement"),
        ("biuld_road(e=3)", "did you mean build_road"),
        ("build_road(v=3)", "must name e"),
        ("build_road(e=3, e=4)", "once"),
        ("build_road(e=300)", "out of range"),
        ("build_road(e=A1-A2)", "not a number"),
        ("discard(r=gold)", "not a resource"),
        ("confirm_trade(p=8)", "write seat1 to seat8"),
        ("confirm_trade(p=seat0)", "write seat1 to seat8"),
        ("confirm_trade(p=Bob)", "write seat1 to seat8"),
        ("discard", "must name r"),
        ("offer_trade(cards=+1wood-1wood, p=-)", "each resource once"),
        ("offer_trade(cards=wood, p=-)", "with + and"),
        ("offer_trade(cards=+9wood-1ore, p=-)", "each resource once"),
    ],
)
def test_wrong_texts_are_explained(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says.replace("+", r"\+")):
        from_text(text)


def test_a_number_that_is_no_action() -> None:
    with pytest.raises(InputError, match="not an action"):
        to_text(5)

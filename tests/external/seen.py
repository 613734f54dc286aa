"""A catanatron position in our terms, as the player at one seat sees it.

Of opponents only what lies open is read: hand sizes, played cards, pieces, points. Their rows of ``hand`` and ``cards``
stay zero, and ``deck`` counts every development card that the player has not seen, whoever holds it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from catan_sim.core import encoding as act
from catan_sim.core.position import Position, state_from_position
from catan_sim.core.records import NOBODY, PLAYED_CARD, Part, Record, Waiting
from catan_sim.core.resources import RESOURCE_COUNT, Card, Resource
from tests.oracle.translate import Translation, by_resource

_WAITING: Final = {
    "BUILD_INITIAL_SETTLEMENT": Waiting.SETTLEMENT,
    "BUILD_INITIAL_ROAD": Waiting.ROAD,
    "PLAY_TURN": Waiting.MAIN,
    "DISCARD": Waiting.DISCARD,
    "MOVE_ROBBER": Waiting.ROBBER,
    "DECIDE_TRADE": Waiting.ANSWER,
}
"""Their names of what the player has to decide; free roads are part of a turn there."""

_PLAYS: Final = {card: f"PLAY_{card.name}{'_CARD' if card == Card.KNIGHT else ''}" for card in Card}


def free_roads(theirs: Any) -> int:
    """Roads of a Road Building card still to place; their number alone may be left over from an earlier card."""
    return int(theirs.free_roads_available) if theirs.is_road_building else 0


def state_seen_by(
    seat: int, theirs: Any, names: Translation, board_rec: Record, rules: Record, listed: Collection[str]
) -> Record:
    """Our record of a catanatron ``State`` in which the player at a seat has to act.

    Parameters
    ----------
    listed : collection of str
        Names of the types of action that catanatron lists; a development card that it does not let the player play is
        shown as new, whatever its reason.
    """
    state = state_from_position(names.board, board_rec, rules, _position(seat, theirs, names, listed))
    players = len(theirs.colors)
    for other in range(players):
        state["hand_size"][other] = sum(_hand(theirs, other))
        state["points"][other] = _of(theirs, other, "VICTORY_POINTS")
    # They give the awards by lengths of their own; the points go with whom they name.
    state["longest_road"] = _holder(theirs, "HAS_ROAD")
    state["largest_army"] = _holder(theirs, "HAS_ARMY")
    state["bank"] = by_resource(theirs.resource_freqdeck)
    state["deck_size"] = len(theirs.development_listdeck)
    state["actor"] = seat
    _set_phase(state, seat, theirs, names)
    return state


def _of(theirs: Any, seat: int, what: str) -> Any:
    return theirs.player_state[f"P{seat}_{what}"]


def _hand(theirs: Any, seat: int) -> list[int]:
    return [_of(theirs, seat, f"{resource.word.upper()}_IN_HAND") for resource in Resource]


def _holder(theirs: Any, award: str) -> int:
    return next((seat for seat in range(len(theirs.colors)) if _of(theirs, seat, award)), NOBODY)


def _position(seat: int, theirs: Any, names: Translation, listed: Collection[str]) -> Position:
    players = range(len(theirs.colors))
    pieces: dict[str, dict[int, int]] = {"SETTLEMENT": {}, "CITY": {}}
    for node, (colour, piece) in theirs.board.buildings.items():
        pieces[piece][names.vertex[node]] = names.seat[colour.value]
    cards = [_of(theirs, seat, f"{card.name}_IN_HAND") for card in Card]
    return Position(
        settlements=pieces["SETTLEMENT"],
        cities=pieces["CITY"],
        roads={names.edge(nodes): names.seat[colour.value] for nodes, colour in theirs.board.roads.items()},
        hands={seat: _hand(theirs, seat)},
        cards={seat: cards},
        new_cards={seat: [0 if _PLAYS[card] in listed else held for card, held in zip(Card, cards, strict=True)]},
        played={other: [_of(theirs, other, f"PLAYED_{card.name}") for card in Card] for other in players},
        robber=names.hex(theirs.board.robber_coordinate),
        roller=theirs.current_turn_index,
        has_rolled=_of(theirs, theirs.current_turn_index, "HAS_ROLLED"),
        turn=max(theirs.num_turns - 2 * len(players) + 3, 1),  # they count from 0 on, and the picks as well
    )


def _set_phase(state: Record, seat: int, theirs: Any, names: Translation) -> None:
    """What the player has to decide, and the fields that go with it."""
    waiting = _WAITING[theirs.current_prompt.value]
    if waiting == Waiting.MAIN and free_roads(theirs):
        waiting = Waiting.FREE_ROAD
        state["free_roads"] = free_roads(theirs)
    state["waiting"] = waiting
    if _of(theirs, theirs.current_turn_index, "HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"):
        state["flags"] |= PLAYED_CARD
    if theirs.is_initial_build_phase:
        picks = theirs.buildings_by_color[theirs.colors[seat]]["SETTLEMENT"]
        state["part"] = Part.SETUP
        state["turn"] = 0
        state["pick"] = len(theirs.board.buildings) + (waiting == Waiting.SETTLEMENT)
        if waiting == Waiting.ROAD:
            state["pick_vertex"] = names.vertex[picks[-1]]
    elif waiting == Waiting.DISCARD:
        # The release on PyPI keeps no count, but there the whole discard is one action.
        counts = getattr(theirs, "discard_counts", None)
        state["to_discard"][seat] = sum(_hand(theirs, seat)) // 2 if counts is None else counts[seat]
    elif waiting == Waiting.ANSWER:
        state["offer"] = _offer(theirs.current_trade)
        state["offers_made"] = 1


def _offer(trade: tuple[int, ...]) -> int:
    """Their trade (five counts given, five wanted) as the action that would have made it."""
    gives, wants = by_resource(trade[:RESOURCE_COUNT]), by_resource(trade[RESOURCE_COUNT : 2 * RESOURCE_COUNT])
    payload = act.NO_ONE << 20
    for resource, (give, want) in enumerate(zip(gives, wants, strict=True)):
        payload |= int(act.count_bits(give - want, resource))
    return act.OFFER_TRADE << 24 | payload

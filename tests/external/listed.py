"""The actions that catanatron lists, under our numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from catan_sim.core import encoding as act
from tests.oracle.recording import Moment
from tests.oracle.translate import Translation

_TRADE_ANSWERS: Final = {"ACCEPT_TRADE": act.ACCEPT_TRADE, "REJECT_TRADE": act.REJECT_TRADE}


def kind_name(action: Any) -> str:
    """The name of an action's type."""
    return str(action.action_type.value)


def by_our_number(actions: Iterable[Any], names: Translation, is_setup: bool, free_roads: int) -> dict[int, Any]:
    """Our number of each listed action → the action.

    Raises
    ------
    RecordingError
        When one is of a type that we have no number for.
    """
    moment = _moment(is_setup, free_roads)
    listed: dict[int, Any] = {}
    for action in actions:
        number = _number(action, names, moment)
        # The version from source lists a trade at every rate that the player's ports allow; we only know the best.
        if number not in listed or _cards_given(action) < _cards_given(listed[number]):
            listed[number] = action
    return listed


def _number(action: Any, names: Translation, moment: Moment) -> int:
    kind = kind_name(action)
    if kind in _TRADE_ANSWERS:
        return _TRADE_ANSWERS[kind] << 24
    value = action.value
    if kind == "MOVE_ROBBER":
        value = (value[0], None if value[1] is None else value[1].value)
    return names.action((action.color.value, kind, value), moment)


def _cards_given(action: Any) -> int:
    """How many cards a trade with the bank gives away; 0 for anything else."""
    if kind_name(action) != "MARITIME_TRADE":
        return 0
    return sum(card is not None for card in action.value[:-1])


def _moment(is_setup: bool, free_roads: int) -> Moment:
    """A moment of which only that is known on which the number of an action depends."""
    return Moment(
        turn_seat=0,
        actor_seat=0,
        prompt="",
        num_turns=0,
        initial_phase=is_setup,
        road_building_left=free_roads,
        robber=(0, 0, 0),
        bank=(0, 0, 0, 0, 0),
        dev_deck={},
        players=[],
        winner=None,
    )

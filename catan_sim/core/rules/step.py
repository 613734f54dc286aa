"""Carrying out one action."""

from __future__ import annotations

from typing import Final

from catan_sim.core import encoding as act
from catan_sim.core.records import Answer, Part, Record
from catan_sim.core.rules.bank_trade import trade_with_bank
from catan_sim.core.rules.building import build_city, build_road, build_settlement
from catan_sim.core.rules.development import (
    buy_card,
    place_free_road,
    play_knight,
    play_monopoly,
    play_road_building,
    play_year_of_plenty,
)
from catan_sim.core.rules.player_trade import answer_offer, close_offer, confirm_trade, make_offer
from catan_sim.core.rules.robber import discard, move_robber
from catan_sim.core.rules.turn import check_victory, end_turn, pick_road, pick_settlement, roll
from mcts.kernel import kernel

DRAW: Final = -1
"""As an outcome: let the streams decide. As a result: the action had no chance in it."""


@kernel
def step(board: Record, rules: Record, state: Record, work: Record, action: int, outcome: int) -> int:
    """Carry out a legal action.

    Parameters
    ----------
    action : int32
        One of those that ``legal_actions`` lists; anything else gives nonsense.
    outcome : int
        The chance outcome to force (a roll as ``10 * d1 + d2``, a stolen resource, a drawn card), or DRAW.

    Returns
    -------
    int
        The chance outcome that came about, or DRAW when the action had none.
    """
    kind = act.kind_of(action)
    place = act.place_of(action)
    first = act.first_of(action)
    second = act.second_of(action)
    result = DRAW
    if kind == act.ROLL:
        result = roll(board, rules, state, work, outcome)
    elif kind == act.END_TURN:
        end_turn(rules, state)
    elif kind == act.TRADE_BANK:
        trade_with_bank(rules, state, first, second)
    elif kind == act.MOVE_ROBBER:
        result = move_robber(state, work, place, act.robber_victim(action), outcome)
    elif kind == act.DISCARD:
        discard(rules, state, first)
    elif kind == act.BUILD_ROAD:
        build_road(board, rules, state, work, place)
    elif kind == act.BUILD_SETTLEMENT:
        build_settlement(board, rules, state, work, place)
    elif kind == act.BUILD_CITY:
        build_city(board, rules, state, place)
    elif kind == act.BUY_CARD:
        result = buy_card(rules, state, work, outcome)
    elif kind == act.PLAY_KNIGHT:
        play_knight(rules, state)
    elif kind == act.PLAY_ROAD_BUILDING:
        play_road_building(state)
    elif kind == act.PLAY_YEAR_OF_PLENTY:
        play_year_of_plenty(state, first, second)
    elif kind == act.PLAY_MONOPOLY:
        play_monopoly(rules, state, first)
    elif kind == act.OFFER_TRADE:
        make_offer(rules, state, action)
    elif kind == act.ACCEPT_TRADE:
        answer_offer(rules, state, Answer.ACCEPTED, 0)
    elif kind == act.REJECT_TRADE:
        answer_offer(rules, state, Answer.REJECTED, 0)
    elif kind == act.COUNTER_TRADE:
        answer_offer(rules, state, Answer.COUNTERED, action)
    elif kind == act.CONFIRM_TRADE:
        confirm_trade(rules, state, first)
    elif kind == act.CANCEL_TRADE:
        close_offer(rules, state)
    elif kind == act.PLACE_SETTLEMENT:
        pick_settlement(board, rules, state, work, place)
    elif state.part == Part.SETUP:
        pick_road(board, rules, state, work, place)
    else:
        place_free_road(board, rules, state, work, place)
    check_victory(rules, state)
    return result

"""The agent that prefers cities, then settlements, then development cards, and is random otherwise."""

from __future__ import annotations

from typing import Final

from numba import int64

from catan_sim.core.encoding import BUILD_CITY, BUILD_SETTLEMENT, BUY_CARD, OFFER_TRADE, REJECT_TRADE, encode, kind_of
from catan_sim.core.records import Record, Stream, Waiting
from catan_sim.core.rules.legal import legal_actions
from mcts.kernel import kernel
from mcts.rng import draw_below

_CITY: Final = 10_000
_SETTLEMENT: Final = 1_000
_CARD: Final = 100


@kernel
def _chance(action: int) -> int:
    """How often an action is taken, in proportion; offers never, since nearly all are pointless."""
    kind = kind_of(action)
    if kind == BUILD_CITY:
        return _CITY
    if kind == BUILD_SETTLEMENT:
        return _SETTLEMENT
    if kind == BUY_CARD:
        return _CARD
    return 0 if kind == OFFER_TRADE else 1


@kernel
def choose_weighted(board: Record, rules: Record, state: Record, work: Record) -> int:
    """One of the legal actions, drawn by :func:`_chance`; every trade is refused."""
    if state.waiting == Waiting.ANSWER:
        return encode(REJECT_TRADE, 0)
    count = legal_actions(board, rules, state, work)
    total = 0
    for index in range(count):
        total += _chance(int64(work.actions[index]))
    ticket = draw_below(work.streams[Stream.AGENT], total)
    index = 0
    while ticket >= _chance(int64(work.actions[index])):
        ticket -= _chance(int64(work.actions[index]))
        index += 1
    return int64(work.actions[index])

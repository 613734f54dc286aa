"""Actions as integers: ``kind << 24 | payload``, a positive int32.

Payload bits: a vertex, edge or hex in bits 0–7; the seat of ``move_robber`` in bits 8–11; resources in bits 0–3 and
4–7; the seat of ``confirm_trade`` in bits 0–3; the cards of an offer as five signed 4-bit counts in bits 0–19 and its
partner in bits 20–23. A seat or resource of 15 means nobody, everybody or nothing.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from catan_sim.core.resources import RESOURCE_COUNT
from mcts.kernel import kernel

PLACE_SETTLEMENT: Final = 1
PLACE_ROAD: Final = 2
ROLL: Final = 3
DISCARD: Final = 4
MOVE_ROBBER: Final = 5
BUILD_ROAD: Final = 6
BUILD_SETTLEMENT: Final = 7
BUILD_CITY: Final = 8
BUY_CARD: Final = 9
PLAY_KNIGHT: Final = 10
PLAY_ROAD_BUILDING: Final = 11
PLAY_YEAR_OF_PLENTY: Final = 12
PLAY_MONOPOLY: Final = 13
TRADE_BANK: Final = 14
OFFER_TRADE: Final = 15
ACCEPT_TRADE: Final = 16
REJECT_TRADE: Final = 17
COUNTER_TRADE: Final = 18
CONFIRM_TRADE: Final = 19
CANCEL_TRADE: Final = 20
END_TURN: Final = 21

NO_ONE: Final = 15
"""A seat or resource that is absent: nobody robbed, an offer to all, a single card of plenty."""

_KIND_SHIFT: Final = 24
_PARTNER_SHIFT: Final = 20
_COUNT_BITS: Final = 4


@kernel
def encode(kind: int, payload: int) -> int:
    """Put an action together."""
    return (kind << _KIND_SHIFT) | payload


@kernel
def kind_of(action: int) -> int:
    """The kind of an action."""
    return action >> _KIND_SHIFT


@kernel
def place_of(action: int) -> int:
    """The vertex, edge or hex of an action."""
    return action & 0xFF


@kernel
def robber_victim(action: int) -> int:
    """The seat that ``move_robber`` steals from, or NO_ONE."""
    return (action >> 8) & 0xF


@kernel
def first_of(action: int) -> int:
    """The first resource of an action, or the seat of ``confirm_trade``."""
    return action & 0xF


@kernel
def second_of(action: int) -> int:
    """The second resource of an action, or NO_ONE."""
    return (action >> _COUNT_BITS) & 0xF


@kernel
def offer_partner(action: int) -> int:
    """The seat an offer is addressed to, or NO_ONE for all."""
    return (action >> _PARTNER_SHIFT) & 0xF


@kernel
def offer_count(action: int, resource: int) -> int:
    """How many cards of a resource the offerer gives (positive) or wants (negative)."""
    nibble = (action >> (_COUNT_BITS * resource)) & 0xF
    return nibble - 16 if nibble >= 8 else nibble


@kernel
def _spread_counts(offer: int) -> Any:
    """The five counts of an offer as they are, but a byte apart."""
    word = np.uint64(offer & 0xFFFF | (offer & 0xF0000) << 16)
    word = (word | word << np.uint64(8)) & np.uint64(0x0F00FF00FF)
    return (word | word << np.uint64(4)) & np.uint64(0x0F0F0F0F0F)


@kernel
def _where_wanted(counts: Any) -> Any:
    """Ones in the bytes of negative counts."""
    return ((counts & np.uint64(0x0808080808)) >> np.uint64(3)) * np.uint64(0xFF)


@kernel
def given_cards(offer: int) -> Any:
    """The cards that the offerer gives, as a word of counts (``mcts/counts.py``)."""
    counts = _spread_counts(offer)
    return counts & ~_where_wanted(counts)


@kernel
def wanted_cards(offer: int) -> Any:
    """The cards that the offerer wants, as a word of counts."""
    counts = _spread_counts(offer)
    return (np.uint64(0x1010101010) - counts) & _where_wanted(counts)


@kernel
def count_bits(count: int, resource: int) -> int:
    """The payload bits of one signed count of an offer."""
    return (count & 0xF) << (_COUNT_BITS * resource)


def offer_counts(action: int) -> tuple[int, ...]:
    """The five signed counts of an offer or counter-offer."""
    nibbles = (action >> _COUNT_BITS * resource & 0xF for resource in range(RESOURCE_COUNT))
    return tuple(nibble - 16 if nibble >= 8 else nibble for nibble in nibbles)

"""Room to grow in the set-up: where others are likely to settle, and the ground that is left."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import int64

from catan_sim.core.records import Record
from mcts.bits import contains, lowest_bit, popcount, without_lowest
from mcts.kernel import kernel

MOST_ROOM: Final = 6
"""Vertices two roads from any vertex, at most."""


@kernel
def expect_picks(board: Record, rules: Record, state: Record, work: Record, player: int) -> None:
    """Fill ``work.rivals`` and ``work.left`` for the pick under way: those still to come take what makes most cards.

    The player's own later pick is among those expected: where it goes, nobody else can go either.
    """
    for word in range(state.closed.shape[0]):
        work.left[word] = board.vertex_set[word] & ~state.closed[word]
        rivals = np.uint64(0)
        for other in range(rules.players):
            if other != player:
                rivals |= state.settlements[other, word]
        work.rivals[word] = rivals
    to_come = 2 * rules.players - int64(state.pick)
    for number in range(board.vertex_count):
        if to_come == 0:
            break
        vertex = int64(board.richest_vertices[number])
        if contains(work.left, vertex):
            to_come -= 1
            for word in range(state.closed.shape[0]):
                work.left[word] &= ~board.vertex_zone[vertex, word]
            work.rivals[vertex >> 6] |= np.uint64(1) << np.uint64(vertex & 63)


@kernel
def is_contested(board: Record, work: Record, origin: int, vertex: int) -> bool:
    """Whether a rival is as near to a vertex as a settlement at ``origin``, two roads away; needs `expect_picks`.

    A rival whose place ``origin`` takes goes elsewhere.
    """
    for word in range(work.rivals.shape[0]):
        if board.vertex_near[vertex, word] & work.rivals[word] & ~board.vertex_zone[origin, word]:
            return True
    return False


@kernel
def room_around(board: Record, work: Record, origin: int) -> int:
    """Vertices two roads from ``origin`` to which no rival is as near; needs `expect_picks`."""
    room = 0
    for word in range(work.rivals.shape[0]):
        bits = board.vertex_near[origin, word] & ~board.vertex_zone[origin, word]
        while bits:
            room += not is_contested(board, work, origin, 64 * word + lowest_bit(bits))
            bits = without_lowest(bits)
    return room


@kernel
def sites_left_beyond(board: Record, work: Record, near: int, vertex: int) -> int:
    """Vertices one road beyond ``vertex``, away from ``near``, that are likely to stay open; needs `expect_picks`."""
    sites = 0
    for word in range(work.left.shape[0]):
        sites += popcount(board.vertex_zone[vertex, word] & ~board.vertex_zone[near, word] & work.left[word])
    return sites

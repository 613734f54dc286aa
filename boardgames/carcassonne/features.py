"""Features: the segments of tiles joined into cities, roads and fields, and the followers on them.

A forest in arrays, the smaller tree below the root of the larger one, without shortening of paths: reading a position
never changes it, and no path is longer than a few steps.
"""

from __future__ import annotations

import numpy as np

from boardgames.carcassonne.board import cell_beside, count_around
from boardgames.carcassonne.records import NEAR_OPEN, SEAT_BITS, Record
from boardgames.carcassonne.tables import (
    CITY_COUNT,
    EDGE_FIELD,
    EDGE_ROAD,
    EDGES,
    PORTS,
    SEGMENT_COUNT,
    SEGMENT_KIND,
    SEGMENT_PENNANTS,
    SEGMENT_SIDES,
    SEGMENT_TOUCHES,
    SEGMENT_TWIN,
)
from boardgames.carcassonne.tiles import Kind
from mcts.bits import add, popcount, remove
from mcts.kernel import kernel

CITY, MONASTERY, ROAD, FIELD = (int(kind) for kind in Kind)
AROUND = 8
MIDDLE, LEFT, RIGHT = range(3)


@kernel
def root_of(state: Record, feature: int) -> int:
    """The root of the tree that a segment belongs to."""
    while state.parent[feature] != feature:
        feature = state.parent[feature]
    return feature


@kernel
def followers_of(state: Record, root: int, seat: int) -> int:
    """How many followers a seat has on a feature."""
    return (state.followers[root] >> (SEAT_BITS * seat)) & 15


@kernel
def merge(state: Record, one: int, other: int) -> int:
    """Join two features, given by their roots: everything adds up, and a tile in both counts once. Returns the root."""
    if one == other:
        return one
    if state.tiles[one] < state.tiles[other]:
        one, other = other, one
    state.parent[other] = one
    state.open[one] += state.open[other]
    shared = popcount(np.uint64(state.twins[one] & state.twins[other]))
    state.tiles[one] += state.tiles[other] - shared
    state.twins[one] |= state.twins[other]
    state.pennants[one] += state.pennants[other]
    state.cities[one] |= state.cities[other]
    if state.followers[other]:
        state.followers[one] += state.followers[other]
        claimed = state.claimed[state.kind[one]]
        remove(claimed, other)
        add(claimed, one)
    return one


@kernel
def add_segments(state: Record, lie: int) -> int:
    """Make every segment of a new tile a feature of its own; returns the first."""
    tile = lie >> 2
    first = state.features
    bit = np.uint64(state.city_pieces)
    has_twins = False
    for number in range(SEGMENT_COUNT[tile]):
        feature = first + number
        state.parent[feature] = feature
        state.kind[feature] = SEGMENT_KIND[tile, number]
        state.open[feature] = SEGMENT_SIDES[tile, number]
        state.tiles[feature] = 1
        state.pennants[feature] = SEGMENT_PENNANTS[tile, number]
        state.followers[feature] = 0
        state.cities[feature] = SEGMENT_TOUCHES[tile, number] << bit
        state.twins[feature] = 0
        if SEGMENT_TWIN[tile, number]:
            state.twins[feature] = 1 << state.twin_tiles
            has_twins = True
    for number in range(CITY_COUNT[tile]):
        state.city_feature[state.city_pieces + number] = first + number
    state.city_pieces += CITY_COUNT[tile]
    state.twin_tiles += has_twins
    state.features += SEGMENT_COUNT[tile]
    return first


@kernel
def join_middles(state: Record, one: int, other: int) -> None:
    """Join two city or road segments that meet at a side, which is open no longer."""
    root = merge(state, root_of(state, one), root_of(state, other))
    state.open[root] -= 2


@kernel
def join_fields(state: Record, one: int, other: int) -> None:
    """Join two field segments that meet."""
    merge(state, root_of(state, one), root_of(state, other))


@kernel
def join_neighbours(state: Record, cell: int) -> None:
    """Join the features of the tile just laid with those of the tiles beside it."""
    number = state.cells[cell] - 1
    lie = state.lie[number]
    first = state.first[number]
    for side in range(4):
        occupant = state.cells[cell_beside(cell, side)]
        if 0 < occupant < NEAR_OPEN:
            ports = PORTS[lie, side]
            others = PORTS[state.lie[occupant - 1], side ^ 2]
            base = state.first[occupant - 1]
            edge = EDGES[lie, side]
            if edge == EDGE_FIELD:
                join_fields(state, first + ports[MIDDLE], base + others[MIDDLE])
            else:
                join_middles(state, first + ports[MIDDLE], base + others[MIDDLE])
                if edge == EDGE_ROAD:
                    join_fields(state, first + ports[LEFT], base + others[RIGHT])
                    join_fields(state, first + ports[RIGHT], base + others[LEFT])


@kernel
def surround_monasteries(state: Record, number: int) -> None:
    """Count a new tile for every monastery that it touches, and the tiles around a monastery that it bears."""
    x = state.x[number]
    y = state.y[number]
    for place in range(state.monasteries):
        tile = state.monastery[place]
        if abs(state.x[tile] - x) <= 1 and abs(state.y[tile] - y) <= 1:
            state.tiles[state.first[tile]] += 1
            state.open[state.first[tile]] -= 1
    first = state.first[number]
    if state.kind[first] == MONASTERY:
        state.monastery[state.monasteries] = number
        state.monasteries += 1
        around = count_around(state, x, y)
        state.tiles[first] = 1 + around
        state.open[first] = AROUND - around


@kernel
def put_follower(state: Record, feature: int, seat: int) -> None:
    """Move a follower from a player's supply to an unclaimed feature."""
    root = root_of(state, feature)
    state.supply[seat] -= 1
    state.followers[root] += 1 << (SEAT_BITS * seat)
    add(state.claimed[state.kind[root]], root)


@kernel
def return_followers(state: Record, root: int) -> None:
    """Give all followers on a feature back to their players."""
    for seat in range(state.players):
        state.supply[seat] += followers_of(state, root, seat)
    state.followers[root] = 0
    remove(state.claimed[state.kind[root]], root)

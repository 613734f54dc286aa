"""The set-up: which vertex to take, and where its road should lead."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from catan_sim.ai.income import keep_pick_worths, know_all_picks, pick_worth
from catan_sim.ai.room import MOST_ROOM, expect_picks, is_contested, room_around, sites_left_beyond
from catan_sim.ai.weights import OPENING, Weight, share
from catan_sim.core.encoding import PLACE_ROAD, PLACE_SETTLEMENT, encode
from catan_sim.core.records import Record, Stream
from catan_sim.core.resources import RESOURCE_COUNT
from mcts.bits import contains
from mcts.kernel import kernel
from mcts.rng import draw_below


@kernel
def _best_beyond(
    board: Record, state: Record, work: Record, weights: Any, player: int, row: int, origin: int, near: int
) -> int:
    """Worth of the best open vertex two roads from ``origin`` by way of ``near``; 0 for none."""
    best = 0
    for k in range(board.vertex_degree[near]):
        vertex = int64(board.vertex_vertices[near, k])
        if vertex != origin and not contains(state.closed, vertex):
            best = max(best, pick_worth(board, state, work, weights, player, row, vertex))
    return best


@kernel
def _expansion(board: Record, state: Record, work: Record, weights: Any, player: int, row: int, vertex: int) -> int:
    """Worth of the best open vertex two roads away; 0 for none."""
    best = 0
    for k in range(board.vertex_degree[vertex]):
        if not contains(state.all_roads, board.vertex_edges[vertex, k]):
            near = int64(board.vertex_vertices[vertex, k])
            best = max(best, _best_beyond(board, state, work, weights, player, row, vertex, near))
    return best


@kernel
def worth_of_pick(board: Record, state: Record, work: Record, weights: Any, player: int, row: int, vertex: int) -> int:
    """What a vertex is worth with the room around it, whim apart; needs `know_all_picks` and `expect_picks`."""
    expansion = _expansion(board, state, work, weights, player, row, vertex)
    worth = work.pick_worth[row, player, vertex] + share(expansion, weights[Weight.OPENING_EXPANSION])
    return worth + weights[Weight.OPENING_ROOM] * room_around(board, work, vertex)


@kernel
def _worth_of_a_pip(weights: Any) -> int:
    """What a pip is worth, the mean of all resources, or nothing if it is worth less than that."""
    total = 0
    for resource in range(RESOURCE_COUNT):
        total += weights[OPENING + resource]
    return max(total, 0) // RESOURCE_COUNT


@kernel
def _note_choices(board: Record, state: Record, work: Record, spared: int) -> None:
    """Fill ``work.choices`` with the open vertices; those within one road of ``spared`` only if there are no others."""
    others = np.uint64(0)
    for word in range(state.closed.shape[0]):
        work.choices[word] = board.vertex_set[word] & ~state.closed[word]
        if spared >= 0:
            others |= work.choices[word] & ~board.vertex_zone[spared, word]
    if others:
        for word in range(state.closed.shape[0]):
            work.choices[word] &= ~board.vertex_zone[spared, word]


@kernel
def choose_pick(board: Record, rules: Record, state: Record, work: Record, agent: Record, spared: int) -> int:
    """The vertex that a player takes; none within one road of the vertex ``spared`` (-1: any) if there is another.

    Whim moves every worth, as far as what is not known of a vertex would: players differ in what they see in it.
    Vertices that neither room to grow nor whim could bring to the top are passed over.
    """
    weights = agent.weights
    player = int64(state.actor)
    row = know_all_picks(board, state, work, weights, player)
    expect_picks(board, rules, state, work, player)
    whim = weights[Weight.OPENING_WHIM] * _worth_of_a_pip(weights)
    most_room = max(share(work.pick_most[row, player], weights[Weight.OPENING_EXPANSION]), 0)
    most_room += max(weights[Weight.OPENING_ROOM], 0) * MOST_ROOM
    _note_choices(board, state, work, spared)
    best = -1
    best_worth = 0
    for number in range(board.vertex_count):  # the likeliest first, so that most others can be passed over
        vertex = int64(board.richest_vertices[number])
        if not contains(work.choices, vertex):
            continue
        most = work.pick_worth[row, player, vertex] + most_room
        if best >= 0 and most + whim <= best_worth:
            continue
        fancy = draw_below(work.streams[Stream.AGENT], whim + 1)
        if best >= 0 and most + fancy <= best_worth:
            continue
        worth = worth_of_pick(board, state, work, weights, player, row, vertex) + fancy
        if best < 0 or worth > best_worth:
            best = vertex
            best_worth = worth
    return best


@kernel
def choose_setup_settlement(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """The action of a pick."""
    return encode(PLACE_SETTLEMENT, choose_pick(board, rules, state, work, agent, -1))


@kernel
def choose_setup_road(board: Record, rules: Record, state: Record, work: Record, agent: Record) -> int:
    """The road towards good open vertices, and first of all where others are as near: the rest will wait."""
    weights = agent.weights
    origin = int64(state.pick_vertex)
    player = int64(state.actor)
    row = keep_pick_worths(board, state, work, weights, player)
    expect_picks(board, rules, state, work, player)
    best = -1
    best_worth = 0
    for k in range(board.vertex_degree[origin]):
        edge = int64(board.vertex_edges[origin, k])
        if contains(state.all_roads, edge):
            continue
        near = int64(board.vertex_vertices[origin, k])
        worth = _best_beyond(board, state, work, weights, player, row, origin, near)
        for j in range(board.vertex_degree[near]):
            vertex = int64(board.vertex_vertices[near, j])
            if vertex != origin and not contains(state.all_roads, board.vertex_edges[near, j]):
                worth += weights[Weight.OPENING_CONTESTED] * is_contested(board, work, origin, vertex)
                worth += weights[Weight.OPENING_FARTHER] * sites_left_beyond(board, work, near, vertex)
        if best < 0 or worth > best_worth:
            best = edge
            best_worth = worth
    return encode(PLACE_ROAD, best)

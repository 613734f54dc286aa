"""The set-up: which vertex to take, and where its road should lead."""

from __future__ import annotations

from typing import Any

from numba import int64

from catan_sim.ai.income import keep_pick_worths, know_all_picks, pick_worth
from catan_sim.ai.room import MOST_ROOM, expect_picks, is_contested, room_around, sites_left_beyond
from catan_sim.ai.weights import Weight, share
from catan_sim.core.encoding import PLACE_ROAD, PLACE_SETTLEMENT, encode
from catan_sim.core.records import Record, Stream
from mcts.bits import contains, lowest_bit, without_lowest
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
def choose_pick(board: Record, rules: Record, state: Record, work: Record, agent: Record, spared: int) -> int:
    """The vertex that a player takes; none within one road of the vertex ``spared`` (-1: any) if there is another.

    Whim moves every worth a little, so that a table of equal agents does not repeat one draft for ever. Vertices that
    neither room to grow nor whim could bring to the top are passed over.
    """
    weights = agent.weights
    player = int64(state.actor)
    row = know_all_picks(board, state, work, weights, player)
    expect_picks(board, rules, state, work, player)
    whim = weights[Weight.OPENING_NOISE]
    most_more = max(share(work.pick_most[row, player], weights[Weight.OPENING_EXPANSION]), 0)
    most_more += max(weights[Weight.OPENING_ROOM], 0) * MOST_ROOM + whim
    best = -1
    best_worth = 0
    for word in range(state.closed.shape[0]):
        bits = board.vertex_set[word] & ~state.closed[word]
        if spared >= 0 and bits & ~board.vertex_zone[spared, word]:
            bits &= ~board.vertex_zone[spared, word]
        while bits:
            vertex = 64 * word + lowest_bit(bits)
            bits = without_lowest(bits)
            if best >= 0 and work.pick_worth[row, player, vertex] + most_more <= best_worth:
                continue
            worth = worth_of_pick(board, state, work, weights, player, row, vertex)
            worth += draw_below(work.streams[Stream.AGENT], whim + 1)
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

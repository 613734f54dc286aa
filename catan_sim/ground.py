"""Who gets where: how many roads each player would have to build to each vertex."""

from __future__ import annotations

from typing import Any, Final

from numba import int64

from catan_sim.core.records import Record
from catan_sim.core.rules.longest_road import opponent_builds_at
from mcts.bits import contains
from mcts.kernel import kernel

OUT_OF_REACH: Final = 255
"""As a number of roads: there is no way."""


@kernel
def roads_to_build(board: Record, rules: Record, states: Any, roads: Any) -> None:
    """How many roads each player lacks to each vertex on the shortest way that is still free.

    A way goes along edges without a road, and ends where an opponent has built.

    Parameters
    ----------
    states : state records, shape (count,)
    roads : uint8, shape (count, players, vertices)
        Filled; OUT_OF_REACH where there is no way.
    """
    for number in range(states.shape[0]):
        for player in range(rules.players):
            _spread(board, states[number], player, roads[number, player])


@kernel
def _spread(board: Record, state: Record, player: int, roads: Any) -> None:
    """Go outwards from a player's network, one road farther each round."""
    for vertex in range(board.vertex_count):
        roads[vertex] = 0 if contains(state.reach[player], vertex) else OUT_OF_REACH
    far = 0
    found = True
    while found:
        found = False
        for vertex in range(board.vertex_count):
            if roads[vertex] != far or opponent_builds_at(state, player, vertex):
                continue
            for k in range(board.vertex_degree[vertex]):
                near = int64(board.vertex_vertices[vertex, k])
                if roads[near] == OUT_OF_REACH and not contains(state.all_roads, board.vertex_edges[vertex, k]):
                    roads[near] = far + 1
                    found = True
        far += 1

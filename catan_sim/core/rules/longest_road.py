"""Rules 5.5 and 5.6: the length of a road and who holds the award.

A new road can only lengthen trails that use it, so only those are walked: every trail away from one end, and for each
of them every trail away from the other end over the roads that are left.
"""

from __future__ import annotations

from typing import Final

from catan_sim.core.records import NOBODY, Record
from mcts.bits import add, contains, lowest_bit, remove, without_lowest
from mcts.kernel import kernel

_NEAR: Final = 0
_FAR: Final = 1
_EXHAUSTED: Final = -1


@kernel
def opponent_builds_at(state: Record, player: int, vertex: int) -> bool:
    """Whether somebody else's settlement or city stands there."""
    code = state.building[vertex]
    return code != 0 and ((code - 1) & 7) != player


@kernel
def _start_walk(work: Record, side: int, vertex: int) -> None:
    work.trail_depth[side] = 0
    work.trail_vertex[side, 0] = vertex
    work.trail_choice[side, 0] = 0


@kernel
def _next_trail(board: Record, state: Record, work: Record, player: int, side: int) -> int:
    """Go to the next trail in depth-first order: its length, or -1 when all have been seen."""
    depth = work.trail_depth[side]
    while True:
        vertex = work.trail_vertex[side, depth]
        if not opponent_builds_at(state, player, vertex):
            while work.trail_choice[side, depth] < board.vertex_degree[vertex]:
                choice = work.trail_choice[side, depth]
                work.trail_choice[side, depth] += 1
                edge = board.vertex_edges[vertex, choice]
                if contains(state.roads[player], edge) and not contains(work.used, edge):
                    add(work.used, edge)
                    depth += 1
                    work.trail_edge[side, depth] = edge
                    work.trail_vertex[side, depth] = board.vertex_vertices[vertex, choice]
                    work.trail_choice[side, depth] = 0
                    work.trail_depth[side] = depth
                    return depth
        if depth == 0:
            return _EXHAUSTED
        remove(work.used, work.trail_edge[side, depth])
        depth -= 1


@kernel
def _own_roads_at(board: Record, state: Record, player: int, vertex: int) -> int:
    count = 0
    for k in range(board.vertex_degree[vertex]):
        count += contains(state.roads[player], board.vertex_edges[vertex, k])
    return count


@kernel
def longest_trail_over(board: Record, state: Record, work: Record, player: int, edge: int) -> int:
    """Length of the player's longest trail that uses a given road of theirs."""
    near = board.edge_vertices[edge, 0]
    far = board.edge_vertices[edge, 1]
    if _own_roads_at(board, state, player, far) < _own_roads_at(board, state, player, near):
        near, far = far, near  # the side with fewer trails outside: at a loose end there is just the empty one
    for word in range(work.used.shape[0]):
        work.used[word] = 0
    add(work.used, edge)
    longest = 0
    near_length = 0
    _start_walk(work, _NEAR, near)
    while near_length != _EXHAUSTED:
        _start_walk(work, _FAR, far)
        far_length = 0
        while far_length != _EXHAUSTED:
            longest = max(longest, near_length + 1 + far_length)
            far_length = _next_trail(board, state, work, player, _FAR)
        near_length = _next_trail(board, state, work, player, _NEAR)
    return longest


@kernel
def measure_road(board: Record, state: Record, work: Record, player: int) -> int:
    """Length of the player's longest road, from nothing."""
    longest = 0
    for word in range(state.roads.shape[1]):
        bits = state.roads[player, word]
        while bits:
            edge = 64 * word + lowest_bit(bits)
            bits = without_lowest(bits)
            longest = max(longest, longest_trail_over(board, state, work, player, edge))
    return longest


@kernel
def judge_longest_road(rules: Record, state: Record) -> None:
    """Rule 5.6: the holder keeps it while nobody is longer; else a sole longest takes it; else nobody has it."""
    longest = 0
    leader = NOBODY
    for player in range(rules.players):
        length = state.road_length[player]
        if length > longest:
            longest = length
            leader = player
        elif length == longest:
            leader = NOBODY
    holder = state.longest_road
    if longest < rules.longest_road_minimum:
        leader = NOBODY
    elif holder != NOBODY and state.road_length[holder] == longest:
        leader = holder
    if leader != holder:
        if holder != NOBODY:
            state.points[holder] -= rules.longest_road_points
        if leader != NOBODY:
            state.points[leader] += rules.longest_road_points
        state.longest_road = leader


@kernel
def road_was_added(board: Record, rules: Record, state: Record, work: Record, player: int, edge: int) -> None:
    """Measure and judge after a new road."""
    length = longest_trail_over(board, state, work, player, edge)
    if length > state.road_length[player]:
        state.road_length[player] = length
        judge_longest_road(rules, state)


@kernel
def roads_were_cut(board: Record, rules: Record, state: Record, work: Record, builder: int, vertex: int) -> None:
    """Measure and judge after a settlement: it may stand in the middle of other players' roads."""
    changed = False
    for player in range(rules.players):
        if player != builder and _own_roads_at(board, state, player, vertex) >= 2:
            state.road_length[player] = measure_road(board, state, work, player)
            changed = True
    if changed:
        judge_longest_road(rules, state)

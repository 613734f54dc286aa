"""Who gets where: roads to build, against a plain search over a game's position."""

from __future__ import annotations

from collections import deque

import numpy as np

from catan_sim.ai.registry import find_agents
from catan_sim.ai.table import Table
from catan_sim.core.boardfile import find_board
from catan_sim.core.game import Game
from catan_sim.core.ruleset import find_ruleset
from catan_sim.ground import OUT_OF_REACH, roads_to_build


def plain(game: Game, player: int) -> list[int]:
    """Breadth first from every vertex at the player's own roads and buildings."""
    top, state = game.board.topology, game.state
    owner = {int(v): (int(code) - 1) & 7 for v, code in enumerate(state["building"][: game.board.vertex_count]) if code}
    edges = range(game.board.edge_count)
    taken = {e: p for p in range(4) for e in edges if int(state["roads"][p][e // 64]) >> e % 64 & 1}
    far = {v: 0 for v, seat in owner.items() if seat == player}
    far |= {int(v): 0 for e, seat in taken.items() if seat == player for v in top.edge_vertices[e]}
    queue = deque(far)
    while queue:
        vertex = queue.popleft()
        if owner.get(vertex, player) != player:
            continue
        for edge, near in zip(top.vertex_edges[vertex], top.vertex_vertices[vertex], strict=True):
            if edge >= 0 and int(edge) not in taken and int(near) not in far:
                far[int(near)] = far[vertex] + 1
                queue.append(int(near))
    return [far.get(v, OUT_OF_REACH) for v in range(game.board.vertex_count)]


def test_roads_to_every_vertex_all_through_a_game() -> None:
    game = Game(find_board("standard"), find_ruleset("base"), seed=5)
    table, roads, cut_off = Table(find_agents("heuristic", 4)), np.zeros((1, 4, 54), np.uint8), 0
    while not game.is_over:
        states = np.array([game.state])
        roads_to_build(game._board, game._rules, states, roads)
        for player in range(4):
            assert roads[0, player].tolist() == plain(game, player)
            cut_off += OUT_OF_REACH in roads[0, player]
        for _ in range(20):
            if not game.is_over:
                game.step(table.action(game))
    assert cut_off, "somebody was cut off somewhere"

"""Expected picks and the room they leave, against plain counting of roads."""

from __future__ import annotations

import numpy as np
import pytest

from catan_sim.ai.room import expect_picks, is_contested, room_around, sites_left_beyond
from catan_sim.core.board import Board
from catan_sim.core.boardfile import find_board
from catan_sim.core.generate import random_board
from catan_sim.core.records import MAX_PLAYERS
from catan_sim.core.ruleset import find_ruleset
from catan_sim.core.state import board_record, new_work, rules_record
from catan_sim.draft import Pick, parse_placed, place
from mcts.splitmix import SplitMix


def roads_between(board: Board) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """The fewest roads from each vertex to each other."""
    count = board.vertex_count
    far = np.full((count, count), 99)
    np.fill_diagonal(far, 0)
    for a, b in board.topology.edge_vertices:
        far[a, b] = far[b, a] = 1
    for via in range(count):
        far = np.minimum(far, far[:, via, None] + far[via])
    return far


def members(words: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> set[int]:
    number = sum(int(word) << 64 * index for index, word in enumerate(words))
    return {bit for bit in range(number.bit_length()) if number >> bit & 1}


def some_picks(board: Board, count: int, players: int, draws: SplitMix) -> list[Pick]:
    """Legal picks at random."""
    far, picks = roads_between(board), list[Pick]()
    while len(picks) < count:
        vertex = draws.below(board.vertex_count)
        if all(far[vertex, pick.vertex] > 1 for pick in picks):
            edges = [int(edge) for edge in board.topology.vertex_edges[vertex] if edge >= 0]
            order = [*range(players), *reversed(range(players))]
            picks.append(Pick(vertex, edges[draws.below(len(edges))], order[len(picks)]))
    return picks


@pytest.mark.parametrize(("layout", "players"), [("standard", 4), ("extension", 6), ("eight", 8)])
@pytest.mark.parametrize("seed", range(4))
def test_the_richest_open_vertices_are_expected_to_be_taken(layout: str, players: int, seed: int) -> None:
    draws = SplitMix(seed)
    board, rules = random_board(layout, seed), rules_record(find_ruleset("base").replace(players=players))
    record, work, far = board_record(board), new_work(board)[0], roads_between(board)
    picks = some_picks(board, draws.below(2 * players), players, draws)
    state = place(board, record, rules, picks)
    player = int(state["actor"])

    settled = {pick.vertex: pick.seat for pick in picks}
    left = {v for v in range(board.vertex_count) if all(far[v, other] > 1 for other in settled)}
    rivals = {vertex for vertex, seat in settled.items() if seat != player}
    pips = record["vertex_pips"].sum(axis=1)
    for _ in range(2 * players - len(picks) - 1):
        if left:
            richest = min(left, key=lambda v: (-int(pips[v]), v))
            rivals.add(richest)
            left = {v for v in left if far[v, richest] > 1}

    expect_picks(record, rules, state, work, player)
    assert members(work["rivals"]) == rivals
    assert members(work["left"]) == left
    for vertex in range(board.vertex_count):
        others = [rival for rival in rivals if far[vertex, rival] > 1]
        ring = [v for v in range(board.vertex_count) if far[vertex, v] == 2]
        contested = {v for v in ring if any(far[v, rival] <= 2 for rival in others)}
        assert {v for v in ring if is_contested(record, work, vertex, v)} == contested
        assert room_around(record, work, vertex) == len(ring) - len(contested)
        for beyond in ring:
            (near,) = (v for v in range(board.vertex_count) if far[vertex, v] == far[v, beyond] == 1)
            sites = [v for v in left if far[beyond, v] == 1 and v != near]
            assert sites_left_beyond(record, work, near, beyond) == len(sites)


def test_seats_that_nobody_takes_are_no_rivals() -> None:
    """Records have room for eight; at a table of four the rest stays out of it."""
    board, rules = find_board("standard"), rules_record(find_ruleset("base"))
    record, work = board_record(board), new_work(board)[0]
    state = place(board, record, rules, parse_placed(board, "C4 C4-C5"))
    state["settlements"][4:MAX_PLAYERS] = record["vertex_set"]
    expect_picks(record, rules, state, work, 1)
    assert len(members(work["rivals"])) == 1 + 6

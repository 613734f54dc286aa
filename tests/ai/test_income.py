"""What income is worth, against a plain transcription, and kept no longer than it is true."""

from __future__ import annotations

import numpy as np
import pytest

from catan_sim.ai.agent import agent_records
from catan_sim.ai.income import forget, keep_gains, keep_pick_worths, know_all_picks, pick_worth, site_gain
from catan_sim.ai.registry import find_agent
from catan_sim.ai.weights import HAND_SET
from catan_sim.core.board import Board
from catan_sim.core.generate import random_board
from catan_sim.core.records import Record
from catan_sim.core.resources import GENERIC_PORT
from catan_sim.core.ruleset import find_ruleset
from catan_sim.core.state import board_record, new_states, new_work, rules_record
from mcts.splitmix import SplitMix

NAMES = ("brick", "lumber", "wool", "grain", "ore")
RULES = rules_record(find_ruleset("base"))
AGENT = agent_records([find_agent("handset")])[0]


def worth(block: str, income: list[int], ports: int) -> int:
    """The definition, in words that follow ``weights.py``."""

    def weight(name: str) -> int:
        return HAND_SET[f"{block}_{name}"]

    total = 0
    for resource, pips in enumerate(income):
        if pips == 0:
            continue
        within = min(pips, weight("knee"))
        total += weight(NAMES[resource]) * (1024 * within + weight("beyond_knee") * (pips - within)) // 1024
        total += weight("new_resource")
        total += weight("special_port") * pips * (ports >> resource & 1)
        total += weight("generic_port") * pips * (ports >> GENERIC_PORT & 1)
    brick, lumber, _, grain, ore = income
    return total + weight("road_pair") * min(brick, lumber) + weight("city_pair") * min(grain, ore)


def around(board: Board, vertex: int) -> list[int]:
    """Pips by resource."""
    pips = [0] * 5
    for index, tile in enumerate(board.tiles):
        if tile.resource is not None and tile.number is not None and vertex in board.topology.hex_vertices[index]:
            pips[tile.resource] += 6 - abs(7 - tile.number)
    return pips


def place(board: Board, vertex: int) -> int:
    """What a vertex promises whoever picks it, by the words in ``weights.py``."""
    made = [sum(around(board, v)[resource] for v in range(board.vertex_count)) for resource in range(5)]
    total = 200 * (sum(edge >= 0 for edge in board.topology.vertex_edges[vertex]) == 3)
    tiles = [board.tiles[hex_] for hex_ in board.topology.vertex_hexes[vertex] if hex_ >= 0]
    total -= 40 * sum(tile.number in (6, 8) for tile in tiles)
    for resource, pips in enumerate(around(board, vertex)):
        total += 25 * pips * (1024 * sum(made) // (5 * made[resource]) - 1024) // 1024
    return total


@pytest.mark.parametrize("seed", range(6))
def test_worths_are_those_of_the_definition(seed: int) -> None:
    board = random_board("standard", seed)
    record, state, work = board_record(board), new_states(board, 1)[0], new_work(board)[0]
    draws = SplitMix(seed)
    for number in range(10):
        player = draws.below(4)
        income, ports = [draws.below(12) for _ in range(5)], draws.below(64)
        if number % 3 == 0:  # as before the first pick
            income, ports = [0] * 5, 0
        state["income"][player], state["ports"][player] = income, ports
        keep_gains(record, RULES, state, work, AGENT["weights"], player)
        row = keep_pick_worths(record, state, work, AGENT["weights"], player)
        first = pick_worth(record, state, work, AGENT["weights"], player, row, 0)
        keep_gains(record, RULES, state, work, AGENT["weights"], player)  # the picks have used the same table
        assert know_all_picks(record, state, work, AGENT["weights"], player) == row
        assert (row > 0) == (any(income) or ports > 0)
        assert work["pick_worth"][row, player, 0] == first
        assert work["pick_most"][row, player] == work["pick_worth"][row, player].max()
        keep_gains(record, RULES, state, work, AGENT["weights"], player)
        assert work["gain_base"][player] == worth("income", income, ports)
        for vertex in range(board.vertex_count):
            more = [a + b for a, b in zip(income, around(board, vertex), strict=True)]
            with_port = ports | int(record["vertex_ports"][vertex])
            assert work["pick_worth"][row, player, vertex] == worth("opening", more, with_port) + place(board, vertex)
            gain = site_gain(record, state, work, AGENT["weights"], player, vertex)
            assert gain == worth("income", more, with_port) - worth("income", income, ports)


def test_cards_take_as_long_as_dice_and_bank_need() -> None:
    board = random_board("standard", 1)
    record, state, work = board_record(board), new_states(board, 1)[0], new_work(board)[0]
    state["income"][0] = (9, 0, 3, 0, 0)
    keep_gains(record, RULES, state, work, AGENT["weights"], 0)
    times = work["card_time"][0] / 16
    assert times[0] == pytest.approx(36 / (9 + 3 / 4 / 2), rel=0.02)
    assert times[1] == times[3] == times[4] == pytest.approx(36 / ((9 + 3) / 4 / 2), rel=0.02)
    state["ports"][0] = 1  # two brick for anything else
    keep_gains(record, RULES, state, work, AGENT["weights"], 0)
    assert work["card_time"][0, 1] < 16 * times[1]


def test_everything_can_be_forgotten() -> None:
    board = random_board("standard", 1)
    record, state, work = board_record(board), new_states(board, 1)[0], new_work(board)[0]
    keep_gains(record, RULES, state, work, AGENT["weights"], 0)
    other: Record = agent_records([find_agent("heuristic")])[0]
    state["income"][0] = (1, 2, 3, 4, 5)
    keep_gains(record, RULES, state, work, AGENT["weights"], 0)
    first = np.copy(work["gain_base"])
    forget(work)
    keep_gains(record, RULES, state, work, other["weights"], 0)
    assert work["gain_base"][0] != first[0]

"""Static features against cases worked out by hand on the beginner board, and under relabelling."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from analyzer.features import NAMES, FeatureTable, diversity, feature_table
from analyzer.likely_draft import outlook
from catan_sim.ai.registry import find_agents
from catan_sim.core.board import Board, Port
from catan_sim.core.boardfile import find_board
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.topology import Axial, Corner
from catan_sim.draft import Pick, parse_placed, predict_draft
from catan_sim.rollout import RolloutSetup

BOARD = find_board("standard")
RULES = Ruleset()
AGENTS = find_agents("heuristic", 4)
DRAFT = "C4 C4-C5, E4 E4-E5, D9 D9-D10, C8 C8-C9, B6 B6-B7, E7 E7-E8, D5 D5-D6"
"""Seven picks; the eighth is the first seat's second one."""
PIPS = RolloutSetup(BOARD, RULES, AGENTS, 0).board_record["vertex_pips"].sum(axis=1)


def table_for(seat: int = 0, placed: tuple[Pick, ...] = (), board: Board = BOARD) -> FeatureTable:
    return feature_table(RolloutSetup(board, RULES, AGENTS, seat, placed=placed))


def features_at(label: str, table: FeatureTable) -> dict[str, float]:
    row = table.values[table.vertices.tolist().index(BOARD.vertex(label))]
    return dict(zip(NAMES, row.tolist(), strict=True))


def entropy(*pips: int) -> float:
    shares = [count / sum(pips) for count in pips]
    return -sum(share * log(share) for share in shares) / log(5)


def test_a_first_pick() -> None:
    found = features_at("C4", table_for())  # brick 6, wood 11, wheat 12
    expected = {
        "pips": 8, "brick": 5, "wood": 2, "sheep": 0, "wheat": 1, "ore": 0,
        # 58 pips in all: 12 of brick, 13 of wood and of wheat.
        "scarce": 11.6 * (5 / 12 + 2 / 13 + 1 / 13),
        "diversity": entropy(5, 2, 1),
        "no_brick": 0, "no_wood": 0, "special_port": 0, "generic_port": 0,
        "site_two_roads": 11,  # D3: wood 8, wheat 9, wood 11
        "site_three_roads": 9,  # B5, D2 or D4
    }  # fmt: skip
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_a_generic_port_counts_all_production() -> None:
    found = features_at("A1", table_for())  # ore 10 at a 3:1 port
    assert (found["generic_port"], found["special_port"]) == (3, 0)
    assert (found["no_brick"], found["no_wood"], found["diversity"]) == (1, 1, 0)


def test_a_second_pick_counts_what_the_player_has() -> None:
    found = features_at("E1", table_for(0, parse_placed(BOARD, DRAFT)))  # wood 8 at the brick port, after C4
    expected = {
        "pips": 5, "wood": 5, "brick": 0,
        "diversity": entropy(5, 7, 1),
        "no_brick": 0, "no_wood": 0,
        "special_port": 5 - 13 / 5,  # brick beyond an even share of 13 pips
        "site_two_roads": 11,  # D3
    }  # fmt: skip
    assert {name: found[name] for name in expected} == pytest.approx(expected)
    for name in ("diversity", "special_port", "no_wood"):  # it is the last pick: later is now
        assert found[f"later_{name}"] == found[name]
    assert found["later_pips"] == 13


def test_later_features_are_those_of_the_predicted_draft() -> None:
    vertex = BOARD.vertex("D3")
    picks = [Pick(vertex), *predict_draft(BOARD, RULES, AGENTS, [Pick(vertex)])]
    own = [pick.vertex for number, pick in enumerate(picks) if number in (0, 7)]
    pips = RolloutSetup(BOARD, RULES, AGENTS, 0).board_record["vertex_pips"][own].sum(axis=0)
    found = features_at("D3", table_for())
    assert found["later_pips"] == pips.sum()
    assert found["later_diversity"] == pytest.approx(entropy(*[count for count in pips.tolist() if count]))


def test_the_last_pick_sees_the_ground_as_it_is() -> None:
    setup = RolloutSetup(BOARD, RULES, AGENTS, 0, placed=parse_placed(BOARD, DRAFT))
    vertex = BOARD.vertex("B2")
    after = outlook(setup, np.array([vertex]))
    assert after.settled[0].nonzero()[0].tolist() == sorted([vertex, BOARD.vertex("C4")])
    found = features_at("B2", feature_table(setup))
    reds = {"C4": 1, "B2": 0}  # a 6 at C4; 12 and 10 at B2
    assert found["later_reds"] == sum(reds.values())
    assert found["later_ways"] == 3 + 3
    roads, rivals, is_open = after.roads[0], after.rivals_roads[0], after.open_vertices[0]
    near = [v for v in range(BOARD.vertex_count) if roads[v] <= 4]
    sites = [v for v in near if is_open[v]]
    assert found["later_room"] == len(near)
    assert found["later_sites_at_one"] == sum(roads[v] == 1 for v in sites)
    assert found["later_sites_at_two"] == sum(roads[v] == 2 for v in sites)
    first = [v for v in sites if roads[v] < rivals[v]]
    tied = [v for v in sites if roads[v] <= rivals[v]]
    assert (found["later_sites_first"], found["later_sites_tied"]) == (len(first), len(tied))
    worth = sorted((float(PIPS[v]) * 0.8 ** int(roads[v]) for v in tied), reverse=True)
    assert found["later_best_tied"] == pytest.approx(worth[0])
    assert found["later_second_tied"] == pytest.approx(worth[1])
    assert found["later_best_first"] == pytest.approx(max(float(PIPS[v]) * 0.8 ** int(roads[v]) for v in first))


def test_settlements_of_others_close_sites() -> None:
    assert features_at("E1", table_for())["site_two_roads"] == 11  # D3 or E3
    found = features_at("E1", table_for(2, parse_placed(BOARD, "D3 D3-D2, E4 E4-E3")))
    assert found["site_two_roads"] == 4  # E3 lies beside E4; D1 and F1 are left


def test_those_who_pick_earlier_leave_the_vertex_open() -> None:
    setup = RolloutSetup(BOARD, RULES, AGENTS, 3)
    favourite = predict_draft(BOARD, RULES, AGENTS)[0].vertex
    after = outlook(setup, np.array([favourite]))
    pips = setup.board_record["vertex_pips"][favourite]
    assert (after.income[0] >= pips).all()


def test_diversity_is_between_nothing_and_one() -> None:
    rows = np.array([[3, 3, 3, 3, 3], [7, 0, 0, 0, 0], [0, 0, 0, 0, 0], [5, 5, 0, 0, 0]], np.float64)
    np.testing.assert_allclose(diversity(rows), [1, 0, 0, log(2) / log(5)])


def now_columns() -> list[int]:
    """What the table says without a look ahead; the set-up policy looks ahead too, and goes by number among equals."""
    return [index for index, name in enumerate(NAMES) if "later" not in name and name != "policy_worth"]


def test_on_an_empty_board_seats_differ_only_in_what_comes_later() -> None:
    first, third = table_for(0), table_for(2)
    assert (first.vertices == third.vertices).all()
    np.testing.assert_array_equal(first.values[:, now_columns()], third.values[:, now_columns()])


def test_it_does_not_matter_who_placed_what_others_have() -> None:
    one = table_for(2, parse_placed(BOARD, "C4 C4-C5, E4 E4-E5"))
    other = table_for(2, parse_placed(BOARD, "E4 E4-E5, C4 C4-C5"))
    np.testing.assert_array_equal(one.values[:, now_columns()], other.values[:, now_columns()])


def test_a_mirrored_board_has_mirrored_features() -> None:
    top = BOARD.topology
    tiles = {Axial(-q - r, r): tile for (q, r), tile in zip(top.hexes, BOARD.tiles, strict=True)}
    bare = Board(tiles)
    image = [bare.topology.corners.index(Corner(line, -x)) for line, x in top.corners]
    ports = []
    for port in BOARD.ports:
        a, b = (image[int(end)] for end in top.edge_vertices[port.edge])
        edge = bare.topology.edge_between(a, b)
        assert edge is not None
        ports.append(Port(port.kind, edge))
    mirrored = Board(tiles, ports)
    np.testing.assert_allclose(
        table_for(board=mirrored).values[image][:, now_columns()], table_for().values[:, now_columns()]
    )

"""Which vertices are kept, and the files that say how."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from analyzer.candidates import Scores, choose_candidates, default_count, score_vertices
from analyzer.features import NAMES, FeatureTable
from analyzer.score_weights import read_weights, shipped_weights
from catan_sim.ai.registry import find_agents
from catan_sim.core.board import Board, Tile
from catan_sim.core.boardfile import find_board
from catan_sim.core.resources import Resource
from catan_sim.core.ruleset import Ruleset, find_ruleset
from catan_sim.draft import Pick, parse_placed, predict_draft
from mcts.errors import InputError
from tests.analyzer.recall import Truth, recall

BOARD = find_board("standard")
RULES = Ruleset()
AGENTS = find_agents("heuristic", 4)


def test_the_best_come_first_and_equals_by_number() -> None:
    vertices = np.array([3, 5, 8, 9])
    scores = Scores(FeatureTable(vertices, np.zeros((4, len(NAMES)))), np.array([0.5, 1.0, 0.5, 2.0]))
    assert scores.best(3) == (9, 5, 3)
    assert scores.best(10) == (9, 5, 3, 8)


def test_candidates_are_the_vertices_with_the_highest_scores() -> None:
    scores = score_vertices(BOARD, RULES, AGENTS, 0, ())
    kept = choose_candidates(BOARD, RULES, AGENTS, 0, (), 12)
    assert len(kept) == 12
    worst_kept = min(scores.scores[list(kept)])  # on an empty board all vertices are legal
    assert all(score <= worst_kept for vertex, score in enumerate(scores.scores) if vertex not in kept)
    assert choose_candidates(BOARD, RULES, AGENTS, 0, (), 12) == kept
    assert choose_candidates(BOARD, RULES, AGENTS, 0, (), 5) == kept[:5]


def test_only_legal_vertices_are_kept() -> None:
    placed = predict_draft(BOARD, RULES, AGENTS, until=3)
    kept = choose_candidates(BOARD, RULES, AGENTS, 3, placed, 54)
    taken = {pick.vertex for pick in placed}
    beside = {int(near) for vertex in taken for near in BOARD.topology.vertex_vertices[vertex]}
    assert set(kept) == set(range(54)) - taken - beside


def test_a_spot_with_red_numbers_of_three_resources_beats_the_coast() -> None:
    tiles = dict(zip(BOARD.topology.hexes, BOARD.tiles, strict=True))
    places = [BOARD.topology.hexes[index] for index in BOARD.topology.vertex_hexes[BOARD.vertex("C5")]]
    for place, tile in zip(places, [(Resource.ORE, 8), (Resource.GRAIN, 6), (Resource.LUMBER, 5)], strict=True):
        tiles[place] = Tile(*tile)
    board = Board(tiles, BOARD.ports, robber=None)
    ranked = choose_candidates(board, RULES, AGENTS, 0, (), 54)
    # Four spots with brick, which is rare on this board, come before it: E4 wins twice as many games.
    assert ranked.index(BOARD.vertex("C5")) < 8
    assert ranked.index(BOARD.vertex("F7")) > 40  # sheep 11, by the sea


@pytest.mark.parametrize(("name", "players"), [("standard", 4), ("extension", 6), ("eight", 8)])
def test_what_the_set_up_policy_takes_in_the_first_round_is_kept(name: str, players: int) -> None:
    rules = find_ruleset("base" if players == 4 else name).replace(players=players)
    board, agents = find_board(name), find_agents("heuristic", players)
    kept = choose_candidates(board, rules, agents, 0, (), default_count(board))
    assert {pick.vertex for pick in predict_draft(board, rules, agents)[:players]} <= set(kept)


def test_questions_without_an_answer() -> None:
    with pytest.raises(InputError, match="distance rule"):
        choose_candidates(BOARD, RULES, AGENTS, 1, [Pick(0, 0), Pick(1)], 30)
    with pytest.raises(InputError, match="no pick left"):
        choose_candidates(BOARD, RULES, AGENTS, 0, predict_draft(BOARD, RULES, AGENTS), 30)
    with pytest.raises(InputError, match="agents"):
        choose_candidates(BOARD, RULES, AGENTS[:3], 0, (), 30)


def test_a_settlement_that_waits_for_its_road() -> None:
    placed = parse_placed(BOARD, "C4 C4-C5, E4")
    assert BOARD.vertex("E5") not in choose_candidates(BOARD, RULES, AGENTS, 2, placed, 54)


def test_shipped_weights_are_numbers() -> None:
    assert shipped_weights().shape == (len(NAMES),)
    assert np.isfinite(shipped_weights()).all()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("pips: 1.0", "pips: many"), "'pips': give a number"),
        (("pips: 1.0", "pibs: 1.0"), "did you mean 'pips'"),
        (("  pips: 1.0\n", ""), "'pips': give a number"),
        (("weights:", "weigths:"), "did you mean 'weights'"),
    ],
)
def test_wrong_weights(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    text = "\n".join(["weights:", *(f"  {name}: 1.0" for name in NAMES), ""])
    path = tmp_path / "weights.yaml"
    path.write_text(text)
    assert (read_weights(path) == 1).all()
    path.write_text(text.replace(*change, 1))
    with pytest.raises(InputError, match=says):
        read_weights(path)


def test_recall_counts_the_sure_ones_that_are_kept() -> None:
    truths = [
        Truth(2, np.array([0, 1, 2, 3]), np.array([0.99, 0.5, 0.95, 0.0])),
        Truth(4, np.array([3, 2, 1, 0]), np.array([0.9, 0.1, 0.1, 0.89])),
    ]
    assert recall(truths, 2) == pytest.approx(1 / 3)
    assert recall(truths, 3) == pytest.approx(2 / 3)
    assert recall(truths, 4) == 1
    assert recall(truths) == pytest.approx(2 / 3)

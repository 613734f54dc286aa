"""Rollouts: pure, splittable, from any stage of the draft, and counted right."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest

from catan_sim.ai.registry import find_agents
from catan_sim.core.boardfile import find_board
from catan_sim.core.ruleset import find_ruleset
from catan_sim.draft import Pick, parse_placed, predict_draft
from catan_sim.rollout import Candidate, RolloutSetup, RolloutStats, rollout_units
from catan_sim.rollout_records import GAMES_A_UNIT
from mcts.errors import InputError
from mcts.splitmix import SplitMix

BOARD = find_board("standard")
RULES = find_ruleset("base")
AGENTS = find_agents("heuristic", 4)


def setup(seat: int = 0, placed: tuple[Pick, ...] = (), seed: int = 1) -> RolloutSetup:
    return RolloutSetup(BOARD, RULES, AGENTS, seat, seed, placed)


def spot(label: str) -> Candidate:
    return Candidate(BOARD.vertex(label))


def test_a_unit_is_the_same_in_any_split() -> None:
    whole = rollout_units(setup(), spot("C4"), 0, 12).units
    draws = SplitMix(3)
    for _ in range(4):
        cuts = sorted({0, 12, *(draws.below(12) for _ in range(3))})
        spans = [(a, b - a) for a, b in pairwise(cuts)]
        with ThreadPoolExecutor(2) as pool:  # two threads at once, each with a setup of its own
            parts = list(pool.map(lambda span: rollout_units(setup(), spot("C4"), *span).units, spans))
        assert np.concatenate(parts).tobytes() == whole.tobytes()


def test_sums_agree_with_each_other() -> None:
    stats = rollout_units(setup(2), spot("C4"), 5, 6)
    assert stats.games == 6 * GAMES_A_UNIT
    assert stats.total("wins_by_seat").sum() + stats.total("unfinished") == stats.games
    assert stats.total("wins") == stats.total("wins_by_seat")[2]
    assert [int(mask).bit_count() for mask in stats.units["win_mask"]] == stats.units["wins"].tolist()
    assert stats.total("top_two") >= stats.total("wins")
    assert stats.total("next_settlement").sum() == stats.games
    assert stats.total("road_direction").sum() == stats.games
    assert stats.total("points") <= stats.games * 12
    assert stats.total("short") >= 0
    assert (stats.total("first_counts") <= stats.games).all()


def test_the_turn_cap_leaves_games_without_a_winner_but_with_leaders() -> None:
    capped = RolloutSetup(BOARD, RULES.replace(turn_cap=20), AGENTS, 1, 1)
    stats = rollout_units(capped, spot("C4"), 0, 2)
    assert stats.total("unfinished") == stats.games
    assert stats.total("wins") == 0
    assert stats.total("leads_by_seat").sum() >= stats.games
    leads = sum(int(mask).bit_count() for mask in stats.units["lead_mask"])
    assert leads == stats.total("leads_by_seat")[1]


def test_a_forced_road_is_taken() -> None:
    vertex = BOARD.vertex("C4")
    for k, edge in enumerate(BOARD.topology.vertex_edges[vertex]):
        stats = rollout_units(setup(), Candidate(vertex, int(edge)), 0, 1)
        assert stats.total("road_direction")[k] == GAMES_A_UNIT


def test_the_second_settlement_is_the_same_question_with_more_on_the_table() -> None:
    placed = predict_draft(BOARD, RULES, AGENTS)[:7]
    asked = setup(0, placed)
    first = rollout_units(asked, Candidate(asked.legal_vertices()[0]), 0, 1)
    assert first.games == GAMES_A_UNIT
    assert first.total("next_settlement").sum() == 0


def test_those_before_a_later_seat_leave_the_candidate_open() -> None:
    favourite = predict_draft(BOARD, RULES, AGENTS)[0].vertex
    stats = rollout_units(setup(3), Candidate(favourite), 0, 2)
    assert stats.total("road_direction").sum() == stats.games


def test_candidates_share_their_dice() -> None:
    """The same index brings the same luck, so results of two spots go together; other indices do not."""
    one = _won(rollout_units(setup(), spot("C4"), 0, 40))
    same = _won(rollout_units(setup(), spot("C6"), 0, 40))
    other = _won(rollout_units(setup(), spot("C6"), 40, 40))
    assert np.corrcoef(one, same)[0, 1] > np.corrcoef(one, other)[0, 1]


def _won(stats: RolloutStats) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    bits = [[int(mask) >> game & 1 for game in range(GAMES_A_UNIT)] for mask in stats.units["win_mask"]]
    return np.array(bits, float).ravel()


def test_the_draft_is_predicted_in_snake_order() -> None:
    picks = predict_draft(BOARD, RULES, AGENTS)
    assert [pick.seat for pick in picks] == [0, 1, 2, 3, 3, 2, 1, 0]
    assert predict_draft(BOARD, RULES, AGENTS, picks[:3]) == picks[3:]
    assert predict_draft(BOARD, RULES, AGENTS, until=2) == picks[:2]


def test_placed_picks_as_text() -> None:
    picks = parse_placed(BOARD, "1: C4 C4-C5, 2: D7 D7-D8,\nE3")
    assert [pick.seat for pick in picks] == [0, 1, None]
    assert picks[0] == Pick(BOARD.vertex("C4"), BOARD.edge("C4-C5"), 0)
    assert picks[2].road is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("C4 C4-C5 C5", "is not a pick"),
        ("x: C4 C4-C5", "is not a pick"),
        ("C4 C4-C5, C5 C5-C6", "distance rule"),
        ("C4, D7 D7-D8", "has no road"),
        ("2: C4 C4-C5", "belongs to Seat 1"),
        ("C4 D7-D8", "nothing can be placed at D7-D8"),
    ],
)
def test_wrong_picks_are_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        setup(3, parse_placed(BOARD, text))


def test_wrong_questions_are_refused() -> None:
    with pytest.raises(InputError, match="no pick left"):
        setup(3, predict_draft(BOARD, RULES, AGENTS)[:5])
    with pytest.raises(InputError, match="no seat 4"):
        setup(4)
    with pytest.raises(InputError, match="no settlement can be placed"):
        rollout_units(setup(1, parse_placed(BOARD, "C4 C4-C5")), spot("C5"), 0, 1)
    with pytest.raises(InputError, match="no road can be placed"):
        rollout_units(setup(), Candidate(BOARD.vertex("C4"), 0), 0, 1)

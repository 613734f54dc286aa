"""The evaluator: single formulas here, whole positions of random games in lockstep with a plain transcription."""

from __future__ import annotations

import pytest

from boardgames.carcassonne.evaluator import completion_probability, evaluate, raw_potential
from boardgames.carcassonne.game import CarcassonneGame
from boardgames.carcassonne.tiles import LETTERS
from boardgames.carcassonne.weights import PRESETS, EvalWeights, find_weights
from mcts.errors import InputError
from tests.boardgames.carcassonne.arranged import lay, take
from tests.boardgames.carcassonne.plain_evaluation import plain_evaluation, sigmoid
from tests.boardgames.carcassonne.reference import ReferenceGame


@pytest.mark.parametrize(
    ("open_sides", "remaining", "expected"),
    [(0, 0, 1.0), (0, 30, 1.0), (2, 0, 0.0), (2, 6, 0.5), (1, 70, 1.0), (3, 9, 0.5), (5, 3, 0.1)],
)
def test_completion_probability(open_sides: int, remaining: int, expected: float) -> None:
    assert completion_probability(open_sides, remaining) == pytest.approx(expected, abs=1e-15)


def test_potentials_of_the_kinds() -> None:
    game = CarcassonneGame(2)
    lay(game, "M", 0, -1, 180, "city_E")
    lay(game, "B", 0, 1, 0, "monastery")
    lay(game, "U", 1, 0, 0, "road_E")
    state = game.state
    assert raw_potential(state, game.feature(0, -1, "city_E"), 3) == 0.5 * 6 + 0.5 * 3
    assert raw_potential(state, game.feature(0, 1, "monastery"), 3) == pytest.approx(0.5 / 6 * 9 + (1 - 0.5 / 6) * 3)
    assert raw_potential(state, game.feature(1, 0, "road_E"), 3) == 2.0


def test_an_even_position_is_worth_what_the_weights_say() -> None:
    game = CarcassonneGame(2, seed=1)
    progress = 1 - 70 / 71
    weights = (0.35 + 0.10 * progress, 0.35 - 0.15 * progress, 0.20 - 0.05 * progress, 0.10 + 0.10 * progress)
    parts = (0.5, 0.5, 0.75, 0.5)
    expected = sum(weight * part for weight, part in zip(weights, parts, strict=True))
    assert evaluate(game.state, 0, EvalWeights().record()) == pytest.approx(expected, abs=1e-12)


def test_outnumbered_followers_count_as_wasted() -> None:
    game = CarcassonneGame(2, seed=1)
    lay(game, "U", 1, 0, 0, "road_E")
    root = game.feature(1, 0, "road_E")
    game.state["followers"][root] = 1 | 2 << 4
    game.state["supply"][:2] = [6, 5]
    only_potential = find_weights(
        dict.fromkeys(
            ("score_base", "score_delta", "potential_delta", "meeple_base", "meeple_delta", "field_base"), 0.0
        )
        | {"field_delta": 0.0, "potential_base": 1.0}
    ).record()
    assert evaluate(game.state, 0, only_potential) == pytest.approx(sigmoid(-2 - 1.5, 15.0), abs=1e-12)
    assert evaluate(game.state, 1, only_potential) == pytest.approx(sigmoid(2, 15.0), abs=1e-12)


@pytest.mark.parametrize("supply", [0, 1, 2, 5, 6, 7])
@pytest.mark.parametrize("tiles_out", [1, 20, 50, 65])
def test_meeple_thresholds(supply: int, tiles_out: int) -> None:
    game = CarcassonneGame(2, seed=2)
    game.state["supply"][0] = supply
    game.state["drawn"] = tiles_out
    reference = ReferenceGame(2, "".join(LETTERS[number] for number in game.state["bag"][tiles_out:]))
    reference.supply[0] = supply
    for weights in PRESETS.values():
        for seat in range(2):
            expected = plain_evaluation(reference, seat, weights)
            assert evaluate(game.state, seat, weights.record()) == pytest.approx(expected, abs=1e-12)


def test_a_completed_feature_counts_in_full_until_it_is_scored() -> None:
    game = CarcassonneGame(2, seed=2)
    lay(game, "M", 0, -1, 180, "city_E")
    lay(game, "U", 1, 0, 0)
    take(game, "E")
    game.step("1,-1,270")
    assert raw_potential(game.state, game.feature(0, -1, "city_E"), 0) == 8.0
    assert game.scores == (0, 0)


def test_values_stay_between_0_and_1() -> None:
    game = CarcassonneGame(2)
    game.state["scores"][:2] = [30_000, 0]
    heavy = EvalWeights(score_base=5.0)
    assert evaluate(game.state, 0, heavy.record()) == 1.0
    assert 0.0 <= evaluate(game.state, 1, heavy.record()) < 0.6
    assert evaluate(game.state, 0, EvalWeights(score_base=-5.0).record()) == 0.0


def test_presets() -> None:
    bases = {
        name: (weights.score_base, weights.potential_base, weights.meeple_base, weights.field_base)
        for name, weights in PRESETS.items()
    }
    assert bases == {
        "default": (0.35, 0.35, 0.20, 0.10),
        "aggressive": (0.45, 0.30, 0.10, 0.15),
        "field_heavy": (0.30, 0.30, 0.15, 0.25),
        "conservative": (0.30, 0.30, 0.30, 0.10),
    }
    default = EvalWeights()
    assert (default.score_delta, default.potential_delta, default.meeple_delta, default.field_delta) == (
        0.10,
        -0.15,
        -0.05,
        0.10,
    )
    assert (default.score_scale, default.potential_scale, default.field_scale) == (25.0, 15.0, 10.0)
    hoard = (default.meeple_hoard_threshold, default.meeple_hoard_penalty, default.meeple_hoard_progress_gate)
    assert hoard == (6, 0.8, 0.2)


def test_weights_by_name_and_mapping() -> None:
    assert find_weights("aggressive") is PRESETS["aggressive"]
    assert find_weights({"preset": "aggressive", "field_base": 0.5}).score_base == 0.45
    assert find_weights({"field_base": 0.5}).field_base == 0.5
    assert find_weights(PRESETS["default"]) == EvalWeights()


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ("bold", "there is no evaluator preset 'bold'; choose one of default, aggressive"),
        ({"preset": "bold"}, "there is no evaluator preset"),
        ({"scale": 1}, "the evaluator has no number 'scale'; it has score_base"),
        ({"score_scale": 0}, "score_scale is 0, but must be above 0"),
        ({"field_base": "much"}, "field_base is 'much', but must be a number"),
        ({"field_base": float("nan")}, "field_base is nan"),
        ({"field_base": True}, "field_base is True"),
    ],
)
def test_wrong_weights_are_refused(choice: object, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        find_weights(choice)  # type: ignore[arg-type]

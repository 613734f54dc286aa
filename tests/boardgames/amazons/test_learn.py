"""Learning the evaluation: games give samples, the same again with the same seed, and the fit explains their labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from boardgames.amazons import weights
from boardgames.amazons.judge import parameters
from boardgames.amazons.learn import first_knots, fit, learn, play_game
from boardgames.amazons.positions import state_from_rows, with_steps
from boardgames.amazons.territory import BY_KING, BY_QUEEN, BY_TARGETS, score
from boardgames.amazons.weights import KNOTS, read_knots, write_knots


@pytest.fixture(scope="module")
def samples() -> Any:
    return np.concatenate([play_game(KNOTS, seed, 30) for seed in (1, 2, 3)])


def test_samples_describe_positions(samples: Any) -> None:
    assert {bool(kind) for kind in samples["arrow"]} == {False, True}
    assert ((samples["label"] >= 0) & (samples["label"] <= 1)).all()
    by_queen, by_king = samples["counts"][:, BY_QUEEN:BY_KING], samples["counts"][:, BY_KING:BY_TARGETS]
    empty = 64 - 8 - samples["ply"]
    assert (by_queen.sum(axis=1) == empty).all()
    assert (by_king.sum(axis=1) == empty).all()


def test_same_seed_same_game() -> None:
    first, second = (play_game(KNOTS, 4, 10) for _ in range(2))
    assert first.tobytes() == second.tobytes()


def test_fit_explains_the_labels_of_known_weights(samples: Any) -> None:
    course = parameters(8, KNOTS)["weights"][0][samples["ply"]] / 65536.0
    planted = 1.0 / (1.0 + np.exp(-(samples["counts"] * course).sum(axis=1)))
    lessons = samples.copy()
    lessons["label"] = planted
    learnt = parameters(8, np.stack([fit(lessons)] * 2))["weights"][0][samples["ply"]] / 65536.0
    guessed = 1.0 / (1.0 + np.exp(-(samples["counts"] * learnt).sum(axis=1)))
    assert np.abs(guessed - planted).mean() < 0.05
    assert np.abs(0.5 - planted).mean() > 0.2


def test_weights_are_read_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "PLACE", tmp_path / "weights.csv")
    write_knots(KNOTS, "a command")
    assert (read_knots() == KNOTS).all()
    assert weights.PLACE.read_text().startswith("# a command\n")


def test_learning_begins_with_plain_territory() -> None:
    """Every square on which both distances agree counts two tenths of a logit, and nobody is asked who moves."""
    rows = ("B....#", "######", "W...##", "######", "######", "######")
    for mover, squares in ((0, 4 - 3), (1, 3 - 4)):
        state = with_steps(state_from_rows(rows, mover))
        assert score(state, np.rint(10 * first_knots()[0, 0]).astype(np.int64)) == 2 * squares


def test_the_command_gives_the_same_file_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    for threads in (1, 2):
        monkeypatch.setattr(weights, "PLACE", tmp_path / f"{threads}.csv")
        budget = ["--rounds", "2", "--games", "3", "--expansions", "20"]
        result = CliRunner().invoke(learn, [*budget, "--threads", str(threads), "--seed", "5"], catch_exceptions=False)
        assert "round 2: " in result.output
        written.append(weights.PLACE.read_text())
        command = f"# python -m boardgames.amazons.learn {' '.join(budget)} --seed 5\n"
        assert written[-1].startswith(command)
        assert read_knots().shape == KNOTS.shape
    assert written[0] == written[1]


def test_the_shipped_weights_say_where_they_come_from() -> None:
    assert weights.PLACE.read_text().startswith("# python -m boardgames.amazons.learn --rounds ")

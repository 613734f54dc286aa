"""Fitting the score: the regression on planted weights, and the command from end to end."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from scipy.special import expit

from analyzer.cli.fit_prior import fit_prior
from analyzer.features import NAMES
from analyzer.fitting.positions import Drawing, draw_position
from analyzer.fitting.regression import Sample, fit_weights
from analyzer.fitting.run import State, advance, read_state
from analyzer.score_weights import read_weights
from catan_sim.ai.registry import find_agent
from mcts.errors import InputError
from tests.analyzer import recall

FAST = ("--players", "4", "--units", "1", "--seed", "5", "--threads", "2")
PLANTED = np.array([0.3, -0.1, 0.5, 0.0])


def command(*arguments: str | Path) -> Result:
    return CliRunner().invoke(fit_prior, [str(word) for word in arguments])


def planted_samples(weights: np.ndarray, games: int, constant: bool = False) -> list[Sample]:
    chance = np.random.default_rng(3)
    samples = []
    for number in range(20):
        # Levels and scales differ between positions and features: neither may matter.
        features = chance.normal(number, 1.0, (40, 4)) * [1.0, 1.0, 0.5, 3.0]
        if constant:
            features[:, 3] = number
        level = -1.0 if number % 2 else -2.0
        rates = expit(level + (features - features.mean(axis=0)) @ weights)
        samples.append(Sample(features, chance.binomial(games, rates), np.full(40, games)))
    return samples


def test_planted_weights_are_found() -> None:
    result = fit_weights(planted_samples(PLANTED, 20_000))
    np.testing.assert_allclose(result.weights, PLANTED, atol=0.005)
    assert result.explained > 0.98
    assert result.rank_correlation > 0.97


def test_noise_explains_nothing() -> None:
    result = fit_weights(planted_samples(np.zeros(4), 200))
    assert np.abs(result.weights).max() < 0.05
    assert result.explained < 0.1
    assert abs(result.rank_correlation) < 0.2


def test_a_feature_that_never_varies_gets_no_weight() -> None:
    assert fit_weights(planted_samples(PLANTED, 20_000, constant=True)).weights[3] == 0


def test_positions_are_drawn_from_the_whole_draft() -> None:
    agent = find_agent("heuristic")
    drawn = [draw_position(Drawing(4, 1, number), agent) for number in range(40)]
    assert {len(setup.placed) for setup in drawn} == set(range(8))
    assert all(setup.seat == (*range(4), *range(3, -1, -1))[len(setup.placed)] for setup in drawn)
    assert len({setup.board.fingerprint for setup in drawn}) == 40
    again = draw_position(Drawing(4, 1, 7), agent)
    assert (again.board, again.placed, again.seed) == (drawn[7].board, drawn[7].placed, drawn[7].seed)
    first = draw_position(Drawing(4, 1, 7, picks_before=0), agent)
    assert (first.board, first.placed, first.seat) == (drawn[7].board, (), 0)


def test_the_command_writes_weights(tmp_path: Path) -> None:
    out = tmp_path / "weights.yaml"
    done = command("--out", out, "--boards", "2", *FAST)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert [line.partition(" of 2 ")[0] for line in lines[:2]] == ["board   1", "board   2"]
    assert "explains" in lines[2]
    assert read_weights(out).shape == (len(NAMES),)
    text = out.read_text()
    assert text.startswith("# Made by: rollout fit-prior --out")
    assert "\n  boards: 2\n" in text


def test_the_command_resumes(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.yaml", tmp_path / "parts.yaml"
    state = tmp_path / "parts.yaml.state.json"
    assert command("--out", whole, "--boards", "4", *FAST).exit_code == 0
    assert command("--out", parts, "--boards", "2", *FAST).exit_code == 0
    done = command("--out", parts, "--boards", "4", "--resume", state, *FAST)
    assert done.exit_code == 0, done.output
    assert "board   2" not in done.output
    assert parts.read_text().replace("parts", "whole") == whole.read_text()
    assert state.read_bytes() == (tmp_path / "whole.yaml.state.json").read_bytes()

    other = command("--out", parts, "--resume", state, *FAST[:-4], "--seed", "6")
    assert other.exit_code == 2
    assert "--seed" in other.output


def test_ctrl_c_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(state: State, pool: Executor) -> State:
        if len(state.wins) == 1:
            raise KeyboardInterrupt
        return advance(state, pool)

    monkeypatch.setattr("analyzer.fitting.run.advance", interrupted)
    done = command("--out", tmp_path / "x.yaml", "--boards", "3", *FAST)
    assert done.exit_code == 130
    assert f"--resume {tmp_path / 'x.yaml.state.json'}" in done.output
    assert len(read_state(tmp_path / "x.yaml.state.json").wins) == 1
    assert not (tmp_path / "x.yaml").exists()

    anew = command("--out", tmp_path / "x.yaml", "--boards", "2", *FAST)
    assert anew.exit_code == 2
    assert "go on with it (--resume" in " ".join(anew.output.split())
    assert len(read_state(tmp_path / "x.yaml.state.json").wins) == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--boards", "1", "--out", "x.yaml"], "--boards"),
        (["--players", "9", "--out", "x.yaml"], "'9'"),
        (["--players", "4,x", "--out", "x.yaml"], "'4,x'"),
        (["--out", "no/such/folder/x.yaml"], "no/such/folder"),
        ([], "--out"),
    ],
)
def test_wrong_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str) -> None:
    monkeypatch.chdir(tmp_path)
    done = command(*arguments)
    assert done.exit_code == 2
    assert says in done.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--agent", "heuristik"], "did you mean 'heuristic'"),
        (["--resume", "nowhere.json"], "nowhere.json"),
        (["--resume", "bad.json"], "not the state of a run"),
    ],
)
def test_wrong_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.json").write_text('{"wins": 1}')
    done = command(*arguments, "--out", "x.yaml")
    assert isinstance(done.exception, InputError)  # the main command makes one sentence of it
    assert says in str(done.exception)


def test_recall_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    recall.main(["--boards", "2", "0", "0", "--units", "64"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2 boards, 8,192 games")
    assert lines[2].startswith("4 players, first pick")
    assert lines[3].startswith("4 players, any pick")
    assert "is required" in lines[-1]

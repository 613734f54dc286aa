"""Tuning: the strategy climbs, a run can be interrupted, and what it writes can be played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result

from catan_sim.ai.agent import Agent, Kind
from catan_sim.ai.registry import find_agent
from catan_sim.ai.weights import HAND_SET, NAMES, Weight
from catan_sim.cli.tune import tune
from catan_sim.tuning.evolution import Evolution
from catan_sim.tuning.run import Options, State, advance, read_state, start, tunable, write_state
from catan_sim.tuning.tables import Arena
from cluster.local import LocalPool
from mcts.errors import InputError

FAST = ("--population", "4", "--games", "8", "--check-games", "8", "--workers", "2")
HEURISTIC = find_agent("heuristic")


def options(**changes: object) -> Options:
    plain = Options(HEURISTIC, HEURISTIC, tunable(HEURISTIC), population=4, games=12, players=(3, 4), seed=5)
    return msgspec.structs.replace(plain, **changes)


def nothing() -> None:
    """What tables share."""


def run(state: State, generations: int, workers: int = 1) -> State:
    with LocalPool[None, list[int]](nothing, workers) as pool:
        arena = Arena(state.options.players, state.options.seed, pool)
        while state.generation < generations:
            state = advance(state, arena)
    return state


def command(*arguments: str | Path) -> Result:
    return CliRunner().invoke(tune, [str(argument) for argument in arguments])


def test_evolution_climbs_a_noisy_hill() -> None:
    noise = np.random.default_rng(1)
    peak = np.linspace(50.0, 150.0, 20)

    def height(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
        return -float((((values - peak) / 100) ** 2).sum())

    evolution = Evolution((100.0,) * 20, (100.0,) * 20, 0.0, 1000.0, seed=3)
    before = height(np.array(evolution.mean))
    for _ in range(60):
        rows = evolution.candidates(12)
        evolution = evolution.next([height(row) + 0.2 * noise.standard_normal() for row in rows])
    assert height(np.array(evolution.mean)) > before / 3


def test_candidates_mirror_each_other_within_bounds() -> None:
    evolution = Evolution((100.0, 0.0), (100.0, 8.0), 0.0, 1000.0, seed=3)
    rows = evolution.candidates(6)
    assert np.allclose((rows[0::2, 0] + rows[1::2, 0]) / 2, 100.0)
    assert (rows >= 0).all()
    assert (rows[:, 1] == 0).sum() == 3
    assert not np.array_equal(rows, replace(evolution, generation=1).candidates(6))


def test_equal_fitness_moves_nothing() -> None:
    evolution = Evolution((100.0,), (100.0,), 0.0, 1000.0, seed=3)
    assert evolution.next([1.0, 1.0, 1.0, 1.0]).mean == evolution.mean


def test_the_number_of_workers_does_not_matter() -> None:
    assert run(start(options()), 2, workers=1) == run(start(options()), 2, workers=2)


def test_another_seed_is_another_run() -> None:
    assert run(start(options()), 1).mean != run(start(options(seed=6)), 1).mean


def test_a_state_read_again_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    write_state(run(start(options()), 1), tmp_path / "state.json")
    assert run(read_state(tmp_path / "state.json"), 3) == run(start(options()), 3)


def test_a_better_agent_shows_in_fitness_and_match() -> None:
    careless = replace(HEURISTIC, weights={"settlement": 0, "city": 0, "wait": 0})
    with LocalPool[None, list[int]](nothing, 2) as pool:
        arena = Arena((4,), 1, pool)
        (good, bad), games = arena.fitness([HEURISTIC, careless], careless, 100, generation=0)
        ((players, wins, played),) = arena.match(HEURISTIC, careless, 100)
    assert games == 100
    assert good > 1 > bad
    assert (players, played) == (4, 100)
    assert wins > 25


def test_candidates_pick_without_whim_against_opponents_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    whims = []

    def fitness(
        self: Arena, candidates: list[Agent], opponent: Agent, games: int, generation: int
    ) -> tuple[list[float], int]:
        del self, generation
        whims.append(({agent.vector(4)[Weight.OPENING_WHIM] for agent in candidates}, opponent.weights["opening_whim"]))
        return [1.0] * len(candidates), games

    monkeypatch.setattr(Arena, "fitness", fitness)
    tuned = run(start(options()), 1).agent()
    assert whims == [({0}, HEURISTIC.weights["opening_whim"])]
    assert tuned.weights["opening_whim"] == HEURISTIC.weights["opening_whim"] > 0


def test_names_to_tune() -> None:
    everything = tunable(HEURISTIC)
    assert "opening_whim" not in everything
    assert not any(name.startswith("value_") for name in everything)  # the heuristic does not look at them
    assert set(tunable(HEURISTIC, ("road", "wait"))) == {"road", "road_step", "road_race", "wait"}


@pytest.mark.parametrize(("agent", "prefix"), [("random", ""), ("heuristic", "rood"), ("heuristic", "value_")])
def test_nothing_to_tune(agent: str, prefix: str) -> None:
    with pytest.raises(InputError, match=prefix or agent):
        tunable(find_agent(agent), (prefix,))


def test_the_command_writes_an_agent_that_differs_only_where_it_may(tmp_path: Path) -> None:
    out = tmp_path / "tuned.yaml"
    done = command("heuristic", "--out", out, "--generations", "2", "--only", "opening_,wait", *FAST)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert [line.partition(" of 2 ")[0] for line in lines[:2]] == ["generation   1", "generation   2"]
    assert "parity 25.0 %" in lines[-1]

    agent = find_agent(out)
    assert (agent.kind, agent.trade, agent.offers) == (HEURISTIC.kind, HEURISTIC.trade, HEURISTIC.offers)
    assert set(agent.weights) == set(NAMES)
    before = dict(zip(NAMES, HEURISTIC.vector(4).tolist(), strict=True))
    changed = {name for name, value in agent.weights.items() if value != before[name]}
    assert changed
    assert all(name.startswith(("opening_", "wait")) for name in changed)
    assert agent.weights["opening_whim"] == before["opening_whim"]
    comment = out.read_text().splitlines()[:2]
    assert "rollout tune heuristic --out" in comment[0]
    assert comment[1] == "# 2 generations, 32 games."


def test_one_kind_begins_with_the_numbers_of_another(tmp_path: Path) -> None:
    out = tmp_path / "tuned.yaml"
    done = command("handset", "--kind", "greedy1", "--out", out, "--generations", "1", "--only", "value_", *FAST)
    assert done.exit_code == 0, done.output
    agent, handset = find_agent(out), find_agent("handset")
    assert agent.kind == Kind.GREEDY1
    before = dict(zip(NAMES, handset.vector(4).tolist(), strict=True))
    assert {name for name, value in agent.weights.items() if value != before[name]} <= {
        name for name in NAMES if name.startswith("value_")
    }
    assert "--kind greedy1" in out.read_text()


def test_large_tables_are_tuned_alone(tmp_path: Path) -> None:
    start, out = tmp_path / "start.yaml", tmp_path / "tuned.yaml"
    start.write_text("kind: heuristic\nweights: {city: 1100}\n")
    once = ("--generations", "1", *FAST, "--games", "80")  # so many that candidates do not tie
    assert command(start, "--players", "6", "--out", out, "--only", "city,wait", *once).exit_code == 0
    agent = find_agent(out)
    assert agent.weights == {**HAND_SET, "city": 1100}
    assert set(agent.large_table) == {"city", "wait"}
    assert agent.large_table["city"] != 1100

    further = tmp_path / "further.yaml"
    assert command(out, "--out", further, "--only", "city", *once).exit_code == 0
    assert find_agent(further).weights["city"] != 1100
    assert find_agent(further).large_table == agent.large_table


def test_a_smaller_step_tries_nearer_by() -> None:
    wide, narrow = (Evolution((100.0,), (100.0,), 0.0, 1000.0, seed=3, first_step=step) for step in (0.2, 0.1))
    spread = [np.abs(evolution.candidates(4) - 100.0).max() for evolution in (wide, narrow)]
    assert spread[0] == pytest.approx(2 * spread[1])


def test_the_command_resumes(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.yaml", tmp_path / "parts.yaml"
    state = tmp_path / "parts.yaml.state.json"
    assert command("heuristic", "--out", whole, "--generations", "3", *FAST).exit_code == 0
    assert command("heuristic", "--out", parts, "--generations", "1", *FAST).exit_code == 0
    done = command("heuristic", "--out", parts, "--generations", "3", "--resume", state, *FAST)
    assert done.exit_code == 0, done.output
    assert "generation   1" not in done.output
    assert parts.read_text().replace("parts", "whole") == whole.read_text()
    assert state.read_bytes() == (tmp_path / "whole.yaml.state.json").read_bytes()

    other = command("heuristic", "--out", parts, "--seed", "1", "--resume", state, *FAST)
    assert other.exit_code == 2
    assert "--seed" in other.output
    other = command("heuristic", "--out", parts, "--step", "0.1", "--resume", state, *FAST)
    assert other.exit_code == 2
    assert "--step" in other.output


def test_ctrl_c_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(state: State, arena: Arena) -> State:
        if state.generation == 1:
            raise KeyboardInterrupt
        return advance(state, arena)

    monkeypatch.setattr("catan_sim.tuning.run.advance", interrupted)
    done = command("heuristic", "--out", tmp_path / "x.yaml", "--generations", "3", *FAST)
    assert done.exit_code == 130
    assert f"--resume {tmp_path / 'x.yaml.state.json'}" in done.output
    assert read_state(tmp_path / "x.yaml.state.json").generation == 1
    assert not (tmp_path / "x.yaml").exists()

    anew = command("heuristic", "--out", tmp_path / "x.yaml", "--generations", "1", *FAST)
    assert anew.exit_code == 2
    assert "go on with it (--resume" in " ".join(anew.output.split())
    assert read_state(tmp_path / "x.yaml.state.json").generation == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["heuristic", "--population", "5"], "odd"),
        (["heuristic", "--players", "2"], "'2'"),
        (["heuristic", "--players", "4,x"], "'4,x'"),
        (["heuristic", "--players", "4,4"], "'4,4'"),
        (["heuristic", "--players", "4,8"], "tune them in another run"),
        (["heuristic", "--out", "no/such/folder/x.yaml"], "no/such/folder"),
        (["heuristic"], "--out"),
    ],
)
def test_wrong_options(tmp_path: Path, arguments: list[str], says: str) -> None:
    out: list[str | Path] = [] if "--out" in arguments or arguments == ["heuristic"] else ["--out", tmp_path / "x.yaml"]
    done = command(*arguments, *out)
    assert done.exit_code == 2
    assert says in done.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["heuristik"], "did you mean 'heuristic'"),
        (["heuristic", "--only", "rood"], "'rood'"),
        (["heuristic", "--opponent", "nobody"], "nobody"),
        (["heuristic", "--resume", "nowhere.json"], "nowhere.json"),
        (["heuristic", "--resume", "bad.json"], "not the state of a run"),
    ],
)
def test_wrong_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.json").write_text('{"generation": 1}')
    done = command(*arguments, "--out", "x.yaml")
    assert isinstance(done.exception, InputError)  # the main command makes one sentence of it
    assert says in str(done.exception)

"""Round-robins: the schedule, the games, the ratings and the command."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from catan_sim.ai.registry import find_agent
from catan_sim.cli.ladder import ladder as command
from catan_sim.core.boardfile import find_board
from catan_sim.core.generate import random_board
from catan_sim.core.layouts import layout_named
from catan_sim.core.ruleset import find_ruleset
from catan_sim.ladder import GAMES_A_SEAT, Ladder, Pairing, SeatResult, pairings, rate
from catan_sim.ratings import ELO_A_NAT
from cluster.local import LocalPool
from mcts.errors import InputError

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("heuristic", "weighted", "random")


def make(names: tuple[str, ...] = NAMES, seed: int = 1, players: int = 3, board: str | None = None) -> Ladder:
    ground = layout_named("standard") if board is None else find_board(board)
    return Ladder(ground, find_ruleset("base").replace(players=players), seed, [find_agent(name) for name in names])


def play(ladder: Ladder, games: int, workers: int = 2) -> list[SeatResult]:
    with LocalPool[Ladder, list[SeatResult]](lambda: ladder, workers) as pool:
        return ladder.in_order(one for match in ladder.stream(games, pool) for one in match)


@pytest.mark.parametrize(("players", "games", "rotations"), [(2, 1, 1), (3, 31, 11), (4, 400, 100), (8, 8, 1)])
def test_every_pairing_is_scheduled_for_full_rotations(players: int, games: int, rotations: int) -> None:
    ladder = make(players=players)
    scheduled: Counter[tuple[str, str]] = Counter()
    for match in ladder.matches(games):
        assert 1 <= match.games <= GAMES_A_SEAT
        scheduled[match.agent.name, match.opponent.name] += match.games
    assert scheduled == {(one, other): rotations for one in NAMES for other in NAMES if one != other}
    assert ladder.total(games) == 6 * rotations * players


def test_every_seat_is_used_equally_often() -> None:
    results = play(make(), 16)  # 6 rotations: a full round and a bit
    seats: Counter[tuple[str, str, int]] = Counter()
    for one in results:
        assert one.wins + one.opponents_wins + one.unfinished == one.games
        seats[one.agent, one.opponent, one.seat] += one.games
    assert len(seats) == 6 * 3
    assert set(seats.values()) == {6}


def test_results_depend_neither_on_workers_nor_on_company() -> None:
    alone = play(make(), 6, workers=1)
    assert play(make(), 6, workers=2) == alone
    turned_around = play(make(NAMES[::-1]), 6)
    assert sorted(turned_around, key=repr) == sorted(alone, key=repr)
    assert play(make(("weighted", "random")), 6) == [
        one for one in alone if "heuristic" not in (one.agent, one.opponent)
    ]
    assert play(make(seed=2), 6) != alone


def test_each_round_has_a_board_that_can_be_made_again() -> None:
    results = play(make(("weighted", "random")), 16)
    seeds = {one.round: one.board_seed for one in results}
    assert len(results) == 2 * 2 * 3
    assert len(set(seeds.values())) == 2
    for one in results:
        assert one.board_seed is not None
        assert seeds[one.round] == one.board_seed
        assert random_board("standard", one.board_seed).name == one.board


def test_one_board_for_all() -> None:
    ladder = make(("heuristic", "random"), board="standard")
    for one in play(ladder, 3):
        assert (one.board, one.board_seed) == ("Beginner board", None)


def test_the_single_agent_is_the_one_whose_wins_are_counted() -> None:
    heuristic, random = pairings(play(make(("heuristic", "random")), 15))
    assert (heuristic.agent, heuristic.opponent, heuristic.games) == ("heuristic", "random", 15)
    assert heuristic.wins == 15
    assert (random.wins, random.opponents_wins, random.unfinished) == (0, 15, 0)


def drawn(strengths: dict[str, float], players: int, games: int, seed: int) -> list[Pairing]:
    """Results of agents whose seats win in proportion to their strengths."""
    generator = np.random.default_rng(seed)
    played = []
    for one, strength in strengths.items():
        for other, against in strengths.items():
            if one != other:
                wins = int(generator.binomial(games, strength / (strength + (players - 1) * against)))
                played.append(Pairing(one, other, games, wins, games - wins))
    return played


@pytest.mark.parametrize("players", [2, 4, 8])
def test_ratings_recover_known_strengths(players: int) -> None:
    strengths = {"a": 0.5, "b": 1.0, "c": 2.0, "d": 8.0}
    elos = {name: ELO_A_NAT * float(np.log(strength)) for name, strength in strengths.items()}
    mean = sum(elos.values()) / len(elos)
    missed = 0
    for seed in range(50):
        ratings = rate(drawn(strengths, players, 2000, seed), players)
        assert [one.name for one in ratings] == ["d", "c", "b", "a"]
        assert sum(one.elo for one in ratings) == pytest.approx(4000)
        for one in ratings:
            truth = 1000 + elos[one.name] - mean
            assert one.elo == pytest.approx(truth, abs=40)
            missed += not one.low <= truth <= one.high
    assert 1 <= missed <= 22  # 5 % of 200 are 10


def test_the_ratings_are_the_most_likely_ones() -> None:
    played = drawn({"a": 1.0, "b": 3.0, "c": 30.0}, 4, 100, seed=0)
    logs = {one.name: one.elo / ELO_A_NAT for one in rate(played, 4)}
    for name in logs:  # up to the virtual games, each agent wins as often as its strength says
        expected = actual = 0.0
        for one in played:
            chance = 1 / (1 + 3 * np.exp(logs[one.opponent] - logs[one.agent]))
            if name == one.agent:
                expected, actual = expected + one.games * chance, actual + one.wins
            elif name == one.opponent:
                expected, actual = expected + one.games * (1 - chance), actual + one.opponents_wins
        assert abs(expected - actual) <= 0.5


@pytest.mark.parametrize("games", [1, 100, 10_000_000])
def test_winning_everything_gives_a_finite_rating(games: int) -> None:
    best, worst = rate([Pairing("a", "b", games, games, 0), Pairing("b", "a", games, 0, games)], 4)
    assert (best.name, worst.name) == ("a", "b")
    assert 1000 < best.elo < 5000
    assert best.elo + worst.elo == pytest.approx(2000)
    assert all(np.isfinite([best.low, best.high, worst.low, worst.high]))
    assert best.low < best.elo < best.high


def test_games_that_nobody_wins_leave_everyone_average() -> None:
    ratings = rate([Pairing("a", "b", 10, 0, 0), Pairing("b", "a", 10, 0, 0)], 3)
    assert [one.elo for one in ratings] == pytest.approx([1000, 1000])


@pytest.mark.parametrize(("names", "says"), [(("random",), "at least two"), (("random", "random"), "called 'random'")])
def test_a_ladder_needs_different_agents(names: tuple[str, ...], says: str) -> None:
    with pytest.raises(InputError, match=says):
        make(names)


def rollout(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "rollout", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, cwd=ROOT, check=False)


def test_the_command_from_end_to_end(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("kind: random\n")
    out = tmp_path / "ladder.parquet"
    done = rollout("ladder", "heuristic", "weighted", mine, "--games", "5", "--seed", "7", "--out", out)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "1 random standard board, 4 players, seed 7"
    assert re.fullmatch(r"heuristic +mine +8 +8 +100\.0 % +67\.6 … 100\.0 % +25\.0 % +0", lines[4])
    assert lines[10].split() == ["agent", "Elo", "95", "%", "interval"]
    assert re.fullmatch(r"heuristic +\d+  \d+ … \d+", lines[11])
    assert "half a win" in done.stdout
    assert lines[-1] == f"24 rows written to {out}"

    table = pq.read_table(out)
    assert table.column_names == [
        *("agent", "opponent", "round", "seat", "board", "board_seed"),
        *("games", "wins", "opponents_wins", "unfinished", "mean_turns"),
    ]
    assert set(table.column("games").to_pylist()) == {2}
    assert set(table.column("seat").to_pylist()) == {1, 2, 3, 4}


def test_ctrl_c_keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Ladder, games: int, pool: object) -> Iterator[list[SeatResult]]:
        del pool
        yield self.play(next(self.matches(games)))
        raise KeyboardInterrupt

    monkeypatch.setattr(Ladder, "stream", interrupted)
    out = tmp_path / "ladder.parquet"
    done = CliRunner().invoke(command, ["random", "heuristic", "--players", "3", "--games", "9", "--out", str(out)])
    assert done.exit_code == 130
    assert "Interrupted: 9 of 18 games were played." in done.output
    assert pq.read_table(out).num_rows == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["random"], "at least two agents"),
        (["random", "random"], "called 'random'"),
        (["random", "weihgted"], "did you mean 'weighted'"),
        (["random", "nowhere.yaml"], "nowhere.yaml"),
        (["random", "weighted", "--board", "bored"], "bored"),
        (["random", "weighted", "--ruleset", "bass"], "bass"),
        (["random", "weighted", "--out", "no/such/folder/x.parquet"], "no/such/folder"),
        (["random", "weighted", "--players", "9"], "players"),
        (["random", "weighted", "--games", "0"], "games"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: list[str], says: str) -> None:
    import rollout

    result = CliRunner().invoke(rollout.cli, ["ladder", *arguments])
    text = str(result.exception) if isinstance(result.exception, InputError) else result.output
    assert isinstance(result.exception, InputError) or result.exit_code == 2
    assert says in text


def test_wrong_input_ends_with_exit_code_2() -> None:
    done = rollout("ladder", "random", "weihgted")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: there is no agent 'weihgted'")
    assert len(done.stderr.splitlines()) == 1


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, rollout\n"
        "try: rollout.main()\n"
        "except SystemExit: pass\n"
        "sys.exit(bool({'numpy', 'numba', 'pyarrow', 'rich', 'yaml'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, "ladder", "--help"], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0
    assert b"random|FILE|NAME" in done.stdout

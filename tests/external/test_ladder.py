"""The command."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from catan_sim.ai.registry import find_agent
from tests.external.ladder import game_at_seat, ladder
from tests.external.opponents import find_opponent, opponent_classes


def test_the_installed_players_are_found() -> None:
    assert {"RandomPlayer", "WeightedRandomPlayer", "VictoryPointPlayer"} <= set(opponent_classes())
    assert not {"Player", "HumanPlayer", "AgentPlayer"} & set(opponent_classes())


@pytest.fixture
def older_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Players in a distribution of their own; one needs packages that are not there, one more than a colour."""
    folder = tmp_path / "catanatron_experimental" / "machine_learning" / "players"
    folder.mkdir(parents=True)
    head = "from catanatron.models.player import Player, RandomPlayer\n"
    (folder / "value.py").write_text(f"{head}class ValueFunctionPlayer(RandomPlayer): pass\n")
    (folder / "deep.py").write_text(f"import no_such_package\n{head}class DeepPlayer(Player): pass\n")
    (folder / "told.py").write_text(f"{head}class ToldPlayer(Player):\n    def __init__(self, color, order): pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in [name for name in sys.modules if name.startswith("catanatron_experimental")]:
        del sys.modules[name]


@pytest.mark.usefixtures("older_sources")
def test_players_of_older_sources_are_found_too() -> None:
    classes = opponent_classes()
    assert {"ValueFunctionPlayer", "RandomPlayer"} <= set(classes)
    assert not {"DeepPlayer", "ToldPlayer"} & set(classes)
    result = CliRunner().invoke(ladder, ["--opponent", "ValueFunctionPlayer", "--games", "1"])
    assert result.exit_code == 0
    assert result.output.startswith("heuristic against three of ValueFunctionPlayer")


def test_an_unknown_opponent_is_one_sentence() -> None:
    result = CliRunner().invoke(ladder, ["--opponent", "WeightedPlayer", "--games", "1"])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "WeightedPlayer" in result.stderr
    assert "VictoryPointPlayer" in result.stderr
    assert "Traceback" not in result.output


def test_an_unknown_agent_is_one_sentence() -> None:
    result = CliRunner().invoke(ladder, ["--agent", "nobody", "--games", "1"])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_the_agent_gets_the_seat_and_the_seed_makes_the_board() -> None:
    agent, opponent = find_agent("heuristic"), find_opponent("RandomPlayer")
    boards = []
    for seed in (1, 2):
        games = [game_at_seat(seat, seed, agent, opponent) for seat in range(4)]
        assert [game.state.color_to_index[player.color] for game, player in games] == [0, 1, 2, 3]
        tiles = {
            tuple((tile.resource, tile.number) for tile in game.state.board.map.land_tiles.values())
            for game, _ in games
        }
        assert len(tiles) == 1
        boards.append(tiles)
    assert boards[0] != boards[1]


def test_it_prints_the_same_result_for_the_same_seed() -> None:
    arguments = ["--opponent", "RandomPlayer", "--games", "2", "--seed", "9"]
    first, second = (CliRunner().invoke(ladder, arguments).output.splitlines() for _ in range(2))
    assert first[1].split() == ["games", "2", "(0", "without", "a", "winner)"]
    without_time = [[line for line in lines if "seconds" not in line] for lines in (first, second)]
    assert without_time[0] == without_time[1]
    assert any(line.startswith("fallbacks             0 of") for line in first)

"""`rollout board`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import click
import pytest
from click.testing import CliRunner, Result

from catan_sim.cli.board import board as board_group
from catan_sim.core.boardfile import board_from_text, find_board, read_board
from catan_sim.core.generate import Numbers, random_board
from catan_sim.core.layouts import LAYOUTS
from mcts.errors import InputError


def run(*arguments: str | int | Path) -> Result:
    return CliRunner().invoke(board_group, [str(argument) for argument in arguments])


def input_error(result: Result) -> str:
    assert isinstance(result.exception, InputError)
    assert result.stdout == ""
    return str(result.exception)


def test_importing_the_commands_is_cheap() -> None:
    program = "import sys, catan_sim.cli.board; sys.exit('numpy' in sys.modules or 'yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_choices_are_those_of_the_generator() -> None:
    options = {option.name: option.type for option in board_group.commands["new"].params}
    layouts, numbers = options["layout"], options["numbers"]
    assert isinstance(layouts, click.Choice)
    assert isinstance(numbers, click.Choice)
    assert list(layouts.choices) == list(LAYOUTS)
    assert tuple(numbers.choices) == get_args(Numbers)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("numbers", get_args(Numbers))
def test_new_prints_a_board(layout: str, numbers: Numbers) -> None:
    result = run("new", "--layout", layout, "--seed", 5, "--numbers", numbers)
    assert result.exit_code == 0
    assert board_from_text(result.stdout) == random_board(layout, 5, numbers)


def test_new_writes_a_file_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    assert run("new", "--seed", 1, "--out", path).stdout == ""
    assert read_board(path) == random_board("standard", 1)
    assert "exists already; choose another name or add --force" in input_error(run("new", "--seed", 2, "--out", path))
    assert read_board(path) == random_board("standard", 1)
    assert run("new", "--seed", 2, "--out", path, "--force").exit_code == 0
    assert read_board(path) == random_board("standard", 2)
    assert "cannot be written" in input_error(run("new", "--seed", 1, "--out", tmp_path / "no" / "such.yaml"))


def test_a_mistyped_choice_is_answered_with_the_one_that_was_meant() -> None:
    done = run("new", "--seed", 1, "--layout", "eigth")
    assert done.exit_code == 2
    assert "not one of 'standard', 'extension', 'eight' (did you mean 'eight'?)." in done.output


def test_new_needs_a_usable_seed() -> None:
    assert run("new").exit_code == 2
    assert run("new", "--seed", "x").exit_code == 2
    assert "out of range" in input_error(run("new", "--seed", "-1"))


def test_show_draws_without_colour_into_a_pipe() -> None:
    result = run("show", "standard")
    assert result.exit_code == 0
    assert "A2          A4  (wheat) A6" in result.stdout
    assert "\x1b" not in result.stdout


def test_show_writes_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert run("show", "extension", "--svg", path).exit_code == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert "cannot be written" in input_error(run("show", "standard", "--svg", tmp_path / "no" / "such.svg"))


def test_a_picture_cannot_replace_a_board(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    run("new", "--seed", 1, "--out", path)
    assert "ends in .svg" in input_error(run("show", path, "--svg", path))
    assert read_board(path) == random_board("standard", 1)


@pytest.mark.parametrize("name", LAYOUTS)
def test_show_prints_the_file_to_copy(name: str) -> None:
    result = run("show", name, "--yaml")
    assert result.exit_code == 0
    assert f"layout: {name}\nrows:\n" in result.stdout
    assert board_from_text(result.stdout) == find_board(name)


def test_check_counts_the_pieces() -> None:
    result = run("check", "standard")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "OK: Beginner board",
        " 19 hexes    4 × sheep, 4 × wheat, 4 × wood, 3 × brick, 3 × ore, 1 × desert",
        " 18 numbers  2 3 3 4 4 5 5 6 6 8 8 9 9 10 10 11 11 12",
        "  9 ports    4 × 3:1, 1 × brick, 1 × ore, 1 × sheep, 1 × wheat, 1 × wood",
        f"    fingerprint {find_board('standard').fingerprint[:12]}",
    ]


def test_check_of_a_map_without_numbers_or_ports(tmp_path: Path) -> None:
    path = tmp_path / "bare.yaml"
    path.write_text("rows: ['desert, desert']\n")
    assert run("check", path).stdout.splitlines()[1:4] == ["  2 hexes    2 × desert", "  0 numbers", "  0 ports"]


@pytest.mark.parametrize("command", ["show", "check"])
def test_mistakes_are_input_errors(command: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("rows: ['ore 8, ore 7']\n")
    assert input_error(run(command, path)).startswith(f"{path}: row 1, position 2: '7' is not a number")
    assert "did you mean 'eight'" in input_error(run(command, "eigth"))

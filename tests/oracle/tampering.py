"""Recorded games with something changed in them, for the tests of the replayer."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

FILES: Final = sorted((Path(__file__).parents[1] / "data").glob("catan_games_*.jsonl.xz"))

Line = dict[str, Any]
Change = Callable[[Line], object]


def first_game(path: Path) -> list[str]:
    """The lines of the first game of a file."""
    lines = []
    with lzma.open(path, "rt") as file:
        for line in file:
            lines.append(line)
            if json.loads(line)["type"] == "end":
                break
    return lines


def first_line(game: list[str], condition: Callable[[Line], bool]) -> int:
    """The number of the line of the first step that fulfils a condition."""
    steps = ((number, json.loads(text)) for number, text in enumerate(game[:-1]) if number)
    return next(number for number, line in steps if condition(line))


def player(line: Line, seat: int = 0) -> Line:
    """One player of a step."""
    found: Line = line["state"]["players"][seat]
    return found


def write_changed(path: Path, game: list[str], number: int, change: Change) -> str:
    """Write the game with one line changed; returns the path as the command takes it."""
    line = json.loads(game[number])
    change(line)
    path.write_text("".join([*game[:number], json.dumps(line) + "\n", *game[number + 1 :]]))
    return str(path)

"""``python -m tests.oracle.amazons FILE…``: count move sequences and compare with what independent counters found.

Exit code 0 when every count agrees, 1 when one does not, 2 when a file holds no counts.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from boardgames.amazons.perft import perft
from boardgames.amazons.positions import SEATS, state_from_rows
from mcts.errors import InputError


def differences(path: Path, most: float = float("inf")) -> Iterator[tuple[str, int, int, int]]:
    """Yield name, depth, expected and counted number for every count of a file that is at most ``most``.

    Raises
    ------
    InputError
        When the file does not have the form of recorded counts.
    """
    try:
        positions = json.loads(path.read_text(encoding="utf-8"))["positions"]
        cases = [_case(position) for position in positions]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{path} has no move counts ({type(error).__name__}: {error})") from None
    for name, state, size, counts in cases:
        for depth, expected in enumerate(counts, 1):
            if expected <= most:
                yield name, depth, expected, perft(state, size, depth)


def _case(position: dict[str, Any]) -> tuple[str, Any, int, list[int]]:
    """Name, record, board size and counts of a recorded position."""
    rows = [str(row) for row in position["rows"]]
    counts = position["perft"]
    if not isinstance(counts, list) or not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError(f"perft is {counts!r}, but must be a list of numbers")
    return str(position["name"]), state_from_rows(rows, SEATS.index(position["to_move"])), len(rows), counts


def main(paths: Sequence[str]) -> int:
    """Check some files; returns the exit code."""
    if not paths:
        click.echo("name at least one file of move counts", err=True)
        return 2
    positions: set[tuple[str, str]] = set()
    counts = wrong = 0
    for path in paths:
        try:
            for name, depth, expected, counted in differences(Path(path)):
                positions.add((path, name))
                counts += 1
                wrong += expected != counted
                verdict = "" if expected == counted else f", but {expected:,} were recorded"
                click.echo(f"{name} depth {depth}: {counted:,}{verdict}")
        except InputError as error:
            click.echo(str(error), err=True)
            return 2
    click.echo(f"in all: {len(positions)} positions, {counts} counts, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

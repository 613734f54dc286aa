"""`rollout board`: make, show and check boards.

Whatever needs numpy is imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from catan_sim.cli.options import Names
from mcts.errors import InputError

if TYPE_CHECKING:
    from catan_sim.core.board import Board
    from catan_sim.core.generate import Numbers


@click.group()
def board() -> None:
    """Make, show and check boards."""


@board.command()
@click.option("--layout", type=Names(["standard", "extension", "eight"]), default="standard", show_default=True)
@click.option("--seed", type=int, required=True, help="The same seed gives the same board everywhere.")
@click.option(
    "--numbers",
    type=Names(["spiral", "shuffled"]),
    default="spiral",
    show_default=True,
    help="Tokens in their printed order from a corner inwards, or anywhere; never a 6 or 8 beside another.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file instead of the screen.")
@click.option("--force", is_flag=True, help="Replace the file if there is one.")
def new(layout: str, seed: int, numbers: Numbers, out: Path | None, force: bool) -> None:
    """Lay out a random board and print it as YAML."""
    from catan_sim.core.boardfile import board_to_text, write_board
    from catan_sim.core.generate import random_board

    made = random_board(layout, seed, numbers)
    if out is None:
        click.echo(board_to_text(made), nl=False)
        return
    if out.exists() and not force:
        raise InputError(f"{out}: the file exists already; choose another name or add --force")
    write_board(made, out)


@board.command()
@click.argument("file_or_name")
@click.option("--svg", type=click.Path(path_type=Path), help="Also draw it into this SVG file.")
@click.option("--yaml", "as_yaml", is_flag=True, help="Print the board file instead, to be copied and changed.")
def show(file_or_name: str, svg: Path | None, as_yaml: bool) -> None:
    """Draw a board, with the name of every vertex and hex.

    FILE_OR_NAME is a YAML file, or one of the boards that come with the program: standard, extension, eight.
    """
    from catan_sim.core.boardfile import board_to_text, find_board
    from catan_sim.draw.terminal import board_text

    shown = find_board(file_or_name)
    if svg is not None:
        _write_svg(shown, svg)
    if as_yaml:
        click.echo(board_to_text(shown), nl=False)
        return
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    click.echo(board_text(shown, colour=colour), nl=False)


def _write_svg(shown: Board, path: Path) -> None:
    from catan_sim.draw.svg import board_svg

    if path.suffix.lower() != ".svg":
        raise InputError(f"{path}: a drawing needs a name that ends in .svg, so that it cannot replace a board")
    try:
        path.write_text(board_svg(shown), encoding="utf-8", newline="\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{path}: the file cannot be written ({reason}); choose another name or folder") from None


@board.command()
@click.argument("file_or_name")
def check(file_or_name: str) -> None:
    """Check a board and count its pieces.

    FILE_OR_NAME is a YAML file, or one of the boards that come with the program: standard, extension, eight.
    """
    from catan_sim.core.boardfile import find_board

    found = find_board(file_or_name)
    numbers = sorted(tile.number for tile in found.tiles if tile.number is not None)
    facts = {
        "hexes": (found.hex_count, _counted(str(tile).split()[0] for tile in found.tiles)),
        "numbers": (len(numbers), " ".join(map(str, numbers))),
        "ports": (len(found.ports), _counted(map(str, found.ports))),
    }
    click.echo("OK: " + "".join(filter(str.isprintable, found.name)))
    for what, (count, pieces) in facts.items():
        click.echo(f"{count:>3} {what:<9}{pieces}".rstrip())
    click.echo(f"    fingerprint {found.fingerprint[:12]}")


def _counted(pieces: Iterable[str]) -> str:
    """Count pieces of a kind, the commonest first: ``4 × wood, 3 × ore``."""
    kinds = sorted(Counter(pieces).items(), key=lambda kind: (-kind[1], kind[0]))
    return ", ".join(f"{count} × {piece}" for piece, count in kinds)

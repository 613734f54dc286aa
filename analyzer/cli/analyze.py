"""``rollout analyze``: where to settle on a board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.options import quiet_option, work
from catan_sim.cli.options import address_option, workers_option

if TYPE_CHECKING:
    from analyzer.request import Request


def request_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add BOARD and the options that say what is asked."""
    options = (
        click.argument("board", metavar="BOARD|REQUEST"),
        click.option("--players", type=int, help="Number of players.  [the ruleset's, or 4, 6, 8 by the map]"),
        click.option("--seat", type=int, help="Who asks.  [1]"),
        click.option("--ruleset", metavar="FILE|NAME", help="A ruleset file, or base, extension, eight.  [by players]"),
        click.option(
            "--agents", metavar="NAMES", help="Who plays: an agent for all seats, or one for each.  [heuristic]"
        ),
        click.option(
            "--placed", metavar="FILE|TEXT", help="What is on the table: '1: C4 C4-C5, 2: D7 D7-D8', in order."
        ),
        click.option(
            "--second", is_flag=True, default=None, help="Rank the second settlement; the first is in --placed."
        ),
        click.option("--top", type=int, help="How many ranks matter.  [8]"),
        click.option("--candidates", type=int, help="How many vertices to try.  [30, or 40 on large maps]"),
        click.option("--include", metavar="PLACES", help="Vertices to try as well, such as C4,D7."),
        click.option("--compare", metavar="PLACES", help="Try only these vertices."),
        click.option("--budget", type=int, metavar="GAMES", help="Games to play.  [100000]"),
        click.option("--time", metavar="TIME", help="Play for so long instead, such as 60s or 5m."),
        click.option("--until-sure", is_flag=True, default=None, help="Play until the answer is settled instead."),
        workers_option,
        click.option("--seed", type=int, help="Decides all chance.  [0]"),
    )
    for option in reversed(options):
        command = option(command)
    return command


def read_options(board: str, options: dict[str, Any]) -> Request:
    """The request that BOARD, or the file in its place, and options mean."""
    from analyzer.request import is_request_file, read_request, request_from_mapping

    if is_request_file(board):
        return read_request(board, **options)
    return request_from_mapping({"board": board, **options}, "request")


@click.command()
@request_options
@click.option("--out", metavar="DIR", help="The run folder.  [a new one in runs]")
@address_option
@quiet_option
def analyze(board: str, address: str | None, quiet: bool, **options: Any) -> None:
    """Find the best places for a settlement on BOARD, a board file or a shipped board.

    Everything can also stand in a YAML file, whose fields are named like the options; options given as well win over
    it. Ctrl-C stops, reports what is known so far and says how to go on.

    Example: rollout analyze eight --seat 3 --time 60s
    """
    from analyzer.analyze import begin

    request = read_options(board, options)
    work(partial(begin, request, address=address), quiet, request.time)

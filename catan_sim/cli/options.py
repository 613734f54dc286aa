"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from catan_sim.core.board import Board
    from catan_sim.core.ruleset import Ruleset
    from cluster.job import Shared
    from cluster.pool import WorkerPool

_LONG_SECONDS: Final = 4.0

workers_option = click.option(
    "--workers", type=click.IntRange(1), help="How many cores to use; changes nothing else.  [all]"
)
address_option = click.option(
    "--address",
    metavar="auto|HOST:PORT|local",
    help="Play on a Ray cluster: that of this computer, another, or a private one.  [threads of this process]",
)


class Names(click.Choice[str]):
    """One of several names; a mistyped one is answered with the one that was meant."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Add the name that resembles the mistyped one."""
        from catan_sim.core.yamlfile import did_you_mean

        said = super().get_invalid_choice_message(value, ctx)
        return f"{said.rstrip('.')}{did_you_mean(str(value), self.choices)}."


def setting_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--board``, ``--ruleset``, ``--players``, ``--agents`` and ``--seed``."""
    options = (
        click.option("--board", metavar="FILE|NAME", help="A board file, or standard, extension, eight.  [by players]"),
        click.option("--ruleset", metavar="FILE|NAME", help="A ruleset file, or base, extension, eight.  [by players]"),
        click.option("--players", type=click.IntRange(2, 8), help="Number of players.  [the ruleset's, or 4]"),
        click.option(
            "--agents",
            metavar="NAMES",
            default="heuristic",
            show_default=True,
            help="Who plays: an agent for all seats, or one for each, with commas; shipped names or YAML files.",
        ),
        click.option(
            "--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="Decides all chance."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def check_folder(out: Path | None, option: str) -> None:
    """Refuse an output whose folder does not exist before any work is done for it."""
    if out is not None and not out.absolute().parent.is_dir():
        raise click.BadParameter(f"there is no folder {out.parent}", param_hint=option)
    if out is not None and not os.access(out if out.exists() else out.absolute().parent, os.W_OK):
        raise click.BadParameter(f"{out} cannot be written; choose another place", param_hint=option)


def check_new(out: Path | None, option: str) -> None:
    """Refuse an output that cannot be written or would replace a file, before any work is done for it."""
    check_folder(out, option)
    if out is not None and out.is_file():
        raise click.BadParameter(f"{out} exists already; choose another name", param_hint=option)


def check_state(state_file: Path, resume: Path | None) -> None:
    """Refuse a state that cannot be written, or would replace that of a run which can go on."""
    check_folder(state_file, "--out")
    if resume is None and state_file.is_file():
        raise click.BadParameter(
            f"{state_file} is the state of a run; go on with it (--resume {state_file}) or choose another name",
            param_hint="--out",
        )


@cache  # once is enough, however often a command prepares
def _tell_of_compiling() -> None:
    what = "Compiling the kernels; this happens once for each game and map size and takes a minute or two."
    click.echo(what, err=True)


@contextmanager
def preparing() -> Iterator[None]:
    """Say what is going on when kernels have to be compiled, which shows in its taking long."""
    notice = Timer(_LONG_SECONDS, _tell_of_compiling)
    notice.start()
    try:
        yield
    finally:
        notice.cancel()


def open_pool(prepare: Callable[[], Shared], workers: int | None, address: str | None) -> WorkerPool[Shared, Any]:
    """The workers that ``--workers`` and ``--address`` mean; what they do not tell by results goes to the console."""
    from catan_sim.versions import versions
    from cluster.open import open_pool as open_any

    def notice(text: str) -> None:
        if text:
            click.echo(text, err=True)

    with preparing() if address is None else nullcontext():
        return open_any(prepare, workers, address, versions, notice)


def load_setting(board: str | None, ruleset: str | None, players: int | None) -> tuple[Board, Ruleset]:
    """The board and rules that the options mean."""
    from catan_sim.core.boardfile import find_board
    from catan_sim.core.defaults import default_setting
    from catan_sim.core.ruleset import find_ruleset

    rules = None if ruleset is None else find_ruleset(ruleset)
    seats = players or (4 if rules is None else rules.players)
    default_board, default_ruleset = default_setting(seats)
    if rules is None:
        rules = find_ruleset(default_ruleset)
    return find_board(board or default_board), rules.replace(players=seats)

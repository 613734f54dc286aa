"""``rollout rerun``: repeat an analysis and compare."""

from __future__ import annotations

import sys

import click

from analyzer.cli.options import quiet_option, watcher
from catan_sim.cli.options import address_option, workers_option


@click.command()
@click.argument("folder", metavar="DIR")
@workers_option
@address_option
@quiet_option
def rerun(folder: str, workers: int | None, address: str | None, quiet: bool) -> None:
    """Repeat the analysis in DIR from its question, and say whether the report is the same, bit for bit.

    Exit code 1 if it is not.

    Example: rollout rerun runs/eight-2025-11-30-101500 --workers 1
    """
    from analyzer.analyze import rerun as repeat

    found = repeat(folder, workers, watcher(quiet), address)
    if found.is_identical is None:
        raise click.Abort
    if found.is_identical:
        click.echo("The report is bit-identical.")
    else:
        click.echo(f"The report differs; the new one is in {found.folder}", err=True)
        sys.exit(1)

"""``rollout resume``: go on with an analysis."""

from __future__ import annotations

from functools import partial

import click

from analyzer.cli.options import quiet_option, work
from catan_sim.cli.options import address_option, workers_option


@click.command()
@click.argument("folder", metavar="DIR")
@workers_option
@address_option
@quiet_option
def resume(folder: str, workers: int | None, address: str | None, quiet: bool) -> None:
    """Go on with the analysis in DIR, whatever ended it; the report is the same as if nothing had.

    Example: rollout resume runs/eight-2025-11-30-101500
    """
    from analyzer.analyze import resume as go_on

    work(partial(go_on, folder, workers, address=address), quiet)

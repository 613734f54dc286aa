"""What the commands that run analyses share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from analyzer.analyze import Analysis
    from analyzer.driver import Watcher

quiet_option = click.option("--quiet", is_flag=True, help="Show no progress.")


def watcher(quiet: bool, seconds: float | None = None) -> Watcher:
    """The display on standard error, or none."""
    from rich.console import Console

    from analyzer.progress import Progress, Silence

    return Silence() if quiet else Progress(Console(stderr=True), seconds)


def work(run: Callable[[Watcher, Any], Analysis], quiet: bool, seconds: float | None = None) -> None:
    """Run an analysis with its display, and say where it is and how to go on."""
    from rich.console import Console

    from analyzer.interrupts import EndedError
    from cluster.job import JobError
    from cluster.pool import ClusterError

    try:
        analysis = run(watcher(quiet, seconds), Console())
    except JobError as error:
        click.echo(f"{error}\nError: {'; '.join(['a worker failed', *error.__notes__])}", err=True)
        sys.exit(1)
    except ClusterError as error:
        click.echo(f"Error: {'; '.join([str(error), *error.__notes__])}", err=True)
        sys.exit(2)
    except EndedError as error:
        click.echo(f"Ended from outside; {error.__notes__[0]}", err=True)
        raise
    if not analysis.is_interrupted:
        click.echo(f"The report is {analysis.folder}/report.html; to check it: rollout rerun {analysis.folder}")
        return
    so_far = f"; the report so far is {analysis.folder}/report.html"
    if analysis.report is None:
        so_far = " before there was anything to report"
    click.echo(f"Interrupted{so_far}; to go on: rollout resume {analysis.folder}", err=True)
    sys.exit(130)

"""``rollout submit``, ``status``, ``fetch`` and ``cancel``: analyses on a cluster somewhere else."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.analyze import request_options

if TYPE_CHECKING:
    from cluster.submit import JobsClient

_address_option = click.option(
    "--address", metavar="http://HEAD:8265", required=True, help="The dashboard of the cluster's head."
)
_out_option = click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Where to put the run folder here.  [runs/NAME]"
)


def _client(address: str) -> JobsClient:
    from cluster.submit import JobsClient

    return JobsClient(address)


@click.command()
@request_options
@click.option("--store", metavar="DIR", help="The run folder there, on a shared disk or s3://….  [on the head's disk]")
@click.option("--detach", is_flag=True, help="Do not wait for the report.")
@_address_option
@_out_option
def submit(board: str, store: str | None, detach: bool, address: str, out: Path | None, **options: Any) -> None:
    """Analyse BOARD on a Ray cluster: send code and question, follow, and fetch the report.

    The analysis goes on whether or not somebody follows it. If the cluster is lost, a run folder on shared storage
    (--store) is not: rollout resume goes on with it elsewhere. A cluster that asks for a token finds it in
    RAY_AUTH_TOKEN, or in the file named by RAY_AUTH_TOKEN_PATH.

    Example: rollout submit eight --budget 1000000 --address http://127.0.0.1:8265
    """
    from analyzer.cli.analyze import read_options
    from analyzer.submission import check_new, follow
    from analyzer.submission import submit as send
    from cluster.pool import ClusterError

    request = read_options(board, options)
    if out is not None:
        check_new(out)
    client = _client(address)
    name = send(client, request, store)
    click.echo(f"Submitted as {name}", err=True)
    if detach:
        click.echo(name)
        return
    try:
        went_well = follow(client, name, lambda text: click.echo(text, nl=False))
    except KeyboardInterrupt:
        click.echo(f"It goes on without you; rollout status, fetch or cancel {name} --address {address}", err=True)
        sys.exit(130)
    except ClusterError as error:
        how = f"go on elsewhere: rollout resume {store}" if store else f"if it comes back: rollout fetch {name}"
        raise ClusterError(f"{error}; {how}") from None
    _fetch(client, name, out)
    if not went_well:
        click.echo(f"Error: {name} did not end well; what it played is fetched.", err=True)
        sys.exit(1)


@click.command()
@click.argument("name", required=False)
@_address_option
def status(name: str | None, address: str) -> None:
    """Tell how analyses on a cluster are doing: all of them, or the latest words of one.

    Example: rollout status --address http://127.0.0.1:8265
    """
    from analyzer.submission import PREFIX

    client = _client(address)
    for one in [name] if name else client.names(PREFIX):
        click.echo(f"{one}: {client.status(one).lower()}")
    if name:
        click.echo("\n".join(client.output(name).splitlines()[-3:]))


@click.command()
@click.argument("name")
@_address_option
@_out_option
def fetch(name: str, address: str, out: Path | None) -> None:
    """Copy the run folder of an analysis from a cluster, finished or not.

    Example: rollout fetch rollout-eight-2025-11-30-101500-a1b2 --address http://127.0.0.1:8265
    """
    _fetch(_client(address), name, out)


@click.command()
@click.argument("name")
@_address_option
def cancel(name: str, address: str) -> None:
    """Stop an analysis on a cluster; what it has played can be fetched and resumed.

    Example: rollout cancel rollout-eight-2025-11-30-101500-a1b2 --address http://127.0.0.1:8265
    """
    from cluster.submit import STOPPED

    how = _client(address).cancel(name)
    state = "is cancelled" if how == STOPPED else f"has {how.lower()} before"
    click.echo(f"{name} {state}; rollout fetch gets what was played.")


def _fetch(client: JobsClient, name: str, out: Path | None) -> None:
    from analyzer.analyze import REPORT_FILE
    from analyzer.submission import fetch as fetch_run

    folder = out or Path("runs", name)
    fetch_run(client, name, folder)
    if (folder / REPORT_FILE).exists():
        click.echo(f"Everything is in {folder}; to check it: rollout rerun {folder}")
    else:
        click.echo(f"What was played so far is in {folder}; to go on with it here: rollout resume {folder}")

"""Analyses sent to a Ray cluster: with their code and question, followed from here, fetched back."""

from __future__ import annotations

import shlex
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from analyzer.journal import begin_journal
from analyzer.on_head import SENT_RUN, unpack
from analyzer.request import Request
from analyzer.resolve import resolve
from analyzer.storage import Storage
from catan_sim.cli.options import preparing
from cluster.pool import ClusterError
from cluster.submit import SUCCEEDED, JobsClient
from mcts.errors import InputError

PREFIX: Final = "rollout-"
"""Names of analyses begin like this."""
_PACKING: Final = "packing-"
_PACKAGES: Final = ("analyzer", "boardgames", "catan_sim", "cluster", "configs", "mcts")
"""All, although an analysis needs fewer: the same sources as installed there find the code compiled there."""
_DISTRIBUTION: Final = "catan-rollout"
_STORES: Final = "~/rollout-runs"
"""Where run folders are, on the head, unless shared storage is named."""
_STORE: Final = "store"


def submit(client: JobsClient, request: Request, store: str | None) -> str:
    """Send an analysis to a cluster; returns its name.

    Parameters
    ----------
    client : JobsClient
    request : Request
    store : str or None
        The run folder as the cluster sees it; None for one on the head's disk.
    """
    with preparing():
        question = resolve(request)
    now = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    name = f"{PREFIX}{Path(request.board).stem}-{now}-{uuid.uuid4().hex[:4]}"
    place = store or f"{_STORES}/{name}"
    with _code() as folder:
        begin_journal(Storage(folder / SENT_RUN), request, question)
        client.submit(name, _command("play", place), folder, {_STORE: place})
    return name


def fetch(client: JobsClient, name: str, out: Path) -> None:
    """Copy an analysis' run folder, report and all, from the cluster into a new folder here.

    Raises
    ------
    InputError
        When there is something in that folder already.
    """
    check_new(out)
    place = client.metadata(name).get(_STORE)
    if place is None:
        raise InputError(f"{name} is no analysis; rollout status lists those of the cluster")
    packing = f"{_PACKING}{uuid.uuid4().hex}"
    with _code() as folder:
        client.submit(packing, _command("pack", place), folder, {})
        text = ""

        def take(more: str) -> None:
            nonlocal text
            text += more

        status = client.follow(packing, take)
    try:
        unpack(text, out)
    except ValueError:
        raise ClusterError(f"{name} cannot be fetched: the head says {status}, {text.strip()[-200:]}") from None


def follow(client: JobsClient, name: str, show: Callable[[str], Any]) -> bool:
    """Show an analysis' progress until it ends; returns whether it went well."""
    return client.follow(name, show) == SUCCEEDED


def check_new(out: Path) -> None:
    """Refuse a folder that has something in it."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out} is there already; choose another folder")


def _command(what: str, place: str) -> str:
    return shlex.join(["python", "-m", "analyzer.on_head", what, place])


@contextmanager
def _code() -> Iterator[Path]:
    """A folder with our sources and nothing else; what they need must be installed on the cluster."""
    root = Path(__file__).resolve().parents[1]
    ignored = shutil.ignore_patterns("__pycache__")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for package in _PACKAGES:
            shutil.copytree(root / package, folder / package, ignore=ignored)
        shutil.copy(root / "rollout.py", folder)
        distribution = metadata.distribution(_DISTRIBUTION)  # so that the version is known there too
        described = folder / f"{_DISTRIBUTION.replace('-', '_')}-{distribution.version}.dist-info"
        described.mkdir()
        (described / "METADATA").write_text(distribution.read_text("METADATA") or "")
        yield folder

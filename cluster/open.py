"""Choosing a pool by an address."""

from __future__ import annotations

from collections.abc import Callable

from cluster.job import Result, Shared
from cluster.local import LocalPool
from cluster.pool import WorkerPool
from cluster.ray_pool import RayPool


def open_pool(
    prepare: Callable[[], Shared],
    workers: int | None,
    address: str | None,
    versions: Callable[[], dict[str, str]],
    notice: Callable[[str], None],
) -> WorkerPool[Shared, Result]:
    """Threads of this process without an address, else workers of a Ray cluster; see ``RayPool`` for the rest."""
    if address is None:
        return LocalPool(prepare, workers)
    return RayPool(prepare, workers, address=address, versions=versions, notice=notice)

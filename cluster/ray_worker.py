"""What runs in a worker process of a Ray cluster.

This module is sent to the workers as it is, and imports nothing of ours, so that even a node without this package
can say what it lacks.
"""

from __future__ import annotations

import fcntl
import os
import pickle
import platform
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Versions = dict[str, str]


class Worker:
    """An actor that prepares itself once and then runs jobs one after the other."""

    def __init__(self) -> None:
        self._shared: Any = None

    def hello(self) -> str:
        """Where this worker is: the first sign of life, given before anything takes long."""
        import ray

        return f"{platform.node()} ({ray.util.get_node_ip_address()})"

    def prepare(self, recipe: bytes, versions: Versions, pool: str) -> tuple[Versions, str]:
        """Make what all jobs share, unless versions differ.

        What is shared is made here rather than sent, because arrays in the object store are read-only, for which
        kernels would be compiled a second time.

        Parameters
        ----------
        recipe : bytes
            Pickled pair: what makes the shared value, and what tells versions.
        versions : dict of str to str
            Those that are right.
        pool : str
            A name that only the workers of one pool share.

        Returns
        -------
        versions : dict of str to str
            Those of this worker; empty if it cannot tell.
        problem : str
            The traceback if something went wrong.
        """
        own: Versions = {}
        try:
            make, tell_versions = pickle.loads(recipe)
            own = tell_versions()
            if own == versions:
                with first_on_this_node(_session_folder(), pool):
                    self._shared = make()
        except BaseException:
            return own, traceback.format_exc()
        return own, ""

    def run(self, job: bytes) -> tuple[bytes, str]:
        """Run a pickled job: its pickled result, and the traceback if it raised an exception.

        Plain pickle on both sides; Ray's own, which can send functions too, would cost the driver twice the time.
        """
        try:
            return pickle.dumps(pickle.loads(job).run(self._shared), pickle.HIGHEST_PROTOCOL), ""
        except BaseException:
            return b"", traceback.format_exc()


def _session_folder() -> Path:
    """Where Ray keeps what belongs to this cluster on this node: its logs and sockets."""
    from ray._private.worker import _global_node

    return Path(_global_node.get_session_dir_path())


@contextmanager
def first_on_this_node(folder: Path, pool: str) -> Iterator[None]:
    """Let one worker of a pool on a node go first, and all others together when it is through.

    The first one compiles the kernels; the others find them in the cache. A file in the folder, which they share,
    remembers that somebody was through.
    """
    with (folder / f"workers-{pool}").open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        is_first = not file.seek(0, os.SEEK_END)
        if not is_first:
            fcntl.flock(file, fcntl.LOCK_UN)
        yield
        if is_first:
            file.write(b"through")

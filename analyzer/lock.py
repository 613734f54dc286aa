"""The run lock: only one process writes to a run folder at a time."""

from __future__ import annotations

import os
import platform
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from analyzer.storage import Storage
from mcts.errors import InputError

LOCK_FILE: Final = "lock.json"


class Holder(msgspec.Struct, frozen=True):
    """Who holds a lock.

    Attributes
    ----------
    host, pid
    birth : str
        When the process began, as its host counts; tells it from a later one with the same number.
    token : str
        Of this lock alone.
    """

    host: str
    pid: int
    birth: str
    token: str

    @property
    def is_dead(self) -> bool:
        """Whether the process is known to have ended; on another host nobody knows."""
        return self.host == platform.node() and _birth_of(self.pid) != self.birth


def _birth_of(pid: int) -> str | None:
    """When a process of this host began; None if there is none."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        pass  # it lives, and belongs to somebody else
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""  # a host that does not tell; its process numbers have to do
    return f"{boot}/{status.rpartition(')')[2].split()[19]}"


@contextmanager
def run_lock(storage: Storage) -> Iterator[None]:
    """Hold the lock of a run folder; that of a dead process is taken over.

    Raises
    ------
    InputError
        When another process holds it.
    """
    pid = os.getpid()
    own = Holder(platform.node(), pid, _birth_of(pid) or "", uuid.uuid4().hex)
    if not _create(storage, own):
        holder = _read(storage)
        if holder is not None and not holder.is_dead:
            raise InputError(
                f"{storage.name}: process {holder.pid} on {holder.host} is working on this run; wait for it, "
                f"or delete {LOCK_FILE} there if it is gone"
            )
        if holder is not None:
            storage.delete(LOCK_FILE)
        if not _create(storage, own):
            raise InputError(f"{storage.name}: another process has just begun to work on this run; wait for it")
    try:
        yield
    finally:
        if _read(storage) == own:
            storage.delete(LOCK_FILE)


def _read(storage: Storage) -> Holder | None:
    content = storage.read(LOCK_FILE)
    if content is None:
        return None
    try:
        return msgspec.json.decode(content, type=Holder)
    except msgspec.DecodeError:
        raise InputError(f"{storage.name}/{LOCK_FILE}: this is no lock; delete it if no process uses the run") from None


def _create(storage: Storage, holder: Holder) -> bool:
    """Write the lock unless there is one; False if there is."""
    content = msgspec.json.encode(holder)
    folder = storage.local_path
    if folder is None:  # no object store can be asked to write only if absent; reading back is the next best
        if storage.read(LOCK_FILE) is not None:
            return False
        storage.write(LOCK_FILE, content)
        return _read(storage) == holder
    ready = f"{LOCK_FILE}.tmp-{holder.token}"
    storage.write(ready, content)
    try:
        os.link(folder / ready, folder / LOCK_FILE)  # fails if it is there, and is never seen half written
    except FileExistsError:
        return False
    finally:
        storage.delete(ready)
    return True

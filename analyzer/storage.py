"""A folder on a disk, a network share or in an object store, through ``pyarrow.fs``."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pyarrow as pa
from pyarrow import fs

from mcts.errors import InputError

_TEMPORARY: Final = ".tmp-"


class Storage:
    """Small files that are there whole or not at all: written under a temporary name, then renamed.

    Parameters
    ----------
    folder : str or Path
        A path, or an address such as ``s3://bucket/runs/7``.
    """

    def __init__(self, folder: str | Path) -> None:
        self.name: Final = str(folder)
        try:
            is_address = "://" in self.name
            address = self.name if is_address else str(Path(folder).absolute())
            files, root = fs.FileSystem.from_uri(address)
        except (pa.ArrowException, OSError) as error:
            raise InputError(f"{self.name}: this folder cannot be used ({_reason(error)}); give another") from None
        self._files: Final = files
        self._root: Final[str] = root

    @property
    def local_path(self) -> Path | None:
        """Where it is on this machine's disks; None if it is elsewhere."""
        return Path(self._root) if isinstance(self._files, fs.LocalFileSystem) else None

    def make(self) -> None:
        """Create the folder with those above it, unless it is there."""
        try:
            self._files.create_dir(self._root, recursive=True)
        except OSError as error:
            raise InputError(f"{self.name}: the folder cannot be made ({_reason(error)}); give another") from None

    def names(self) -> set[str]:
        """Files below the folder, with ``/`` between folders; leftovers of interrupted writing do not count."""
        with self._reading(self.name):
            found = self._files.get_file_info(fs.FileSelector(self._root, allow_not_found=True, recursive=True))
        paths = {entry.path[len(self._root) :].lstrip("/") for entry in found if entry.type == fs.FileType.File}
        return {path for path in paths if _TEMPORARY not in path}

    def read(self, name: str) -> bytes | None:
        """A file's content; None if there is no such file."""
        with self._reading(f"{self.name}/{name}"):
            try:
                with self._files.open_input_stream(self._path(name)) as stream:
                    return bytes(stream.read())
            except FileNotFoundError:
                return None

    def write(self, name: str, content: bytes) -> None:
        """Write a file, in the place of an older one."""
        with self.writing(name) as stream:
            stream.write(content)

    @contextmanager
    def writing(self, name: str) -> Iterator[pa.NativeFile]:
        """Give a stream for a file that is there when all has been written, in the place of an older one."""
        path = self._path(name)
        temporary = f"{path}{_TEMPORARY}{uuid.uuid4().hex}"
        try:
            self._files.create_dir(path.rpartition("/")[0], recursive=True)
            with self._files.open_output_stream(temporary) as stream:
                yield stream
            self._files.move(temporary, path)
        except BaseException as error:
            with suppress(pa.ArrowException, OSError):  # a full disk has better use for the room
                self._files.delete_file(temporary)
            if not isinstance(error, pa.ArrowException | OSError):
                raise
            raise InputError(
                f"{self.name}/{name.partition(_TEMPORARY)[0]}: cannot be written ({_reason(error)}); what was stored "
                f"before is safe, mend that and go on with: rollout resume {self.name}"
            ) from None

    def delete(self, name: str) -> None:
        """Remove a file."""
        self._files.delete_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    @contextmanager
    def _reading(self, place: str) -> Iterator[None]:
        """Turn what the file system says into a sentence."""
        try:
            yield
        except NotADirectoryError:
            raise InputError(f"{self.name}: this is a file; give the name of a folder") from None
        except (pa.ArrowException, OSError) as error:
            raise InputError(f"{place}: cannot be read ({_reason(error)}); check its name and permissions") from None


def _reason(error: BaseException) -> str:
    text = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return text.split("\n", 1)[0].rstrip(".").lower()

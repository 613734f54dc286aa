"""Units of a long run, out of memory: a kilobyte for 64 games is gigabytes for what a cluster plays in minutes."""

from __future__ import annotations

import tempfile
import weakref
from pathlib import Path
from typing import IO, Final

import numpy as np
import numpy.typing as npt

from mcts.errors import InputError

Units = npt.NDArray[np.void]


class UnitStore:
    """Rows that come in pieces and are read in the end, in a file without a name that goes with its last reader.

    Parameters
    ----------
    dtype : numpy.dtype
        ``unit_dtype`` of the board.
    folder : Path or None
        On whose disk they are to be; None for the usual place of temporary files.
    """

    def __init__(self, dtype: np.dtype[np.void], folder: Path | None) -> None:
        self._dtype: Final = dtype
        self._folder: Final = folder
        self._file: IO[bytes] | None = None
        self._count = 0

    def append(self, units: Units) -> None:
        """Put rows behind the others: unit_dtype, shape (count,)."""
        if not units.size:
            return
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 - open as long as the store
                weakref.finalize(self, self._file.close)
            self._file.write(np.ascontiguousarray(units).view(np.uint8).data)
            self._file.flush()
        except OSError as error:
            place = self._folder or tempfile.gettempdir()
            reason = (error.strerror or str(error)).lower()
            raise InputError(
                f"{place}: no place for the units of a long run ({reason}); make room, and go on with rollout resume"
            ) from None
        self._count += len(units)

    def rows(self) -> Units:
        """All of them, not to be changed: unit_dtype, shape (count,). Memory is taken only while one looks at them."""
        if self._file is None:
            return np.zeros(0, self._dtype)
        return np.asarray(np.memmap(self._file, self._dtype, "r", shape=(self._count,)))

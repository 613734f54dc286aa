"""Units as Parquet: every field of ``unit_dtype`` is a column, arrays are lists of fixed length."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from catan_sim.rollout import Candidate

Units = npt.NDArray[np.void]

VERTEX: Final = "vertex"
ROAD: Final = "road"
"""Columns in front of the units' own: the candidate, with NO_ROAD where the agent chose."""


def _arrow_type(dtype: np.dtype[Any]) -> Any:
    if dtype.subdtype is None:
        return pa.from_numpy_dtype(dtype)
    base, shape = dtype.subdtype
    return pa.list_(pa.from_numpy_dtype(base), int(np.prod(shape)))


def _schema(dtype: np.dtype[np.void]) -> Any:
    own = [pa.field(name, _arrow_type(dtype[name]), nullable=False) for name in dtype.names or ()]
    candidate = [pa.field(name, pa.int64(), nullable=False) for name in (VERTEX, ROAD)]
    return pa.schema(candidate + own)


def _digest(candidates: Sequence[Candidate], units: Units) -> str:
    """Hash of everything that the file says."""
    digest = hashlib.sha256(repr([(candidate.vertex, candidate.road) for candidate in candidates]).encode())
    for name in units.dtype.names or ():
        digest.update(np.ascontiguousarray(units[name]).tobytes())
    return digest.hexdigest()


def write_units(sink: Any, candidates: Sequence[Candidate], units: Units, label: str) -> None:
    """Write units (unit_dtype, shape (count,)) with the candidate of each; ``label`` says which run they belong to."""
    schema = _schema(units.dtype).with_metadata({"run": label, "digest": _digest(candidates, units)})
    columns = [
        pa.array([candidate.vertex for candidate in candidates], pa.int64()),
        pa.array([candidate.road for candidate in candidates], pa.int64()),
    ]
    for name in units.dtype.names or ():
        kind, values = schema.field(name).type, np.ascontiguousarray(units[name])
        is_list = pa.types.is_fixed_size_list(kind)
        columns.append(pa.FixedSizeListArray.from_arrays(values.ravel(), type=kind) if is_list else pa.array(values))
    pq.write_table(pa.table(columns, schema), sink, compression="zstd")


def read_units(source: Any, dtype: np.dtype[np.void], label: str) -> tuple[list[Candidate], Units]:
    """Read what ``write_units`` wrote.

    Raises
    ------
    ValueError
        When these are no units of such a board, of another run, or not what was written.
    pyarrow.ArrowException
        When this is no Parquet file, or a torn one.
    """
    table = pq.ParquetFile(source).read()
    metadata = table.schema.metadata or {}
    if metadata.get(b"run") != label.encode():
        raise ValueError("it belongs to another run")
    if not table.schema.equals(_schema(dtype)):
        raise ValueError("its columns are not those of this version")
    units = np.zeros(table.num_rows, dtype)
    for name in dtype.names or ():
        column = table.column(name).combine_chunks()
        values = column.flatten() if pa.types.is_fixed_size_list(column.type) else column
        units[name] = values.to_numpy(zero_copy_only=False).reshape(units[name].shape)
    roads = table.column(ROAD).to_pylist()
    candidates = [Candidate(v, r) for v, r in zip(table.column(VERTEX).to_pylist(), roads, strict=True)]
    if metadata.get(b"digest") != _digest(candidates, units).encode():
        raise ValueError("the file is damaged")
    return candidates, units

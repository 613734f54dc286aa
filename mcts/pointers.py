"""Records by address: how kernels reach into large arrays without passing them around.

An array argument costs a kernel reference counting; a record is a bare pointer. So a tree is one small record that
holds the addresses of its arrays, and ``accessor(dtype)`` makes the function that reads an element of one of them. The
arrays stay alive through the Python object that owns them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.extending import intrinsic


def accessor(dtype: np.dtype[np.void]) -> Callable[[Any, int], Any]:
    """Make ``at(address, index)`` for kernels: record number ``index`` of the array of ``dtype`` at ``address``."""
    record = from_dtype(dtype)

    @intrinsic  # type: ignore[untyped-decorator]
    def at(typing_context: Any, address: Any, index: Any) -> Any:
        del typing_context, address, index

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            del signature
            size = ir.Constant(ir.IntType(64), dtype.itemsize)
            place = builder.add(arguments[0], builder.mul(arguments[1], size))
            return builder.inttoptr(place, context.get_value_type(record))

        return record(types.uint64, types.int64), generate

    return at  # type: ignore[no-any-return]


def address_of(array: np.ndarray[Any, Any]) -> int:
    """Where an array's first element lies in memory."""
    return int(array.ctypes.data)

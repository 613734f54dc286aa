"""Whole-record operations for kernels: copying and hashing structured records."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from mcts.bits import mix
from mcts.kernel import kernel


@intrinsic  # type: ignore[untyped-decorator]
def copy_record(typing_context: Any, target: Any, source: Any) -> Any:
    """Copy ``source`` into ``target``, two records of one dtype, without allocating."""
    del typing_context
    if not isinstance(target, types.Record) or target != source:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del signature
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], ir.Constant(ir.IntType(64), target.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic  # type: ignore[untyped-decorator]
def record_word(typing_context: Any, record: Any, index: Any) -> Any:
    """The 64-bit word number ``index`` of a record whose size is a multiple of eight bytes."""
    del typing_context, index
    if not isinstance(record, types.Record) or record.size % 8:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        words = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [arguments[1]]))

    return types.uint64(record, types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def record_size(typing_context: Any, record: Any) -> Any:
    """Size of a record in bytes, a compile-time constant."""
    del typing_context
    if not isinstance(record, types.Record):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del builder, signature, arguments
        return context.get_constant(types.intp, record.size)

    return types.intp(record), generate


@kernel
def hash_record(record: Any) -> int:
    """Hash every byte of a record; equal records have equal hashes on every host."""
    result = mix(record_size(record))
    for index in range(record_size(record) // 8):
        result = mix(result ^ record_word(record, index))
    return result

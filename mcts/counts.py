"""Up to eight small counts side by side in one 64-bit word, a byte each; the first is the lowest byte.

A hand of cards, a price or what a goal lacks is compared, added up and weighed in a few instructions, without a loop
and without a branch. Rows of uint8 fields of records are such words when they are read as one.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import int64, types
from numba.core import cgutils
from numba.extending import intrinsic

from mcts.kernel import kernel

COUNTS: Final = 8
"""Counts in a word."""

_WORD: Final = ir.IntType(64)
_BYTES: Final = ir.VectorType(ir.IntType(8), COUNTS)
_SHORTS: Final = ir.VectorType(ir.IntType(16), COUNTS)
_INTS: Final = ir.VectorType(ir.IntType(32), COUNTS)
_BITS: Final = ir.VectorType(ir.IntType(1), COUNTS)
_BYTE_BITS: Final = np.uint64(8)


def _two_words(name: str, generate: Any) -> Any:
    """An intrinsic from two words to a third, by what it does to two vectors of bytes."""

    def typed(typing_context: Any, one: Any, other: Any) -> Any:
        del typing_context
        if one != types.uint64 or other != types.uint64:
            return None

        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            del context, signature
            vectors = [builder.bitcast(argument, _BYTES) for argument in arguments]
            return builder.bitcast(generate(builder, *vectors), _WORD)

        return types.uint64(types.uint64, types.uint64), lower

    typed.__name__ = name
    return intrinsic(typed)


def _call(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """A call of one of LLVM's own functions."""
    function_type = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, function_type, name), arguments)


beyond = _two_words("beyond", lambda builder, one, other: _call(builder, "llvm.usub.sat.v8i8", _BYTES, one, other))
"""By how much each count of the first word exceeds the second's; 0 where it does not."""
plus = _two_words("plus", lambda builder, one, other: _call(builder, "llvm.uadd.sat.v8i8", _BYTES, one, other))
"""The sums of two words' counts, 255 at most."""
lesser = _two_words("lesser", lambda builder, one, other: _call(builder, "llvm.umin.v8i8", _BYTES, one, other))
"""The lesser of two words' counts, each."""


@intrinsic  # type: ignore[untyped-decorator]
def times(typing_context: Any, word: Any, factor: Any) -> Any:
    """All counts of a word (uint64) times a factor from 0 to 255, 255 at most."""
    del typing_context, factor
    if word != types.uint64:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        counts = builder.zext(builder.bitcast(arguments[0], _BYTES), _SHORTS)
        factors = _splat(builder, builder.trunc(arguments[1], ir.IntType(16)), _SHORTS)
        most = ir.Constant(_SHORTS, [255] * COUNTS)
        products = _call(builder, "llvm.umin.v8i16", _SHORTS, builder.mul(counts, factors), most)
        return builder.bitcast(builder.trunc(products, _BYTES), _WORD)

    return types.uint64(types.uint64, types.int64), generate


def _splat(builder: Any, value: Any, vector: Any) -> Any:
    """A vector that has one value in all its places."""
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(ir.IntType(32), COUNTS), [0] * COUNTS))


@intrinsic  # type: ignore[untyped-decorator]
def total(typing_context: Any, word: Any) -> Any:
    """The sum of a word's counts (uint64 to int64)."""
    del typing_context
    if word != types.uint64:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        counts = builder.zext(builder.bitcast(arguments[0], _BYTES), _SHORTS)
        return builder.zext(_call(builder, "llvm.vector.reduce.add.v8i16", ir.IntType(16), counts), _WORD)

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def places(typing_context: Any, word: Any) -> Any:
    """The places of a word's counts that are not zero, as a bitset in one word."""
    del typing_context
    if word != types.uint64:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        counts = builder.bitcast(arguments[0], _BYTES)
        bits = builder.icmp_unsigned("!=", counts, ir.Constant(_BYTES, [0] * COUNTS))
        return builder.zext(builder.bitcast(bits, ir.IntType(8)), _WORD)

    return types.uint64(types.uint64), generate


def _products(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Each count of a word times the weight in its place."""
    array = context.make_array(signature.args[1])(context, builder, arguments[1])
    weights = builder.load(builder.bitcast(array.data, _INTS.as_pointer()), align=4, typ=_INTS)
    return builder.mul(builder.zext(builder.bitcast(arguments[0], _BYTES), _INTS), weights)


def _is_weighed(word: Any, weights: Any) -> bool:
    return bool(word == types.uint64 and isinstance(weights, types.Array) and weights.dtype == types.int32)


@intrinsic  # type: ignore[untyped-decorator]
def weighed_sum(typing_context: Any, word: Any, weights: Any, shift: Any) -> Any:
    """The counts of a word, each times its weight (int32, shape (8,)) and shifted right by ``shift`` bits, added up."""
    del typing_context, shift
    if not _is_weighed(word, weights):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        products = _products(context, builder, signature, arguments)
        shifts = _splat(builder, builder.trunc(arguments[2], ir.IntType(32)), _INTS)
        shifted = builder.ashr(products, shifts)
        return builder.sext(_call(builder, "llvm.vector.reduce.add.v8i32", ir.IntType(32), shifted), _WORD)

    return types.int64(types.uint64, weights, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def weighed_most(typing_context: Any, word: Any, weights: Any) -> Any:
    """The counts of a word, each times its weight (int32, shape (8,)): the highest."""
    del typing_context
    if not _is_weighed(word, weights):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        products = _products(context, builder, signature, arguments)
        return builder.sext(_call(builder, "llvm.vector.reduce.smax.v8i32", ir.IntType(32), products), _WORD)

    return types.int64(types.uint64, weights), generate


@kernel
def count_at(word: Any, place: int) -> int:
    """One count of a word (uint64)."""
    return int64((word >> (_BYTE_BITS * np.uint64(place))) & np.uint64(255))


@kernel
def only(count: int, place: int) -> Any:
    """A word with one count that is not zero."""
    return np.uint64(count) << (_BYTE_BITS * np.uint64(place))


def _row(record: Any, name: Any) -> tuple[int, int]:
    """Where a field of uint8 counts begins, and how many there are in a row; all its rows can be read as words."""
    field = record.fields[name.literal_value]
    shape = field.type.shape
    assert field.type.dtype == types.uint8
    assert shape[-1] <= COUNTS
    assert field.offset + field.type.size - shape[-1] + COUNTS <= record.size
    return field.offset, shape[-1]


def _row_pointer(builder: Any, signature: Any, arguments: Any) -> Any:
    offset, columns = _row(signature.args[0], signature.args[1])
    place = builder.add(builder.mul(arguments[2], ir.Constant(_WORD, columns)), ir.Constant(_WORD, offset))
    start = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
    return builder.bitcast(builder.gep(start, [place], source_etype=ir.IntType(8)), _WORD.as_pointer())


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def row_counts(typing_context: Any, record: Any, name: Any, row: Any) -> Any:
    """A row of a record's uint8 field as a word; the row is 0 where the field has but one."""
    del typing_context, row
    if not (isinstance(record, types.Record) and isinstance(name, types.StringLiteral)):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context
        counts = builder.load(_row_pointer(builder, signature, arguments), align=1, typ=_WORD)
        return builder.and_(counts, ir.Constant(_WORD, (1 << 8 * _row(record, name)[1]) - 1))

    return types.uint64(record, name, types.int64), generate


def _change(record: Any, name: Any, change: Any) -> Any:
    """Typing and lowering of what changes a row; eight bytes are written at once, so that they are read at once."""
    if not (isinstance(record, types.Record) and isinstance(name, types.StringLiteral)):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _row_pointer(builder, signature, arguments)
        before = builder.load(pointer, align=1, typ=_WORD)
        builder.store(getattr(builder, change)(before, arguments[3]), pointer, align=1)
        return context.get_dummy_value()

    return types.void(record, name, types.int64, types.uint64), generate


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def add_to_row(typing_context: Any, record: Any, name: Any, row: Any, word: Any) -> Any:
    """Add counts to a row of a record's uint8 field; no sum may be above 255, none beyond the row but 0."""
    del typing_context, row, word
    return _change(record, name, "add")


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def take_from_row(typing_context: Any, record: Any, name: Any, row: Any, word: Any) -> Any:
    """Take counts from a row of a record's uint8 field, which has as many."""
    del typing_context, row, word
    return _change(record, name, "sub")

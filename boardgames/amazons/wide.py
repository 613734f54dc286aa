"""A 128-bit unsigned integer for kernels: the set of squares of a board with more than 64 of them.

Only what sets of squares need is here: bitwise operators, shifts, addition, subtraction and comparison with ``==``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model

WIDE_BITS: Final = 128
_INT128: Final = ir.IntType(WIDE_BITS)


class WideType(types.Type):  # type: ignore[misc]
    """Numba's type of a 128-bit set."""

    def __init__(self) -> None:
        super().__init__(name="wide_square_set")


wide: Final = WideType()


@register_model(WideType)
class _WideModel(models.PrimitiveModel):  # type: ignore[misc]
    """Held in a machine integer, so that LLVM pairs the registers itself."""

    def __init__(self, manager: Any, front_type: Any) -> None:
        super().__init__(manager, front_type, _INT128)


@intrinsic  # type: ignore[untyped-decorator]
def join(typing_context: Any, low: Any, high: Any) -> Any:
    """The set whose first 64 squares are ``low`` and whose others are ``high``."""
    del typing_context
    if (low, high) != (types.uint64, types.uint64):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        bottom, top = (builder.zext(word, _INT128) for word in arguments)
        return builder.or_(bottom, builder.shl(top, _INT128(64)))

    return wide(types.uint64, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def low_word(typing_context: Any, squares: Any) -> Any:
    """The first 64 squares of a wide set."""
    del typing_context
    if squares != wide:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        return builder.trunc(arguments[0], ir.IntType(64))

    return types.uint64(wide), generate


def _define_binary(symbol: Callable[[Any, Any], Any], instruction: str) -> None:
    """Give wide sets an operator that is one instruction of LLVM."""

    @intrinsic  # type: ignore[untyped-decorator]
    def compute(typing_context: Any, left: Any, right: Any) -> Any:
        del typing_context

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            del context, signature
            return getattr(builder, instruction)(*arguments)

        return wide(left, right), generate

    @overload(symbol, strict=False)  # type: ignore[untyped-decorator]
    def choose(left: Any, right: Any) -> Any:
        if (left, right) == (wide, wide):
            return lambda left, right: compute(left, right)
        return None


def _define_shift(symbol: Callable[[Any, Any], Any], instruction: str) -> None:
    """Give wide sets a shift by an integer."""

    @intrinsic  # type: ignore[untyped-decorator]
    def compute(typing_context: Any, squares: Any, count: Any) -> Any:
        del typing_context

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            del context, signature
            return getattr(builder, instruction)(arguments[0], builder.zext(arguments[1], _INT128))

        return wide(squares, count), generate

    @overload(symbol, strict=False)  # type: ignore[untyped-decorator]
    def choose(left: Any, right: Any) -> Any:
        if left == wide and isinstance(right, types.Integer):
            return lambda left, right: compute(left, right)
        return None


for _symbol, _instruction in (
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.xor, "xor"),
    (operator.iand, "and_"),
    (operator.ior, "or_"),
    (operator.ixor, "xor"),
    (operator.add, "add"),
    (operator.sub, "sub"),
):
    _define_binary(_symbol, _instruction)
_define_shift(operator.lshift, "shl")
_define_shift(operator.rshift, "lshr")


@intrinsic  # type: ignore[untyped-decorator]
def _same(typing_context: Any, left: Any, right: Any) -> Any:
    del typing_context

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        return builder.icmp_unsigned("==", *arguments)

    return types.boolean(left, right), generate


@overload(operator.eq, strict=False)  # type: ignore[untyped-decorator]
def _equal(left: Any, right: Any) -> Any:
    if (left, right) == (wide, wide):
        return lambda left, right: _same(left, right)
    return None


@overload(operator.ne, strict=False)  # type: ignore[untyped-decorator]
def _differ(left: Any, right: Any) -> Any:
    if (left, right) == (wide, wide):
        return lambda left, right: not _same(left, right)
    return None


@overload(operator.invert, strict=False)  # type: ignore[untyped-decorator]
def _complement(squares: Any) -> Any:
    if squares == wide:
        return lambda squares: join(~low_word(squares), ~low_word(squares >> 64))
    return None

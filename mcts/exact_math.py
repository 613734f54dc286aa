"""Exponential, logarithm and power from + - * / alone, so that every host computes the same bits.

Equal to the library's within 1e-12, relative (``natural_log`` near 1: absolute too). Square roots need no own version:
IEEE 754 rounds them correctly everywhere.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from mcts.kernel import kernel

_LN2_HIGH: Final = 0.6931471803691238  # the upper 33 bits of ln 2: multiples of it by an exponent are exact
_LN2_LOW: Final = 1.9082149292705877e-10
_SQRT_2: Final = 1.4142135623730951
_MANTISSA: Final = np.int64((1 << 52) - 1)
_LOG_TERMS: Final = np.array([1.0 / (2 * k + 1) for k in range(12)])[::-1].copy()
_EXP_TERMS: Final = np.array([1.0 / np.prod(np.arange(1.0, k + 1)) for k in range(15)])[::-1].copy()
_LARGEST: Final = 709.0
_SMALLEST: Final = -708.0


@intrinsic  # type: ignore[untyped-decorator]
def _bits_of(typing_context: Any, value: Any) -> Any:
    """The 64 bits of a float64 as an int64."""
    del typing_context, value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _float_of(typing_context: Any, bits: Any) -> Any:
    """The float64 with these 64 bits."""
    del typing_context, bits

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


@kernel
def natural_log(x: float) -> float:
    """Natural logarithm of a positive normal number: ln(m 2^e) = e ln 2 + 2 artanh((m - 1) / (m + 1))."""
    bits = _bits_of(x)
    exponent = (bits >> 52) - 1023
    mantissa = _float_of((bits & _MANTISSA) | (np.int64(1023) << 52))
    if mantissa > _SQRT_2:  # so that the series is short on both sides of 1
        mantissa *= 0.5
        exponent += 1
    ratio = (mantissa - 1.0) / (mantissa + 1.0)
    square = ratio * ratio
    series = 0.0
    for term in _LOG_TERMS:
        series = series * square + term
    return exponent * _LN2_HIGH + (exponent * _LN2_LOW + 2.0 * ratio * series)


@kernel
def exponential(x: float) -> float:
    """Exponential of x: 2^k times a Taylor series within half a ln 2; 0 below -708, infinite above 709."""
    if x > _LARGEST:
        return np.inf
    if x < _SMALLEST:
        return 0.0
    power = np.int64(np.floor(x / (_LN2_HIGH + _LN2_LOW) + 0.5))
    rest = (x - power * _LN2_HIGH) - power * _LN2_LOW
    series = 0.0
    for term in _EXP_TERMS:
        series = series * rest + term
    return series * _float_of((power + 1023) << 52)


@kernel
def power(base: float, exponent: float) -> float:
    """A non-negative number to any power; 0 to the power 0 is 1."""
    if exponent == 0.5:  # the usual case of progressive widening
        return np.sqrt(base)
    if base == 0.0:
        return 1.0 if exponent == 0.0 else 0.0
    return exponential(exponent * natural_log(base))


@kernel
def sigmoid(x: float) -> float:
    """1 / (1 + e^-x)."""
    return 1.0 / (1.0 + exponential(-x))

"""Own exponential, logarithm and power against the library's."""

import math

from hypothesis import given
from hypothesis import strategies as st

from mcts.exact_math import exponential, natural_log, power, sigmoid


@given(st.floats(1e-300, 1e300))
def test_natural_log(x: float) -> None:
    assert math.isclose(natural_log(x), math.log(x), rel_tol=1e-13, abs_tol=1e-15)


@given(st.floats(-707.0, 708.0))
def test_exponential(x: float) -> None:
    assert math.isclose(exponential(x), math.exp(x), rel_tol=1e-12)


@given(st.floats(1e-9, 1e9), st.floats(-20.0, 20.0))
def test_power(base: float, exponent: float) -> None:
    assert math.isclose(power(base, exponent), base**exponent, rel_tol=1e-12)


def test_edges() -> None:
    assert natural_log(1.0) == 0.0
    assert exponential(0.0) == 1.0
    assert (exponential(-1000.0), exponential(1000.0)) == (0.0, math.inf)
    assert (power(0.0, 0.0), power(0.0, 2.0), power(9.0, 0.5)) == (1.0, 0.0, 3.0)
    assert sigmoid(0.0) == 0.5

"""Kernels linked into wholes."""

from mcts.kernel import kernel


@kernel
def _square(value: int) -> int:
    return value * value


@kernel
def _sum_of_squares(first: int, second: int) -> int:
    return _square(first) + _square(second)


@kernel
def _hypotenuse_is(first: int, second: int, third: int) -> bool:
    return _sum_of_squares(first, second) == _square(third)


def test_only_what_python_calls_becomes_machine_code() -> None:
    assert _hypotenuse_is(3, 4, 5)
    assert not _hypotenuse_is(3, 4, 6)
    assert _hypotenuse_is.signatures  # type: ignore[attr-defined]
    assert not _sum_of_squares.signatures  # type: ignore[attr-defined]
    assert not _square.signatures  # type: ignore[attr-defined]


def test_a_part_of_one_kernel_can_be_called_itself() -> None:
    assert _hypotenuse_is(5, 12, 13)
    assert _sum_of_squares(1, 2) == 5
    assert _square(-7) == 49

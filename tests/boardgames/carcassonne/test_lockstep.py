"""Kernels and reference play the same games; ``python -m tests.boardgames.carcassonne.lockstep`` plays more of them."""

from __future__ import annotations

import pytest

from tests.boardgames.carcassonne.lockstep import compare_seed


@pytest.mark.parametrize("seed", range(8))
def test_kernels_and_reference_agree(seed: int) -> None:
    assert compare_seed(seed) >= 70

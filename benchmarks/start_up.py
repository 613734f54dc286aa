"""How long a fresh process takes until its first game is played: compiling everything, and warm."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

_FIRST_GAME = """
from catan_sim.core.boardfile import find_board
from catan_sim.core.ruleset import find_ruleset
from catan_sim.simulate import Simulation
Simulation(find_board("standard"), find_ruleset("base"), 0, "heuristic").play(0, 1)
"""


def _seconds(cache: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", _FIRST_GAME], env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True)
    return time.perf_counter() - start


def measure() -> Iterator[tuple[str, float]]:
    """Seconds to the first game, cold and warm."""
    with tempfile.TemporaryDirectory() as cache:
        yield "cold_compile_s", _seconds(cache)
        yield "warm_start_s", min(_seconds(cache) for _ in range(3))

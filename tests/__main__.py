"""``make test``: the suite, then clusters, then the rules once more with bounds checks in the kernels.

Tests of clusters start nodes of several processes each and wait for them: two files at a time, nothing beside them.
Writing past the end of an array corrupts memory silently in a kernel; with the checks on it raises.
"""

from __future__ import annotations

import os
import subprocess
import sys

RULES_SUITES = (
    "tests/rules",
    "tests/oracle",
    "tests/fuzz",
    "tests/core/test_state.py",
    "tests/core/test_belief.py",
    "tests/boardgames/carcassonne/test_board.py",
    "tests/boardgames/carcassonne/test_rules.py",
)
SIDE_BY_SIDE = ("--numprocesses=auto", "--dist=worksteal")
CLUSTERS = "tests/cluster"
TWO_FILES = ("--numprocesses=2", "--dist=loadfile")


def _pytest(*arguments: str, **environment: str) -> int:
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


def main() -> int:
    """Run all and fail if any does."""
    most = _pytest("tests", f"--ignore={CLUSTERS}", *SIDE_BY_SIDE)
    clusters = _pytest(CLUSTERS, *TWO_FILES)
    checked = _pytest(*RULES_SUITES, *SIDE_BY_SIDE, NUMBA_BOUNDSCHECK="1")
    return most or clusters or checked


if __name__ == "__main__":
    sys.exit(main())

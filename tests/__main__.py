"""``make test``: the whole suite, then the rules once more with bounds checks in the kernels.

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


def _pytest(*arguments: str, **environment: str) -> int:
    command = [sys.executable, "-m", "pytest", "--numprocesses=auto", "--dist=worksteal", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


def main() -> int:
    """Run both and fail if either does."""
    whole = _pytest("tests")
    checked = _pytest(*RULES_SUITES, NUMBA_BOUNDSCHECK="1")
    return whole or checked


if __name__ == "__main__":
    sys.exit(main())

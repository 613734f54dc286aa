"""Ends processes of tests by a mark in their environment, at the latest when the tests themselves have ended.

``python -m tests.cluster.ending NAME=VALUE`` waits until its input ends, which it does with whoever started it, in
whatever way; then it kills everything that has this variable.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def start_watching(mark: str) -> subprocess.Popen[bytes]:
    """Start the process that will end all others with this mark; closing its input is the sign."""
    unmarked = {name: value for name, value in os.environ.items() if f"{name}={value}" != mark}
    return subprocess.Popen(
        [sys.executable, __file__, mark],
        stdin=subprocess.PIPE,
        env=unmarked,
        start_new_session=True,  # what ends the tests is often sent to all of their group
    )


def _read(number: int, what: str) -> str:
    try:
        return Path(f"/proc/{number}/{what}").read_bytes().decode(errors="replace")
    except OSError:  # ended meanwhile, or somebody else's
        return ""


def marked(mark: str) -> dict[int, str]:
    """Processes with this mark: their numbers and commands."""
    numbers = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return {number: _read(number, "cmdline") for number in numbers if mark in _read(number, "environ").split("\0")}


def main(mark: str) -> None:
    """Wait and end them."""
    sys.stdin.buffer.read()
    while found := marked(mark):
        for number in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        time.sleep(0.1)


if __name__ == "__main__":
    main(sys.argv[1])

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
    return subprocess.Popen([sys.executable, __file__, mark], stdin=subprocess.PIPE)


def _is_marked(number: int, mark: str) -> bool:
    try:
        return mark in Path(f"/proc/{number}/environ").read_bytes().decode(errors="replace").split("\0")
    except OSError:  # ended meanwhile, or somebody else's
        return False


def _marked(mark: str) -> list[int]:
    numbers = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [number for number in numbers if _is_marked(number, mark)]


def main(mark: str) -> None:
    """Wait and end them."""
    sys.stdin.buffer.read()
    while found := _marked(mark):
        for number in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        time.sleep(0.1)


if __name__ == "__main__":
    main(sys.argv[1])

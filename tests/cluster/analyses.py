"""A small analysis, run as a process of its own while things happen to its cluster."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from tests.analyzer.quick import RULES
from tests.cli.test_commands import COMMAND, rollout
from tests.cluster.nodes import HERE, Place

ASK = ("analyze", "standard", "--players", "2", "--ruleset", "quick.yaml", "--budget", "200000", "--quiet")
_PATIENCE_SECONDS = 300


class Run:
    """An analysis under way."""

    def __init__(self, folder: Path, *arguments: str, place: Place = HERE) -> None:
        self.process = subprocess.Popen(
            [*place.entering, COMMAND, *arguments],
            cwd=folder,
            env={**os.environ, **place.environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_for_rounds(self, run: Path, count: int) -> None:
        """Until so many rounds are stored."""
        while self.process.poll() is None and len(list(run.glob("*/*-results.parquet"))) < count:
            time.sleep(0.01)
        assert self.process.poll() is None, self.process.communicate()

    def end(self) -> tuple[int, str]:
        """Wait for it; returns its exit code and what it said."""
        _, stderr = self.process.communicate(timeout=_PATIENCE_SECONDS)
        return self.process.returncode, stderr


def play_reference(folder: Path) -> bytes:
    """The report of a local run on one worker; makes what all runs in this folder need."""
    (folder / "quick.yaml").write_text(RULES)
    done = rollout(*ASK, "--out", "reference", "--workers", "1", cwd=folder)
    assert done.returncode == 0, done.stderr
    return report(folder / "reference")


def report(run: Path) -> bytes:
    """What a run has come to, bit for bit."""
    return (run / "report.json").read_bytes()

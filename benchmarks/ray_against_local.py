"""Throughput of the same analysis on two Ray workers and on two threads, in steady state, one after the other."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

GAMES = 60_000
REPEATS = 2
COMMAND = Path(sys.executable).with_name("rollout")


def _games_per_second(folder: Path, *where: str) -> float:
    """Between the first and the last stored round but one, so that starting and reporting do not count."""
    asked = ["eight", "--budget", str(GAMES), "--workers", "2", "--out", str(folder), "--quiet", *where]
    subprocess.run([COMMAND, "analyze", *asked], check=True, stdout=subprocess.DEVNULL)
    times = sorted(path.stat().st_mtime for path in folder.glob("spots/*-results.parquet"))
    slots = json.loads((folder / "question.json").read_text())["slots"]
    return 64 * slots * (len(times) - 3) / (times[-2] - times[1])


def measure() -> Iterator[tuple[str, float]]:
    """Ray's throughput as a share of the local one; the best of a few alternating runs each."""
    local, ray = 0.0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for attempt in range(REPEATS):
            local = max(local, _games_per_second(Path(folder, f"local{attempt}")))
            ray = max(ray, _games_per_second(Path(folder, f"ray{attempt}"), "--address", "local"))
    yield "ray_local_ratio", ray / local

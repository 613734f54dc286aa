"""What an analysis spends its time on, and how soon its first game begins: the command, run warm as a person would."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

GAMES = 200_000
"""What the 90 % are promised for; starting up and writing the report count as well."""
COMMAND = Path(sys.executable).with_name("rollout")


def _analyze(folder: Path, games: int, *options: str) -> dict[str, Any]:
    """The session's entry in ``run.json`` of an analysis of the shipped board for eight players."""
    asked = ["eight", "--budget", str(games), "--out", str(folder), "--quiet", *options]
    subprocess.run([COMMAND, "analyze", *asked], check=True, stdout=subprocess.DEVNULL)
    session: dict[str, Any] = json.loads((folder / "run.json").read_text())["sessions"][0]
    return session


def _processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure() -> Iterator[tuple[str, float]]:
    """Share of the command's processor time that games had, and seconds from the command to the first of them."""
    with tempfile.TemporaryDirectory() as folder:
        few = ("--candidates", "4")
        _analyze(Path(folder, "compile"), 1000, *few)
        starts = []
        for attempt in range(3):
            begin = time.time()
            session = _analyze(Path(folder, f"start{attempt}"), 1000, *few)
            starts.append(datetime.fromisoformat(session["first_game"]).timestamp() - begin)
        yield "analyze_first_game_s", min(starts)
        before = _processor_seconds()
        session = _analyze(Path(folder, "long"), GAMES)
        yield "analyze_kernel_share", session["kernel_seconds"] / (_processor_seconds() - before)
        yield "analyze_games_per_s", session["games"] / session["seconds"]

"""What an analysis spends its time on, and how soon its first game begins: the ordinary command, run warm."""

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
FEW_GAMES = 2_560
"""The fewest that forty candidates can share: what happens before the first of them is the same."""
COMMAND = Path(sys.executable).with_name("rollout")


def _analyze(folder: Path, games: int) -> dict[str, Any]:
    """The session's entry in ``run.json`` of an analysis of the shipped board for eight players."""
    asked = ["eight", "--budget", str(games), "--out", str(folder), "--quiet"]
    subprocess.run([COMMAND, "analyze", *asked], check=True, stdout=subprocess.DEVNULL)
    session: dict[str, Any] = json.loads((folder / "run.json").read_text())["sessions"][0]
    return session


def _processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure() -> Iterator[tuple[str, float]]:
    """Share of the command's processor time that games had, and seconds from the command to the first of them."""
    with tempfile.TemporaryDirectory() as folder:
        _analyze(Path(folder, "compile"), FEW_GAMES)
        starts = []
        for attempt in range(3):
            begin = time.time()
            session = _analyze(Path(folder, f"start{attempt}"), FEW_GAMES)
            starts.append(datetime.fromisoformat(session["first_game"]).timestamp() - begin)
        yield "analyze_first_game_s", min(starts)
        before = _processor_seconds()
        session = _analyze(Path(folder, "long"), GAMES)
        spent = _processor_seconds() - before
        yield "analyze_kernel_share", session["kernel_seconds"] / spent
        yield "analyze_other_s", spent - session["kernel_seconds"]
        yield "analyze_games_per_s", session["games"] / session["seconds"]

"""``python -m tests.oracle.catan FILE…``: replay recorded games and say where the engines differ.

Exit code 0 when every difference is a known departure of the recorded engine, 1 when one is not, 2 when a file is no
recording.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from mcts.errors import InputError
from tests.oracle.departures import Departure
from tests.oracle.recording import RecordingError, read_recordings
from tests.oracle.replay import Tally, replay


def main(paths: Sequence[str]) -> int:
    """Replay the games of some files; returns the exit code."""
    if not paths:
        click.echo("name at least one file of recorded games", err=True)
        return 2
    tallies = []
    for path in paths:
        tally = Tally()
        try:
            for recording in read_recordings(Path(path)):
                replay(recording, tally)
        except (RecordingError, InputError) as error:
            click.echo(f"{path} is not a recording: {error}", err=True)
            return 2
        click.echo(report(path, tally))
        tallies.append(tally)
    unexplained = sum(len(tally.unexplained) for tally in tallies)
    games, steps = sum(tally.games for tally in tallies), sum(tally.steps for tally in tallies)
    click.echo(f"in all: {games} games, {steps} steps, {unexplained} unexplained differences")
    return 1 if unexplained else 0


def report(path: str, tally: Tally) -> str:
    """A tally in words."""
    lines = [f"{path}: {tally.games} games, {tally.steps} steps", "   times    steps  known departures"]
    lines += [f"{tally.begun[name]:8}{tally.stood[name]:9}  {name}" for name in sorted(Departure)]
    lines.append(f"{len(tally.unexplained)} unexplained differences")
    lines += [f"  {line}" for line in tally.unexplained]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

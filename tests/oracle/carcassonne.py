"""``python -m tests.oracle.carcassonne FILE…``: replay recorded games and say where the engines differ.

Exit code 0 when there is no difference, 1 when there is one, 2 when a file is no recording.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from tests.oracle.carcassonne_recording import read_games
from tests.oracle.carcassonne_replay import Tally, replay
from tests.oracle.recording import RecordingError


def main(paths: Sequence[str]) -> int:
    """Replay the games of some files; returns the exit code."""
    if not paths:
        click.echo("name at least one file of recorded games", err=True)
        return 2
    total = Tally()
    for path in paths:
        tally = Tally()
        try:
            for recording, final in read_games(Path(path)):
                replay(recording, final, tally)
        except RecordingError as error:
            click.echo(f"{path} is not a recording: {error}", err=True)
            return 2
        click.echo(f"{path}: {tally.games} games, {tally.events} events, {len(tally.differences)} differences")
        for difference in tally.differences:
            click.echo(f"  {difference}")
        total.games += tally.games
        total.events += tally.events
        total.differences += tally.differences
    click.echo(f"in all: {total.games} games, {total.events} events, {len(total.differences)} differences")
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

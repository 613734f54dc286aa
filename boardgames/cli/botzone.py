"""``rollout botzone``: a bot for the judges of Botzone."""

from __future__ import annotations

import sys
import time

import click

TIME = 3.8
FIRST_TIME = 5.8
"""Seconds for a turn and for the first: safely below the 4 and 12 that Botzone gives to long-running programs."""


@click.command()
@click.argument("game", type=click.Choice(["amazons"]))
@click.option(
    "--bot", type=click.Choice(["improved", "bot001"]), default="improved", show_default=True, help="Who plays."
)
@click.option(
    "--time", "seconds", type=click.FloatRange(min=0.05), default=TIME, show_default=True, help="Seconds a turn."
)
@click.option(
    "--first-time",
    "first_seconds",
    type=click.FloatRange(min=0.05),
    help="Seconds for the first turn of the game, counted from the start of the process; half as long again if absent.",
)
def botzone(game: str, bot: str, seconds: float, first_seconds: float | None) -> None:
    """Play GAME as a long-running Botzone bot on standard input and output.

    Example: rollout botzone amazons --time 1
    """
    from boardgames.amazons.remote import RemoteBot
    from boardgames.botzone import Dialogue, ProtocolError, process_age

    del game  # the only one
    started = time.perf_counter() - process_age()
    player = RemoteBot(bot)
    first = seconds * FIRST_TIME / TIME if first_seconds is None else first_seconds
    try:
        Dialogue(sys.stdin, sys.stdout, player, seconds, first, started).run()
    except ProtocolError as error:
        click.echo(f"Error: {error}.", err=True)
        sys.exit(2)
    except BrokenPipeError:
        pass  # the judge has gone
    finally:
        player.close()

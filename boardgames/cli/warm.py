"""``rollout warm``: compile everything once, so that nothing waits for it later."""

from __future__ import annotations

import time

import click

from boardgames.warm import steps_of, warmed_games


@click.command()
@click.argument("game", required=False, type=click.Choice(warmed_games()))
def warm(game: str | None) -> None:
    """Compile the kernels of all games, or of GAME, and keep the machine code.

    Takes some minutes the first time and after every update, and a few seconds when all is there.
    """
    steps = steps_of(game)
    for number, (name, step) in enumerate(steps.items(), 1):
        click.echo(f"[{number}/{len(steps)}] {name} … ", nl=False)
        start = time.perf_counter()
        step()
        click.echo(f"{time.perf_counter() - start:.1f} s")

"""``rollout warm``: compile everything once, so that nothing waits for it later."""

from __future__ import annotations

import time
from collections.abc import Callable

import click


def _catan(players: int) -> None:
    from catan_sim.cli.options import load_setting
    from catan_sim.simulate import Simulation

    board, rules = load_setting(None, None, players)
    Simulation(board, rules, 1, "heuristic").play(0, 1)


def _amazons(name: str) -> None:
    from boardgames.amazons.warm import warm_bot

    warm_bot(name)


STEPS: dict[str, Callable[[], None]] = {
    "amazons: improved": lambda: _amazons("improved"),
    "amazons: bot001": lambda: _amazons("bot001"),
    "catan: 4 players": lambda: _catan(4),
    "catan: 6 players": lambda: _catan(6),
    "catan: 8 players": lambda: _catan(8),
}
"""Name → what calls the kernels once, so that their machine code is made and kept."""


@click.command()
@click.argument("game", required=False, type=click.Choice(sorted({name.partition(":")[0] for name in STEPS})))
def warm(game: str | None) -> None:
    """Compile the kernels of all games, or of GAME, and keep the machine code.

    Takes some minutes the first time and after every update, and a few seconds when all is there.
    """
    chosen = {name: step for name, step in STEPS.items() if game is None or name.partition(":")[0] == game}
    for number, (name, step) in enumerate(chosen.items(), 1):
        click.echo(f"[{number}/{len(chosen)}] {name} … ", nl=False)
        start = time.perf_counter()
        step()
        click.echo(f"{time.perf_counter() - start:.1f} s")

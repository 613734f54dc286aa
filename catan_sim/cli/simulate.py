"""``rollout simulate``: many games, summed up."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from catan_sim.cli.options import check_new, load_setting, preparing, setting_options

if TYPE_CHECKING:
    from rich.console import Console

    from catan_sim.simulate import GamesArray, Simulation, Summary


@click.command()
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many.")
@setting_options
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write one row a game (Parquet).")
@click.option("--threads", type=click.IntRange(1), help="How many cores to use; changes nothing else.  [all]")
def simulate(
    games: int,
    board: str | None,
    ruleset: str | None,
    players: int | None,
    agents: str,
    seed: int,
    out: Path | None,
    threads: int | None,
) -> None:
    """Play many games between agents and print how they went.

    Ctrl-C stops early and keeps the games played so far.

    Example: rollout simulate --games 10000 --players 8 --out games.parquet
    """
    from rich.console import Console

    console = Console(stderr=True)
    the_board, rules = load_setting(board, ruleset, players)
    check_new(out, "--out")
    with preparing():
        from catan_sim.simulate import Simulation, summarize

        simulation = Simulation(the_board, rules, seed, agents)
        simulation.play(0, 1)
    start = time.perf_counter()
    played = _play(simulation, games, threads, console)
    seconds = time.perf_counter() - start
    if len(played) == 0:
        raise click.Abort
    click.echo(f"{the_board.name}, {rules.players} players ({agents}), seed {seed}")
    _print(summarize(played, rules.players), seconds, rules.turns_at_most)
    if out is not None:
        write_parquet(played, rules.players, out)
        click.echo(f"{len(played)} games written to {out}")
    if len(played) < games:
        click.echo(f"Interrupted: {len(played)} of {games} games were played.", err=True)
        raise SystemExit(130)


def _play(simulation: Simulation, games: int, threads: int | None, console: Console) -> GamesArray:
    """All games in order of their index, or those finished before Ctrl-C."""
    import numpy as np
    from rich.progress import Progress

    from catan_sim.simulate import GAME_DTYPE

    chunks = [np.zeros(0, GAME_DTYPE)]
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=games)
        try:
            for chunk in simulation.stream(games, threads):
                chunks.append(chunk)
                progress.advance(task, len(chunk))
        except KeyboardInterrupt:
            progress.stop()
    played = np.concatenate(chunks)
    played.sort(order="game")
    return played


def _print(summary: Summary, seconds: float, turn_cap: int) -> None:
    from catan_sim.core.resources import EVERYDAY_NAMES

    games = summary.games
    click.echo(f"games       {games} ({games / seconds:,.0f} a second)")
    click.echo(f"length      {summary.mean_turns:.1f} turns on average, median {summary.median_turns:.0f}")
    click.echo(f"actions     {summary.mean_steps:.0f} a game")
    click.echo(f"trades      {summary.mean_trades:.1f} a game between players, of {summary.mean_offers:.1f} offers")
    wins = "  ".join(f"{seat + 1}: {100 * count / games:.1f} %" for seat, count in enumerate(summary.wins))
    click.echo(f"wins        {wins}   (by seat)")
    share = 100 * summary.unfinished / games
    click.echo(f"unfinished  {summary.unfinished} ({share:.1f} %), stopped at the cap of {turn_cap} turns")
    if summary.unfinished:
        click.echo(f"            in {summary.stuck} of them no site, no settlement to upgrade and no card was left")
    cards = "  ".join(f"{name} {mean:.1f}" for name, mean in zip(EVERYDAY_NAMES, summary.produced, strict=True))
    click.echo(f"cards       {cards}   (from the dice, a game)")


def write_parquet(games: GamesArray, players: int, path: Path) -> None:
    """One row a game; seats are numbered from 1 and an unfinished game has no winner."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from catan_sim.core.records import NOBODY
    from catan_sim.core.resources import EVERYDAY_NAMES

    columns = {
        "game": pa.array(games["game"]),
        "winner": pa.array(games["winner"] + 1, mask=games["winner"] == NOBODY),
        "turns": pa.array(games["turns"]),
        "steps": pa.array(games["steps"]),
        "offers": pa.array(games["offers"]),
        "trades": pa.array(games["trades"]),
        "stuck": pa.array(games["stuck"] == 1),
    }
    columns |= {f"points_{seat + 1}": pa.array(games["points"][:, seat]) for seat in range(players)}
    columns |= {f"produced_{name}": pa.array(games["produced"][:, r]) for r, name in enumerate(EVERYDAY_NAMES)}
    pq.write_table(pa.table(columns), path)

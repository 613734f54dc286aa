"""``rollout ladder``: agents against each other, with ratings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from catan_sim.cli.options import address_option, check_new, load_setting, open_pool, workers_option

if TYPE_CHECKING:
    from catan_sim.core.board import Board
    from catan_sim.core.layouts import Layout
    from catan_sim.core.ruleset import Ruleset
    from catan_sim.ladder import Ladder, Pairing, SeatResult
    from catan_sim.ratings import Rating
    from cluster.pool import WorkerPool


@click.command()
@click.argument("agents", nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=400,
    show_default=True,
    help="How many for each agent against each other, rounded up so that it sits everywhere equally often.",
)
@click.option("--players", type=click.IntRange(2, 8), help="Number of players.  [the ruleset's, or 4]")
@click.option(
    "--board",
    "--boards",
    "board",
    metavar="random|FILE|NAME",
    default="random",
    show_default=True,
    help="A new random board every few games, or one for all: a board file, or standard, extension, eight.",
)
@click.option("--ruleset", metavar="FILE|NAME", help="A ruleset file, or base, extension, eight.  [by players]")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="Decides all chance.")
@workers_option
@address_option
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one row for each pairing, board and seat (Parquet).",
)
def ladder(
    agents: tuple[str, ...],
    games: int,
    players: int | None,
    board: str,
    ruleset: str | None,
    seed: int,
    workers: int | None,
    address: str | None,
    out: Path | None,
) -> None:
    """Let agents play each other and rate them.

    AGENTS are shipped names or YAML files, at least two. Each plays alone against a table full of each other one, at
    every seat equally often. Ctrl-C stops early and keeps the games played so far.

    Example: rollout ladder heuristic weighted random --games 1000
    """
    ground, rules = _ground(board, ruleset, players)
    check_new(out, "--out")
    from catan_sim.ai.registry import find_agent
    from catan_sim.ladder import Ladder, pairings, rate, warm

    the_ladder = Ladder(ground, rules, seed, [find_agent(name) for name in agents])
    with open_pool(partial(warm, the_ladder), workers, address) as pool:
        results = _play(the_ladder, games, pool)
    if not results:
        raise click.Abort
    click.echo(_heading(the_ladder, results))
    played = pairings(results)
    _print_pairings(played, rules.players)
    _print_ratings(rate(played, rules.players))
    if out is not None:
        write_parquet(results, out)
        click.echo(f"\n{len(results)} rows written to {out}")
    finished, total = sum(one.games for one in results), the_ladder.total(games)
    if finished < total:
        click.echo(f"Interrupted: {finished} of {total} games were played.", err=True)
        raise SystemExit(130)


def _ground(board: str, ruleset: str | None, players: int | None) -> tuple[Board | Layout, Ruleset]:
    """The board, or the layout of random ones, and the rules."""
    from catan_sim.core.layouts import layout_of

    is_random = board == "random"
    the_board, rules = load_setting(None if is_random else board, ruleset, players)
    if not is_random:
        return the_board, rules
    layout = layout_of(the_board)
    assert layout is not None, "shipped boards are of a layout"
    return layout, rules


def _play(the_ladder: Ladder, games: int, pool: WorkerPool[Ladder, list[SeatResult]]) -> list[SeatResult]:
    """All results in order, or those of matches finished before Ctrl-C."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    results: list[SeatResult] = []
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=the_ladder.total(games))
        try:
            for match in the_ladder.stream(games, pool):
                results += match
                progress.advance(task, sum(one.games for one in match))
        except KeyboardInterrupt:
            progress.stop()
    return the_ladder.in_order(results)


def _heading(the_ladder: Ladder, results: Sequence[SeatResult]) -> str:
    from catan_sim.core.board import Board

    ground = the_ladder.ground
    if isinstance(ground, Board):
        where = ground.name
    else:
        rounds = len({one.round for one in results})
        where = f"{rounds} random {ground.name} board{'s' if rounds > 1 else ''}"
    return f"{where}, {the_ladder.ruleset.players} players, seed {the_ladder.seed}"


def _print_pairings(played: Sequence[Pairing], players: int) -> None:
    from catan_sim.statistics import wilson

    width = max(len("against"), *(len(one.agent) for one in played)) + 2
    click.echo(f"\n{'one':{width}}{'against':{width}}  games   wins    share  95 % interval   parity  unfinished")
    for one in played:
        low, high = wilson(one.wins, one.games)
        interval = f"{100 * low:.1f} … {100 * high:.1f} %"
        click.echo(
            f"{one.agent:{width}}{one.opponent:{width}}{one.games:7}{one.wins:7}{_percent(one.wins / one.games):>9}"
            f"  {interval:<15}{_percent(1 / players):>7}{one.unfinished:12}"
        )


def _print_ratings(ratings: Sequence[Rating]) -> None:
    width = max(len("against"), *(len(one.name) for one in ratings)) + 2
    click.echo(f"\n{'agent':{width}}   Elo  95 % interval")
    for one in ratings:
        click.echo(f"{one.name:{width}}{one.elo:6.0f}  {one.low:.0f} … {one.high:.0f}")
    click.echo(
        "Mean 1000; 400 more are odds of ten to one between two seats. Each agent is given half a win and half a loss\n"
        "against an average player, so that even one who wins everything has a rating."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def write_parquet(results: Sequence[SeatResult], path: Path) -> None:
    """One row for each pairing, round and seat; seats and rounds are numbered from 1, a fixed board has no seed."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {
        "agent": pa.array([one.agent for one in results], pa.string()),
        "opponent": pa.array([one.opponent for one in results], pa.string()),
        "round": pa.array([one.round + 1 for one in results], pa.int32()),
        "seat": pa.array([one.seat + 1 for one in results], pa.int16()),
        "board": pa.array([one.board for one in results], pa.string()),
        "board_seed": pa.array([one.board_seed for one in results], pa.uint64()),
        "games": pa.array([one.games for one in results], pa.int32()),
        "wins": pa.array([one.wins for one in results], pa.int32()),
        "opponents_wins": pa.array([one.opponents_wins for one in results], pa.int32()),
        "unfinished": pa.array([one.unfinished for one in results], pa.int32()),
        "mean_turns": pa.array([one.mean_turns for one in results], pa.float64()),
    }
    pq.write_table(pa.table(columns), path)

"""``rollout arena``: bots against each other."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from catan_sim.cli.options import address_option, open_pool, workers_option

if TYPE_CHECKING:
    from boardgames.arena.record import GameRecord
    from boardgames.arena.request import Request


@click.command()
@click.argument("game", metavar="GAME|DIR")
@click.option("--bots", metavar="NAMES", help="Who plays, such as mcts:iterations=200,rave,random; see rollout bots.")
@click.option("--games", type=int, help="How many, rounded up to full rounds.  [100]")
@click.option("--players", type=int, help="Seats at the table.  [the game's usual number]")
@click.option("--seed", type=int, help="Decides all chance.  [0]")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--sweep", "sweeps", multiple=True, metavar="NAME=VALUES", help="The first bot once for each value.")
@click.option("--until-sure", is_flag=True, help="Stop when all bots are told apart, or equal within the margin.")
@click.option("--margin", type=float, help="Share of points that does not matter.  [0.05]")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="The folder.  [a new one in runs]")
@workers_option
@address_option
@click.option("--quiet", is_flag=True, help="Show no progress.")
def arena(
    game: str,
    bots: str | None,
    games: int | None,
    players: int | None,
    seed: int | None,
    options: tuple[str, ...],
    sweeps: tuple[str, ...],
    until_sure: bool,
    margin: float | None,
    out: Path | None,
    workers: int | None,
    address: str | None,
    quiet: bool,
) -> None:
    """Let bots play GAME against each other, and say who is stronger and how sure that is.

    Given the folder DIR of an arena instead, it goes on with that one, to more --games if you like. Ctrl-C loses
    nothing. The folder gets report.html, games.parquet and every game's record, which rollout replay shows.

    Example: rollout arena tictactoe --bots mcts,random --games 100 --seed 7
    """
    from boardgames.arena.journal import is_arena
    from mcts.errors import InputError

    if is_arena(game):
        fixed = {"--bots": bots, "--players": players, "--seed": seed, "--out": out}
        given = [name for name, value in fixed.items() if value is not None]
        given += ["--option"] * bool(options) + ["--sweep"] * bool(sweeps)
        if given:
            raise InputError(f"{given[0]} cannot be changed when going on with the arena in {game}")
        request = _going_on(Path(game), games, until_sure, margin)
        folder = Path(game)
    else:
        request = _new(game, bots, games, players, seed, options, sweeps, until_sure, margin)
        folder = out or _new_folder(request.game)
    _play(request, folder, workers, address, quiet)


def _going_on(folder: Path, games: int | None, until_sure: bool, margin: float | None) -> Request:
    from msgspec.structs import replace

    from boardgames.arena.journal import read_request
    from boardgames.arena.request import check_request

    stored = read_request(folder)
    request = replace(
        stored,
        games=stored.games if games is None else games,
        until_sure=stored.until_sure or until_sure,
        margin=stored.margin if margin is None else margin,
    )
    check_request(request)
    return request


def _new(
    game: str,
    bots: str | None,
    games: int | None,
    players: int | None,
    seed: int | None,
    options: tuple[str, ...],
    sweeps: tuple[str, ...],
    until_sure: bool,
    margin: float | None,
) -> Request:
    from boardgames.arena.request import DEFAULT_MARGIN, Request, check_request, parse_options, parse_sweeps
    from boardgames.bots.registry import find_bots, vary
    from boardgames.registry import find_game
    from mcts.errors import InputError

    plugin = find_game(game)
    if not bots:
        raise InputError(f"name the bots with --bots; rollout bots {game} lists them")
    specs = find_bots(bots, plugin)
    if sweeps:
        specs = [*vary(specs[0], parse_sweeps(sweeps), plugin), *specs[1:]]
    request = Request(
        game=game,
        bots=specs,
        players=plugin.default_players if players is None else players,
        games=100 if games is None else games,
        seed=0 if seed is None else seed,
        options=parse_options(options, plugin),
        until_sure=until_sure,
        margin=DEFAULT_MARGIN if margin is None else margin,
    )
    check_request(request)
    return request


def _new_folder(game: str) -> Path:
    """The first of runs/GAME-1, runs/GAME-2, … that is free."""
    number = 1
    while (folder := Path("runs") / f"{game}-{number}").exists():
        number += 1
    return folder


def _play(request: Request, folder: Path, workers: int | None, address: str | None, quiet: bool) -> None:
    from functools import partial

    from boardgames.arena.journal import opened
    from boardgames.arena.play import prepare
    from boardgames.arena.progress import Display
    from boardgames.arena.run import Driver
    from cluster.job import JobError

    is_interrupted = False
    with opened(folder, request) as journal, open_pool(partial(prepare, request), workers, address) as pool:
        with Display(quiet) as display:
            driver = Driver(journal, pool, display)
            try:
                driver.run()
            except KeyboardInterrupt:
                is_interrupted = True
            except JobError as error:
                click.echo(f"{error}\nError: a game failed; to go on: rollout arena {folder}", err=True)
                sys.exit(1)
        records = driver.counted()
        if records:
            _report(request, folder, records)
        if is_interrupted:
            click.echo(f"Interrupted after {len(records)} games; to go on: rollout arena {folder}", err=True)
            if address is None:
                _leave_the_tables()
            sys.exit(130)


def _leave_the_tables() -> None:
    """End at once: games under way are played again some day, and a bot that thinks for an hour is not waited for."""
    from boardgames.bots.process import kill_all

    kill_all()
    sys.stdout.flush()
    os._exit(130)


def _report(request: Request, folder: Path, records: list[GameRecord]) -> None:
    from boardgames.arena.page import page
    from boardgames.arena.summary import summarize
    from boardgames.arena.tables import write_parquet
    from boardgames.arena.terminal import lines

    summary = summarize(request, records)
    for line in lines(request, summary):
        click.echo(line)
    write_parquet(records, folder / "games.parquet")
    (folder / "report.html").write_text(page(request, summary, records), encoding="utf-8")
    click.echo(f"The report is {folder / 'report.html'}; to see a game: rollout replay {folder} 1")

"""``rollout fit-prior``: weights for the score that chooses candidates, fitted to rollouts."""

from __future__ import annotations

import os
import shlex
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from catan_sim.cli.options import check_folder, check_state, preparing

if TYPE_CHECKING:
    from analyzer.fitting.run import Options, State

_FEWEST_PLAYERS: Final = 2
_MOST_PLAYERS: Final = 8
_FEWEST_BOARDS: Final = 2  # one to fit to, one to try it on


@click.command("fit-prior")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Write the weights (YAML).")
@click.option(
    "--boards",
    type=click.IntRange(_FEWEST_BOARDS),
    default=300,
    show_default=True,
    help="Random boards, with a random number of picks made.",
)
@click.option("--players", default="4,6,8", show_default=True, help="Numbers of players, which boards take in turn.")
@click.option(
    "--units",
    type=click.IntRange(1),
    default=8,
    show_default=True,
    help="Games for each legal vertex, in units of 64.",
)
@click.option("--agent", default="heuristic", show_default=True, help="Who plays at every seat.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="Decides all chance.")
@click.option("--threads", type=click.IntRange(1), help="How many cores to use; changes nothing else.  [all]")
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), help="Go on from the state of such a run.")
def fit_prior(
    out: Path, boards: int, players: str, units: int, agent: str, seed: int, threads: int | None, resume: Path | None
) -> None:
    """Fit the score that chooses an analysis's candidates to rollouts of all vertices of random boards.

    After every board the state is written to OUT.state.json. Ctrl-C stops; the same command with --resume goes on, and
    ends as if it had never stopped. With more --boards it makes a finished run longer.

    Example: rollout fit-prior --out mine.yaml --players 4 --boards 100
    """
    check_folder(out, "--out")
    counts = _numbers_of_players(players)
    state_file = out.with_name(f"{out.name}.state.json")
    check_state(state_file, resume)
    with preparing():
        from analyzer.fitting.run import Options, State, fit, prepare, read_state, write_state, write_weights
        from catan_sim.ai.registry import find_agent

    options = Options(find_agent(agent), counts, units, seed)
    state = read_state(resume) if resume else State(options)
    _check_same(state.options, options, resume)
    write_state(state, state_file)
    try:
        with preparing():
            prepare(options)
        with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
            state = _run(state, boards, pool, state_file)
    except KeyboardInterrupt:
        click.echo(f"Interrupted; to go on, repeat the command with: --resume {state_file}", err=True)
        raise SystemExit(130) from None
    result = fit(state)
    given = {"boards": len(state.wins), "players": players, "units": units, "agent": agent, "seed": seed}
    write_weights(result, state, out, f"Made by: {_command(out, given)}")
    click.echo(
        f"On boards left out of the fit, the score explains {100 * result.explained:.0f} % of the differences between "
        f"vertices (rank correlation with rollouts {result.rank_correlation:.2f})."
    )
    click.echo(f"{out} written; to go on, add: --resume {state_file} --boards {2 * len(state.wins)}")


def _numbers_of_players(text: str) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")]
    known = [str(count) for count in range(_FEWEST_PLAYERS, _MOST_PLAYERS + 1)]
    if not set(words) <= set(known):
        raise click.BadParameter(
            f"'{text}' is not one number from {known[0]} to {known[-1]}, or several with commas", param_hint="--players"
        )
    return tuple(int(word) for word in words)


def _check_same(before: Options, now: Options, resume: Path | None) -> None:
    """Refuse to go on with other options: the result would be that of neither run."""
    for field in now.__struct_fields__:
        if getattr(before, field) != getattr(now, field):
            raise click.BadParameter(
                f"the run in {resume} began with another --{field}; give the same, or begin anew", param_hint="--resume"
            )


def _run(state: State, boards: int, pool: Executor, state_file: Path) -> State:
    """Play the boards that are still to be played; the state is written, and a line printed, after each."""
    from analyzer.fitting.run import advance, write_state

    begin, first = time.perf_counter(), len(state.wins)
    while len(state.wins) < boards:
        state = advance(state, pool)
        write_state(state, state_file)
        done = len(state.wins)
        seconds = (time.perf_counter() - begin) / (done - first) * (boards - done)
        click.echo(f"board {done:>3} of {boards}   {state.games:,} games   {seconds:,.0f} s left")
    return state


def _command(out: Path, given: dict[str, object]) -> str:
    """What to type for the same result, whether or not the run was interrupted."""
    options = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    return shlex.join(["rollout", "fit-prior", "--out", str(out), *options])

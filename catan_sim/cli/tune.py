"""``rollout tune``: better weights for an agent, found by self-play."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from catan_sim.cli.options import Names, address_option, check_folder, check_state, open_pool, workers_option
from catan_sim.statistics import wilson

if TYPE_CHECKING:
    from catan_sim.tuning.run import Options, State
    from catan_sim.tuning.tables import Arena

_FEWEST_PLAYERS: Final = 3  # two candidates and an opponent
_MOST_PLAYERS: Final = 8


@click.command()
@click.argument("agent")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Write the agent (YAML).")
@click.option("--generations", type=click.IntRange(1), default=40, show_default=True, help="How many steps to take.")
@click.option(
    "--population",
    type=click.IntRange(4),
    default=12,
    show_default=True,
    help="Candidates a generation (even).",
)
@click.option(
    "--games", type=click.IntRange(2), default=2000, show_default=True, help="For each candidate and generation."
)
@click.option("--players", default="4", show_default=True, help="Players at a table; 6,8 for half the games each.")
@click.option("--opponent", metavar="AGENT", help="Who sits at the other seats.  [AGENT as it is]")
@click.option("--only", metavar="PREFIXES", help="Change only weights that begin like this, such as opening_,road.")
@click.option("--kind", type=Names(["heuristic", "greedy1"]), help="How the tuned one thinks.  [as AGENT does]")
@click.option(
    "--step",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.2,
    show_default=True,
    help="How far to try at first, as a share of the hand-set numbers; less for numbers learnt before.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="Decides all chance.")
@workers_option
@address_option
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), help="Go on from the state of such a run.")
@click.option(
    "--check-games",
    type=click.IntRange(0),
    default=4000,
    show_default=True,
    help="Games on new boards at the end, one tuned agent against the initial one.",
)
def tune(
    agent: str,
    out: Path,
    generations: int,
    population: int,
    games: int,
    players: str,
    opponent: str | None,
    only: str | None,
    kind: str | None,
    step: float,
    seed: int,
    workers: int | None,
    address: str | None,
    resume: Path | None,
    check_games: int,
) -> None:
    """Improve the weights of AGENT (a shipped name or a YAML file) by self-play.

    Tables of more than four have numbers of their own: --players 6,8 learns those, and leaves the others as they are.

    After every generation the state is written to OUT.state.json. Ctrl-C stops; the same command with --resume goes on,
    and ends as if it had never stopped. With more --generations it makes a finished run longer.

    Example: rollout tune heuristic --out mine.yaml --only opening_ --generations 20
    """
    check_folder(out, "--out")
    if population % 2:
        raise click.BadParameter(f"{population} is odd; candidates come in pairs", param_hint="--population")
    counts = _numbers_of_players(players)
    from catan_sim.ai.agent import Kind
    from catan_sim.ai.registry import find_agent
    from catan_sim.tuning.run import Options, read_state, start, tunable, write_agent, write_state

    initial = find_agent(agent)
    if kind:
        initial = replace(initial, kind=Kind[kind.upper()])
    names = tunable(initial, tuple(prefix.strip() for prefix in only.split(",")) if only else ("",))
    options = Options(initial, find_agent(opponent or agent), names, population, games, counts, seed, step)
    state = read_state(resume) if resume else start(options)
    _check_same(state.options, options, resume)
    state_file = out.with_name(f"{out.name}.state.json")
    check_state(state_file, resume)
    write_state(state, state_file)
    given: dict[str, object] = {"population": population, "games": games, "players": players, "opponent": opponent}
    given |= {"only": only, "kind": kind, "step": step}
    try:
        with _arena(options, workers, address) as arena:
            state = _run(state, generations, arena, state_file)
            command = _command(agent, out, {"generations": state.generation, **given, "seed": seed})
            write_agent(state.agent(), out, _comment(command, state))
            click.echo(f"{out} written; to go on, add: --resume {state_file} --generations {2 * state.generation}")
            if check_games:
                _check(arena, state, check_games)
    except KeyboardInterrupt:
        click.echo(f"Interrupted; to go on, repeat the command with: --resume {state_file}", err=True)
        raise SystemExit(130) from None


def _numbers_of_players(text: str) -> tuple[int, ...]:
    from catan_sim.ai.agent import MOST_AT_SMALL_TABLE

    words = [word.strip() for word in text.split(",")]
    known = [str(count) for count in range(_FEWEST_PLAYERS, _MOST_PLAYERS + 1)]
    if not set(words) <= set(known) or len(set(words)) < len(words):
        raise click.BadParameter(
            f"'{text}' is not one number from {known[0]} to {known[-1]}, or several with commas", param_hint="--players"
        )
    counts = tuple(int(word) for word in words)
    if min(counts) <= MOST_AT_SMALL_TABLE < max(counts):
        raise click.BadParameter(
            f"'{text}': tables of more than {MOST_AT_SMALL_TABLE} have numbers of their own; tune them in another run",
            param_hint="--players",
        )
    return counts


def _check_same(before: Options, now: Options, resume: Path | None) -> None:
    """Refuse to go on with other options: the result would be that of neither run."""
    options = {"names": "--only", "agent": "AGENT"}
    for field in now.__struct_fields__:
        if getattr(before, field) != getattr(now, field):
            name = options.get(field, f"--{field}")
            raise click.BadParameter(
                f"the run in {resume} began with another {name}; give the same, or begin anew", param_hint="--resume"
            )


@contextmanager
def _arena(options: Options, workers: int | None, address: str | None) -> Iterator[Arena]:
    """Workers to play on, with all kernels compiled."""
    from catan_sim.tuning.tables import Arena, warm

    with open_pool(partial(warm, options.players, options.agent), workers, address) as pool:
        yield Arena(options.players, options.seed, pool)


def _run(state: State, generations: int, arena: Arena, state_file: Path) -> State:
    """Play the generations that are still to be played; the state is written, and a line printed, after each."""
    from catan_sim.tuning.run import advance, write_state

    begin, first = time.perf_counter(), state.generation
    while state.generation < generations:
        state = advance(state, arena)
        write_state(state, state_file)
        seconds = (time.perf_counter() - begin) / (state.generation - first) * (generations - state.generation)
        last = state.history[-1]
        click.echo(
            f"generation {state.generation:>3} of {generations}   wins, as multiples of parity: "
            f"best {last.best:.3f}, mean {last.mean:.3f}   {seconds:,.0f} s left"
        )
    return state


def _command(agent: str, out: Path, given: dict[str, object]) -> str:
    """What to type for the same result, whether or not the run was interrupted."""
    options = [word for name, value in given.items() if value is not None for word in (f"--{name}", str(value))]
    return shlex.join(["rollout", "tune", agent, "--out", str(out), *options])


def _comment(command: str, state: State) -> str:
    games = sum(generation.games for generation in state.history)
    return f"Made by: {command}\n{state.generation} generations, {games} games."


def _check(arena: Arena, state: State, games: int) -> None:
    """Tell how much was gained, by games that had no part in the tuning."""
    for players, wins, played in arena.match(state.agent(), state.options.agent, games):
        low, high = wilson(wins, played)
        click.echo(
            f"one tuned against {players - 1} initial: wins {100 * wins / played:.1f} % of {played} games "
            f"(95 %: {100 * low:.1f} to {100 * high:.1f}), parity {100 / players:.1f} %"
        )

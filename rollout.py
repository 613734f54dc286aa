"""The command ``rollout``: names the sub-commands and loads each from its own package when asked."""

from __future__ import annotations

import importlib
import io
import sys
from typing import Final

import click

COMMANDS: Final = {
    "analyze": ("analyzer.cli.analyze:analyze", "Find the best settlement on a board, and say how sure that is."),
    "arena": ("boardgames.cli.arena:arena", "Let bots play a board game against each other."),
    "board": ("catan_sim.cli.board:board", "Make, draw and check boards."),
    "bots": ("boardgames.cli.bots:bots", "List the bots of the arena."),
    "botzone": ("boardgames.cli.botzone:botzone", "Play Amazons as a long-running Botzone bot."),
    "cancel": ("analyzer.cli.submit:cancel", "Stop an analysis on a cluster."),
    "fetch": ("analyzer.cli.submit:fetch", "Copy an analysis from a cluster."),
    "fit-prior": ("analyzer.cli.fit_prior:fit_prior", "Fit the score that chooses candidates to rollouts."),
    "games": ("boardgames.cli.games:games", "List the games of the arena."),
    "ladder": ("catan_sim.cli.ladder:ladder", "Let agents play each other and rate them."),
    "play": ("catan_sim.cli.play:play", "Play one game and print what happens."),
    "replay": ("boardgames.cli.replay:replay", "Play a game of an arena again from its record."),
    "rerun": ("analyzer.cli.rerun:rerun", "Repeat an analysis and compare the reports bit for bit."),
    "resume": ("analyzer.cli.resume:resume", "Go on with an analysis that was interrupted."),
    "simulate": ("catan_sim.cli.simulate:simulate", "Play many games and sum them up."),
    "status": ("analyzer.cli.submit:status", "Tell how analyses on a cluster are doing."),
    "submit": ("analyzer.cli.submit:submit", "Analyse a board on a Ray cluster somewhere else."),
    "tune": ("catan_sim.cli.tune:tune", "Improve an agent's weights by self-play."),
    "warm": ("boardgames.cli.warm:warm", "Compile all kernels now, so that nothing waits for it later."),
}
"""Name → where it is defined, and its line in ``rollout --help`` (so that help needs no imports)."""


_LONGEST_MESSAGE: Final = 600


class _LazyCommands(click.Group):
    """A group whose commands are imported when they are run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names for the help page."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names, or suggest the one that was meant."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from catan_sim.core.yamlfile import did_you_mean

            ctx.fail(f"there is no command '{name}'{did_you_mean(name, COMMANDS)}; rollout --help lists them.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=_LazyCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="catan-rollout")
def cli() -> None:
    """Play rule-exact games of CATAN: one to watch, or hundreds of thousands to learn from."""


def main() -> None:
    """Run the command; whatever a person can put right becomes one sentence and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # where an encoding has no such sign, the rest is worth reading
    try:
        sys.exit(cli.main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        sys.exit(130)
    except OSError as error:
        said = f"{error.filename or 'input/output'}: {(error.strerror or str(error)).lower()}"
        click.echo(f"Error: {_one_line(said)}.", err=True)
        sys.exit(2)
    except (ValueError, RuntimeError) as error:
        if type(error).__name__ not in ("InputError", "ClusterError"):  # by name, so that help needs no import of ours
            raise
        click.echo(f"Error: {_one_line(str(error))}.", err=True)
        sys.exit(2)


def _one_line(text: str) -> str:
    """Keep what a file says from moving the cursor or filling the screen."""
    printable = "".join(sign if sign.isprintable() else "?" for sign in text)
    return printable if len(printable) <= _LONGEST_MESSAGE else f"{printable[:_LONGEST_MESSAGE]} …"


if __name__ == "__main__":
    main()

"""``rollout play``: one game in words."""

from __future__ import annotations

from pathlib import Path

import click

from catan_sim.cli.options import check_new, load_setting, preparing, setting_options


@click.command()
@setting_options
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Also write the game's record (JSON).")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Also draw the final position.")
def play(
    board: str | None,
    ruleset: str | None,
    players: int | None,
    agents: str,
    seed: int,
    out: Path | None,
    svg: Path | None,
) -> None:
    """Play one game between agents and print every action.

    Example: rollout play --players 8 --seed 3
    """
    the_board, rules = load_setting(board, ruleset, players)
    check_new(out, "--out")
    check_new(svg, "--svg")
    with preparing():
        from catan_sim.ai.registry import find_agents
        from catan_sim.ai.table import Table
        from catan_sim.core.game import Game
        from catan_sim.core.narrate import seat_name

        game = Game(the_board, rules, seed)
        table = Table(find_agents(agents, rules.players))
        table.action(game)
    click.echo(f"{the_board.name}, {rules.players} players, seed {seed}")
    turn = 0
    while not game.is_over:
        click.echo(f"  {game.step(table.action(game))}")
        if game.state["turn"] != turn and not game.is_over:
            turn = int(game.state["turn"])
            click.echo(f"Turn {turn}, {seat_name(game.actor)}; points {' '.join(map(str, game.points))}")
    scores = ", ".join(f"{seat_name(seat)} {points}" for seat, points in enumerate(game.points))
    result = "No winner" if game.winner is None else f"{seat_name(game.winner)} wins"
    click.echo(f"{result} after {game.state['turn']} turns: {scores}.")
    if out is not None:
        out.write_text(game.to_text(), encoding="utf-8")
    if svg is not None:
        svg.write_text(game._repr_svg_(), encoding="utf-8")

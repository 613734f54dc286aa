"""``rollout bots``: who can play."""

from __future__ import annotations

import click


@click.command()
@click.argument("game", required=False)
@click.option("--parameters", is_flag=True, help="Also list what can be set, with defaults.")
def bots(game: str | None, parameters: bool) -> None:
    """List the bots, all or those that play GAME.

    Example: rollout bots carcassonne --parameters
    """
    from boardgames.bots.registry import bots_of, find_kind
    from boardgames.registry import find_game, game_names

    for name in [game] if game else game_names():
        click.echo(f"{find_game(name).game_id}:")
        for bot in bots_of(find_game(name)):
            click.echo(f"  {bot.name:14}{bot.description}")
            if parameters:
                for parameter, rule in find_kind(bot.kind).parameters["properties"].items():
                    default = bot.parameters.get(parameter, rule.get("default"))
                    click.echo(f"{'':16}{parameter}={default}  {rule.get('description', '')}")

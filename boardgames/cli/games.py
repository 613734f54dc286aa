"""``rollout games``: what can be played."""

from __future__ import annotations

import click


@click.command()
def games() -> None:
    """List the games of the arena, with their options.

    Games of other installed packages are listed too.
    """
    from boardgames.registry import find_game, game_names

    for name in game_names():
        plugin = find_game(name)
        least, most = plugin.min_players, plugin.max_players
        players = f"{least}" if least == most else f"{least} to {most}"
        click.echo(f"{name:14}{plugin.display_name}, {players} players. {plugin.description}")
        for option, rule in plugin.config_schema.get("properties", {}).items():
            click.echo(f"{'':14}--option {option}=…  {rule.get('description', '')}  [{rule.get('default')}]")

"""``rollout replay``: a game of an arena, played again from its record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from boardgames.arena.record import GameRecord
    from boardgames.match import Match


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("game", type=int)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the game with all events (JSON).")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the final position.")
def replay(folder: Path, game: int, out: Path | None, svg: Path | None) -> None:
    """Play GAME of the arena in DIR again and print what happens.

    The rules are applied anew to the recorded actions; a different end is an error.

    Example: rollout replay runs/tictactoe-1 3 --out game3.json
    """
    import msgspec

    from boardgames.arena.journal import read_records, read_request
    from boardgames.arena.play import replay_game
    from catan_sim.cli.options import check_new
    from mcts.errors import InputError

    request = read_request(folder)
    check_new(out, "--out")
    check_new(svg, "--svg")
    records = {record.number: record for record in read_records(folder)}
    if game - 1 not in records:
        raise InputError(f"{folder}: game {game} has not been played; there are {len(records)} games")
    record = records[game - 1]
    match, words = replay_game(request.plugin(), request.options, record)
    width = max(len(label) for label in record.seats) + 2
    for number, ((seat, _), text) in enumerate(zip(record.moves, words, strict=True), 1):
        click.echo(f"{number:4}  {record.seats[seat]:{width}}{text}")
    click.echo(_ending(record, match))
    if out is not None:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(_export(record, match))) + b"\n")
    if svg is not None:
        picture = match.plugin.draw(match.state.game_data)
        if picture is None:
            raise InputError(f"{request.game} has no picture of a position; use --out")
        svg.write_text(picture, encoding="utf-8")


def _ending(record: GameRecord, match: Match) -> str:
    from mcts.errors import InputError

    result = match.state.result
    assert result is not None
    scores = [result.final_scores[player.player_id] for player in match.state.players]
    if scores != record.scores or result.reason != record.reason:
        raise InputError(f"game {record.number + 1} does not end as recorded: the rules or the record have changed")
    parts = [f"{label} {score:g}" for label, score in zip(record.seats, scores, strict=True)]
    winners = [label for label, outcome in zip(record.seats, record.outcomes, strict=True) if outcome]
    why = "" if record.fault is None else f" ({record.fault.bot}: {record.fault.why})"
    who = f"{' and '.join(winners)} shared the win" if len(winners) > 1 else f"{(winners or ['Nobody'])[0]} won"
    return f"{who} after {record.turns} turns{why}: {', '.join(parts)}."


def _export(record: GameRecord, match: Match) -> dict[str, Any]:
    return {
        "game": match.state.game_id,
        "options": match.state.config.options,
        "seed": record.seed,
        "players": match.state.players,
        "record": record,
        "events": match.events,
        "result": match.state.result,
        "final_state": match.state.game_data,
    }

"""What calls the kernels of each game once, so that their machine code is made and kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final


def _amazons(bot: str) -> None:
    from boardgames.amazons.warm import warm_bot

    warm_bot(bot)


def _arena(game: str, bots: str) -> None:
    """A whole game of an arena."""
    from boardgames.arena.play import play_game, prepare
    from boardgames.arena.request import Request
    from boardgames.arena.schedule import Schedule
    from boardgames.bots.registry import find_bots
    from boardgames.registry import find_game

    plugin = find_game(game)
    request = prepare(Request(game, find_bots(bots, plugin), plugin.default_players, 1, 1))
    play_game(request, next(iter(Schedule(request))))


def _catan(players: int) -> None:
    """No games at all, which is enough: simulations and rollouts of the usual board for so many."""
    from catan_sim.ai.registry import find_agents
    from catan_sim.cli.options import load_setting
    from catan_sim.rollout import Candidate, RolloutSetup, rollout_units
    from catan_sim.simulate import Simulation

    board, rules = load_setting(None, None, players)
    Simulation(board, rules, 1, "heuristic").play(0, 0)
    setup = RolloutSetup(board, rules, find_agents("heuristic", players), 0, 1)
    rollout_units(setup, Candidate(0), 0, 0)


STEPS: Final[dict[str, Callable[[], None]]] = {
    "tictactoe: search": partial(_arena, "tictactoe", "mcts:iterations=10,random"),
    "carcassonne: search": partial(_arena, "carcassonne", "mcts:iterations=10,random"),
    "amazons: improved": partial(_amazons, "improved"),
    "amazons: bot001": partial(_amazons, "bot001"),
    "amazons: arena": partial(_arena, "amazons", "mcts:iterations=10,improved:iterations=10"),
    "catan: 4 players": partial(_catan, 4),
    "catan: 6 players": partial(_catan, 6),
    "catan: 8 players": partial(_catan, 8),
    "catan: arena": partial(_arena, "catan", "heuristic,random"),
}
"""Game and what of it → the call."""


def warmed_games() -> list[str]:
    """The games that have steps."""
    return sorted({name.partition(":")[0] for name in STEPS})


def steps_of(game: str | None) -> dict[str, Callable[[], None]]:
    """The steps of a game, or all."""
    return {name: step for name, step in STEPS.items() if game in (None, name.partition(":")[0])}

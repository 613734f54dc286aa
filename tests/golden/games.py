"""Which games are golden, and how their transcripts are written."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from catan_sim.core.action_text import to_text
from catan_sim.core.game import Game
from catan_sim.core.ruleset import Ruleset, find_ruleset
from mcts.splitmix import SplitMix
from tests.reference.lockstep import choose

FOLDER: Final = Path(__file__).parent

GAMES: Final[dict[str, tuple[str, Ruleset, int]]] = {
    "two_players": ("standard", Ruleset(players=2, offers_per_turn=0), 1),
    "four_players_trading": ("standard", Ruleset(players=4, offers_per_turn=1, counter_offers=True, turn_cap=60), 2),
    "four_players_trade_then_build": (
        "standard",
        Ruleset(players=4, offers_per_turn=0, turn_order="trade_then_build"),
        3,
    ),
    "six_players_special_building": ("extension", find_ruleset("extension").replace(offers_per_turn=0, turn_cap=80), 4),
    "six_players_paired": (
        "extension",
        find_ruleset("extension").replace(between_turns="paired_players", offers_per_turn=0, turn_cap=80),
        5,
    ),
    "eight_players": ("eight", find_ruleset("eight").replace(offers_per_turn=0, turn_cap=60), 6),
    "eight_players_on_19_hexes": ("standard", Ruleset(players=8, offers_per_turn=0, turn_cap=80), 7),
    "friendly": ("standard", Ruleset(players=3, offers_per_turn=0, friendly_robber=True, rounds_without_seven=2), 8),
}
"""Name → board, rules and seed."""


def transcript(name: str) -> str:
    """Play a golden game: one line an action with its text, its outcome and what happened in words."""
    board, rules, seed = GAMES[name]
    game = Game(board, rules, seed)
    chooser = SplitMix(seed)
    while not game.is_over:
        game.step(choose(game.legal_actions(), chooser))
    lines = [f"{to_text(event.action)} -> {event.outcome}: {event.text}" for event in game.log]
    return "\n".join([*lines, f"state {hash(game):016x}", ""])


def path_of(name: str) -> Path:
    """Where a transcript is kept."""
    return FOLDER / f"{name}.txt"

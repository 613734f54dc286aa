"""Many games: summed up right, and unfinished ones explained."""

from __future__ import annotations

from catan_sim.core.boardfile import find_board
from catan_sim.core.records import NOBODY
from catan_sim.core.ruleset import Deck, find_ruleset
from catan_sim.simulate import Simulation, summarize

BOARD = find_board("standard")


def test_games_are_the_same_on_any_number_of_threads() -> None:
    simulation = Simulation(BOARD, find_ruleset("base"), 4)
    whole = simulation.play(0, 300)
    for threads in (1, 3):
        parts = {int(row["game"]): row.tobytes() for part in simulation.stream(300, threads) for row in part}
        assert parts == {int(row["game"]): row.tobytes() for row in whole}


def test_a_full_board_without_cards_is_called_stuck() -> None:
    """Twenty points are out of reach, so games go on until the cap; whether anything is left depends on the deck."""
    full = find_ruleset("base").replace(players=8, victory_target=20, turn_cap=400)
    games = Simulation(BOARD, full, 1).play(0, 40)
    assert (games["winner"] == NOBODY).all()
    assert games["stuck"].mean() > 0.5
    short = Simulation(BOARD, full.replace(turn_cap=10), 1).play(0, 40)
    assert summarize(short, 8).stuck == 0
    endless = full.replace(development_deck=Deck(knight=50))
    assert Simulation(BOARD, endless, 1).play(0, 40)["stuck"].mean() < games["stuck"].mean()

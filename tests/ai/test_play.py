"""How games between agents go: strength, length, and trades that matter and end."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from catan_sim.ai.agent import Trade
from catan_sim.ai.registry import find_agent
from catan_sim.ai.table import Table
from catan_sim.core.boardfile import find_board
from catan_sim.core.game import Game
from catan_sim.core.ruleset import find_ruleset
from catan_sim.simulate import GamesArray, Simulation, summarize

BOARD = find_board("standard")
RULES = find_ruleset("base")
HEURISTIC = find_agent("heuristic")


def games_of(trade: Trade, counter_offers: bool = False) -> GamesArray:
    agents = [dataclasses.replace(HEURISTIC, trade=trade)] * 4
    return Simulation(BOARD, RULES.replace(counter_offers=counter_offers), 11, agents).play(0, 600)


def test_heuristic_beats_three_random_players() -> None:
    wins = 0
    for seat in range(4):
        names = ["random"] * 4
        names[seat] = "heuristic"
        games = Simulation(BOARD, RULES, seat, ",".join(names)).play(0, 100)
        wins += int((games["winner"] == seat).sum())
    assert wins >= 396


def test_games_between_four_heuristic_players_are_those_people_know() -> None:
    games = Simulation(BOARD, RULES, 12, "heuristic").play(0, 2000)
    summary = summarize(games, 4)
    assert 60 <= summary.mean_turns <= 100
    assert summary.unfinished < 0.01 * 2000
    assert max(summary.wins) <= 0.30 * 2000


def test_trade_matters_and_does_not_loop() -> None:
    without, fast = games_of(Trade.NONE), games_of(Trade.FAST)
    assert without["offers"].sum() == without["trades"].sum() == 0
    assert fast["turns"].mean() < without["turns"].mean()
    offers, trades = fast["offers"].mean(), fast["trades"].mean()
    assert trades > 5
    assert 0.3 < 1 - trades / offers < 0.97, "some offers are refused, not all"
    assert (fast["offers"] <= RULES.offers_per_turn * fast["turns"]).all()


def test_realistic_traders_come_to_terms_too() -> None:
    realistic = games_of(Trade.REALISTIC, counter_offers=True)
    assert realistic["trades"].mean() > 5
    assert np.isin(realistic["winner"], range(4)).mean() > 0.99


@pytest.mark.parametrize("trade", [Trade.FAST, Trade.REALISTIC])
def test_what_is_remembered_between_decisions_changes_none(trade: Trade) -> None:
    agents = [dataclasses.replace(HEURISTIC, trade=trade)] * 3 + [find_agent("random")]
    rules = RULES.replace(counter_offers=trade == Trade.REALISTIC)
    table = Table(agents)  # forgets everything before each decision, and takes a step for each answer
    for seed in range(6):
        game = Game(BOARD, rules, seed=seed)
        winner = game.play(table.action)
        (row,) = Simulation(BOARD, rules, seed, agents).play(0, 1)
        assert (row["winner"], row["turns"], row["steps"]) == (winner, game.state["turn"], len(game.log))

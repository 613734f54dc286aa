"""Who plays whom: every seat equally often, the same luck for all games of a round."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from boardgames.arena.request import Request
from boardgames.arena.schedule import Schedule
from boardgames.bots.registry import BotSpec


def schedule(bots: int, players: int, games: int, seed: int = 7) -> Schedule:
    return Schedule(Request("toy", [BotSpec(f"bot{n}", "random") for n in range(bots)], players, games, seed))


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (3, 2), (5, 2), (3, 3), (4, 3), (2, 4), (3, 4), (2, 3), (5, 5)])
def test_every_bot_sits_everywhere_equally_often(bots: int, players: int) -> None:
    games = list(schedule(bots, players, 60))
    for seat in range(players):
        assert len(set(Counter(game.seats[seat] for game in games).values())) == 1
    tables = Counter(tuple(sorted(set(game.seats))) for game in games)
    assert set(tables) == set(combinations(range(bots), min(bots, players)))
    assert len(set(tables.values())) == 1


def test_two_bots_exchange_seats_over_the_same_luck() -> None:
    games = list(schedule(2, 2, 6))
    assert [game.seats for game in games] == [(0, 1), (1, 0)] * 3
    assert [game.number for game in games] == list(range(6))
    seeds = [game.seed for game in games]
    assert seeds[::2] == seeds[1::2]
    assert len(set(seeds)) == 3


def test_the_order_around_the_table_is_drawn_for_each_round() -> None:
    games = list(schedule(4, 4, 2400))
    first = Counter(game.seats for game in games if game.seats[0] == 0)
    assert len(first) == 6
    assert min(first.values()) > 70, "each of the six comes about 100 times"
    followers = Counter(pairwise(game.seats for game in games[::4]))
    assert len(followers) == 36, "whatever the order was in the round before"


def test_more_games_add_to_those_of_fewer() -> None:
    few, many = list(schedule(3, 2, 20)), list(schedule(3, 2, 50))
    assert len(few) == 24  # four rounds of six
    assert many[: len(few)] == few
    assert list(schedule(3, 2, 50, seed=8)) != many
    assert list(schedule(3, 2, 50).round(5)) == many[30:36]

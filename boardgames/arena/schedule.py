"""Who plays whom, at which seats and with which luck: a pure function of the request.

A round has every table of bots once from every seat. All its games share one seed, so that bots exchange seats over
the same dice, cards or tiles. More games only add rounds to those of fewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from boardgames.arena.request import Request
from mcts.splitmix import SplitMix, mixed


@dataclass(frozen=True)
class Fixture:
    """A game to be played.

    Attributes
    ----------
    number : int
        From 0.
    round : int
        From 0.
    seed : int
        Decides all chance of the rules; the same for the whole round.
    seats : tuple of int
        Which bot sits where.
    """

    number: int
    round: int
    seed: int
    seats: tuple[int, ...]


class Schedule:
    """All games of an arena.

    With as many bots as seats, or fewer, all sit at every table, as often as it takes to fill it, and move on by a seat
    from game to game. With more bots, every choice of as many as there are seats meets. At tables of three and more the
    order around the table is drawn for each round, so that all rounds are alike, as sequential comparison wants them.
    """

    def __init__(self, request: Request) -> None:
        self._seed: Final = request.seed
        self._players: Final = request.players
        bots = range(len(request.bots))
        self._tables: Final = list(combinations(bots, min(len(bots), request.players)))
        self.games_a_round: Final = len(self._tables) * len(self._tables[0])
        self.rounds: Final = -(-request.games // self.games_a_round)

    @property
    def games(self) -> int:
        """All games there are."""
        return self.rounds * self.games_a_round

    def __iter__(self) -> Iterator[Fixture]:
        for number in range(self.rounds):
            yield from self.round(number)

    def round(self, number: int) -> Iterator[Fixture]:
        """The games of a round."""
        seed = mixed(self._seed, "round", number)
        game = number * self.games_a_round
        for table in self._tables:
            order = _order(table, mixed(self._seed, "order", number))
            for turned in range(len(order)):
                seats = tuple(order[(seat + turned) % len(order)] for seat in range(self._players))
                yield Fixture(game, number, seed, seats)
                game += 1


def _order(table: tuple[int, ...], luck: int) -> tuple[int, ...]:
    """The table in an order around it; the first bot stays, since the table is turned anyway."""
    first, *others = table
    return (first, *SplitMix(luck).shuffled(others))

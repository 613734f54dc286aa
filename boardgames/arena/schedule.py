"""Who plays whom, at which seats and with which luck: a pure function of the request.

A round has every table of bots once from every seat. All its games share one seed, so that bots exchange seats over
the same dice, cards or tiles. More games only add rounds to those of fewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, permutations
from typing import Final

from boardgames.arena.request import Request
from mcts.splitmix import mixed


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
    order around the table changes from round to round.
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
            order = _order(table, number)
            for turned in range(len(order)):
                seats = tuple(order[(seat + turned) % len(order)] for seat in range(self._players))
                yield Fixture(game, number, seed, seats)
                game += 1


def _order(table: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The table in its order around for this round; the first bot stays, since the table is turned anyway."""
    first, *others = table
    orders = 1
    for count in range(2, len(others) + 1):
        orders *= count
    order = next(islice(permutations(others), number % orders, None))
    return (first, *order)

"""What is kept of a game: enough to replay it and to count it."""

from __future__ import annotations

from typing import Final

import msgspec

from boardgames.models import Data

SOLE_WIN: Final = 2
SHARED_WIN: Final = 1
LOSS: Final = 0


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a bot lost without being beaten: a crash, an action that is not allowed, too long a silence."""

    seat: int
    bot: str
    why: str


class GameRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game.

    Attributes
    ----------
    number, round, seed : int
        Of its fixture.
    seats : list of str
        The bots' labels by seat.
    moves : list of (seat, payload)
    outcomes : list of int
        By seat: 2 sole winner, 1 shared win or draw, 0 loser. All 0 when nobody won.
    scores : list of float
        By seat.
    reason : str
        ``normal``, ``forfeit`` or ``turn_limit``.
    turns : int
    seconds : list of float
        By seat, the time spent on choosing; the one thing that differs from run to run.
    fault : Fault or None
    """

    number: int
    round: int
    seed: int
    seats: list[str]
    moves: list[tuple[int, Data]]
    outcomes: list[int]
    scores: list[float]
    reason: str
    turns: int
    seconds: list[float]
    fault: Fault | None = None

    def share(self, seat: int) -> float:
        """A seat's part of the win."""
        winners = sum(outcome > LOSS for outcome in self.outcomes)
        return (self.outcomes[seat] > LOSS) / winners if winners else 0.0

    def comparison(self, one: int, other: int) -> float:
        """1 when seat ``one`` did better than the other, 0 when worse, 0.5 when neither.

        Winners did better than losers; of two losers of a game played to its end, the one with more points. Nobody did
        better in a game that was stopped.
        """
        first, second = ((self.outcomes[seat], self.scores[seat]) for seat in (one, other))
        if self.reason != "normal":
            first, second = (first[0], 0.0), (second[0], 0.0)
        return 0.5 if first == second else float(first > second)

"""The bots by name, at the first position of 8×8, with their kernels compiled."""

from __future__ import annotations

from typing import Final

from boardgames.amazons.thinker import Thinker
from mcts.errors import InputError

BOTS: Final = ("improved",)


class ImprovedBot:
    """Best-first search with learnt weights, keeping its tree."""

    def __init__(self) -> None:
        self._thinker: Final = Thinker()
        self._thinker.think(expansions=1)
        self._thinker.advance(self._thinker.think(expansions=1).turn)
        self._thinker.restart()

    def choose(self, seconds: float) -> int:
        """The turn to play after thinking for this long."""
        return self._thinker.think(seconds=seconds).turn

    def advance(self, turn: int) -> None:
        """Play a turn, anybody's."""
        self._thinker.advance(turn)


def new_bot(name: str) -> ImprovedBot:
    """A bot by name."""
    if name not in BOTS:
        raise InputError(f"there is no Amazons bot {name!r}; there are {', '.join(BOTS)}")
    return ImprovedBot()

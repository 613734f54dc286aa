"""The bots by name: the faithful Bot001 and the improved one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Protocol

from boardgames.amazons import bot001, plugin_kernels
from boardgames.amazons.positions import start_state, with_steps
from boardgames.amazons.thinker import Settings, Thinker
from mcts.config import SearchConfig
from mcts.errors import InputError
from mcts.search import Search

__all__ = ["BOTS", "AmazonsBot", "Bot001", "ImprovedBot", "new_bot", "plugin_kernels"]


class AmazonsBot(Protocol):
    """A player that follows a game and chooses turns, in the code of ``rules.py``."""

    def choose(self, iterations: int | None = None, seconds: float | None = None) -> int:
        """The turn to play after this much thinking."""
        ...

    def advance(self, turn: int) -> None:
        """Play a legal turn, anybody's."""
        ...


class Bot001:
    """The source's bot: UCT over whole turns in random order, its five-part evaluation also where the game is over.

    Parameters
    ----------
    state : record, optional
        The position, with whole turns; the first position of 8×8 by default.
    seed : int
        Decides the order in which turns are tried.
    nodes : int
        Most positions held in memory.
    """

    def __init__(self, state: Any = None, seed: int = 0, nodes: int = 250_000) -> None:
        first = start_state() if state is None else state
        config = SearchConfig(widening=False, order="random", evaluate_finished=True, max_nodes=nodes)
        self._search: Final = Search(first, config, seed, bot001.parameters(1))

    def choose(self, iterations: int | None = None, seconds: float | None = None) -> int:
        """The turn with most visits; weights and exploration follow the number of the mover's turn."""
        turn = int(self._search.state["ply"]) // 2 + 1
        self._search.config = replace(self._search.config, exploration=bot001.exploration(turn))
        self._search.evaluator = bot001.parameters(turn)
        action = self._search.run(iterations=iterations, seconds=seconds).action
        if action is None:
            raise InputError("the game is over; there is nothing left to do")
        return action

    def advance(self, turn: int) -> None:
        """Play a legal turn, anybody's, and keep what is known about the position after it."""
        self._search.advance_root(turn)


class ImprovedBot:
    """Best-first search over moves and arrows with learnt weights and exact endgames.

    Parameters
    ----------
    state : record, optional
        The position, with whole turns; the first position of 8×8 by default.
    settings : Settings, optional
    """

    def __init__(self, state: Any = None, settings: Settings | None = None) -> None:
        self._thinker: Final = Thinker(with_steps(start_state() if state is None else state), settings)

    def choose(self, iterations: int | None = None, seconds: float | None = None) -> int:
        """The turn that the search prefers; an iteration expands one position."""
        return self._thinker.think(expansions=iterations, seconds=seconds).turn

    def advance(self, turn: int) -> None:
        """Play a legal turn, anybody's, and keep what is known about the position after it."""
        self._thinker.advance(turn)


BOTS: Final[dict[str, Callable[..., AmazonsBot]]] = {"improved": ImprovedBot, "bot001": Bot001}


def new_bot(name: str) -> AmazonsBot:
    """A bot by name, at the first position of 8×8."""
    if name not in BOTS:
        raise InputError(f"there is no Amazons bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]()

"""A player that thinks with the best-first search, keeps its tree from turn to turn and says what it found."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from boardgames.amazons.bestfirst import NODE, SETTINGS, WORK, grow, keep_subtree, prune
from boardgames.amazons.filling import Filler, is_race
from boardgames.amazons.judge import parameters
from boardgames.amazons.positions import size_of
from boardgames.amazons.rules import MOST_TURNS
from boardgames.amazons.stepped import actor, apply_action, steps_of
from boardgames.amazons.weights import KNOTS
from mcts.errors import InputError
from mcts.rng import draw_below

_SLICE: Final = 64
"""Positions expanded between two looks at the clock: a fraction of a millisecond."""
_PRUNING: Final = 25e-9
"""Seconds for every node of the tree that forgetting may take: it is not begun later."""
_FULL: Final = 0.9
"""When so much is left after forgetting, the tree consists of proofs and is left alone."""


@dataclass(frozen=True)
class Settings:
    """How the search weighs what it sees.

    Attributes
    ----------
    exploration : float
        Bonus of rarely visited steps.
    mixing : float
        Share of the minimax value in a step's worth; the rest is the mean of all values below.
    factor, exponent : float
        A position with n visits has its max(1, ⌊factor · n^exponent⌋) best steps open to the search.
    nodes : int
        Most positions held in memory; 32 bytes each, and 4 more for tidying up.
    """

    exploration: float = 0.02
    mixing: float = 0.6
    factor: float = 2.0
    exponent: float = 0.5
    nodes: int = 1_500_000


@dataclass(frozen=True)
class Thought:
    """What a search found.

    Attributes
    ----------
    turn : int
        The turn to play, in the code of ``rules.py``.
    value : float
        Probability that the mover wins; 0 and 1 are proven.
    visits : int
        Positions expanded below the root, in this search and in those whose tree it kept.
    """

    turn: int
    value: float
    visits: int


class Thinker:
    """The best-first player.

    Parameters
    ----------
    state : record
        The position, with turns in two steps.
    settings : Settings
    knots : ndarray
        Weights of the evaluation, see ``judge.parameters``.
    """

    def __init__(self, state: Any, settings: Settings | None = None, knots: Any = KNOTS) -> None:
        self.settings: Final = settings or Settings()
        self.root: Final[Any] = state.copy()
        self._nodes: Final = np.zeros(self.settings.nodes, dtype=NODE)
        self._place: Final = np.zeros(self.settings.nodes, dtype=np.int32)
        self._room: Final = np.zeros(2, dtype=self.root.dtype)
        self._work: Final = np.zeros(1, dtype=WORK)[0]
        self._parameters: Final = parameters(size_of(self.root), knots)
        self._settings: Final = np.zeros(1, dtype=SETTINGS)[0]
        self._settings["exploration"] = self.settings.exploration
        self._settings["mixing"] = self.settings.mixing
        self._settings["factor"] = self.settings.factor
        self._settings["exponent"] = self.settings.exponent
        self._filler: Final = Filler(self.root, MOST_TURNS[size_of(self.root)])
        self._used = 0
        self._forget()

    def _forget(self) -> None:
        self._nodes[0] = np.zeros(1, dtype=NODE)[0]
        self._nodes[0]["best"] = 0.5
        self._used = 1

    def _grow(self, expansions: int) -> int:
        """Expand positions; returns how many. None when all is proven, or when there is no room."""
        before = int(self._nodes[0]["visits"])
        self._used = int(
            grow(
                self._nodes,
                self._used,
                self.root,
                self._room,
                self._work,
                self._settings,
                self._parameters,
                expansions,
            )
        )
        return int(self._nodes[0]["visits"]) - before

    def _search(self, expansions: int | None, deadline: float | None) -> None:
        """Grow the tree until the budget is used up or the result is proven; make room when there is none left."""
        left = _SLICE if expansions is None else expansions
        while left > 0:
            now = time.perf_counter()
            if deadline is not None and now >= deadline:
                return
            expanded = self._grow(min(left, _SLICE))
            if expanded == 0:
                is_late = deadline is not None and now + _PRUNING * self._used > deadline
                if is_late or self._nodes[0]["best"] in (0.0, 1.0):
                    return
                before = self._used
                self._used = int(prune(self._nodes, before, self._place))
                if self._used > _FULL * before:
                    return
            elif expansions is not None:
                left -= expanded

    def think(self, expansions: int | None = None, seconds: float | None = None) -> Thought:
        """Search until a number of expansions or a time is used up, and choose a turn.

        Raises
        ------
        InputError
            When the mover has no turn left.
        """
        deadline = None if seconds is None else time.perf_counter() + seconds
        if actor(self.root) < 0:
            raise InputError("the game is over; there is nothing left to do")
        if is_race(self.root):
            return self._race(deadline)
        if self._nodes[0]["count"] == 0:
            self._grow(1)
        for _ in range(2):  # enough to have looked at an arrow
            self._grow(1)
        self._search(0 if deadline is None and expansions is None else expansions, deadline)
        return self._conclusion()

    def _race(self, deadline: float | None) -> Thought:
        """In a race: a turn that leaves as many further ones as possible."""
        seat = int(self.root["mover"])
        turns, turn = self._filler.fill(self.root, seat, deadline)
        others, _ = self._filler.fill(self.root, 1 - seat, deadline)
        if turn is None:
            raise InputError("the game is over; there is nothing left to do")
        return Thought(turn, float(turns > others), 0)

    def _conclusion(self) -> Thought:
        seat = int(self.root["mover"])
        move = self._favourite(0, seat)
        arrow = self._favourite(move, seat)
        action = int(self._nodes[move]["action"]) + int(self._nodes[arrow]["action"])
        best = float(self._nodes[0]["best"])
        return Thought(action, best if seat == 0 else 1.0 - best, int(self._nodes[0]["visits"]))

    def _children(self, node: int) -> tuple[int, Any]:
        first = int(self._nodes[node]["first"])
        return first, self._nodes[first : first + int(self._nodes[node]["count"])]

    def _favourite(self, node: int, seat: int) -> int:
        """A proven win, else the child with most visits that is no proven loss; the better one of equals.

        Of moves, only those whose arrows have been looked at.
        """
        first, children = self._children(node)
        worth = children["best"] if seat == 0 else 1.0 - children["best"]
        merit = np.where(worth == 1.0, np.inf, children["visits"] + 0.5 * worth)
        merit[worth == 0.0] -= self.settings.nodes
        if node == 0:
            merit[children["count"] == 0] = -np.inf
        return first + int(np.argmax(merit))

    def searched(self, visits: int, stream: Any) -> list[tuple[Any, float]]:
        """Two positions below the root that were visited often enough, drawn at random: after a move, after its arrow.

        Returns
        -------
        list
            The position with its minimax value for seat 0.
        """
        found: list[tuple[Any, float]] = []
        state, node = self.root.copy(), 0
        for _ in range(2):
            first, children = self._children(node)
            known = np.flatnonzero(children["visits"] >= visits)
            if len(known) == 0:
                break
            node = first + int(known[int(draw_below(stream, len(known)))])
            apply_action(state, int(self._nodes[node]["action"]))
            if actor(state) < 0:
                break
            found.append((state.copy(), float(self._nodes[node]["best"])))
        return found

    def advance(self, turn: int) -> None:
        """Play a legal turn, anybody's, and keep what is known about the position after it."""
        for step in steps_of(turn):
            first, children = self._children(0)
            known = np.flatnonzero(children["action"] == step)
            apply_action(self.root, step)
            if len(known):
                self._used = int(keep_subtree(self._nodes, self._used, first + int(known[0]), self._place))
            else:
                self._forget()

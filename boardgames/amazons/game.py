"""A game of Amazons for people, tests and notebooks; all rules are in the kernels it calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from boardgames.amazons import rules
from boardgames.amazons.positions import place_of, rows_from_state, square_at, start_state
from mcts.errors import InputError
from mcts.rng import seed_stream

NAMES: Final = ("Black", "White")
_CELL: Final = 40


@dataclass(frozen=True)
class Event:
    """One turn as it was played: seat, action, and the same in words."""

    seat: int
    action: int
    text: str

    def __str__(self) -> str:
        return self.text


class AmazonsGame:
    """A game of Amazons.

    Parameters
    ----------
    size : int
        6, 8 (Botzone's set-up) or 10 (the standard one).
    seed : int
        Decides random turns.

    Examples
    --------
    >>> game = AmazonsGame(8, seed=3)
    >>> print(game.step("c8-c3/f3"))
    Black moves c8-c3 and shoots f3.
    """

    def __init__(self, size: int = 8, seed: int = 0) -> None:
        self.state: Any = start_state(size)
        self.size: Final = size
        if not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
            raise InputError(f"the seed is {seed!r}, but must be a whole number from 0 to 2**64 - 1")
        self._stream: Final = np.zeros(2, dtype=np.uint64)
        seed_stream(self._stream, np.uint64(seed))
        self.log: list[Event] = []
        self._history: list[Any] = []

    @property
    def actor(self) -> int | None:
        """The seat that must play now; None when the game is over."""
        seat = int(rules.actor(self.state))
        return None if seat < 0 else seat

    @property
    def is_over(self) -> bool:
        """Whether the mover cannot move."""
        return self.actor is None

    @property
    def winner(self) -> int | None:
        """The seat that has won, or None while the game goes on."""
        return 1 - int(self.state["mover"]) if self.is_over else None

    def legal_actions(self) -> list[int]:
        """Every turn that the mover may play."""
        room = np.zeros(rules.MOST_TURNS[self.size], dtype=np.int64)
        return [int(action) for action in room[: rules.legal_actions(self.state, room)]]

    def text(self, action: int) -> str:
        """A turn in the form that :meth:`step` also takes: from, to and arrow, columns a, b, … and rows from below."""
        squares = (action & rules.SQUARE_MASK, action >> 7 & rules.SQUARE_MASK, action >> 14 & rules.SQUARE_MASK)
        start, target, arrow = (self._name(square) for square in squares)
        return f"{start}-{target}/{arrow}"

    def _name(self, square: int) -> str:
        row, column = place_of(self.size, square)
        return f"{'abcdefghijk'[column]}{self.size - row}"

    def _action(self, text: str) -> int:
        """The turn with this text."""
        places = []
        for name in text.strip().lower().replace("/", "-").split("-"):
            column, row = "abcdefghij".find(name[:1]), name[1:]
            if not row.isascii() or not row.isdigit() or not 0 <= column < self.size or not 1 <= int(row) <= self.size:
                raise InputError(f"{text!r} is not a turn; write from, to and arrow such as c8-c3/f3")
            places.append(square_at(self.size, self.size - int(row), column))
        if len(places) != 3:
            raise InputError(f"{text!r} is not a turn; write from, to and arrow such as c8-c3/f3")
        return places[0] | places[1] << 7 | places[2] << 14

    def step(self, action: int | str) -> Event:
        """Play a legal turn, given as a number or as text.

        Raises
        ------
        InputError
            When it is not legal; the position is unchanged.
        """
        if not isinstance(action, str | int | np.integer):
            raise InputError(f"{action!r} is not a turn; give its number or a text such as c8-c3/f3")
        number = self._action(action) if isinstance(action, str) else int(action)
        if self.is_over:
            raise InputError("the game is over; there is nothing left to do")
        if not rules.is_legal(self.state, number):
            raise InputError(f"{action} is not legal now for {NAMES[self.state['mover']]}")
        move, _, arrow = self.text(number).partition("/")
        event = Event(
            int(self.state["mover"]), number, f"{NAMES[self.state['mover']]} moves {move} and shoots {arrow}."
        )
        self._history.append(self.state.copy())
        rules.apply_action(self.state, number)
        self.log.append(event)
        return event

    def undo(self) -> None:
        """Take the last turn back."""
        if not self._history:
            raise InputError("there is nothing to take back")
        self.state = self._history.pop()
        self.log.pop()

    def random_action(self) -> int:
        """A turn drawn in stages: an amazon that can move, its target, its arrow."""
        if self.is_over:
            raise InputError("the game is over; there is nothing left to do")
        return int(rules.random_action(self.state, self._stream))

    def play(self, choose: Callable[[AmazonsGame], int] | None = None) -> int:
        """Play on to the end; returns the winner's seat. ``choose`` picks the turns, by default at random."""
        while not self.is_over:
            self.step(self.random_action() if choose is None else choose(self))
        return 1 - int(self.state["mover"])

    def rows(self) -> tuple[str, ...]:
        """The board as text: B, W, # for arrows."""
        return rows_from_state(self.state, self.size)

    def __repr__(self) -> str:
        if self.winner is not None:
            return f"<AmazonsGame over after {self.state['ply']} turns: {NAMES[self.winner]} wins>"
        return (
            f"<AmazonsGame {self.size}×{self.size}, turn {self.state['ply'] + 1}, {NAMES[self.state['mover']]} to play>"
        )

    def _repr_svg_(self) -> str:
        side = _CELL * self.size
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}">']
        for row, line in enumerate(self.rows()):
            for column, sign in enumerate(line):
                x, y = _CELL * column, _CELL * row
                shade = "#e8d3ae" if (row + column) % 2 else "#f6ead0"
                parts.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{shade}"/>')
                centre = f'cx="{x + _CELL // 2}" cy="{y + _CELL // 2}"'
                if sign == "#":
                    parts.append(f'<rect x="{x + 6}" y="{y + 6}" width="28" height="28" rx="5" fill="#8a5a2b"/>')
                elif sign in "BW":
                    colour = "#222" if sign == "B" else "#fff"
                    parts.append(f'<circle {centre} r="14" fill="{colour}" stroke="#222" stroke-width="2"/>')
        return "".join([*parts, "</svg>"])

"""A game of Carcassonne for people, tests and notebooks; all rules are in the kernels it calls."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from boardgames.carcassonne import rules
from boardgames.carcassonne.actions import anchor_of, from_text, is_placement, kind_of, to_text
from boardgames.carcassonne.board import tile_at
from boardgames.carcassonne.features import root_of
from boardgames.carcassonne.records import DTYPE, MAX_PLAYERS, MIN_PLAYERS, Phase, Record
from boardgames.carcassonne.scoring import LOG_ROWS, is_complete
from boardgames.carcassonne.tables import FULL_BAG
from boardgames.carcassonne.tiles import LETTERS, Kind
from mcts.errors import InputError
from mcts.records import hash_record
from mcts.rng import draw_below, seed_stream

RECORD_VERSION: Final = 1
_AGENT_KEY: Final = 1 << 63
"""Sets the stream of :meth:`CarcassonneGame.random_action` apart from the one that shuffles the bag."""


@dataclass(frozen=True)
class Scoring:
    """A feature that was scored.

    Attributes
    ----------
    feature : int
        Its root in the record.
    kind : Kind
    complete : bool
        False for what is scored at the end of the game only.
    points : int
    seats : tuple of int
        Who got them, each in full.
    """

    feature: int
    kind: Kind
    complete: bool
    points: int
    seats: tuple[int, ...]

    def __str__(self) -> str:
        names = " and ".join(f"seat {seat + 1}" for seat in self.seats)
        state = "" if self.complete or self.kind == Kind.FIELD else "incomplete "
        return f"{state}{self.kind.name.lower()}: {self.points} for {names}"


@dataclass(frozen=True)
class Event:
    """One action as it happened.

    Attributes
    ----------
    seat : int
    action : int
    tile : str
        Letter of the tile in hand, or just laid.
    scorings : tuple of Scoring
        What was scored in consequence, at the end of the game everything that was left.
    discarded : str
        Letters of the tiles then drawn that fitted nowhere.
    """

    seat: int
    action: int
    tile: str
    scorings: tuple[Scoring, ...]
    discarded: str

    def __str__(self) -> str:
        does = f"lays {self.tile} at" if is_placement(self.action) else "chooses"
        parts = [f"Seat {self.seat + 1} {does} {to_text(self.action)}", *map(str, self.scorings)]
        parts += [f"{letter} fits nowhere and is set aside" for letter in self.discarded]
        return "; ".join(parts) + "."


class CarcassonneGame:
    """A game of Carcassonne.

    Parameters
    ----------
    players : int
        From 2 to 5.
    seed : int
        Decides the order of the bag. Same players, seed and actions: the same game.
    first_tiles : str
        Letters of tiles that are drawn first, in this order; the rest of the bag is shuffled.

    Examples
    --------
    >>> game = CarcassonneGame(players=2, seed=3, first_tiles="U")
    >>> print(game.step("1,0,0"))
    Seat 1 lays U at 1,0,0.
    """

    def __init__(self, players: int = 2, seed: int = 0, first_tiles: str = "") -> None:
        if not isinstance(players, int | np.integer) or not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise InputError(f"Carcassonne is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players!r}")
        if not isinstance(seed, int | np.integer) or not 0 <= seed < 2**63:
            raise InputError(f"the seed is {seed!r}, but must be a whole number from 0 to 2**63 - 1")
        self.players: Final = int(players)
        self.seed: Final = int(seed)
        self._stream = np.zeros(2, np.uint64)
        self.state: Record = np.zeros(1, DTYPE)[0]
        seed_stream(self._stream, np.uint64(seed))
        rules.fill_bag(self.state, self._stream)
        self.state["bag"] = _with_first(self.state["bag"], first_tiles)
        rules.begin(self.state, self.players)
        seed_stream(self._stream, np.uint64(seed | _AGENT_KEY))
        self.log: list[Event] = []
        self._history: list[Record] = []

    @property
    def actor(self) -> int | None:
        """The seat that must act now; None when the game is over."""
        return None if self.is_over else int(self.state["seat"])

    @property
    def phase(self) -> Phase:
        """What is decided now."""
        return Phase(int(self.state["phase"]))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == Phase.OVER

    @property
    def tile(self) -> str | None:
        """Letter of the tile in hand, or just laid; None when the game is over."""
        return None if self.is_over else LETTERS[self.state["bag"][self.state["drawn"]]]

    @property
    def tiles_left(self) -> int:
        """Tiles in the bag."""
        return int(rules.tiles_left(self.state))

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each seat."""
        return tuple(int(points) for points in self.state["scores"][: self.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with most points; empty until the game is over."""
        best = max(self.scores)
        return tuple(seat for seat, points in enumerate(self.scores) if self.is_over and points == best)

    def legal_actions(self) -> list[int]:
        """Every action that the actor may take now; none when the game is over."""
        out = np.empty(rules.MOST_ACTIONS, np.int64)
        return [int(action) for action in out[: rules.legal_actions(self.state, out)]]

    def text(self, action: int) -> str:
        """An action in the form that :meth:`step` also takes."""
        return to_text(action)

    def step(self, action: int | str) -> Event:
        """Carry out a legal action, given as a number or in words.

        Raises
        ------
        InputError
            When the action is not legal now; the position is unchanged.
        """
        if not isinstance(action, str | int | np.integer):
            raise InputError(f"{action!r} is not an action; give its number or a text such as 1,-1,90")
        number = from_text(action) if isinstance(action, str) else int(action)
        if self.is_over:
            raise InputError("the game is over; there is nothing left to do")
        if number not in self.legal_actions():
            raise InputError(f"{to_text(number)} is not legal now for seat {self.state['seat'] + 1}")
        before = self.state.copy()
        self._history.append(before)
        log = np.zeros((LOG_ROWS, 3), np.int64)
        rules.play(self.state, number, log)
        event = self._event(before, number, log)
        self.log.append(event)
        return event

    def _event(self, before: Record, action: int, log: Any) -> Event:
        scorings = tuple(
            Scoring(
                feature=int(root),
                kind=Kind(int(self.state["kind"][root])),
                complete=bool(is_complete(self.state, root)),
                points=int(points),
                seats=tuple(seat for seat in range(self.players) if winners >> seat & 1),
            )
            for root, points, winners in log[1 : 1 + log[0, 0]]
        )
        end = int(self.state["drawn"])
        aside = self.state["bag"][end - int(self.state["discarded"] - before["discarded"]) : end]
        tile = LETTERS[before["bag"][before["drawn"]]]
        return Event(int(before["seat"]), action, tile, scorings, "".join(LETTERS[number] for number in aside))

    def undo(self) -> None:
        """Take the last action back."""
        if not self._history:
            raise InputError("there is nothing to take back")
        self.state = self._history.pop()
        self.log.pop()

    def random_action(self) -> int:
        """One of the legal actions, all equally likely, decided by the seed."""
        actions = self.legal_actions()
        if not actions:
            raise InputError("the game is over; there is nothing left to do")
        return actions[int(draw_below(self._stream, len(actions)))]

    def play(self, choose: Callable[[CarcassonneGame], int] | None = None) -> tuple[int, ...]:
        """Play on to the end; returns the winners. ``choose`` picks the actions, by default at random."""
        while not self.is_over:
            self.step(self.random_action() if choose is None else choose(self))
        return self.winners

    def feature(self, x: int, y: int, spot: str) -> int:
        """Root of the feature that a spot (``city_N``, ``field_EL``) of the tile at a place belongs to."""
        number = int(tile_at(self.state, x, y))
        if number < 0:
            raise InputError(f"there is no tile at {x},{y}")
        action = from_text(f"meeple:{spot}")
        segment = int(rules.segment_at(self.state["lie"][number], kind_of(action), anchor_of(action)))
        return int(root_of(self.state, self.state["first"][number] + segment))

    def __hash__(self) -> int:
        return int(hash_record(self.state))

    def to_text(self) -> str:
        """The whole game as JSON: players, seed, order of the bag and every action."""
        return json.dumps(
            {
                "version": RECORD_VERSION,
                "game": "carcassonne",
                "players": self.players,
                "seed": self.seed,
                "bag": "".join(LETTERS[number] for number in self.state["bag"]),
                "moves": [to_text(event.action) for event in self.log],
            },
            indent=1,
        )

    @classmethod
    def from_text(cls, text: str) -> CarcassonneGame:
        """Replay a game written by :meth:`to_text`."""
        try:
            record = json.loads(text)
            version = record["version"]
            if version != RECORD_VERSION:
                raise InputError(f"the game record has version {version}; this program reads version {RECORD_VERSION}")
            game = cls(record["players"], record["seed"], record["bag"])
            for action in record["moves"]:
                game.step(action)
        except InputError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
            raise InputError(f"this is not a game record ({type(error).__name__}: {error})") from None
        return game

    def _repr_svg_(self) -> str:
        from boardgames.carcassonne.draw import table_svg

        return table_svg(self.state)

    def __repr__(self) -> str:
        scores = "–".join(map(str, self.scores))
        if self.is_over:
            return f"<CarcassonneGame over: {scores}>"
        doing = "lays" if self.phase == Phase.PLACE_TILE else "may claim a feature of"
        return f"<CarcassonneGame {scores}, seat {self.state['seat'] + 1} {doing} {self.tile}, {self.tiles_left} left>"


def _with_first(bag: Any, letters: str) -> Any:
    """Move tiles to the front of the bag; the others keep their order."""
    if not isinstance(letters, str) or not set(letters) <= set(LETTERS):
        raise InputError(f"the first tiles are {letters!r}, but must be letters from A to X")
    first = [LETTERS.index(letter) for letter in letters]
    available = Counter(FULL_BAG.tolist())
    for number, count in Counter(first).items():
        if count > available[number]:
            raise InputError(f"the bag has {available[number]} tiles {LETTERS[number]}, not {count}")
    rest = []
    moved = Counter(first)
    for number in bag.tolist():
        if moved[number]:
            moved[number] -= 1
        else:
            rest.append(number)
    return np.array(first + rest, np.uint8)

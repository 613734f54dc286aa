"""A game for people, tests and notebooks; all rules are in the kernels it calls."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import numpy as np

from catan_sim.core import encoding as act
from catan_sim.core.action_text import from_text, to_text
from catan_sim.core.belief import new_belief, observe
from catan_sim.core.board import Board
from catan_sim.core.boardfile import board_from_text, board_to_text, find_board
from catan_sim.core.determinize import determinize
from catan_sim.core.narrate import narrate, seat_name
from catan_sim.core.position import Position, state_from_position
from catan_sim.core.records import NOBODY, Part, Record, Stream
from catan_sim.core.resources import Card, Resource
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.legal import legal_actions
from catan_sim.core.rules.step import DRAW, step
from catan_sim.core.rules.turn import total_points
from catan_sim.core.ruleset import Ruleset, find_ruleset, ruleset_from_mapping
from catan_sim.core.state import (
    board_record,
    new_states,
    new_work,
    rules_record,
    start_state,
    state_from_text,
    state_to_text,
)
from catan_sim.core.views import PrivateView, PublicView, private_view, public_view
from mcts.errors import InputError
from mcts.records import hash_record
from mcts.rng import draw_below

RECORD_VERSION: Final = 1


@dataclass(frozen=True)
class Event:
    """One action as it happened.

    Attributes
    ----------
    seat : int
        Who acted.
    action : int
    outcome : int
        What chance decided, or -1.
    text : str
        The same in words.
    """

    seat: int
    action: int
    outcome: int
    text: str

    def __str__(self) -> str:
        return self.text


class Game:
    """A game of CATAN.

    Parameters
    ----------
    board : Board or str
        A board, the name of a shipped one (``standard``, ``extension``, ``eight``) or a YAML file.
    ruleset : Ruleset or str
        A ruleset, the name of a preset (``base``, ``extension``, ``eight``) or a YAML file.
    seed : int
        Decides all chance. Same board, rules, seed and actions: the same game.

    Examples
    --------
    >>> game = Game("standard", "base", seed=3)
    >>> print(game.step("place_settlement(v=C4)"))
    Seat 1 places a settlement at C4 (brick 6 · wood 11 · wheat 12).
    """

    def __init__(self, board: Board | str = "standard", ruleset: Ruleset | str = "base", seed: int = 0) -> None:
        self.board: Final = find_board(board) if isinstance(board, str) else board
        self.ruleset: Final = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self.seed: Final = _checked_seed(seed)
        self._board = board_record(self.board)
        self._rules = rules_record(self.ruleset)
        self._work = new_work(self.board)[0]
        self.state: Record = start_state(self.board, self._board, self._rules)
        seed_streams(self._board, self._work, np.uint64(seed), np.uint64(0), np.uint64(0))
        self._opening: str | None = None  # the first position, when it was arranged by hand
        self.log: list[Event] = []
        self._history: list[tuple[Record, Any]] = []

    @classmethod
    def from_position(
        cls, position: Position, board: Board | str = "standard", ruleset: Ruleset | str = "base", seed: int = 0
    ) -> Game:
        """A game that begins in the middle, at a position arranged by hand."""
        game = cls(board, ruleset, seed)
        game.state = state_from_position(game.board, game._board, game._rules, position)
        game._opening = state_to_text(game.state)
        return game

    @property
    def actor(self) -> int:
        """The seat that must act now."""
        return int(self.state["actor"])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state["part"] == Part.OVER)

    @property
    def winner(self) -> int | None:
        """The seat that has won, or None."""
        return None if self.state["winner"] == NOBODY else int(self.state["winner"])

    @property
    def points(self) -> tuple[int, ...]:
        """Points of each seat, victory point cards included."""
        return tuple(int(total_points(self._rules, self.state, seat)) for seat in range(self.ruleset.players))

    def legal_actions(self) -> list[int]:
        """Every action that the actor may take now; none when the game is over."""
        count = legal_actions(self._board, self._rules, self.state, self._work)
        return [int(action) for action in self._work["actions"][:count]]

    def text(self, action: int) -> str:
        """An action in the form that :meth:`step` also takes."""
        return to_text(action, self.board)

    def step(self, action: int | str, outcome: int | None = None) -> Event:
        """Carry out a legal action, given as a number or in words.

        Parameters
        ----------
        action : int or str
            ``build_settlement(v=12)``, ``build_settlement(v=C4)``, or its number.
        outcome : int, optional
            Forces what chance decides: a roll as ``10 * d1 + d2``, a stolen resource, a drawn card.

        Raises
        ------
        InputError
            When the action is not legal now or the outcome cannot happen; the position is unchanged.
        """
        if not isinstance(action, str | int | np.integer):
            raise InputError(f"{action!r} is not an action; give its number or a text such as build_road(e=C4-C5)")
        number = from_text(action, self.board) if isinstance(action, str) else int(action)
        if self.is_over:
            raise InputError("the game is over; there is nothing left to do")
        if number not in self.legal_actions():
            raise InputError(f"{self.text(number)} is not legal now for {seat_name(self.actor)}")
        if outcome is not None:
            self._check_outcome(number, outcome)
        before = self._copy_state()
        self._history.append((before, self._work["streams"].copy()))
        forced = DRAW if outcome is None else outcome
        result = int(step(self._board, self._rules, self.state, self._work, number, forced))
        words = narrate(self.board, before, number, result, self.state)
        event = Event(int(before["actor"]), number, result, words)
        self.log.append(event)
        return event

    def _check_outcome(self, action: int, outcome: int) -> None:
        kind = action >> 24
        victim = action >> 8 & 0xF
        possible: list[int] = []
        if kind == act.ROLL:
            grace = self.state["turn"] <= self.ruleset.rounds_without_seven * self.ruleset.players
            dice = range(1, 7)
            possible = [10 * a + b for a in dice for b in dice if a + b != 7 or not grace]
        elif kind == act.BUY_CARD:
            possible = [card for card in Card if self.state["deck"][card]]
        elif kind == act.MOVE_ROBBER and victim != act.NO_ONE:
            possible = [resource for resource in Resource if self.state["hand"][victim][resource]]
        if not isinstance(outcome, int | np.integer) or outcome not in possible:
            hint = "; a roll of 3 and 4 is written 34" if kind == act.ROLL else ""
            raise InputError(f"{self.text(action)} cannot have the outcome {outcome}{hint}")

    def _copy_state(self) -> Record:
        copy = new_states(self.board, 1)
        copy[0] = self.state
        return copy[0]

    def undo(self) -> None:
        """Take the last action back, chance included: repeating it gives the same outcome."""
        if not self._history:
            raise InputError("there is nothing to take back")
        self.state, streams = self._history.pop()
        self._work["streams"] = streams
        self.log.pop()

    def random_action(self) -> int:
        """One of the legal actions, all equally likely, decided by the seed."""
        actions = self.legal_actions()
        if not actions:
            raise InputError("the game is over; there is nothing left to do")
        return actions[int(draw_below(self._work["streams"][Stream.AGENT], len(actions)))]

    def play(self, choose: Callable[[Game], int] | None = None) -> int | None:
        """Play on to the end; returns the winner's seat or None. ``choose`` picks the actions, by default at random."""
        while not self.is_over:
            self.step(self.random_action() if choose is None else choose(self))
        return self.winner

    def public_view(self) -> PublicView:
        """What everybody sees."""
        return public_view(self._rules, self.state)

    def private_view(self, seat: int) -> PrivateView:
        """What one player sees."""
        return private_view(self._rules, self.state, self._checked_seat(seat))

    def _checked_seat(self, seat: int) -> int:
        if not 0 <= seat < self.ruleset.players:
            raise InputError(
                f"there is no seat {seat} in this game; in code they go from 0 to {self.ruleset.players - 1}"
            )
        return seat

    def belief(self, seat: int) -> BeliefState:
        """What one player can know about everybody's cards after everything that has happened."""
        opening = self._history[0][0] if self._history else self.state
        belief = new_belief(self._checked_seat(seat), opening)
        for index, event in enumerate(self.log):
            after = self._history[index + 1][0] if index + 1 < len(self.log) else self.state
            observe(self._rules, belief, self._history[index][0], event.action, after)
        return BeliefState(self, belief)

    def __hash__(self) -> int:
        return int(hash_record(self.state))

    def to_text(self) -> str:
        """The whole game as JSON: board, rules, seed and every action with its outcome."""
        return json.dumps(
            {
                "version": RECORD_VERSION,
                "board": board_to_text(self.board),
                "ruleset": msgspec.to_builtins(self.ruleset),
                "seed": self.seed,
                "opening": self._opening,
                "moves": [[to_text(event.action), event.outcome] for event in self.log],
            },
            indent=1,
        )

    @classmethod
    def from_text(cls, text: str) -> Game:
        """Replay a game written by :meth:`to_text`; chance falls as it was recorded."""
        try:
            record = json.loads(text)
            version = record["version"]
            if version != RECORD_VERSION:
                raise InputError(f"the game record has version {version}; this program reads version {RECORD_VERSION}")
            ruleset = ruleset_from_mapping(record["ruleset"], "the game record's ruleset")
            game = cls(board_from_text(record["board"], "the game record's board"), ruleset, record["seed"])
            if record["opening"] is not None:
                game.state = state_from_text(record["opening"], game.board)
                game._opening = record["opening"]
            for action, outcome in record["moves"]:
                game.step(action, None if outcome == DRAW else outcome)
        except InputError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
            raise InputError(f"this is not a game record ({type(error).__name__}: {error})") from None
        return game

    def _repr_svg_(self) -> str:
        from catan_sim.draw.svg import Pieces, board_svg

        view = self.public_view()
        return board_svg(self.board, Pieces(view.settlements, view.cities, view.roads, view.robber))

    def __repr__(self) -> str:
        if self.is_over:
            return f"<Game over after {self.state['turn']} turns: {_result(self.winner)}>"
        return f"<Game turn {self.state['turn']}, {seat_name(self.actor)} to act, points {self.points}>"


def _checked_seed(seed: int) -> int:
    if not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise InputError(f"the seed is {seed!r}, but must be a whole number from 0 to 2**64 - 1")
    return int(seed)


def _result(winner: int | None) -> str:
    return "no winner" if winner is None else f"{seat_name(winner)} wins"


class BeliefState:
    """What one player can know of a position: bounds on every hand, and positions that fit them."""

    def __init__(self, game: Game, record: Record) -> None:
        self._game = game
        self.record: Final = record

    def hand_bounds(self, seat: int) -> tuple[tuple[int, int], ...]:
        """Fewest and most cards that a player can hold, of brick, wood, sheep, wheat and ore."""
        self._game._checked_seat(seat)
        pairs = zip(self.record["least"][seat], self.record["most"][seat], strict=True)
        return tuple((int(least), int(most)) for least, most in pairs)

    def __repr__(self) -> str:
        seats = range(self._game.ruleset.players)
        return f"<BeliefState of {seat_name(self.record['observer'])}: {[self.hand_bounds(seat) for seat in seats]}>"

    def sample(self, seed: int = 0) -> Record:
        """A full position that this player cannot tell from the true one."""
        game = self._game
        drawn = new_states(game.board, 1)[0]
        work = new_work(game.board)[0]
        seed_streams(game._board, work, np.uint64(game.seed), np.uint64(len(game.log)), np.uint64(seed))
        determinize(game._rules, self.record, game.state, drawn, work)
        return drawn

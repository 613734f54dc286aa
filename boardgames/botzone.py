"""The long-running Botzone protocol for Amazons on 8×8: moves as six numbers, row and column of from, to and arrow.

The first request is the number of our turn and all moves so far; then, as long as we ask to keep running, every further
request is the opponent's move. The bot thinks in a process of its own, where kernels are loaded, or compiled if need
be: until they are there, a small player without kernels answers in time.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final, TextIO

from boardgames.amazons.plain import SIZE, PlainAmazons, Turn
from boardgames.amazons.remote import RemoteBot

KEEP_RUNNING: Final = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
NO_MOVE: Final = (-1,) * 6
_SAFETY: Final = 0.05
"""Seconds kept back for writing the answer; the bot's guess is taken when half of them have gone by."""
_PLAIN_SHARE: Final = 0.25
"""Share of a turn, and at most _PLAIN_SECONDS, kept back for the player without kernels."""
_PLAIN_SECONDS: Final = 0.4
_COMPILER_LAG: Final = 0.4
"""Share of that by which it stops early, since the compiler may hold the processor for a moment."""
_STAT_START_TIME: Final = 19
"""Place of the start time in /proc/self/stat, counted after the name in parentheses."""


class ProtocolError(ValueError):
    """A request that does not follow the protocol, said in one sentence."""


def process_age() -> float:
    """Seconds since this process was started; 0 where the system does not tell."""
    try:
        import os

        fields = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks = int(fields[_STAT_START_TIME])
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK"))
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0


def read_numbers(line: str) -> tuple[int, ...]:
    """The numbers of a line.

    Raises
    ------
    ProtocolError
        When it has anything else.
    """
    try:
        return tuple(int(word) for word in line.split())
    except ValueError:
        raise ProtocolError(f"expected numbers, got {line.strip()[:80]!r}") from None


class Dialogue:
    """One game with the judge.

    Parameters
    ----------
    source, sink : text streams
        Requests and answers.
    bot : RemoteBot
    seconds, first_seconds : float
        Time for a turn, and for the first one of the game.
    started : float
        When the process started, on the clock of ``time.perf_counter``.
    """

    def __init__(
        self, source: TextIO, sink: TextIO, bot: RemoteBot, seconds: float, first_seconds: float, started: float
    ) -> None:
        self._source: Final = source
        self._sink: Final = sink
        self._bot: Final = bot
        self._seconds: Final = seconds
        self._first_seconds: Final = first_seconds
        self._clock = started
        self._position: Final = PlainAmazons()
        self._turns: list[Turn] = []

    def run(self) -> None:
        """Answer until the game or the input ends.

        Raises
        ------
        ProtocolError
            When a request cannot be understood or is no legal move.
        """
        opening = self._read(1)
        if opening is None:
            return
        (number,) = opening
        if not 1 <= number <= SIZE * SIZE:
            raise ProtocolError(f"the number of our turn is {number}, but must be from 1 to {SIZE * SIZE}")
        for index in range(2 * number - 1):
            numbers = self._read(6)
            if numbers is None:
                raise ProtocolError(f"the history ends after {index} of {2 * number - 1} moves")
            if numbers != NO_MOVE or index > 0:
                self._play(numbers)
        limit = self._first_seconds if number == 1 else self._seconds
        while self._answer(self._clock + limit - _SAFETY):
            request = self._read(6)
            if request is None:
                return
            self._clock = time.perf_counter()
            self._play(request)
            limit = self._seconds

    def _read(self, length: int) -> tuple[int, ...] | None:
        """The next line with this many numbers; None at the end. Empty lines and lone turn numbers are passed over."""
        for line in self._source:
            numbers = read_numbers(line)
            if len(numbers) == length:
                return numbers
            if len(numbers) > 1:
                raise ProtocolError(f"expected {length} numbers, got {len(numbers)}")
        return None

    def _play(self, numbers: tuple[int, ...]) -> None:
        on_board = all(0 <= number < SIZE for number in numbers)
        turn = (SIZE * numbers[0] + numbers[1], SIZE * numbers[2] + numbers[3], SIZE * numbers[4] + numbers[5])
        if not on_board or not self._position.is_legal(turn):
            raise ProtocolError(f"{' '.join(map(str, numbers))} is not a legal move for {self._mover()}")
        self._take(turn)

    def _take(self, turn: Turn) -> None:
        self._position.play(turn)
        self._turns.append(turn)

    def _mover(self) -> str:
        return ("Black", "White")[self._position.mover]

    def _answer(self, deadline: float) -> bool:
        """Write our move; False when we have none, which ends the game."""
        turn = self._choose(deadline)
        if turn is None:
            self._write(" ".join(map(str, NO_MOVE)))
            return False
        self._take(turn)
        places = (number for square in turn for number in divmod(square, SIZE))
        self._write(f"{' '.join(map(str, places))}\n{KEEP_RUNNING}")
        return True

    def _choose(self, deadline: float) -> Turn | None:
        if next(self._position.turns(), None) is None:
            return None
        kept_back = min(_PLAIN_SECONDS, _PLAIN_SHARE * (deadline - time.perf_counter()))
        if self._bot.is_ready(deadline - kept_back):
            turn = self._bot.choose(self._turns, deadline, deadline + _SAFETY / 2)
            return turn or self._position.good_turn(deadline + _SAFETY)
        return self._position.good_turn(deadline - _COMPILER_LAG * kept_back)

    def _write(self, text: str) -> None:
        self._sink.write(f"{text}\n")
        self._sink.flush()

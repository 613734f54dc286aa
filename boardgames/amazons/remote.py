"""The other end of ``engine.py``: a bot that can be asked while it is still waking up, and left behind when it is late.

Nothing here waits for kernels, not even for Numba to be imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import Final

from boardgames.amazons.engine import GUESS, READY, TURN
from boardgames.amazons.plain import Turn

_PATIENCE: Final = 2.0
"""Seconds that an engine gets to end."""


class RemoteBot:
    """A bot by name, in a process of its own.

    Parameters
    ----------
    name : str
        One of ``boardgames.amazons.bots.BOTS``.
    """

    def __init__(self, name: str) -> None:
        self._process: Final = subprocess.Popen(
            [sys.executable, "-m", "boardgames.amazons.engine", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        self._answers: Final[SimpleQueue[list[str]]] = SimpleQueue()
        self._ready = False
        self._played = 0
        self._asked = 0
        self._listener: Final = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._answers.put(line.split())

    def _tell(self, *lines: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except BrokenPipeError:
            self._ready = False  # it has crashed, and said so on standard error

    def _answer(self, deadline: float) -> list[str] | None:
        """The engine's next words; None when there are none in time."""
        try:
            return self._answers.get(timeout=max(0.0, deadline - time.perf_counter()))
        except Empty:
            return None

    def is_ready(self, deadline: float) -> bool:
        """Whether the engine has its kernels, waiting for that until a deadline."""
        self._ready = self._ready or self._answer(deadline) == [READY]
        return self._ready

    def choose(self, turns: Sequence[Turn], deadline: float, latest: float) -> Turn | None:
        """The turn to play after all those of the game so far; None when the engine says nothing at all.

        Parameters
        ----------
        deadline, latest : float
            When the engine should answer, and when its last guess is taken for its answer.
        """
        self._asked += 1
        self._tell(
            *(f"advance {start | target << 7 | arrow << 14}" for start, target, arrow in turns[self._played :]),
            f"choose {self._asked} {deadline}",
        )
        self._played = len(turns)
        code = None
        while (answer := self._answer(latest)) is not None:
            if answer[1] == str(self._asked):
                code = int(answer[2])
                if answer[0] == TURN:
                    break
                assert answer[0] == GUESS
        return None if code is None else (code & 127, code >> 7 & 127, code >> 14)

    def close(self) -> None:
        """End the engine."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
            self._process.wait(_PATIENCE)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._listener.join(_PATIENCE)

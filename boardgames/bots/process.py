"""A program that is spoken to in lines, within deadlines, and ended cleanly."""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import tempfile
import time
from typing import Final

from boardgames.bots.bot import BotError

LONGEST_LINE: Final = 1 << 20
"""A bot that sends more without ending the line has gone astray."""
_SECONDS_TO_LEAVE: Final = 1.0
"""Time to end by itself after its input has been closed."""
_MOST_LAST_WORDS: Final = 200
_RUNNING: Final[set[LineProcess]] = set()


class ProcessEndedError(BotError):
    """The program has ended, or closed its output."""


def kill_all() -> None:
    """End all programs that have not been closed, with their children, for a process that is about to end itself."""
    for process in list(_RUNNING):
        process.kill()


class LineProcess:
    """A child process with its own process group.

    Parameters
    ----------
    command : str
        As one would type it; no shell is involved.
    """

    def __init__(self, command: str) -> None:
        self._errors: Final = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the process)
        try:
            self._child: Final = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            raise BotError(f"it cannot be started ({error})") from None
        self._unread = b""
        _RUNNING.add(self)

    def send(self, line: bytes, seconds: float) -> None:
        """Write a line.

        Raises
        ------
        BotError
            When the program has ended, or does not read it in time.
        """
        assert self._child.stdin is not None
        rest, deadline = line + b"\n", time.monotonic() + seconds
        os.set_blocking(self._child.stdin.fileno(), False)
        try:
            while rest:
                _, writable, _ = select.select([], [self._child.stdin], [], max(0.0, deadline - time.monotonic()))
                if not writable:
                    raise BotError(f"it did not read its input within {seconds:g} s")
                rest = rest[os.write(self._child.stdin.fileno(), rest) :]
        except BrokenPipeError:
            raise self._ended() from None

    def read_line(self, seconds: float) -> bytes:
        """Wait for a whole line; it comes without its end.

        Raises
        ------
        BotError
            When the program ends, takes longer, or sends a line without end.
        """
        assert self._child.stdout is not None
        deadline = time.monotonic() + seconds
        while b"\n" not in self._unread:
            if len(self._unread) > LONGEST_LINE:
                raise BotError("it sent a line that has no end")
            readable, _, _ = select.select([self._child.stdout], [], [], max(0.0, deadline - time.monotonic()))
            if not readable:
                raise BotError(f"it did not answer within {seconds:g} s")
            chunk = os.read(self._child.stdout.fileno(), 1 << 16)
            if not chunk:
                raise self._ended()
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        return line.rstrip(b"\r")

    def close(self) -> None:
        """Close its input, wait a moment, and end whatever is left of it and its children."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        with contextlib.suppress(OSError):
            self._child.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(_SECONDS_TO_LEAVE)
        self.kill()
        self._child.wait()
        self._child.stdout.close()
        self._errors.close()
        _RUNNING.discard(self)

    def kill(self) -> None:
        """End it and its children, whatever they are doing."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._child.pid, signal.SIGKILL)

    def _ended(self) -> ProcessEndedError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(_SECONDS_TO_LEAVE)
        self._errors.seek(0)
        words = self._errors.read().decode("utf-8", "replace").strip().rpartition("\n")[2][:_MOST_LAST_WORDS]
        code = self._child.returncode
        how = "it closed its output" if code is None else f"it ended with code {code}"
        return ProcessEndedError(how + (f" ({words})" if words else ""))

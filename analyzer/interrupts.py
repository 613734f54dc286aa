"""Ctrl-C as a request to stop soon, not as an exception out of nowhere; being ended from outside as an exception."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class EndedError(SystemExit):
    """The process was told to end, by SIGTERM: a cancelled job, a container that is stopped, a machine that is."""


@contextmanager
def noticing_interrupts() -> Iterator[Callable[[], bool]]:
    """Give a function that tells whether Ctrl-C was pressed; pressed again, it is a KeyboardInterrupt as ever.

    SIGTERM raises an EndedError, instead of whatever Ray does about it, with a page of addresses.
    """
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # only that one may handle signals
        yield pressed.is_set
        return

    def notice(number: int, frame: FrameType | None) -> None:
        del number, frame
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    def end(number: int, frame: FrameType | None) -> None:
        del frame
        raise EndedError(128 + number)  # as a shell counts it

    before = {
        number: signal.signal(number, handle) for number, handle in ((signal.SIGINT, notice), (signal.SIGTERM, end))
    }
    try:
        yield pressed.is_set
    finally:
        for number, handle in before.items():
            signal.signal(number, handle)

"""Ctrl-C as a request to stop soon, not as an exception out of nowhere."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def noticing_interrupts() -> Iterator[Callable[[], bool]]:
    """Give a function that tells whether Ctrl-C was pressed; pressed again, it is a KeyboardInterrupt as ever."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # only that one may handle signals
        yield pressed.is_set
        return

    def notice(number: int, frame: FrameType | None) -> None:
        del number, frame
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    before = signal.signal(signal.SIGINT, notice)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)

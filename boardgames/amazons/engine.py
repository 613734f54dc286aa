"""A bot in a process of its own: ``python -m boardgames.amazons.engine NAME``, told what to do line by line.

=============================  =====================================================================================
``advance TURN``               plays a turn, in the code of ``rules.py``
``choose NUMBER DEADLINE``     asks for a turn by a moment on the clock of ``time.perf_counter``, which all processes
                               share; answered by any number of ``guess NUMBER TURN``, then ``turn NUMBER TURN``
=============================  =====================================================================================

The engine says ``ready`` when its kernels are loaded, or compiled if need be. It ends with its input, at once, even
in the middle of compiling.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from boardgames.amazons.bots import AmazonsBot

READY: Final = "ready"
GUESS: Final = "guess"
TURN: Final = "turn"
_LAST_PORTION: Final = 0.02
"""Seconds of thinking that are no longer cut in two, with a guess in between."""


def _listen(orders: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        orders.put(line)
    os._exit(0)  # the compiler cannot be asked to stop


def _say(*words: object) -> None:
    sys.stdout.write(f"{' '.join(map(str, words))}\n")
    sys.stdout.flush()


def _choose(bot: AmazonsBot, number: str, deadline: float) -> None:
    """Think until the deadline; a computer that is too busy to let us answer then has had our guesses."""
    while (left := deadline - time.perf_counter()) > _LAST_PORTION:
        _say(GUESS, number, bot.choose(seconds=left / 2))
    _say(TURN, number, bot.choose(seconds=max(0.0, left)))


def main(name: str) -> None:
    """Obey until the input ends."""
    orders: SimpleQueue[str] = SimpleQueue()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever gives the orders
    threading.Thread(target=_listen, args=(orders,), daemon=True).start()
    sys.modules["scipy"] = None  # type: ignore[assignment]  # Numba would look there for BLAS and lose time to think
    from boardgames.amazons.bots import new_bot
    from boardgames.amazons.warm import warm_bot

    warm_bot(name)
    bot = new_bot(name)
    _say(READY)
    while True:
        word, *arguments = orders.get().split()
        if word == "advance":
            bot.advance(int(arguments[0]))
        else:
            _choose(bot, arguments[0], float(arguments[1]))


if __name__ == "__main__":
    main(sys.argv[1])

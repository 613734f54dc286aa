"""Getting the kernels of Amazons compiled, or loaded, before somebody waits for them."""

from __future__ import annotations

from typing import Final

from boardgames.amazons.bots import BOTS, ImprovedBot, new_bot
from boardgames.amazons.positions import start_state, state_from_rows
from boardgames.amazons.thinker import Settings

RACE: Final = ("B..#...W", *["########"] * 7)
"""Both sides apart, which calls for other kernels than the opening."""
_LITTLE_MEMORY: Final = 300
"""Nodes that are used up at once, which calls for forgetting."""


def warm_bot(name: str) -> None:
    """Let a bot play a short turn in the opening and in a race, which calls every kernel that it needs."""
    new_bot(name)  # a name that is not there is said before anything is compiled
    for state in (start_state(), state_from_rows(RACE)):
        bot = BOTS[name](state)
        bot.advance(bot.choose(iterations=8))
    if name == "improved":
        ImprovedBot(settings=Settings(nodes=_LITTLE_MEMORY)).choose(iterations=8)

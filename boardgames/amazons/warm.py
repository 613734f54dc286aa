"""Getting the kernels of Amazons compiled, or loaded, before somebody waits for them."""

from __future__ import annotations

from boardgames.amazons.bots import BOTS, new_bot


def warm_bot(name: str) -> None:
    """Let a bot play one short turn, which calls every kernel that it needs."""
    bot = new_bot(name)
    bot.advance(bot.choose(iterations=8))


def warm() -> None:
    """Prepare all bots."""
    for name in BOTS:
        warm_bot(name)

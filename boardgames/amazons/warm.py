"""Getting the kernels of Amazons compiled, or loaded, before somebody waits for them."""

from __future__ import annotations

from boardgames.amazons.bots import new_bot


def warm_bot(name: str) -> None:
    """Let a bot play one short turn, which calls every kernel that it needs."""
    bot = new_bot(name)
    bot.advance(bot.choose(iterations=8))

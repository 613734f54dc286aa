"""The shipped board and ruleset that go with a number of players."""

from __future__ import annotations

from typing import Final

_BY_PLAYERS: Final = ((4, "standard", "base"), (6, "extension", "extension"), (8, "eight", "eight"))
"""Up to so many players: this board (and layout of the same name) and this ruleset."""


def default_setting(players: int) -> tuple[str, str]:
    """Names of the board and the ruleset for two to eight players."""
    return next((board, ruleset) for most, board, ruleset in _BY_PLAYERS if players <= most)

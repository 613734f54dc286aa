"""The one exception for input that a person can put right, shared by all packages."""

from __future__ import annotations

from mcts.errors import InputError

__all__ = ["InputError"]

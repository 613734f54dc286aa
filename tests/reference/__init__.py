"""Slow reference engine: every rule of docs/rules.md written out as plainly as possible."""

from .game import ReferenceGame

__all__ = ["ReferenceGame"]

"""The one exception for input that a person can put right."""

from __future__ import annotations


class InputError(ValueError):
    """Input that cannot be used; its text is one sentence that says where, what and how to mend it."""

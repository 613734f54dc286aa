"""Analyses of very short games, for tests of everything around them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from analyzer.request import Request, request_from_mapping
from analyzer.results import Results

RULES = "victory_target: 3\nturn_cap: 40\n"


def quick_request(folder: Path, **fields: Any) -> Request:
    """A request on the standard board with rules under which a unit takes a few milliseconds."""
    rules = folder / "quick.yaml"
    rules.write_text(RULES)
    return request_from_mapping({"board": "standard", "ruleset": str(rules), "budget": 30_000, **fields}, "test")


def assert_same(one: Results, other: Results) -> None:
    """Both hold the same question, reason and units."""
    assert one.question == other.question
    assert one.stopped == other.stopped
    for name in ("spots", "roads"):
        for first, second in zip(getattr(one, name), getattr(other, name), strict=True):
            assert (first.vertex, first.road) == (second.vertex, second.road)
            assert np.array_equal(first.units, second.units)
    assert np.array_equal(one.round_wins, other.round_wins)
    assert np.array_equal(one.round_games, other.round_games)

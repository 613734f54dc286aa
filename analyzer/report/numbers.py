"""Numbers as report files have them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from analyzer.measures import Mean
from analyzer.report.model import DIGITS, Estimate, Interval, Rate


def plain(number: Any) -> float:
    """A float with the digits that a report keeps; no negative zero."""
    return round(float(number), DIGITS) + 0.0


def interval(ends: Iterable[Any]) -> Interval:
    """Both ends of an interval."""
    low, high = ends
    return plain(low), plain(high)


def rate(mean: Any, ends: Iterable[Any]) -> Rate:
    """A win rate with its interval."""
    return Rate(mean=plain(mean), interval=interval(ends))


def estimate(mean: Mean) -> Estimate:
    """A mean with its interval, as far as they are known."""
    ends = mean.interval()
    return Estimate(
        mean=None if mean.value != mean.value else plain(mean.value),
        interval=None if ends is None else interval(ends),
    )

"""Numbers and lists as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Final

NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def printable(text: str) -> str:
    """Without control characters, which names from files may contain."""
    return "".join(filter(str.isprintable, text))


def percent(share: float, digits: int = 1) -> str:
    """``31.2 %``."""
    return f"{100 * share:.{digits}f} %"


def signed(number: float, digits: int = 1) -> str:
    """``3.0`` or ``−0.1``, and never ``−0.0``."""
    text = f"{number:.{digits}f}"
    return text.replace("-", "−" if float(text) else "")


def percents(interval: tuple[float, float], digits: int = 1) -> str:
    """``29.8–32.6 %``."""
    return f"{100 * interval[0]:.{digits}f}–{100 * interval[1]:.{digits}f} %"


def certainty(probability: float) -> str:
    """A probability in whole percents that never claims more than it is: ``99 %``, ``over 99.9 %``, ``under 1 %``."""
    if probability >= 0.999:
        return "over 99.9 %"
    if probability < 0.01:
        return "under 1 %"
    return f"{floor(100 * probability + 1e-9)} %"


def with_their_signs(text: str) -> str:
    """With no line break between a number and its percent sign, or before the dot between two hexes."""
    return text.replace(" %", f"{NO_BREAK}%").replace(" ·", f"{NO_BREAK}·")


def share_of_games(share: float) -> str:
    """How often something happened, in whole percents; all and none only where there is no exception."""
    if 0.995 <= share < 1:
        return "over 99 %"
    if 0 < share < 0.005:
        return "under 1 %"
    return percent(share, 0)


def span(low: int, high: int) -> str:
    """``1–3``, or ``2`` where both ends are the same."""
    return str(low) if low == high else f"{low}–{high}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """``brick, wood and ore``."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def counted(count: int, thing: str) -> str:
    """``1 road``, ``2 roads``."""
    return f"{count} {thing}" + ("" if count == 1 else "s")


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:] + "."

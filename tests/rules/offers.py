"""Rules 8.2 and 8.3 written out: every offer that a hand allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from catan_sim.core.resources import EVERYDAY_NAMES

from .positions import Counts


def every_offer(held: Counts, most: int) -> set[str]:
    """Bundles of at most so many cards that one holds against bundles of other resources, as ``+1brick-2ore``."""
    mine = Counter(dict(zip(EVERYDAY_NAMES, held, strict=True)))
    offers = set()
    for given in _bundles(most):
        for wanted in _bundles(most):
            if given <= mine and not given.keys() & wanted.keys():
                signed = {name: given[name] - wanted[name] for name in EVERYDAY_NAMES}
                offers.add("".join(f"{count:+d}{name}" for name, count in signed.items() if count))
    return offers


def _bundles(most: int) -> Iterator[Counter[str]]:
    for size in range(1, most + 1):
        yield from (Counter(names) for names in combinations_with_replacement(EVERYDAY_NAMES, size))

"""Maps as rows of places, centred one below the other, the way people read and type them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from catan_sim.core.topology import Axial
from mcts.errors import InputError


def places_in_rows(lengths: Sequence[int]) -> list[list[Axial]]:
    """Find the position of every place in rows of these lengths.

    Hexes of neighbouring rows are offset by half a hex. Rows that share one axis have that offset exactly when their
    lengths differ by an odd number.
    """
    for row, (above, below) in enumerate(pairwise(lengths), start=1):
        if (above - below) % 2 == 0:
            raise InputError(
                f"rows {row} and {row + 1} have {above} and {below} places, but rows are centred, so the lengths of "
                f"neighbours must differ by an odd number; add the hex that is missing, or add 'sea' at one end of "
                f"row {row + 1}"
            )
    axis = (lengths[0] - 1) % 2 if lengths else 0
    rows = []
    for r, length in enumerate(lengths):
        leftmost = axis - (length - 1)
        rows.append([Axial((leftmost + 2 * place - r) // 2, r) for place in range(length)])
    return rows


def rows_around(hexes: Iterable[Axial]) -> list[list[Axial]]:
    """Find the shortest centred rows that hold all these hexes; the inverse of :func:`places_in_rows`."""
    row_xs: dict[int, list[int]] = {}
    for position in hexes:
        row_xs.setdefault(position.r, []).append(position.x)
    everything = [x for xs in row_xs.values() for x in xs]

    def reach(axis: int, r: int) -> int:
        # A row without hexes still needs a place or two to keep the rows below it where they are.
        return max((abs(x - axis) for x in row_xs.get(r, [])), default=(axis - r) % 2)

    axis = min(
        range(min(everything), max(everything) + 1),
        key=lambda candidate: sum(reach(candidate, r) for r in row_xs),
    )
    rows = []
    for r in range(min(row_xs), max(row_xs) + 1):
        distance = reach(axis, r)
        rows.append([Axial((x - r) // 2, r) for x in range(axis - distance, axis + distance + 1, 2)])
    return rows

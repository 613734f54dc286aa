"""Random boards of a layout, the same for a seed on every machine and for good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, get_args

from catan_sim.core.board import Board, Port, Tile
from catan_sim.core.layouts import Layout, layout_named
from catan_sim.core.resources import Resource
from catan_sim.core.rows import places_in_rows
from catan_sim.core.topology import Axial
from mcts.errors import InputError
from mcts.splitmix import SplitMix

Numbers = Literal["spiral", "shuffled"]

RED_NUMBERS: Final = (6, 8)
"""The numbers rolled most often, which no two neighbouring hexes may both have."""

_MAX_DRAWS: Final = 100_000
"""The three layouts need one draw with a spiral, and a few hundred at worst with shuffled numbers."""

_COUNTER_CLOCKWISE: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Steps (q, r) to the six neighbours: east first, each next one further to the left."""


def random_board(layout: str | Layout, seed: int, numbers: Numbers = "spiral") -> Board:
    """Lay out a board at random.

    Parameters
    ----------
    layout : str or Layout
    seed : int
        From 0 to 2**64 - 1.
    numbers : {"spiral", "shuffled"}
        ``spiral`` lays the tokens in their printed order from a random corner, counter-clockwise and inwards, skipping
        deserts. ``shuffled`` puts them anywhere. Either way no 6 or 8 lies next to another.
    """
    layout = layout_named(layout) if isinstance(layout, str) else layout
    if not 0 <= seed < 1 << 64:
        raise InputError(f"the seed {seed} is out of range; give a number from 0 to 2**64 - 1")
    if numbers not in get_args(Numbers):
        raise InputError(f"numbers cannot be laid by '{numbers}'; choose {' or '.join(get_args(Numbers))}")

    generator = SplitMix(seed)
    kinds = generator.shuffled(layout.port_kinds)
    tiles = _draw_tiles(layout, generator, numbers)
    bare = Board(tiles)
    ports = [Port(kind, bare.edge(edge)) for kind, edge in zip(kinds, layout.port_edges, strict=True)]
    return Board(tiles, ports, name=f"{layout.name} board, seed {seed}, {numbers} numbers")


def _draw_tiles(layout: Layout, generator: SplitMix, numbers: Numbers) -> dict[Axial, Tile]:
    places = [place for row in places_in_rows(layout.rows) for place in row]
    starts = corners(places)
    for _ in range(_MAX_DRAWS):
        terrain = dict(zip(places, generator.shuffled(layout.terrain), strict=True))
        if numbers == "spiral":
            tiles = _lay_tokens(terrain, spiral(places, starts[generator.below(len(starts))]), layout.tokens)
        else:
            tiles = _lay_tokens(terrain, places, generator.shuffled(layout.tokens))
        if not has_red_neighbours(tiles):
            return tiles
    raise InputError(f"layout {layout.name} has too many tokens 6 and 8 to keep them apart; use fewer of them")


def _lay_tokens(
    terrain: Mapping[Axial, Resource | None], order: Sequence[Axial], tokens: Sequence[int]
) -> dict[Axial, Tile]:
    remaining = iter(tokens)
    return {place: Tile() if terrain[place] is None else Tile(terrain[place], next(remaining)) for place in order}


def has_red_neighbours(tiles: Mapping[Axial, Tile]) -> bool:
    """Tell whether any 6 or 8 lies next to another."""
    red = {place for place, tile in tiles.items() if tile.number in RED_NUMBERS}
    return any(_step(place, direction) in red for place in red for direction in range(3))


def corners(places: Sequence[Axial]) -> list[Axial]:
    """Find the corner hexes of a convex map: those with just three neighbours."""
    land = set(places)
    return [place for place in places if sum(_step(place, direction) in land for direction in range(6)) == 3]


def spiral(places: Sequence[Axial], start: Axial) -> list[Axial]:
    """Order all hexes of a convex map from a corner, counter-clockwise along the coast and then inwards."""
    left = set(places)
    here, path = start, [start]
    left.remove(start)
    # Counter-clockwise along the coast means the sea is to the right.
    direction = next(d for d in range(6) if _step(here, d) in left and _step(here, d - 1) not in left)
    while left:
        direction = next(d for d in range(direction, direction + 6) if _step(here, d) in left)
        here = _step(here, direction)
        path.append(here)
        left.remove(here)
    return path


def _step(place: Axial, direction: int) -> Axial:
    q, r = _COUNTER_CLOCKWISE[direction % 6]
    return Axial(place.q + q, place.r + r)

"""The table: cells, open places beside the tiles, and where a tile fits."""

from __future__ import annotations

from boardgames.carcassonne.records import CELLS, NEAR_OPEN, ROW, Record
from boardgames.carcassonne.tables import EDGES, FITS
from mcts.kernel import kernel

NORTH, EAST, SOUTH, WEST = range(4)


@kernel
def cell_at(x: int, y: int) -> int:
    """The cell of a place; different for any two places of a game (see ``records.CELLS``)."""
    return (x + ROW * y) % CELLS


@kernel
def east_of(side: int) -> int:
    """How far east the neighbour on this side lies."""
    return (side == EAST) - (side == WEST)


@kernel
def south_of(side: int) -> int:
    """How far south the neighbour on this side lies."""
    return (side == SOUTH) - (side == NORTH)


@kernel
def cell_beside(cell: int, side: int) -> int:
    """The neighbouring cell on this side."""
    beside = cell + east_of(side) + ROW * south_of(side)
    if beside < 0:
        return beside + CELLS
    if beside >= CELLS:
        return beside - CELLS
    return beside


@kernel
def rotations_that_fit(state: Record, tile: int, place: int) -> int:
    """The rotations (bits 0 … 3) with which a tile matches all neighbours of an open place."""
    return FITS[tile, state.wanted[place]]


@kernel
def fits_somewhere(state: Record, tile: int) -> bool:
    """Whether a tile can be laid at all; one that cannot is set aside."""
    for place in range(state.open_places):
        if rotations_that_fit(state, tile, place):
            return True
    return False


@kernel
def require(state: Record, cell: int, x: int, y: int, side: int, edge: int) -> None:
    """Note that whatever comes to lie at a place without a tile must show ``edge`` on ``side``."""
    if not state.cells[cell]:
        place = state.open_places
        state.open_places += 1
        state.cells[cell] = NEAR_OPEN + place
        state.wanted[place] = 0
        state.open_x[place] = x
        state.open_y[place] = y
    state.wanted[state.cells[cell] - NEAR_OPEN] |= edge << (2 * side)


@kernel
def close_place(state: Record, cell: int) -> None:
    """Take a place that is about to be covered off the list; the last of the list takes its number."""
    place = state.cells[cell] - NEAR_OPEN
    last = state.open_places - 1
    state.open_places = last
    if place != last:
        state.wanted[place] = state.wanted[last]
        state.open_x[place] = state.open_x[last]
        state.open_y[place] = state.open_y[last]
        state.cells[cell_at(state.open_x[last], state.open_y[last])] = NEAR_OPEN + place
    state.cells[cell] = 0


@kernel
def put_on_table(state: Record, lie: int, x: int, y: int) -> int:
    """Lay a tile at an open place (or the start tile) and open the places beside it; returns its cell."""
    cell = cell_at(x, y)
    if state.cells[cell]:
        close_place(state, cell)
    number = state.placed
    state.cells[cell] = 1 + number
    state.lie[number] = lie
    state.x[number] = x
    state.y[number] = y
    for side in range(4):
        beside = cell_beside(cell, side)
        if not 0 < state.cells[beside] < NEAR_OPEN:
            require(state, beside, x + east_of(side), y + south_of(side), side ^ 2, EDGES[lie, side])
    return cell


@kernel
def tile_at(state: Record, x: int, y: int) -> int:
    """The number of the tile at a place, or -1."""
    occupant = state.cells[cell_at(x, y)]
    return occupant - 1 if 0 < occupant < NEAR_OPEN else -1


@kernel
def count_around(state: Record, x: int, y: int) -> int:
    """Tiles on the eight places around a place."""
    count = 0
    for across in range(-1, 2):
        for down in range(-1, 2):
            if (across or down) and tile_at(state, x + across, y + down) >= 0:
                count += 1
    return count

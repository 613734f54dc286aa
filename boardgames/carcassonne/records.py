"""The record of a position: every field with its meaning, dtype and shape, in this one place.

Positions are copied once for every iteration of a search, so everything is as narrow as the 72 tiles allow: their 243
segments are numbered by bytes, their 49 city segments are bits of one word, a seat's followers on a feature are four
bits of one word. Scores and aggregates are kept up to date when features merge; nothing is ever counted anew.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from boardgames.carcassonne.tables import CITY_PIECES, FEATURES
from boardgames.carcassonne.tiles import BAG_SIZE, TILE_COUNT, TILES, Kind
from mcts.game import register_game

Record: TypeAlias = Any
"""A structured record (``numpy.void``); kernels read and write its fields as attributes."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
FOLLOWERS: Final = 7
"""Of each player."""
MONASTERIES: Final = sum(tile.count for tile in TILES if any(part.kind == Kind.MONASTERY for part in tile.segments))

ROW: Final = 75
CELLS: Final = 2813
"""The table is wound up on a torus: place (x, y) is cell (x + ROW * y) modulo CELLS.

72 tiles that hang together are at most 71 steps apart, so no two places that a game looks at (tiles, places beside
them, the eight places around a monastery) are more than 74 steps apart. Places that share a cell are at least 75 steps
apart: ROW and CELLS are the perfect code with that distance. So no game ever meets a collision, however far it
stretches, and the table takes 2.8 kB instead of 20.
"""

OPEN_PLACES: Final = 2 * TILE_COUNT + 2
"""Most places beside 72 tiles that hang together: those of a straight row."""
NEAR_OPEN: Final = TILE_COUNT + 1
"""In ``cells``: this and above are open places; 1 … 72 are tiles; 0 is far from everything."""
CLAIM_WORDS: Final = -(-FEATURES // 64)
SEAT_BITS: Final = 4
"""Followers of one seat in a word of ``followers``."""


class Phase(IntEnum):
    """What is decided now."""

    PLACE_TILE = 0
    PLACE_MEEPLE = 1
    OVER = 2


_FIELDS: Final[list[tuple[Any, ...]]] = [
    # Features: rows of a union-find forest over the segments of the tiles laid so far, in the order of laying.
    # Everything but ``parent`` and ``kind`` counts for the root of a tree only.
    ("cities", np.uint64, (FEATURES,)),  # bitset of city segments: a city's own, those that a field borders on
    ("claimed", np.uint64, (len(Kind), CLAIM_WORDS)),  # bitsets of roots with followers on them, by kind
    ("followers", np.uint32, (FEATURES,)),  # four bits for each seat
    ("twins", np.uint16, (FEATURES,)),  # bitset: tiles with several segments of this kind, some of them in here
    ("scores", np.int16, (MAX_PLAYERS,)),  # not a feature's, but of each seat; it stands here for its width
    ("parent", np.uint8, (FEATURES,)),
    ("kind", np.uint8, (FEATURES,)),
    ("open", np.uint8, (FEATURES,)),  # sides of a city or road without a neighbour; tiles missing around a monastery
    ("tiles", np.uint8, (FEATURES,)),  # different tiles in it; around a monastery, itself included
    ("pennants", np.uint8, (FEATURES,)),
    ("city_feature", np.uint8, (CITY_PIECES,)),  # the feature of each city segment
    # The table.
    ("cells", np.uint8, (CELLS,)),  # 0, 1 + number of a tile, or NEAR_OPEN + number of an open place
    ("lie", np.uint8, (TILE_COUNT,)),  # of each tile laid: 4 * kind + rotation
    ("first", np.uint8, (TILE_COUNT,)),  # of each tile laid: its first feature
    ("x", np.int8, (TILE_COUNT,)),  # of each tile laid: growing eastward, the start tile at 0
    ("y", np.int8, (TILE_COUNT,)),  # growing southward
    ("wanted", np.uint8, (OPEN_PLACES,)),  # of each open place: the constraint of its neighbours
    ("open_x", np.int8, (OPEN_PLACES,)),
    ("open_y", np.int8, (OPEN_PLACES,)),
    ("monastery", np.uint8, (MONASTERIES,)),  # tiles that bear one, in the order of laying
    # Players and bag.
    ("supply", np.uint8, (MAX_PLAYERS,)),  # followers in hand
    ("bag", np.uint8, (BAG_SIZE,)),  # tiles in the order of drawing
    ("drawn", np.uint8),  # place in the bag of the tile in hand; BAG_SIZE when all are out
    ("discarded", np.uint8),  # tiles that fitted nowhere
    ("players", np.uint8),
    ("seat", np.uint8),  # whose turn it is
    ("phase", np.uint8),
    ("placed", np.uint8),  # tiles on the table
    ("features", np.uint8),  # segments on the table
    ("city_pieces", np.uint8),  # city segments on the table
    ("twin_tiles", np.uint8),  # tiles on the table that have a bit in ``twins``
    ("open_places", np.uint8),
    ("monasteries", np.uint8),
]
"""Wide fields come first, so that there are no gaps whose bytes a copy might leave undefined."""
_MARKER_BYTES: Final = 8
_CACHE_LINES: Final = 128
"""Positions are padded to a multiple of this, so that two workers' positions never share a cache line."""

DTYPE: Final = register_game(
    "carcassonne",
    np.dtype(
        [*_FIELDS, ("padding", np.uint8, (-(np.dtype(_FIELDS).itemsize + _MARKER_BYTES) % _CACHE_LINES,))], align=True
    ),
    sources=sorted(Path(__file__).parent.glob("*.py")),
)
"""One position."""

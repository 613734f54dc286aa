"""The layouts of the boxed game and its extensions: shape, pieces and harbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from catan_sim.core.board import Board
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.core.rows import places_in_rows
from catan_sim.core.yamlfile import did_you_mean
from mcts.errors import InputError

BRICK, WOOD, SHEEP, WHEAT, ORE = Resource


@dataclass(frozen=True)
class Layout:
    """What comes in a box.

    Attributes
    ----------
    name : str
    rows : tuple of int
        Hexes in each row, top to bottom.
    terrain : tuple of Resource or None
        Every hex tile; None is a desert.
    tokens : tuple of int
        Every number token, in the order in which the spiral lays them.
    port_kinds : tuple of int
        Every harbour, in the order of ``port_edges`` on a board that does not shuffle them.
    port_edges : tuple of str
        Where the harbours lie, clockwise from the top left.
    """

    name: str
    rows: tuple[int, ...]
    terrain: tuple[Resource | None, ...]
    tokens: tuple[int, ...]
    port_kinds: tuple[int, ...]
    port_edges: tuple[str, ...]

    @property
    def pieces(self) -> Counter[str]:
        """How many there are of each tile, token and port."""
        return _count_pieces(self.terrain, self.tokens, self.port_kinds)

    def mismatches(self, board: Board) -> list[str]:
        """List how a board's pieces differ from those in the box: ``2 × wood too many``."""
        expected, actual = self.pieces, pieces_on(board)
        wrong = []
        for piece in sorted(expected | actual, key=_piece_order):
            surplus = actual[piece] - expected[piece]
            if surplus:
                wrong.append(f"{abs(surplus)} × {piece} too {'many' if surplus > 0 else 'few'}")
        return wrong

    def has_shape_of(self, board: Board) -> bool:
        """Tell whether the board's hexes lie as in the box, wherever that is in the plane."""
        places = [place for row in places_in_rows(self.rows) for place in row]
        hexes = board.topology.hexes
        return [(place.q - places[0].q, place.r - places[0].r) for place in places] == [
            (position.q - hexes[0].q, position.r - hexes[0].r) for position in hexes
        ]

    def check_rows(self, lengths: Sequence[int]) -> None:
        """Refuse rows that hold other numbers of hexes than those in the box; rows of nothing but sea do not count."""
        land = [(row, length) for row, length in enumerate(lengths, start=1) if length]
        remedy = "correct that or remove the field layout"
        if len(land) != len(self.rows):
            raise InputError(f"the {self.name} layout has {len(self.rows)} rows, this has {len(land)}; {remedy}")
        for (row, length), expected in zip(land, self.rows, strict=True):
            if length != expected:
                hexes = "1 hex" if length == 1 else f"{length} hexes"
                raise InputError(f"row {row} has {hexes}, the {self.name} layout has {expected} there; {remedy}")

    def check(self, board: Board) -> None:
        """Refuse a board of other pieces or another shape."""
        if wrong := self.mismatches(board):
            raise InputError(
                f"the pieces are not those of layout {self.name} ({', '.join(wrong)}); "
                f"correct them or remove this field"
            )
        if not self.has_shape_of(board):
            raise InputError(f"the hexes do not lie as in layout {self.name}; move them or remove this field")


def pieces_on(board: Board) -> Counter[str]:
    """Count each kind of tile, token and port on a board."""
    return _count_pieces(
        tuple(tile.resource for tile in board.tiles),
        tuple(tile.number for tile in board.tiles if tile.number is not None),
        tuple(port.kind for port in board.ports),
    )


def _count_pieces(
    terrain: tuple[Resource | None, ...], tokens: tuple[int, ...], ports: tuple[int, ...]
) -> Counter[str]:
    pieces = Counter("desert" if resource is None else resource.word for resource in terrain)
    pieces.update(f"token {number}" for number in tokens)
    pieces.update("3:1 port" if kind == GENERIC_PORT else f"{Resource(kind).word} port" for kind in ports)
    return pieces


def _piece_order(piece: str) -> tuple[bool, bool, int, str]:
    """Tiles first, then tokens by number, then ports."""
    token = int(piece.split()[1]) if piece.startswith("token") else 0
    return piece.endswith("port"), token > 0, token, piece


def layout_named(name: str) -> Layout:
    """Look up a layout by its name."""
    if name not in LAYOUTS:
        hint = did_you_mean(name, LAYOUTS) or f"; the layouts are {', '.join(LAYOUTS)}"
        raise InputError(f"unknown layout '{name}'{hint}")
    return LAYOUTS[name]


def layout_of(board: Board) -> Layout | None:
    """Find the layout whose shape and pieces the board has, or None."""
    fitting = (layout for layout in LAYOUTS.values() if not layout.mismatches(board) and layout.has_shape_of(board))
    return next(fitting, None)


_STANDARD: Final = Layout(
    name="standard",
    rows=(3, 4, 5, 4, 3),
    terrain=(*(WOOD, WHEAT, SHEEP) * 4, *(BRICK, ORE) * 3, None),
    tokens=(5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11),
    port_kinds=(GENERIC_PORT, WHEAT, ORE, GENERIC_PORT, SHEEP, GENERIC_PORT, GENERIC_PORT, BRICK, WOOD),
    port_edges=("A1-A2", "A4-A5", "B8-B9", "C11-D11", "E8-E9", "F4-F5", "F1-F2", "D2-E1", "B1-C2"),
)

_EXTENSION: Final = Layout(
    name="extension",
    rows=(3, 4, 5, 6, 5, 4, 3),
    terrain=(*(WOOD, WHEAT, SHEEP) * 6, *(BRICK, ORE) * 5, None, None),
    tokens=(2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6),
    port_kinds=(*(GENERIC_PORT,) * 5, BRICK, WOOD, SHEEP, SHEEP, WHEAT, ORE),
    port_edges=(
        *("A1-A2", "A4-A5", "B8-B9", "C11-D12", "E12-F11", "G8-G9"),
        *("H4-H5", "H1-H2", "F1-F2", "D1-E1", "B1-C2"),
    ),
)

_EIGHT: Final = Layout(
    name="eight",
    rows=(4, 5, 6, 7, 6, 5, 4),
    terrain=(*(WOOD, WHEAT, SHEEP) * 8, *(BRICK, ORE) * 6, None),
    tokens=(
        *(8, 4, 6, 12, 8, 2, 9, 11, 4, 5, 3, 6, 10, 5, 8, 2, 9, 12),
        *(10, 11, 5, 3, 6, 9, 10, 4, 3, 11, 5, 4, 8, 10, 11, 6, 9, 3),
    ),
    port_kinds=(*(GENERIC_PORT,) * 6, BRICK, WOOD, SHEEP, SHEEP, WHEAT, ORE),
    port_edges=(
        *("A1-A2", "A4-A5", "A8-A9", "B11-C12", "D15-E15", "F12-F13"),
        *("H8-H9", "H5-H6", "H1-H2", "F2-G1", "D1-E1", "C1-C2"),
    ),
)

LAYOUTS: Final = {layout.name: layout for layout in (_STANDARD, _EXTENSION, _EIGHT)}

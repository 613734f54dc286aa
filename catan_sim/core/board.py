"""A board: hexes with their resources and numbers, ports and the robber's start; immutable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from catan_sim.core.records import SIZES
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.core.topology import NONE, Axial, Topology, build_topology
from mcts.errors import InputError

MAX_HEXES: Final = SIZES[-1].hexes
MAX_VERTICES: Final = SIZES[-1].vertices
MAX_EDGES: Final = SIZES[-1].edges
"""What the largest kernel records hold; 61 hexes in a hexagon have 150 vertices and 210 edges."""

NUMBERS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
_PIPS: Final = {number: 6 - abs(7 - number) for number in NUMBERS}


def pips(number: int | None) -> int:
    """How many of the 36 throws of two dice show this number (0 for none)."""
    return 0 if number is None else _PIPS[number]


@dataclass(frozen=True)
class Tile:
    """What lies on a hex: a resource with a number, or a desert (both None)."""

    resource: Resource | None = None
    number: int | None = None

    def __str__(self) -> str:
        return "desert" if self.resource is None else f"{self.resource.word} {self.number}"


@dataclass(frozen=True)
class Port:
    """A harbour on a coastal edge.

    Attributes
    ----------
    kind : int
        The resource of a special port, or GENERIC_PORT.
    edge : int
        The coastal edge whose two ends it serves.
    """

    kind: int
    edge: int

    def __str__(self) -> str:
        return "3:1" if self.kind == GENERIC_PORT else Resource(self.kind).word


class Board:
    """An immutable map.

    Parameters
    ----------
    tiles : mapping of Axial (or (q, r)) to Tile
    ports : iterable of Port
        Edges are numbered by :func:`build_topology` for the same hexes.
    robber : int, None or "desert"
        The hex where the robber starts; None is off the board. ``"desert"`` (the default) is the first desert in
        reading order, or off the board when there is none.
    name : str
        For people; no part of the board's identity.
    """

    def __init__(
        self,
        tiles: Mapping[Axial, Tile] | Mapping[tuple[int, int], Tile],
        ports: Iterable[Port] = (),
        robber: int | Literal["desert"] | None = "desert",
        name: str = "board",
    ) -> None:
        by_position = {Axial(*position): tile for position, tile in tiles.items()}
        self.topology: Final[Topology] = build_topology(set(by_position))
        self.tiles: Final = tuple(by_position[position] for position in self.topology.hexes)
        self.ports: Final = tuple(sorted(ports, key=lambda port: port.edge))
        self.name: Final = name
        self.robber: Final[int | None] = self._first_desert() if robber == "desert" else robber
        self._check()
        self._frozen = True

    def __setattr__(self, name: str, value: object) -> None:
        if getattr(self, "_frozen", False):
            raise AttributeError(f"a Board cannot be changed; make a new one to set {name}")
        super().__setattr__(name, value)

    def _first_desert(self) -> int | None:
        return next((index for index, tile in enumerate(self.tiles) if tile.resource is None), None)

    def _check(self) -> None:
        top = self.topology
        if len(self.tiles) < 2:
            raise InputError("a board needs at least two hexes, because the robber must be able to move")
        if top.vertex_count > MAX_VERTICES or top.edge_count > MAX_EDGES or len(self.tiles) > MAX_HEXES:
            raise InputError(
                f"the map has {len(self.tiles)} hexes with {top.vertex_count} vertices and {top.edge_count} edges; "
                f"at most {MAX_HEXES} hexes, {MAX_VERTICES} vertices and {MAX_EDGES} edges are supported"
            )
        for index, tile in enumerate(self.tiles):
            known = tile.resource in (None, *Resource) and tile.number in (None, *NUMBERS)
            if not known or (tile.resource is None) != (tile.number is None):
                raise InputError(
                    f"{self.hex_labels[index]} ({tile!r}) needs a resource with a number from 2 to 12 other than 7, "
                    f"or neither for a desert"
                )
        seen: set[int] = set()
        for port in self.ports:
            if not (0 <= port.edge < top.edge_count and 0 <= port.kind <= GENERIC_PORT):
                raise InputError(f"{port!r} needs an edge of this board and a kind from 0 to {GENERIC_PORT}")
            label = self.edge_labels[port.edge]
            if top.edge_hexes[port.edge, 1] != NONE:
                raise InputError(f"port {port} at {label} lies inland; a port needs an edge on the coast")
            if port.edge in seen:
                raise InputError(f"two ports lie at {label}; remove one of them")
            seen.add(port.edge)
        if self.robber is not None and not 0 <= self.robber < len(self.tiles):
            raise InputError(f"the robber starts at hex {self.robber}, but the board has {len(self.tiles)} hexes")

    @property
    def vertex_count(self) -> int:
        """Number of vertices."""
        return self.topology.vertex_count

    @property
    def edge_count(self) -> int:
        """Number of edges."""
        return self.topology.edge_count

    @property
    def hex_count(self) -> int:
        """Number of hexes."""
        return len(self.tiles)

    @cached_property
    def vertex_labels(self) -> tuple[str, ...]:
        """A letter for the zigzag line from the top, a number along it from the left: ``A1``, ``C10``."""
        lines = sorted({corner.line for corner in self.topology.corners})
        letter = {line: _line_letters(index) for index, line in enumerate(lines)}
        labels = []
        counts = dict.fromkeys(lines, 0)
        for corner in self.topology.corners:
            counts[corner.line] += 1
            labels.append(f"{letter[corner.line]}{counts[corner.line]}")
        return tuple(labels)

    @cached_property
    def edge_labels(self) -> tuple[str, ...]:
        """The labels of both ends: ``A1-A2``."""
        labels = self.vertex_labels
        return tuple(f"{labels[a]}-{labels[b]}" for a, b in self.topology.edge_vertices)

    @cached_property
    def hex_labels(self) -> tuple[str, ...]:
        """``hex1`` onwards in reading order."""
        return tuple(f"hex{index + 1}" for index in range(len(self.tiles)))

    @cached_property
    def _vertex_numbers(self) -> dict[str, int]:
        return {label: index for index, label in enumerate(self.vertex_labels)}

    def vertex(self, label: str) -> int:
        """The vertex that a person means by ``A3`` (case does not matter)."""
        wanted = label.strip().upper()
        if wanted not in self._vertex_numbers:
            last = self.vertex_labels[-1]
            raise InputError(f"there is no vertex '{label.strip()}' on this board (they run from A1 to {last})")
        return self._vertex_numbers[wanted]

    def edge(self, label: str) -> int:
        """The edge that a person means by ``A3-A4`` (either end first)."""
        ends = label.split("-")
        if len(ends) != 2:
            raise InputError(f"'{label.strip()}' is not an edge; write its two ends, such as A1-A2")
        found = self.topology.edge_between(self.vertex(ends[0]), self.vertex(ends[1]))
        if found is None:
            raise InputError(f"there is no edge '{label.strip()}': its ends are not neighbours")
        return found

    def hex(self, label: str) -> int:
        """The hex that a person means by ``hex7``."""
        wanted = label.strip().lower()
        if wanted not in self.hex_labels:
            last = self.hex_labels[-1]
            raise InputError(f"there is no '{label.strip()}' on this board (hexes run from hex1 to {last})")
        return self.hex_labels.index(wanted)

    def describe_vertex(self, vertex: int) -> str:
        """The hexes around a vertex in words, most productive first: ``ore 8 · wheat 5 · sheep 10``."""
        around = [self.tiles[h] for h in self.topology.vertex_hexes[vertex] if h != NONE]
        around.sort(key=lambda tile: -pips(tile.number))
        return " · ".join(str(tile) for tile in around)

    @cached_property
    def fingerprint(self) -> str:
        """Sha256 over everything that can change a game; where the map lies in the plane does not."""
        top = self.topology
        content = {
            "hexes": [
                [ring.tolist(), tile.resource, tile.number]
                for ring, tile in zip(top.hex_vertices, self.tiles, strict=True)
            ],
            "ports": [[port.kind, port.edge] for port in self.ports],
            "robber": self.robber,
        }
        return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"<Board {self.name!r}: {self.hex_count} hexes, {len(self.ports)} ports, {self.fingerprint[:12]}>"


def _line_letters(index: int) -> str:
    """Name a line: A, B, …, Z, AA, AB and so on."""
    letters = chr(ord("A") + index % 26)
    return letters if index < 26 else _line_letters(index // 26 - 1) + letters

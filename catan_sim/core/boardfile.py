"""Boards as YAML that a person can type while looking at a real board.

.. code-block:: yaml

    name: Three islands
    rows:                       # top to bottom, each row centred; 'sea' keeps a place open
      - ore 10, sea, wood 9
      - wheat 12, brick 6
    ports:                      # kind, then the two ends of a coastal edge
      - 3:1 A1-A2
    robber: none                # or hex1, hex2, …; by default the first desert

In place of ``rows`` there may be ``hexes``, a list of entries such as ``0,-1 wood 11`` with axial coordinates q,r.
``layout: standard`` promises the pieces of that layout.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import yaml

from catan_sim.core.board import MAX_HEXES, NUMBERS, Board, Port, Tile
from catan_sim.core.errors import InputError
from catan_sim.core.layouts import layout_named, layout_of
from catan_sim.core.resources import EVERYDAY_NAMES, GENERIC_PORT, Resource, resource_named
from catan_sim.core.rows import places_in_rows, rows_around
from catan_sim.core.topology import NONE, Axial
from catan_sim.core.yamlfile import did_you_mean, naming, parse_mapping, read_text, reject_unknown_fields

FIELDS: Final = ("name", "layout", "rows", "hexes", "ports", "robber")
SEA: Final = "sea"
DESERT: Final = "desert"
GENERIC: Final = "3:1"
NO_ROBBER: Final = "none"

MAX_SPAN: Final = 99
"""Rows, and places in a row, between the outermost hexes; keeps files and drawings to a sane size."""

_NAMES: Final = (
    *EVERYDAY_NAMES,
    *(resource.name.lower() for resource in Resource if resource.word != resource.name.lower()),
)
_TOKENS: Final = {str(number): number for number in NUMBERS}
_HEX_ENTRY: Final = re.compile(r"\s*([+-]?[0-9]{1,4})\s*,\s*([+-]?[0-9]{1,4})\s+(\S.*)")


def find_board(name_or_path: str | Path) -> Board:
    """Read a shipped board by its name (``standard``), or the board in a file."""
    name = str(name_or_path)
    if name in (shipped := shipped_boards()):
        resource = files("configs").joinpath("boards", f"{name}.yaml")
        return board_from_text(resource.read_text(encoding="utf-8"), f"configs/boards/{name}.yaml")
    if not Path(name).suffix and not Path(name).exists():
        hint = did_you_mean(name, shipped) or f"; shipped boards are {', '.join(shipped)}"
        raise InputError(f"'{name}' is neither a file nor a shipped board{hint}")
    return read_board(name_or_path)


def shipped_boards() -> tuple[str, ...]:
    """List the names of the boards that come with the program."""
    folder = files("configs").joinpath("boards")
    return tuple(sorted(entry.name[: -len(".yaml")] for entry in folder.iterdir() if entry.name.endswith(".yaml")))


def read_board(path: str | Path) -> Board:
    """Read a board from a YAML file."""
    return board_from_text(read_text(path), str(path))


def board_from_text(text: str, source: str = "board") -> Board:
    """Read a board from YAML text; ``source`` names it in errors."""
    fields = parse_mapping(text, source)
    with naming(source):
        reject_unknown_fields(fields, FIELDS)
        name = _read_name(fields.get("name", Path(source).stem))
        tiles = _read_tiles(fields)
        bare = Board(tiles, name=name)
        robber = _read_robber(fields["robber"], bare) if "robber" in fields else bare.robber
        board = Board(tiles, _read_ports(fields.get("ports"), bare), robber, name)
        if "layout" in fields:
            _check_layout(fields["layout"], board)
    return board


def _read_name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError("field name: the name must be text; put it in quotes")
    return " ".join(value.split())


def _read_tiles(fields: dict[str, Any]) -> dict[Axial, Tile]:
    if ("rows" in fields) == ("hexes" in fields):
        raise InputError("the map must be given by exactly one of the fields rows and hexes; keep or add one of them")
    read = _tiles_in_rows if "rows" in fields else _tiles_by_coordinates
    field = "rows" if "rows" in fields else "hexes"
    tiles: dict[Axial, Tile] = {}
    listed_in: dict[Axial, str] = {}
    for place, position, tile in read(_text_list(fields[field], field)):
        if position in tiles:
            problem, remedy = (
                (f"the hex {tile} is listed already", "remove one of the two")
                if tile == tiles[position]
                else (f"another hex, {tiles[position]}, lies here", "correct the coordinates of one of them")
            )
            raise InputError(f"{place}: {problem} ({listed_in[position]}); {remedy}")
        tiles[position], listed_in[position] = tile, place
    if not tiles:
        raise InputError(f"field {field}: the map has no hexes; list them, such as 'ore 10, sheep 2, wood 9'")
    _check_size(tiles)
    return tiles


def _tiles_in_rows(rows: list[str]) -> Iterator[tuple[str, Axial, Tile]]:
    entries = [row.split(",") for row in rows]
    with naming("field rows"):
        places = places_in_rows([len(row) for row in entries])
    for row_number, (row, row_places) in enumerate(zip(entries, places, strict=True), start=1):
        for number, (entry, position) in enumerate(zip(row, row_places, strict=True), start=1):
            if entry.strip().lower() != SEA:
                place = f"row {row_number}, position {number}"
                with naming(place):
                    tile = _read_tile(entry)
                yield place, position, tile


def _tiles_by_coordinates(entries: list[str]) -> Iterator[tuple[str, Axial, Tile]]:
    for number, entry in enumerate(entries, start=1):
        place = f"hexes, entry {number}"
        with naming(place):
            match = _HEX_ENTRY.fullmatch(entry)
            if not match:
                raise InputError(
                    f"'{entry}' is not a hex with coordinates; write q,r and the hex, such as '0,-1 wood 11'"
                )
            tile = _read_tile(match[3])
        yield place, Axial(int(match[1]), int(match[2])), tile


def _text_list(value: Any, field: str) -> list[str]:
    """Check that a field is a list of texts; a field left empty is an empty list."""
    entries = [] if value is None else value
    if not isinstance(entries, list):
        raise InputError(f"field {field}: this must be a list; begin each of its lines with '- '")
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, str) or not entry.strip():
            raise InputError(f"field {field}, entry {number}: this is not text; complete it or put it in quotes")
    return entries


def _read_tile(entry: str) -> Tile:
    words = entry.split()
    if not words:
        raise InputError(f"nothing stands between two commas; write a hex or '{SEA}', or remove a comma")
    name, *numbers = words
    if name.lower() == DESERT:
        if numbers:
            raise InputError(f"a desert has no number; write just '{DESERT}'")
        return Tile()
    resource = resource_named(name)
    if resource is None:
        hint = did_you_mean(name, (*_NAMES, DESERT, SEA)) or f"; write {', '.join(EVERYDAY_NAMES)}, {DESERT} or {SEA}"
        raise InputError(f"unknown resource '{name}'{hint}")
    if len(numbers) > 1:
        raise InputError(f"'{' '.join(words)}' is more than one hex; put a comma between hexes")
    if not numbers:
        raise InputError(f"the number of '{name}' is missing; write one from 2 to 12 other than 7, such as '{name} 8'")
    if numbers[0] not in _TOKENS:
        raise InputError(f"'{numbers[0]}' is not a number of a hex; write one from 2 to 12 other than 7")
    return Tile(resource, _TOKENS[numbers[0]])


def _check_size(hexes: Collection[Axial]) -> None:
    """Refuse what is hopelessly large before any table is built for it; :class:`Board` has the exact limits."""
    if len(hexes) > MAX_HEXES:
        raise InputError(f"the map has {len(hexes)} hexes; at most {MAX_HEXES} are supported, so remove some")
    tall = max(position.r for position in hexes) - min(position.r for position in hexes) + 1
    wide = (max(position.x for position in hexes) - min(position.x for position in hexes)) // 2 + 1
    if max(tall, wide) > MAX_SPAN:
        raise InputError(
            f"the map spans {tall} rows and {wide} columns; move its hexes together, at most {MAX_SPAN} of each"
        )


def _read_ports(value: Any, bare: Board) -> list[Port]:
    ports: list[Port] = []
    number_at: dict[int, int] = {}
    for number, entry in enumerate(_text_list(value, "ports"), start=1):
        with naming(f"port {number}"):
            port = _read_port(entry, bare)
            if port.edge in number_at:
                edge = bare.edge_labels[port.edge]
                raise InputError(f"port {number_at[port.edge]} already lies at {edge}; move or remove one of the two")
        number_at[port.edge] = number
        ports.append(port)
    return ports


def _read_port(entry: str, bare: Board) -> Port:
    words = entry.split(maxsplit=1)
    resource = resource_named(words[0])
    if resource is None and words[0] != GENERIC:
        hint = (
            did_you_mean(words[0], _NAMES)
            or f"; write {GENERIC}, {', '.join(EVERYDAY_NAMES[:-1])} or {EVERYDAY_NAMES[-1]}"
        )
        raise InputError(f"unknown kind of port '{words[0]}'{hint}")
    if len(words) == 1:
        raise InputError(f"the edge is missing; write its two ends after the kind, such as '{words[0]} A1-A2'")
    edge = bare.edge(words[1])
    if bare.topology.edge_hexes[edge, 1] != NONE:
        raise InputError(f"the edge {bare.edge_labels[edge]} lies inland; give an edge on the coast")
    return Port(GENERIC_PORT if resource is None else int(resource), edge)


def _read_robber(value: Any, bare: Board) -> int | None:
    with naming("field robber"):
        if not isinstance(value, str):
            raise InputError(f"this must be a hex such as hex1, or '{NO_ROBBER}'")
        return None if value.strip().lower() == NO_ROBBER else bare.hex(value)


def _check_layout(value: Any, board: Board) -> None:
    with naming("field layout"):
        layout = layout_named(str(value))
        if wrong := layout.mismatches(board):
            raise InputError(
                f"the pieces are not those of layout {layout.name} ({', '.join(wrong)}); "
                f"correct them or remove this field"
            )


def write_board(board: Board, path: str | Path) -> None:
    """Write a board to a YAML file, replacing what was there."""
    try:
        Path(path).write_text(board_to_text(board), encoding="utf-8", newline="\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{path}: the file cannot be written ({reason}); choose another name or folder") from None


def board_to_text(board: Board) -> str:
    """Write a board as YAML that reads back as an equal board."""
    tile_at = dict(zip(board.topology.hexes, board.tiles, strict=True))
    layout = layout_of(board)
    _check_size(board.topology.hexes)
    lines = []
    if board.name.strip():
        lines.append(yaml.safe_dump({"name": board.name}, allow_unicode=True, width=float("inf")).rstrip("\n"))
    if layout:
        lines.append(f"layout: {layout.name}")
    lines.append("rows:")
    for row in rows_around(board.topology.hexes):
        lines.append("  - " + ", ".join(str(tile_at.get(place, SEA)) for place in row))
    if board.ports:
        lines.append("ports:")
        lines.extend(f"  - {port} {board.edge_labels[port.edge]}" for port in board.ports)
    lines.append(f"robber: {NO_ROBBER if board.robber is None else board.hex_labels[board.robber]}")
    return "\n".join(lines) + "\n"

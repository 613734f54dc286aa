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
``layout: standard`` promises the shape and the pieces of that layout. ``docs/boards.md`` has the whole story.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from importlib.resources import files
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import yaml

from catan_sim.core.board import MAX_HEXES, NUMBERS, Board, Port, Tile
from catan_sim.core.layouts import Layout, layout_named, layout_of
from catan_sim.core.resources import EVERYDAY_NAMES, GENERIC_PORT, Resource, resource_named
from catan_sim.core.rows import places_in_rows, rows_around
from catan_sim.core.topology import NONE, Axial
from catan_sim.core.yamlfile import did_you_mean, naming, parse_mapping, read_text, reject_unknown_fields
from mcts.errors import InputError

FIELDS: Final = ("name", "layout", "rows", "hexes", "ports", "robber")
SEA: Final = "sea"
DESERT: Final = "desert"
NO_ROBBER: Final = "none"

MAX_SPAN: Final = 99
"""Rows, and places in a row, between the outermost hexes; keeps files and drawings to a sane size."""

_NAMES: Final = (
    *EVERYDAY_NAMES,
    *(resource.name.lower() for resource in Resource if resource.word != resource.name.lower()),
)
_TERRAIN: Final = (*_NAMES, DESERT, SEA)
_TOKENS: Final = {str(number): number for number in NUMBERS}
_WORD_OR_NUMBER: Final = re.compile(r"[^\W\d_]+|[+-]?\d+")
_HEX_ENTRY: Final = re.compile(r"\s*([+-]?[0-9]{1,4})\s*,\s*([+-]?[0-9]{1,4})\s+(\S.*)")

_PORT_KINDS: Final = {
    **{frozenset(words): GENERIC_PORT for words in (("3:1",), ("any",), ("any", "3:1"))},
    **{frozenset({name}): resource_named(name) for name in _NAMES},
    **{frozenset({name, "2:1"}): resource_named(name) for name in _NAMES},
}
"""What people call the ports: the words that drawings and boxes show, in any order."""
_PORT_WORDS: Final = frozenset[str]().union(*_PORT_KINDS)
_DASHES: Final = re.compile("[‐‑–—−]")
"""What word processors and phones make of a hyphen."""


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
        layout = _read_layout(fields["layout"]) if "layout" in fields else None
        tiles = _read_tiles(fields, layout)
        bare = Board(tiles, name=name)
        robber = _read_robber(fields["robber"], bare) if "robber" in fields else bare.robber
        board = Board(tiles, _read_ports(fields.get("ports"), bare), robber, name)
        if layout:
            with naming("field layout"):
                layout.check(board)
    return board


def _read_name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError("field name: the name must be text; put it in quotes")
    return " ".join(value.split())


def _read_layout(value: Any) -> Layout:
    with naming("field layout"):
        return layout_named(str(value))


def _read_tiles(fields: dict[str, Any], layout: Layout | None) -> dict[Axial, Tile]:
    if ("rows" in fields) == ("hexes" in fields):
        raise InputError("the map must be given by exactly one of the fields rows and hexes; keep or add one of them")
    field = "rows" if "rows" in fields else "hexes"
    entries = _text_list(fields[field], field)
    placed = _tiles_in_rows(entries, layout) if field == "rows" else _tiles_by_coordinates(entries)
    tiles: dict[Axial, Tile] = {}
    listed_in: dict[Axial, str] = {}
    for place, position, tile in placed:
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


def _tiles_in_rows(rows: list[str], layout: Layout | None) -> Iterator[tuple[str, Axial, Tile]]:
    # What stands in the rows comes before how long they are: a forgotten comma spoils both, and is easier to see.
    tiles: list[list[tuple[str, Tile | None]]] = []
    for row_number, row in enumerate(rows, start=1):
        tiles.append([])
        for number, entry in enumerate(row.split(","), start=1):
            place = f"row {row_number}, position {number}"
            with naming(place):
                tiles[-1].append((place, _read_tile(entry)))
    if layout:
        layout.check_rows([sum(tile is not None for _, tile in row) for row in tiles])
    with naming("field rows"):
        positions = places_in_rows([len(row) for row in tiles])
    for named_tiles, row_positions in zip(tiles, positions, strict=True):
        for (place, tile), position in zip(named_tiles, row_positions, strict=True):
            if tile is not None:
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
            if tile is None:
                raise InputError("sea is wherever no hex is listed; remove this entry")
        yield place, Axial(int(match[1]), int(match[2])), tile


def _text_list(value: Any, field: str) -> list[str]:
    """Check that a field is a list of texts, and space them evenly; a field left empty is an empty list."""
    entries = [] if value is None else value
    if not isinstance(entries, list):
        raise InputError(f"field {field}: this must be a list; begin each of its lines with '- '")
    for number, entry in enumerate(entries, start=1):
        with naming(f"field {field}, entry {number}"):
            if isinstance(entry, dict):
                raise InputError(f"there is a colon in this line; {_without_colon(entry)}")
            if isinstance(entry, list):
                raise InputError("there are brackets around this line; remove them")
            if not isinstance(entry, str) or not entry.strip():
                raise InputError("this is not text; complete it or put it in quotes")
    return [" ".join(entry.split()) for entry in entries]


def _without_colon(entry: dict[Any, Any]) -> str:
    """Word what to write in place of the mapping that YAML makes of ``wood: 5``."""
    (key, value), *more = entry.items() if entry else [(None, None)]
    if more or not isinstance(key, str) or not isinstance(value, str | int):
        return "remove it"
    return f"remove it and write '{' '.join(f'{key} {value}'.split())}'"


def _read_tile(entry: str) -> Tile | None:
    """Read a hex; None is sea."""
    words = entry.split()
    if not words:
        raise InputError(f"nothing stands next to a comma; write a hex or '{SEA}', or remove the comma")
    # Splitting '5wood;' into '5' and 'wood' shows what was meant even where it is not what has to be written.
    parts = _WORD_OR_NUMBER.findall(entry)
    terrain = [part for part in parts if part.lower() in _TERRAIN]
    if len(terrain) > 1 or (len(terrain) == 1 and len(words) > 2):
        raise InputError(f"'{' '.join(words)}' is more than one hex; put a comma between hexes")
    if terrain and (bare := terrain[0].lower()) in (DESERT, SEA) and len(parts) > 1:
        raise InputError(f"{bare} has no number; write just '{bare}'")
    meant = [*terrain, *(part for part in parts if part in _TOKENS)]
    if terrain and len(parts) == len(meant) == 2 and words != meant:
        raise InputError(f"'{' '.join(words)}' is not how a hex is written; write '{' '.join(meant)}'")

    name, *numbers = words
    if name.lower() in (DESERT, SEA):
        return Tile() if name.lower() == DESERT else None
    resource = resource_named(name)
    if resource is None:
        hint = did_you_mean(name, _TERRAIN) or f"; write {', '.join(EVERYDAY_NAMES)}, {DESERT} or {SEA}"
        raise InputError(f"unknown resource '{name}'{hint}")
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
    words = entry.split()
    kind_words = list(takewhile(lambda word: word.lower() in _PORT_WORDS, words))
    named = " ".join(kind_words)
    if not named:
        hint = did_you_mean(words[0], _NAMES) or f"; write 3:1 or any of {', '.join(EVERYDAY_NAMES)}"
        raise InputError(f"unknown kind of port '{words[0]}'{hint}")
    kind = _PORT_KINDS.get(frozenset(named.lower().split()))
    if kind is None:
        raise InputError(f"'{named}' is no kind of port; write 3:1, or the resource of a 2:1 port, such as wheat")
    if len(words) == len(kind_words):
        raise InputError(f"the edge is missing; write its two ends after the kind, such as '{named} A1-A2'")
    edge = bare.edge(_DASHES.sub("-", " ".join(words[len(kind_words) :])))
    if bare.topology.edge_hexes[edge, 1] != NONE:
        raise InputError(f"the edge {bare.edge_labels[edge]} lies inland; give an edge on the coast")
    return Port(int(kind), edge)


def _read_robber(value: Any, bare: Board) -> int | None:
    with naming("field robber"):
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise InputError(f"this must be a hex such as hex1, or '{DESERT}' or '{NO_ROBBER}'")
        word = str(value).strip().lower()
        if word == NO_ROBBER:
            return None
        if word == DESERT:
            if bare.robber is None:
                raise InputError(f"there is no desert on this board; give a hex such as hex1, or '{NO_ROBBER}'")
            return bare.robber
        return bare.hex(f"hex{word}" if word.isdecimal() else word)


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

"""Making the records that kernels work on, and carrying positions in and out of the program."""

from __future__ import annotations

import json
from collections.abc import Container
from typing import Any

import numpy as np
import numpy.typing as npt

from catan_sim.core.board import Board, pips
from catan_sim.core.records import (
    CITY_MARK,
    DESERT,
    MAX_PLAYERS,
    MAX_ROADS,
    NOBODY,
    NOWHERE,
    RULES_DTYPE,
    Part,
    Record,
    Size,
    Waiting,
    board_dtype,
    size_for,
    state_dtype,
    work_dtype,
)
from catan_sim.core.resources import GENERIC_PORT, RESOURCE_COUNT
from catan_sim.core.rules.turn import begin_pick
from catan_sim.core.ruleset import Ruleset, check_ruleset
from catan_sim.core.topology import NONE
from mcts.errors import InputError

PLAYERS_FOR_EXTRA_BUILDING = 5
"""Section 10 of the rules takes effect from this number of players on."""
_MOST_PIPS = 5
"""Of a 6 or an 8."""

RecordArray = npt.NDArray[np.void]


def size_of(board: Board) -> Size:
    """The family of records that a board needs."""
    size = size_for(board.vertex_count, board.edge_count, board.hex_count)
    assert size is not None, "Board refuses maps that no family holds"
    return size


def _aligned(count: int, dtype: np.dtype[np.void]) -> RecordArray:
    """Zeroed records that begin at a multiple of 128 bytes, so that no two workers share a cache line."""
    raw = np.zeros(count * dtype.itemsize + 128, np.uint8)
    start = -raw.ctypes.data % 128
    return raw[start : start + count * dtype.itemsize].view(dtype)


def _bitset(members: Any, words: int) -> npt.NDArray[np.uint64]:
    result = np.zeros(words, np.uint64)
    for member in members:
        if member != NONE:
            result[member // 64] |= np.uint64(1) << np.uint64(member % 64)
    return result


def board_record(board: Board) -> Record:
    """Put a board into the form that kernels read."""
    size = size_of(board)
    top = board.topology
    record = _aligned(1, board_dtype(size))[0]
    vertices, edges, hexes = board.vertex_count, board.edge_count, board.hex_count
    record["fingerprint"] = np.frombuffer(bytes.fromhex(board.fingerprint), ">u8")
    record["vertex_count"], record["edge_count"], record["hex_count"] = vertices, edges, hexes
    record["robber_start"] = NOWHERE if board.robber is None else board.robber
    record["hex_vertices"][:hexes] = top.hex_vertices
    for index, tile in enumerate(board.tiles):
        record["hex_resource"][index] = DESERT if tile.resource is None else tile.resource
        if tile.number is not None:
            record["hex_number"][index] = tile.number
            record["hex_pips"][index] = pips(tile.number)
            for vertex in top.hex_vertices[index]:
                record["vertex_pips"][vertex, tile.resource] += pips(tile.number)
                record["vertex_reds"][vertex] += pips(tile.number) == _MOST_PIPS
            count = record["number_hex_count"][tile.number]
            record["number_hexes"][tile.number, count] = index
            record["number_hex_count"][tile.number] += 1
    made = record["vertex_pips"][:vertices].astype(np.int64)
    record["richest_vertices"][:vertices] = np.argsort(-made.sum(axis=1), kind="stable")
    record["rarity"] = 1024 * made.sum() // (RESOURCE_COUNT * np.maximum(made.sum(axis=0), 1))
    record["vertex_set"] = _bitset(range(vertices), size.vertex_words)
    record["vertex_degree"][:vertices] = (top.vertex_edges != NONE).sum(axis=1)
    record["vertex_hex_count"][:vertices] = (top.vertex_hexes != NONE).sum(axis=1)
    for name in ("vertex_edges", "vertex_vertices", "vertex_hexes"):
        record[name][:vertices] = np.maximum(getattr(top, name), 0)
    for vertex in range(vertices):
        zone = [vertex, *(near for near in top.vertex_vertices[vertex] if near != NONE)]
        record["vertex_zone"][vertex] = _bitset(zone, size.vertex_words)
        record["vertex_near"][vertex] = _bitset(
            [beyond for near in zone for beyond in (near, *top.vertex_vertices[near])], size.vertex_words
        )
        record["vertex_edge_set"][vertex] = _bitset(top.vertex_edges[vertex], size.edge_words)
    record["edge_vertices"][:edges] = top.edge_vertices
    for port in board.ports:
        assert 0 <= port.kind <= GENERIC_PORT
        record["vertex_ports"][top.edge_vertices[port.edge]] |= np.uint8(1 << port.kind)
    return record


def rules_record(ruleset: Ruleset) -> Record:
    """Put a ruleset into the form that kernels read."""
    check_ruleset(ruleset)
    record = _aligned(1, RULES_DTYPE)[0]
    for name in (
        "players", "victory_target", "hand_limit", "longest_road_minimum", "largest_army_minimum", "bank_rate",
        "generic_port_rate", "special_port_rate", "offers_per_turn", "offer_max_cards", "rounds_without_seven",
        "counter_offers", "friendly_robber", "paired_part_can_win",
    ):  # fmt: skip
        record[name] = getattr(ruleset, name)
    extra = ruleset.players >= PLAYERS_FOR_EXTRA_BUILDING
    record["turn_cap"] = ruleset.turns_at_most
    record["trade_then_build"] = ruleset.turn_order == "trade_then_build"
    record["special_building"] = extra and ruleset.between_turns == "special_building"
    record["paired_players"] = extra and ruleset.between_turns == "paired_players"
    record["costs"] = [list(cost) for cost in ruleset.costs]
    record["cheapest"] = min(sum(cost) for cost in ruleset.costs)
    record["pieces"] = list(ruleset.pieces)
    record["bank"] = list(ruleset.bank)
    record["deck"] = list(ruleset.development_deck)
    record["settlement_points"] = ruleset.points.settlement
    record["city_points"] = ruleset.points.city
    record["longest_road_points"] = ruleset.points.longest_road
    record["largest_army_points"] = ruleset.points.largest_army
    record["card_points"] = ruleset.points.victory_card
    return record


def new_states(board: Board, count: int) -> RecordArray:
    """Zeroed states of the right size for a board."""
    return _aligned(count, state_dtype(size_of(board)))


def new_work(board: Board, count: int = 1) -> RecordArray:
    """Work records, one for each worker."""
    return _aligned(count, work_dtype(size_of(board)))


def start_state(board: Board, board_rec: Record, rules: Record) -> Record:
    """The position before the first pick."""
    state = new_states(board, 1)[0]
    state["bank"] = rules["bank"]
    state["deck"] = rules["deck"]
    state["deck_size"] = rules["deck"].sum()
    players = int(rules["players"])
    for kind, name in enumerate(("roads_left", "settlements_left", "cities_left")):
        state[name][:players] = rules["pieces"][kind]
    for name in ("longest_road", "largest_army", "winner"):
        state[name] = NOBODY
    state["robber"] = board_rec["robber_start"]
    state["part"] = Part.SETUP
    state["waiting"] = Waiting.SETTLEMENT
    begin_pick(board_rec, rules, state)
    return state


def state_to_text(state: Record) -> str:
    """A position as JSON, field by field."""
    return json.dumps({name: state[name].tolist() for name in state.dtype.names if name != "padding"})


def state_from_text(text: str, board: Board) -> Record:
    """Read a position written by :func:`state_to_text` for the same board.

    Raises
    ------
    InputError
        When a field is missing, unknown or out of range: kernels trust every index they find in a state.
    """
    state = new_states(board, 1)[0]
    names = [name for name in state.dtype.names if name != "padding"]
    try:
        fields = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"this is not a saved position ({error})") from None
    if not isinstance(fields, dict) or sorted(fields) != sorted(names):
        raise InputError(f"this is not a saved position, which has exactly the fields {', '.join(names)}")
    for name in names:
        try:
            state[name] = fields[name]
            fits = state[name].tolist() == fields[name]
        except (ValueError, TypeError, OverflowError):
            fits = False
        if not fits:
            raise InputError(f"field '{name}' of the saved position does not fit this board")
    _check_indices(board, state)
    return state


def _check_indices(board: Board, state: Record) -> None:
    seats = range(MAX_PLAYERS)
    allowed: dict[str, Container[int]] = {
        "building": range(2 * CITY_MARK + 1),
        "robber": {*range(board.hex_count), NOWHERE},
        "pick_vertex": range(board.vertex_count),
        "part": set(Part),
        "waiting": set(Waiting),
        "actor": seats,
        "roller": seats,
        "longest_road": {*seats, NOBODY},
        "largest_army": {*seats, NOBODY},
        "winner": {*seats, NOBODY},
    }
    for name, count in (
        ("roads", board.edge_count),
        ("road_sites", board.edge_count),
        ("settlements", board.vertex_count),
    ):
        for words in state[name]:
            bits = sum(int(word) << 64 * index for index, word in enumerate(words))
            if bits >> count or (name == "roads" and bits.bit_count() > MAX_ROADS):
                raise InputError(f"field '{name}' of the saved position names places that this board does not have")
    for name, values in allowed.items():
        for value in np.atleast_1d(state[name]):
            if int(value) not in values:
                raise InputError(f"field '{name}' of the saved position holds {value}, which this board does not have")

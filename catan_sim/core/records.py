"""The records that kernels work on: every field with its meaning, dtype and shape, in this one place.

Four records travel together through all kernels: ``board`` and ``rules`` (read only), ``state`` (one position, copied
freely) and ``work`` (random streams, action list and stacks of one worker). Bitsets have as many 64-bit words as the
map needs, and the number of words is part of the dtype: a 19-hex map keeps its one-word code.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np

Record: TypeAlias = Any
"""A structured record (``numpy.void``); kernels read and write its fields as attributes."""

MAX_PLAYERS: Final = 8
MAX_ROADS: Final = 30
MAX_ACTIONS: Final = 32_768
"""Room for every legal action at once; offers of up to four cards a side to seven players make nearly all of them."""
FIRST_PICK_ROWS: Final = 64
PICK_ROWS: Final = FIRST_PICK_ROWS + 2
"""Worths of picks are kept for a player without a building, for each first settlement (or those that share a row), and
for whatever comes later."""
NOBODY: Final = 255
NOWHERE: Final = 255
DESERT: Final = 5
"""In ``hex_resource``: produces nothing."""
_CACHE_LINES: Final = 128
"""Records are padded to multiples of this, so that two workers' records never share a cache line."""


@dataclass(frozen=True)
class Size:
    """The capacity of one family of records.

    Attributes
    ----------
    vertex_words, edge_words : int
        Words in a bitset of vertices or edges.
    hexes : int
    """

    vertex_words: int
    edge_words: int
    hexes: int

    @property
    def vertices(self) -> int:
        """Most vertices a map of this size may have."""
        return 64 * self.vertex_words

    @property
    def edges(self) -> int:
        """Most edges a map of this size may have."""
        return 64 * self.edge_words


SIZES: Final = (Size(1, 2, 32), Size(2, 3, 56), Size(3, 4, 80))
"""Up to about 20, 44 and 80 hexes."""


def size_for(vertices: int, edges: int, hexes: int) -> Size | None:
    """The smallest family that holds such a map, or None."""
    for size in SIZES:
        if vertices <= size.vertices and edges <= size.edges and hexes <= size.hexes:
            return size
    return None


def _padded(fields: list[tuple[Any, ...]]) -> np.dtype[np.void]:
    """An aligned dtype whose size is a multiple of two cache lines; padding is a named field, so it is always zero."""
    bare = np.dtype(fields, align=True)
    missing = -bare.itemsize % _CACHE_LINES
    return np.dtype([*fields, ("padding", np.uint8, (missing,))], align=True) if missing else bare


@cache
def board_dtype(size: Size) -> np.dtype[np.void]:
    """One map; built once from a Board, then only read."""
    v, e, h = size.vertices, size.edges, size.hexes
    return _padded(
        [
            ("fingerprint", np.uint64, (4,)),  # the board's sha256, part of every random key
            ("vertex_set", np.uint64, (size.vertex_words,)),  # bitset: all vertices of the map
            ("vertex_zone", np.uint64, (v, size.vertex_words)),  # bitset: the vertex and its neighbours
            ("vertex_near", np.uint64, (v, size.vertex_words)),  # bitset: the vertices within two roads
            ("vertex_edge_set", np.uint64, (v, size.edge_words)),  # bitset: the edges that meet there
            ("vertex_count", np.int64),
            ("edge_count", np.int64),
            ("hex_count", np.int64),
            ("robber_start", np.uint8),  # hex, or NOWHERE
            ("hex_resource", np.uint8, (h,)),  # resource, or DESERT
            ("hex_number", np.uint8, (h,)),  # 2..12, 0 for a desert
            ("hex_pips", np.uint8, (h,)),  # how many of the 36 throws show its number
            ("hex_vertices", np.uint8, (h, 6)),
            ("number_hex_count", np.uint8, (13,)),
            ("number_hexes", np.uint8, (13, h)),  # the hexes that produce on each sum
            ("vertex_degree", np.uint8, (v,)),
            ("vertex_edges", np.uint8, (v, 3)),
            ("vertex_vertices", np.uint8, (v, 3)),  # the far end of each of vertex_edges
            ("vertex_hex_count", np.uint8, (v,)),
            ("vertex_hexes", np.uint8, (v, 3)),
            ("vertex_ports", np.uint8, (v,)),  # bit r: special port of resource r; bit 5: generic
            ("vertex_pips", np.uint8, (v, 5)),  # pips of the hexes around it, by resource
            ("vertex_reds", np.uint8, (v,)),  # how many of the hexes around it show a 6 or an 8
            ("richest_vertices", np.uint8, (v,)),  # all vertices, those with the most pips first
            ("rarity", np.int64, (5,)),  # an even fifth of the board's pips over those of each resource, in 1024ths
            ("edge_vertices", np.uint8, (e, 2)),
        ]
    )


RULES_DTYPE: Final = _padded(
    [
        ("players", np.int64),
        ("victory_target", np.int64),
        ("hand_limit", np.int64),
        ("longest_road_minimum", np.int64),
        ("largest_army_minimum", np.int64),
        ("bank_rate", np.int64),
        ("generic_port_rate", np.int64),
        ("special_port_rate", np.int64),
        ("offers_per_turn", np.int64),
        ("offer_max_cards", np.int64),
        ("turn_cap", np.int64),
        ("rounds_without_seven", np.int64),
        ("cheapest", np.int64),  # fewest cards that anything costs
        ("counter_offers", np.bool_),
        ("trade_then_build", np.bool_),
        ("friendly_robber", np.bool_),
        ("special_building", np.bool_),  # already False below five players, like the next
        ("paired_players", np.bool_),
        ("paired_part_can_win", np.bool_),
        ("costs", np.uint8, (4, 5)),  # rows: ROAD, SETTLEMENT, CITY, CARD; columns: resources
        ("pieces", np.uint8, (3,)),  # roads, settlements, cities of each player
        ("bank", np.uint8, (5,)),
        ("deck", np.uint8, (5,)),  # development cards by kind
        ("settlement_points", np.uint8),
        ("city_points", np.uint8),
        ("longest_road_points", np.uint8),
        ("largest_army_points", np.uint8),
        ("card_points", np.uint8),
    ]
)
"""One ruleset; built once from a Ruleset, then only read."""

ROAD: Final = 0
SETTLEMENT: Final = 1
CITY: Final = 2
CARD: Final = 3
"""Rows of ``rules.costs`` (and, but for CARD, of ``rules.pieces``)."""


@cache
def state_dtype(size: Size) -> np.dtype[np.void]:
    """One position. Seats beyond the number of players stay zero."""
    n, vw, ew = MAX_PLAYERS, size.vertex_words, size.edge_words
    return _padded(
        [
            # Where things stand. `building` and `roads` say it all; the other bitsets are kept along for speed.
            ("roads", np.uint64, (n, ew)),  # bitset of edges
            ("road_sites", np.uint64, (n, ew)),  # bitset: edges that adjoin the player's network, taken or not
            ("all_roads", np.uint64, (ew,)),
            ("settlements", np.uint64, (n, vw)),  # bitset of vertices, without cities
            ("reach", np.uint64, (n, vw)),  # bitset: vertices at an end of the player's roads, or with a building
            ("closed", np.uint64, (vw,)),  # bitset: vertices where the distance rule forbids a settlement
            (
                "building",
                np.uint8,
                (size.vertices,),
            ),  # 0, or seat + 1 for a settlement, seat + 1 + CITY_MARK for a city
            # What the players have.
            ("hand", np.uint8, (n, 5)),  # resource cards
            ("hand_size", np.uint8, (n,)),
            ("cards", np.uint8, (n, 5)),  # development cards held, new ones included
            ("new_cards", np.uint8, (n, 5)),  # of these, bought since the owner's last turn or part began
            ("played", np.uint8, (n, 5)),  # development cards played
            ("roads_left", np.uint8, (n,)),
            ("settlements_left", np.uint8, (n,)),
            ("cities_left", np.uint8, (n,)),
            ("ports", np.uint8, (n,)),  # as board.vertex_ports
            ("points", np.uint8, (n,)),  # visible ones: buildings and awards
            ("road_length", np.uint8, (n,)),
            ("income", np.uint16, (n, 5)),  # pips around the buildings, twice around a city; the robber is left out
            ("bank", np.uint8, (5,)),
            ("deck", np.uint8, (5,)),
            ("deck_size", np.uint8),
            ("robber", np.uint8),  # hex, or NOWHERE
            ("longest_road", np.uint8),  # seat, or NOBODY
            ("largest_army", np.uint8),  # seat, or NOBODY
            # Whose move it is and what is expected of them.
            ("roller", np.uint8),  # whose turn it is (in the set-up: whose pick)
            ("actor", np.uint8),  # who must act now
            ("part", np.uint8),  # Part
            ("waiting", np.uint8),  # Waiting
            ("flags", np.uint8),  # HAS_ROLLED | PLAYED_CARD | HAS_PAID
            ("winner", np.uint8),  # seat, or NOBODY
            ("pick", np.uint8),  # set-up picks begun so far
            ("pick_vertex", np.uint8),  # the settlement of the pick under way
            ("dice", np.uint8),  # the last roll, 10 * d1 + d2
            ("free_roads", np.uint8),  # roads of a Road Building card still to place
            ("offers_made", np.uint8),
            ("to_discard", np.uint8, (n,)),
            ("answers", np.uint8, (n,)),  # Answer of each seat to the offer under way
            ("turn", np.uint16),  # turns begun so far
            ("offer", np.int32),  # the offer under way, as the action that made it
            ("counters", np.int32, (n,)),  # counter-offers to it, as the actions that made them
        ]
    )


CITY_MARK: Final = 8
"""Added to a building's code when it is a city."""

HAS_ROLLED: Final = 1
PLAYED_CARD: Final = 2
HAS_PAID: Final = 4
"""Bits of ``state.flags``. HAS_PAID: something has been paid for in this turn or part."""


class Part(IntEnum):
    """Values of ``state.part``: which piece of the game this is."""

    SETUP = 0
    TURN = 1
    SPECIAL_BUILDING = 2
    PAIRED = 3
    OVER = 4


class Waiting(IntEnum):
    """Values of ``state.waiting``: what the actor has to decide. Everything but MAIN interrupts the turn."""

    SETTLEMENT = 0
    ROAD = 1
    MAIN = 2
    DISCARD = 3
    ROBBER = 4
    FREE_ROAD = 5
    ANSWER = 6
    CHOICE = 7
    OVER = 8


class Answer(IntEnum):
    """Values of ``state.answers``."""

    NONE = 0
    ACCEPTED = 1
    REJECTED = 2
    COUNTERED = 3


class Stream(IntEnum):
    """Rows of ``work.streams``: independent sources of luck."""

    DICE = 0
    STEAL = 1
    DECK = 2
    AGENT = 3


@cache
def work_dtype(size: Size) -> np.dtype[np.void]:
    """What one worker needs besides the position; never part of it."""
    return _padded(
        [
            ("streams", np.uint64, (4, 2)),  # xoroshiro128++ state of each Stream
            ("used", np.uint64, (size.edge_words,)),  # bitset: roads on the trail being walked
            ("trail_depth", np.int64, (2,)),  # two walks at once: away from either end of a road
            ("trail_vertex", np.uint8, (2, MAX_ROADS + 1)),
            ("trail_edge", np.uint8, (2, MAX_ROADS + 1)),
            ("trail_choice", np.uint8, (2, MAX_ROADS + 1)),
            ("owed", np.uint8, (MAX_PLAYERS, 5)),  # production by player and resource
            ("deal_pool", np.int64, (5,)),  # cards still to deal when a position is drawn from a belief, by kind
            ("deal_free", np.int64, (MAX_PLAYERS,)),  # cards that each player still gets
            ("deal_room", np.int64, (MAX_PLAYERS, 5)),  # and how many of each resource they may get
            ("goal_worth", np.int64, (MAX_PLAYERS, 6)),  # plans, by Goal: what each is worth, 0 for what cannot be
            ("goal_place", np.int64, (MAX_PLAYERS, 6)),  # and the vertex or edge to begin with
            ("race_roads", np.int64, (MAX_PLAYERS,)),  # roads that take the longest road
            ("card_time", np.int32, (MAX_PLAYERS, 8)),  # how long a card of each resource takes to come
            ("plan_key", np.uint64, (MAX_PLAYERS,)),  # hash of all that a plan was made from; 0: none
            ("gain_key", np.int64, (MAX_PLAYERS,)),  # income and ports that gains were worked out for; 0: none
            ("gain_known", np.uint64, (MAX_PLAYERS, size.vertex_words)),  # bitset: vertices with a gain below
            ("gain", np.int64, (MAX_PLAYERS, size.vertices)),  # what a building there adds to a player's income
            ("gain_base", np.int64, (MAX_PLAYERS,)),  # what the income is worth without it
            ("worth_key", np.int64, (2, MAX_PLAYERS, 5)),  # income and ports that worths were worked out for; 0: none
            ("income_worth", np.int64, (2, MAX_PLAYERS, 5, 16)),  # what a resource's income is worth, by pips added, in
            # the set-up and in the rest of the game
            ("pick_key", np.int64, (PICK_ROWS, MAX_PLAYERS)),  # the same for picks of the set-up
            (
                "pick_known",
                np.uint64,
                (PICK_ROWS, MAX_PLAYERS, size.vertex_words),
            ),  # bitset: vertices with a worth below
            ("pick_worth", np.int64, (PICK_ROWS, MAX_PLAYERS, size.vertices)),  # income's worth with a settlement there
            ("pick_most", np.int64, (PICK_ROWS, MAX_PLAYERS)),  # the highest of these
            ("choices", np.uint64, (size.vertex_words,)),  # bitset: vertices that the pick under way may go to
            ("rivals", np.uint64, (size.vertex_words,)),  # bitset: where others have settled or are expected to
            ("left", np.uint64, (size.vertex_words,)),  # bitset: vertices that are likely to be open after the set-up
            ("rates", np.uint8, (MAX_PLAYERS, 5)),  # what one card from the bank costs each player, by resource given
            ("rate_inverse", np.int32, (MAX_PLAYERS, 8)),  # its inverse, in 65536ths
            ("need", np.uint64),  # what the planner's goal costs, as counts by resource
            ("first_trade", np.int64),  # the trade with the bank that a goal begins with
            (
                "goal_key",
                np.int64,
                (MAX_PLAYERS,),
            ),  # the hand that the best goal of the plan was found for; 0: none
            ("goal_kept", np.int64, (MAX_PLAYERS,)),  # that goal, or -1
            ("goal_best", np.int64, (MAX_PLAYERS, 2)),  # what it is worth, and the time it takes
            (
                "offer_mark",
                np.int64,
                (MAX_PLAYERS,),
            ),  # turn and hand when the player last offered a trade
            ("loss", np.int64, (5,)),  # what a hand is worth less without one card of each resource
            ("harm", np.int64, (2 * CITY_MARK + 1,)),  # what a robber beside a building does for a pip, by its code
            ("prey", np.int64, (2 * CITY_MARK + 1,)),  # what its owner can be robbed of
            ("threat", np.int64, (MAX_PLAYERS,)),  # how much a pip of each player hurts the one who moves the robber
            ("hand_before", np.uint8, (5,)),  # the focal player's hand before a roll
            ("trial", state_dtype(size)),  # a position to try an action on
            ("actions", np.int32, (MAX_ACTIONS,)),
        ]
    )

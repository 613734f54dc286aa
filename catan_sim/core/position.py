"""Positions arranged by hand: say what stands where and who holds what; everything that follows is worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from catan_sim.core.board import Board
from catan_sim.core.narrate import seat_name
from catan_sim.core.records import CITY_MARK, NOBODY, Part, Record, Waiting
from catan_sim.core.resources import RESOURCE_COUNT, Card
from catan_sim.core.rules.longest_road import judge_longest_road, measure_road
from catan_sim.core.state import new_states, new_work
from catan_sim.core.topology import NONE
from mcts.errors import InputError


@dataclass(frozen=True)
class Position:
    """What is on the table and in the hands; seats that are not named have nothing.

    Attributes
    ----------
    settlements, cities : mapping of vertex to seat
    roads : mapping of edge to seat
    hands : mapping of seat to five counts of resource cards
    cards, new_cards, played : mapping of seat to five counts of development cards
        Held (new ones included), of these bought since their owner's last turn began, and played.
    robber : int or None
        A hex; None leaves it where the board says it starts.
    longest_road, largest_army : int or None
        Who holds the award from before; it is judged anew against everything on the table.
    roller : int
        Whose turn it is.
    has_rolled : bool
    turn : int
    """

    settlements: Mapping[int, int] = field(default_factory=dict)
    cities: Mapping[int, int] = field(default_factory=dict)
    roads: Mapping[int, int] = field(default_factory=dict)
    hands: Mapping[int, Sequence[int]] = field(default_factory=dict)
    cards: Mapping[int, Sequence[int]] = field(default_factory=dict)
    new_cards: Mapping[int, Sequence[int]] = field(default_factory=dict)
    played: Mapping[int, Sequence[int]] = field(default_factory=dict)
    robber: int | None = None
    longest_road: int | None = None
    largest_army: int | None = None
    roller: int = 0
    has_rolled: bool = True
    turn: int = 1


def state_from_position(board: Board, board_rec: Record, rules: Record, position: Position) -> Record:
    """A state in which the roller is to act.

    Raises
    ------
    InputError
        When the pieces or cards do not suffice or two buildings are too close.
    """
    _check_numbers(board, rules, position)
    state = new_states(board, 1)[0]
    for vertex, seat in position.settlements.items():
        state["building"][vertex] = seat + 1
    for vertex, seat in position.cities.items():
        state["building"][vertex] = seat + 1 + CITY_MARK
    for edge, seat in position.roads.items():
        state["roads"][seat, edge // 64] |= np.uint64(1) << np.uint64(edge % 64)
    for name, counts in (
        ("hand", position.hands),
        ("cards", position.cards),
        ("new_cards", position.new_cards),
        ("played", position.played),
    ):
        for seat, row in counts.items():
            state[name][seat] = row
    state["robber"] = board_rec["robber_start"] if position.robber is None else position.robber
    state["longest_road"] = NOBODY if position.longest_road is None else position.longest_road
    state["largest_army"] = NOBODY if position.largest_army is None else position.largest_army
    state["winner"] = NOBODY
    state["roller"] = state["actor"] = position.roller
    state["part"] = Part.TURN
    state["waiting"] = Waiting.MAIN
    state["flags"] = int(position.has_rolled)
    state["turn"] = position.turn
    state["pick"] = 2 * int(rules["players"])
    derive(board, board_rec, rules, state)
    return state


def _check_numbers(board: Board, rules: Record, position: Position) -> None:
    """Refuse what the board or the game does not have: kernels trust every index they are given."""
    players = range(int(rules["players"]))
    owners = [*position.settlements.values(), *position.cities.values(), *position.roads.values(), position.roller]
    owners += [seat for seat in (position.longest_road, position.largest_army) if seat is not None]
    counts = (position.hands, position.cards, position.new_cards, position.played)
    for seat in [*owners, *(seat for group in counts for seat in group)]:
        if seat not in players:
            raise InputError(f"there is no seat {seat} in this game; in code they go from 0 to {players[-1]}")
    for what, numbers, limit in (
        ("vertex", [*position.settlements, *position.cities], board.vertex_count),
        ("edge", position.roads, board.edge_count),
        ("hex", [] if position.robber is None else [position.robber], board.hex_count),
    ):
        for number in numbers:
            if number not in range(limit):
                raise InputError(f"there is no {what} {number} on this board; they go from 0 to {limit - 1}")
    both = set(position.settlements) & set(position.cities)
    if both:
        raise InputError(f"there are a settlement and a city at {board.vertex_labels[both.pop()]}; keep one of them")
    for row in (row for group in counts for row in group.values()):
        if len(row) != RESOURCE_COUNT or not all(0 <= count <= 255 for count in row):
            raise InputError(f"{tuple(row)} is not a set of cards; give {RESOURCE_COUNT} counts, none below 0")
    for seat, row in position.new_cards.items():
        if any(new > held for new, held in zip(row, position.cards.get(seat, (0,) * RESOURCE_COUNT), strict=True)):
            raise InputError(f"{seat_name(seat)} has new development cards that it does not hold")


def derive(board: Board, board_rec: Record, rules: Record, state: Record) -> None:
    """Work out every field of a state that follows from the others.

    Given are buildings, roads, hands, development cards held and played, and who held the awards.

    Raises
    ------
    InputError
        When the pieces or cards do not suffice or two buildings are too close.
    """
    top = board.topology
    players = int(rules["players"])
    for name in ("settlements", "reach", "closed", "road_sites", "all_roads", "ports", "points", "road_length"):
        state[name] = 0
    state["income"] = 0
    _derive_counts(rules, state, players)
    owner = {vertex: (int(code) - 1) & 7 for vertex, code in enumerate(state["building"]) if code}
    roads = {
        edge: seat
        for seat in range(players)
        for edge in range(board.edge_count)
        if int(state["roads"][seat, edge // 64]) >> edge % 64 & 1
    }
    for vertex, seat in owner.items():
        if any(near in owner for near in top.vertex_vertices[vertex] if near != NONE):
            raise InputError(f"the building at {board.vertex_labels[vertex]} stands next to another one")
        state["closed"] |= board_rec["vertex_zone"][vertex]
        state["ports"][seat] |= board_rec["vertex_ports"][vertex]
        state["income"][seat] += board_rec["vertex_pips"][vertex] * _cards_a_hex(state["building"][vertex])
        _insert(state["reach"][seat], vertex)
        if state["building"][vertex] <= CITY_MARK:
            _insert(state["settlements"][seat], vertex)
            state["points"][seat] += rules["settlement_points"]
        else:
            state["points"][seat] += rules["city_points"]
    for edge, seat in roads.items():
        _insert(state["all_roads"], edge)
        for vertex in top.edge_vertices[edge]:
            _insert(state["reach"][seat], int(vertex))
    for seat in range(players):
        for vertex in range(board.vertex_count):
            is_reached = int(state["reach"][seat, vertex // 64]) >> vertex % 64 & 1
            if is_reached and owner.get(vertex, seat) == seat:
                state["road_sites"][seat] |= board_rec["vertex_edge_set"][vertex]
    _derive_awards(board, board_rec, rules, state, players)


def _cards_a_hex(code: int) -> np.uint16:
    """What a building of this code gets from each hex around it."""
    return np.uint16(2 if code > CITY_MARK else 1)


def _insert(words: Record, member: int) -> None:
    words[member // 64] |= np.uint64(1) << np.uint64(member % 64)


def _derive_counts(rules: Record, state: Record, players: int) -> None:
    """Hand sizes, bank, deck and pieces left."""
    state["hand_size"] = state["hand"].sum(axis=1)
    bank = rules["bank"].astype(int) - state["hand"].sum(axis=0, dtype=int)
    deck = rules["deck"].astype(int) - state["cards"].sum(axis=0, dtype=int) - state["played"].sum(axis=0, dtype=int)
    if bank.min() < 0 or deck.min() < 0:
        raise InputError("the players hold more cards than there are; take some away")
    state["bank"], state["deck"], state["deck_size"] = bank, deck, deck.sum()
    codes = state["building"].astype(int)
    for seat in range(players):
        used = (
            sum(int(word).bit_count() for word in state["roads"][seat]),
            int((codes == seat + 1).sum()),
            int((codes == seat + 1 + CITY_MARK).sum()),
        )
        for name, limit, count in zip(
            ("roads_left", "settlements_left", "cities_left"), rules["pieces"], used, strict=True
        ):
            if count > limit:
                raise InputError(f"{seat_name(seat)} has {count} {name.split('_')[0]}, but only {limit} pieces")
            state[name][seat] = limit - count


def _derive_awards(board: Board, board_rec: Record, rules: Record, state: Record, players: int) -> None:
    """Judge both awards from scratch, with the holders as they were."""
    work = new_work(board)[0]
    for seat in range(players):
        state["road_length"][seat] = measure_road(board_rec, state, work, seat)
    if state["longest_road"] != NOBODY:
        state["points"][state["longest_road"]] += rules["longest_road_points"]
    judge_longest_road(rules, state)
    knights = [int(count) for count in state["played"][:players, Card.KNIGHT]]
    holder = int(state["largest_army"])
    leader = max(range(players), key=lambda seat: (knights[seat], seat == holder))
    if knights[leader] < rules["largest_army_minimum"]:
        leader = NOBODY
    elif leader != holder and knights.count(knights[leader]) > 1:
        leader = NOBODY  # nobody knows who was first
    state["largest_army"] = leader
    if leader != NOBODY:
        state["points"][leader] += rules["largest_army_points"]

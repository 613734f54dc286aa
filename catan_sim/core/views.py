"""What the table sees and what one player sees of a position."""

from __future__ import annotations

from dataclasses import dataclass

from catan_sim.core.records import CITY_MARK, NOBODY, NOWHERE, Answer, Part, Record, Waiting

Counts = tuple[int, ...]


@dataclass(frozen=True)
class PublicView:
    """Everything that all players see. Tuples over seats hold one entry for each player.

    Attributes
    ----------
    settlements, cities : dict of vertex to seat
    roads : dict of edge to seat
    hand_sizes, card_counts, new_card_counts : tuple of int
        Resource cards, development cards, and how many of the latter were bought since their owner's last turn began.
    played_cards : tuple of tuple
        Development cards played, by kind.
    visible_points : tuple of int
        Buildings and awards.
    bank : tuple of int
        Resource cards left, by resource.
    offer, answers, counters
        The offer on the table (an action, 0 for none) and what has been said to it.
    """

    players: int
    settlements: dict[int, int]
    cities: dict[int, int]
    roads: dict[int, int]
    robber: int | None
    hand_sizes: Counts
    card_counts: Counts
    new_card_counts: Counts
    played_cards: tuple[Counts, ...]
    visible_points: Counts
    road_lengths: Counts
    longest_road: int | None
    largest_army: int | None
    bank: Counts
    deck_size: int
    turn: int
    roller: int
    actor: int
    part: Part
    waiting: Waiting
    flags: int
    dice: int
    to_discard: Counts
    free_roads: int
    offers_made: int
    offer: int
    answers: tuple[Answer, ...]
    counters: Counts
    winner: int | None


@dataclass(frozen=True)
class PrivateView:
    """What one player sees: the table, and their own cards.

    Attributes
    ----------
    hand : tuple of int
        Own resource cards.
    cards, new_cards : tuple of int
        Own development cards by kind; of these, the ones that may not be played yet.
    """

    seat: int
    public: PublicView
    hand: Counts
    cards: Counts
    new_cards: Counts


def _seat(value: int) -> int | None:
    return None if value == NOBODY else int(value)


def _members(words: Record, seat: int) -> dict[int, int]:
    bits = sum(int(word) << 64 * index for index, word in enumerate(words))
    return {member: seat for member in range(bits.bit_length()) if bits >> member & 1}


def public_view(rules: Record, state: Record) -> PublicView:
    """What everybody sees of a position."""
    n = int(rules["players"])
    buildings = {vertex: int(code) for vertex, code in enumerate(state["building"]) if code}
    roads: dict[int, int] = {}
    for seat in range(n):
        roads |= _members(state["roads"][seat], seat)

    def counts(name: str) -> Counts:
        return tuple(int(value) for value in state[name][:n])

    def totals(name: str) -> Counts:
        return tuple(int(value) for value in state[name][:n].sum(axis=1))

    return PublicView(
        players=n,
        settlements={vertex: code - 1 for vertex, code in buildings.items() if code <= CITY_MARK},
        cities={vertex: code - 1 - CITY_MARK for vertex, code in buildings.items() if code > CITY_MARK},
        roads=roads,
        robber=None if state["robber"] == NOWHERE else int(state["robber"]),
        hand_sizes=counts("hand_size"),
        card_counts=totals("cards"),
        new_card_counts=totals("new_cards"),
        played_cards=tuple(tuple(int(value) for value in row) for row in state["played"][:n]),
        visible_points=counts("points"),
        road_lengths=counts("road_length"),
        longest_road=_seat(state["longest_road"]),
        largest_army=_seat(state["largest_army"]),
        bank=tuple(int(value) for value in state["bank"]),
        deck_size=int(state["deck_size"]),
        turn=int(state["turn"]),
        roller=int(state["roller"]),
        actor=int(state["actor"]),
        part=Part(state["part"]),
        waiting=Waiting(state["waiting"]),
        flags=int(state["flags"]),
        dice=int(state["dice"]),
        to_discard=counts("to_discard"),
        free_roads=int(state["free_roads"]),
        offers_made=int(state["offers_made"]),
        offer=int(state["offer"]),
        answers=tuple(Answer(value) for value in state["answers"][:n]),
        counters=counts("counters"),
        winner=_seat(state["winner"]),
    )


def private_view(rules: Record, state: Record, seat: int) -> PrivateView:
    """What one player sees of a position."""
    return PrivateView(
        seat=seat,
        public=public_view(rules, state),
        hand=tuple(int(value) for value in state["hand"][seat]),
        cards=tuple(int(value) for value in state["cards"][seat]),
        new_cards=tuple(int(value) for value in state["new_cards"][seat]),
    )

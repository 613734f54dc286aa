"""A position in a form that both engines can be brought into, so that they can be compared field by field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from catan_sim.core.records import CITY_MARK, HAS_ROLLED, NOBODY, PLAYED_CARD, Part, Record, Waiting
from catan_sim.core.resources import Card
from tests.oracle.recording import Moment
from tests.oracle.translate import Translation, by_card, by_resource

Seats = tuple[int, ...]
Table = tuple[tuple[int, ...], ...]

DISCARD: Final = "DISCARD"
_PIECES: Final = ("roads_left", "settlements_left", "cities_left")
_PROMPTS: Final = {
    Waiting.SETTLEMENT: "BUILD_INITIAL_SETTLEMENT",
    Waiting.ROAD: "BUILD_INITIAL_ROAD",
    Waiting.MAIN: "PLAY_TURN",
    Waiting.FREE_ROAD: "PLAY_TURN",
    Waiting.DISCARD: DISCARD,
    Waiting.ROBBER: "MOVE_ROBBER",
    Waiting.OVER: "OVER",
}


class Snapshot(NamedTuple):
    """Everything that both engines know; tuples go by seat, sets of places are the bits of an integer.

    ``playable`` says for each development card whether it may be played in the player's turn (this one or the next).
    ``longest_road``, ``largest_army`` and ``winner`` are sets of seats as bits, so that two holders would show.
    """

    turn_seat: int
    actor: int
    prompt: str
    turn: int
    free_roads: int
    robber: int
    bank: tuple[int, ...]
    deck: tuple[int, ...]
    hands: Table
    cards: Table
    played: Table
    playable: Table
    has_rolled: Seats
    played_card: Seats
    pieces_left: Table
    points: Seats
    totals: Seats
    longest_road: int
    largest_army: int
    road_lengths: Seats
    settlements: Seats
    cities: Seats
    roads: Seats
    discards: Seats
    winner: int


def bits(members: Iterable[int]) -> int:
    """A set of numbers as an integer."""
    return sum(1 << member for member in set(members))


def from_moment(moment: Moment, names: Translation) -> Snapshot:
    """The recorded position."""
    players = moment.players
    return Snapshot(
        turn_seat=moment.turn_seat,
        actor=moment.actor_seat,
        prompt=moment.prompt,
        turn=moment.num_turns,
        free_roads=moment.road_building_left,
        robber=names.hex(moment.robber),
        bank=by_resource(moment.bank),
        deck=tuple(moment.dev_deck[card.name] for card in Card),
        hands=tuple(by_resource(player.hand) for player in players),
        cards=tuple(by_card(player.dev_hand) for player in players),
        played=tuple(by_card(player.dev_played) for player in players),
        playable=tuple(
            tuple(
                int(owned and held > 0 and not player.played_dev_this_turn)
                for owned, held in zip(
                    by_card((*player.dev_owned_at_start, False)), by_card(player.dev_hand), strict=True
                )
            )
            for player in players
        ),
        has_rolled=tuple(int(player.has_rolled) for player in players),
        played_card=tuple(int(player.played_dev_this_turn) for player in players),
        pieces_left=tuple(player.pieces_left for player in players),
        points=tuple(player.vp_public for player in players),
        totals=tuple(player.vp for player in players),
        longest_road=bits(seat for seat, player in enumerate(players) if player.longest_road),
        largest_army=bits(seat for seat, player in enumerate(players) if player.largest_army),
        road_lengths=tuple(player.road_length for player in players),
        settlements=tuple(bits(names.vertex[node] for node in player.settlements) for player in players),
        cities=tuple(bits(names.vertex[node] for node in player.cities) for player in players),
        roads=tuple(bits(names.edge(pair) for pair in player.roads) for player in players),
        discards=tuple(player.discard_left for player in players),
        winner=0 if moment.winner is None else 1 << names.seat[moment.winner],
    )


def from_state(state: Record, players: int) -> Snapshot:
    """Our position."""
    roller, flags = int(state["roller"]), int(state["flags"])
    building = state["building"].tolist()
    cards = _rows(state, "cards", players)
    points = tuple(state["points"].tolist()[:players])
    return Snapshot(
        turn_seat=roller,
        actor=int(state["actor"]),
        prompt=_PROMPTS[Waiting(state["waiting"])],
        turn=_turns_by_their_count(state, players),
        free_roads=int(state["free_roads"]),
        robber=int(state["robber"]),
        bank=tuple(state["bank"].tolist()),
        deck=tuple(state["deck"].tolist()),
        hands=_rows(state, "hand", players),
        cards=cards,
        played=_rows(state, "played", players),
        playable=_playable(state, cards, players),
        has_rolled=tuple(int(seat == roller and bool(flags & HAS_ROLLED)) for seat in range(players)),
        played_card=tuple(int(seat == roller and bool(flags & PLAYED_CARD)) for seat in range(players)),
        pieces_left=tuple(zip(*(state[name].tolist()[:players] for name in _PIECES), strict=True)),
        points=points,
        totals=tuple(seen + row[Card.VICTORY_POINT] for seen, row in zip(points, cards, strict=True)),
        longest_road=_seat_bit(state["longest_road"]),
        largest_army=_seat_bit(state["largest_army"]),
        road_lengths=tuple(state["road_length"].tolist()[:players]),
        settlements=tuple(_places(building, seat + 1) for seat in range(players)),
        cities=tuple(_places(building, seat + 1 + CITY_MARK) for seat in range(players)),
        roads=tuple(_joined(words) for words in _rows(state, "roads", players)),
        discards=tuple(state["to_discard"].tolist()[:players]),
        winner=_seat_bit(state["winner"]),
    )


def _rows(state: Record, name: str, players: int) -> Table:
    return tuple(tuple(row) for row in state[name].tolist()[:players])


def _seat_bit(seat: int) -> int:
    return 0 if seat == NOBODY else 1 << int(seat)


def _joined(words: tuple[int, ...]) -> int:
    return sum(word << 64 * index for index, word in enumerate(words))


def _places(building: list[int], code: int) -> int:
    return sum(1 << vertex for vertex, there in enumerate(building) if there == code)


def _playable(state: Record, cards: Table, players: int) -> Table:
    """Old cards of the roller, unless one has been played; of the others all, which will be old in their turn."""
    roller = int(state["roller"])
    table = []
    for seat, new in enumerate(_rows(state, "new_cards", players)):
        waits = new if seat == roller else (0,) * len(new)
        barred = seat == roller and bool(state["flags"] & PLAYED_CARD)
        old = [int(held > fresh and not barred) for held, fresh in zip(cards[seat], waits, strict=True)]
        old[Card.VICTORY_POINT] = 0
        table.append(tuple(old))
    return tuple(table)


def _turns_by_their_count(state: Record, players: int) -> int:
    """They count from 0 through the set-up, and the two picks in a row of the last seat as one."""
    if state["part"] == Part.SETUP:
        pick = int(state["pick"]) - 1
        return pick if pick < players else pick - 1
    return int(state["turn"]) - 1 + 2 * (players - 1)

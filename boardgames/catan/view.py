"""What players see of a match, with the labels and names that people use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardgames.catan.setting import Setting
from boardgames.models import Data, PlayerId
from catan_sim.core.action_text import to_text
from catan_sim.core.records import Record
from catan_sim.core.resources import EVERYDAY_NAMES, Card
from catan_sim.core.views import private_view, public_view


def seen_by(setting: Setting, state: Record, players: Sequence[PlayerId], player_id: PlayerId | None) -> Data:
    """The table as everybody sees it and, for a player, their own cards."""
    board, view = setting.board, public_view(setting.rules_record, state)

    def name(seat: int | None) -> PlayerId | None:
        return None if seat is None else players[seat]

    def by_player(values: Sequence[Any]) -> Data:
        return dict(zip(players, values, strict=True))

    def text(action: int) -> str | None:
        return to_text(action, board) if action else None

    seen: Data = {
        "settlements": {board.vertex_labels[vertex]: name(seat) for vertex, seat in view.settlements.items()},
        "cities": {board.vertex_labels[vertex]: name(seat) for vertex, seat in view.cities.items()},
        "roads": {board.edge_labels[edge]: name(seat) for edge, seat in view.roads.items()},
        "robber": None if view.robber is None else board.hex_labels[view.robber],
        "points": by_player(view.visible_points),
        "hand_sizes": by_player(view.hand_sizes),
        "card_counts": by_player(view.card_counts),
        "new_card_counts": by_player(view.new_card_counts),
        "played_cards": by_player([_cards(counts) for counts in view.played_cards]),
        "road_lengths": by_player(view.road_lengths),
        "longest_road": name(view.longest_road),
        "largest_army": name(view.largest_army),
        "bank": _resources(view.bank),
        "deck_size": view.deck_size,
        "turn": view.turn,
        "roller": name(view.roller),
        "actor": name(view.actor),
        "dice": [view.dice // 10, view.dice % 10],
        "to_discard": by_player(view.to_discard),
        "free_roads": view.free_roads,
        "offers_made": view.offers_made,
        "offer": text(view.offer),
        "answers": by_player([answer.name.lower() for answer in view.answers]),
        "counters": by_player([text(counter) for counter in view.counters]),
        "winner": name(view.winner),
    }
    if player_id is not None:
        own = private_view(setting.rules_record, state, players.index(player_id))
        seen |= {
            "you": player_id,
            "hand": _resources(own.hand),
            "cards": _cards(own.cards),
            "new_cards": _cards(own.new_cards),
        }
    return seen


def _resources(counts: Sequence[int]) -> Data:
    return dict(zip(EVERYDAY_NAMES, counts, strict=True))


def _cards(counts: Sequence[int]) -> Data:
    return {card.name.lower(): count for card, count in zip(Card, counts, strict=True)}

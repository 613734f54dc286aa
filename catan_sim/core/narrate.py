"""What happened in a game, in words."""

from __future__ import annotations

from catan_sim.core import encoding as act
from catan_sim.core.board import Board
from catan_sim.core.records import NOBODY, Part, Record
from catan_sim.core.resources import EVERYDAY_NAMES, Card


def seat_name(seat: int) -> str:
    """People count seats from 1."""
    return f"Seat {int(seat) + 1}"


def cards_in_words(counts: list[int] | tuple[int, ...]) -> str:
    """``2 wood, 1 ore`` (or ``nothing``)."""
    return ", ".join(f"{n} {name}" for n, name in zip(counts, EVERYDAY_NAMES, strict=True) if n) or "nothing"


def narrate(board: Board, before: Record, action: int, outcome: int, after: Record) -> str:
    """One action and its consequences as a sentence."""
    sentence = f"{seat_name(before['actor'])} {_deed(board, before, action, outcome, after)}"
    for award, name in (("longest_road", "longest road"), ("largest_army", "largest army")):
        holder = int(after[award])
        if holder != int(before[award]):
            sentence += f"; nobody holds {name}" if holder == NOBODY else f"; {seat_name(holder)} takes {name}"
    if after["part"] == Part.OVER:
        winner = int(after["winner"])
        sentence += "; the game ends without a winner" if winner == NOBODY else f"; {seat_name(winner)} wins"
    return sentence + "."


def _gains(before: Record, after: Record, seat: int) -> tuple[int, ...]:
    changes = after["hand"][seat].astype(int) - before["hand"][seat]
    return tuple(int(change) for change in changes.clip(0))


def _deed(board: Board, before: Record, action: int, outcome: int, after: Record) -> str:
    kind = action >> 24
    place = action & 0xFF
    first, second = action & 0xF, action >> 4 & 0xF
    actor = int(before["actor"])
    match kind:
        case act.PLACE_SETTLEMENT:
            start = _gains(before, after, actor)
            paid = f" and gets {cards_in_words(start)}" if any(start) else ""
            return f"places a settlement at {board.vertex_labels[place]} ({board.describe_vertex(place)}){paid}"
        case act.PLACE_ROAD:
            return f"places a road at {board.edge_labels[place]}"
        case act.ROLL:
            return _roll(before, outcome, after)
        case act.DISCARD:
            return f"discards 1 {EVERYDAY_NAMES[first]}"
        case act.MOVE_ROBBER:
            where = f"moves the robber to {board.hex_labels[place]} ({board.tiles[place]})"
            victim = action >> 8 & 0xF
            stolen = f" and steals 1 {EVERYDAY_NAMES[outcome]} from {seat_name(victim)}" if outcome >= 0 else ""
            return where + stolen
        case act.BUILD_ROAD:
            return f"builds a road at {board.edge_labels[place]}"
        case act.BUILD_SETTLEMENT:
            return f"builds a settlement at {board.vertex_labels[place]} ({board.describe_vertex(place)})"
        case act.BUILD_CITY:
            return f"builds a city at {board.vertex_labels[place]} ({board.describe_vertex(place)})"
        case act.BUY_CARD:
            return f"buys a development card ({Card(outcome).word})"
        case act.PLAY_KNIGHT:
            return "plays a knight"
        case act.PLAY_ROAD_BUILDING:
            return "plays road building"
        case act.PLAY_YEAR_OF_PLENTY:
            return f"plays year of plenty and takes {cards_in_words(_gains(before, after, actor))}"
        case act.PLAY_MONOPOLY:
            return f"plays monopoly and collects {sum(_gains(before, after, actor))} {EVERYDAY_NAMES[first]}"
        case act.TRADE_BANK:
            given = int(before["hand"][actor][first]) - int(after["hand"][actor][first])
            return f"trades {given} {EVERYDAY_NAMES[first]} for 1 {EVERYDAY_NAMES[second]} with the bank"
        case act.OFFER_TRADE:
            partner = action >> 20 & 0xF
            return f"offers {_bargain(action)} to {'all' if partner == act.NO_ONE else seat_name(partner)}"
        case act.ACCEPT_TRADE:
            return "accepts"
        case act.REJECT_TRADE:
            return "rejects"
        case act.COUNTER_TRADE:
            return f"offers {_bargain(action)} instead"
        case act.CONFIRM_TRADE:
            received = cards_in_words(_gains(before, after, actor))
            given_up = cards_in_words(_gains(before, after, first))
            return f"trades {given_up} for {received} with {seat_name(first)}"
        case act.CANCEL_TRADE:
            return "takes the offer back"
        case _:
            return "passes" if before["part"] == Part.SPECIAL_BUILDING else "ends the turn"


def _bargain(action: int) -> str:
    counts = act.offer_counts(action)
    given = cards_in_words([max(count, 0) for count in counts])
    wanted = cards_in_words([max(-count, 0) for count in counts])
    return f"{given} for {wanted}"


def _roll(before: Record, outcome: int, after: Record) -> str:
    dice = f"rolls {outcome // 10 + outcome % 10} ({outcome // 10}+{outcome % 10})"
    gains = [(seat, _gains(before, after, seat)) for seat in range(len(before["hand"]))]
    paid = [f"{seat_name(seat)} gets {cards_in_words(counts)}" for seat, counts in gains if any(counts)]
    return f"{dice}: {'; '.join(paid)}" if paid else dice

"""Bot001's evaluation and the improved bot's parts once more: slowly, square by square."""

from __future__ import annotations

import math
from collections import Counter

from tests.boardgames.amazons.reference import RAYS, Place, SlowAmazons

FAR = 1000
WEIGHTS = {
    "early": (0.08, 0.06, 0.60, 0.68, 0.02),
    "middle": (0.13, 0.15, 0.45, 0.51, 0.07),
    "late": (0.11, 0.15, 0.38, 0.45, 0.10),
}


def other(side: str) -> str:
    return "W" if side == "B" else "B"


def amazons(position: SlowAmazons, side: str) -> list[Place]:
    return [place for place, sign in position.cells.items() if sign == side]


def neighbours(position: SlowAmazons, place: Place) -> set[Place]:
    around = {(place[0] + down, place[1] + right) for down, right in RAYS}
    return {there for there in around if position.cells.get(there) == "."}


def distances(position: SlowAmazons, side: str, by_queen: bool) -> dict[Place, int]:
    """Fewest moves from any amazon of a side to every empty square it can reach."""
    found: dict[Place, int] = {}
    front = set(amazons(position, side))
    moves = 0
    while front:
        moves += 1
        reached = set().union(*(set(position.walk(p)) if by_queen else neighbours(position, p) for p in front))
        front = {place for place in reached if place not in found}
        found |= dict.fromkeys(front, moves)
    return found


def targets(position: SlowAmazons, place: Place, most: int = FAR) -> int:
    """Squares that one amazon can move to, at most so many steps away."""
    return sum(max(abs(y - place[0]), abs(x - place[1])) <= most for y, x in position.walk(place))


def bot001_value(position: SlowAmazons, side: str, turn: int) -> float:
    """The five parts, one after the other."""
    near = {who: Counter(distances(position, who, by_queen=False).values()) for who in "BW"}
    mine, theirs = near[side], near[other(side)]
    parts = (
        sum(mine.values()) - sum(theirs.values()),
        sum((mine[d] - theirs[d]) * (4 - d) for d in (1, 2, 3)),
        sum((mine[d] - theirs[d]) / 2**d for d in range(1, 8)),
        sum((mine[d] - theirs[d]) / (d + 1) for d in range(1, 7)),
        sum(targets(position, p, 7) for p in amazons(position, side))
        - sum(targets(position, p, 7) for p in amazons(position, other(side))),
    )
    phase = "early" if turn <= 10 else "middle" if turn <= 20 else "late"
    total = sum(weight * part for weight, part in zip(WEIGHTS[phase], parts, strict=True))
    return 1 / (1 + math.exp(-0.20 * total))


def territory_parts(position: SlowAmazons, side: str, next_side: str) -> list[float]:
    """The nine parts of the improved bot."""
    empty = [place for place, sign in position.cells.items() if sign == "."]
    queen = {who: distances(position, who, by_queen=True) for who in "BW"}
    king = {who: distances(position, who, by_queen=False) for who in "BW"}
    foe = other(side)
    queen_pairs = [(queen[side].get(place, FAR), queen[foe].get(place, FAR)) for place in empty]
    king_pairs = [(king[side].get(place, FAR), king[foe].get(place, FAR)) for place in empty]
    longest = max([d for pair in king_pairs for d in pair if d < FAR], default=0)
    levels = range(1, min(6, longest) + 1)
    sign = 1 if next_side == side else -1
    mobility = {who: [targets(position, place) for place in amazons(position, who)] for who in "BW"}
    return [
        sum((a < b) - (a > b) for a, b in queen_pairs),
        sum((2.0**-a if a < FAR else 0) - (2.0**-b if b < FAR else 0) for a, b in queen_pairs),
        sum((a < b) - (a > b) for a, b in king_pairs),
        sum((a <= d) - (b <= d) for a, b in king_pairs for d in levels) / 6,
        sum((a < FAR == b) - (b < FAR == a) for a, b in queen_pairs),
        sum(map(math.sqrt, mobility[side])) - sum(map(math.sqrt, mobility[foe])),
        sum(1 / (1 + t) ** 2 for t in mobility[side]) - sum(1 / (1 + t) ** 2 for t in mobility[foe]),
        sign * sum(a == b < FAR for a, b in queen_pairs),
        sign,
    ]

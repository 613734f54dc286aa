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


def territory_counts(position: SlowAmazons, side: str) -> Counter[tuple[object, ...]]:
    """What the improved bot looks at when ``side`` moves next: how often each of its weights counts."""
    foe = other(side)
    counts: Counter[tuple[object, ...]] = Counter({("right to move",): 1})
    for name, by_queen, most in (("queen", True, 5), ("king", False, 7)):
        near = {who: distances(position, who, by_queen) for who in "BW"}
        for place, sign in position.cells.items():
            if sign == ".":
                levels = (min(near[who][place], most) - 1 if place in near[who] else most for who in (side, foe))
                counts[name, *levels] += 1
    for who, side_sign in ((side, 1), (foe, -1)):
        for place in amazons(position, who):
            counts["targets", targets(position, place)] += side_sign
            counts["neighbours", len(neighbours(position, place))] += side_sign
    return counts

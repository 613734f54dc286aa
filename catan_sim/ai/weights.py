"""The numbers that decide how a feature-driven agent plays: each with its name, meaning and hand-set value.

Worths are whole numbers; a victory point in hand is worth about 1,000. Shares are in 1024ths, so that kernels divide by
shifting. The shipped agents' numbers, learnt by ``rollout tune``, are in ``configs/agents``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, NamedTuple

from mcts.kernel import kernel

WHOLE: Final = 1024
"""The share that stands for all of something."""
WHOLE_BITS: Final = 10


@kernel
def share(worth: int, part: int) -> int:
    """So many 1024ths of something."""
    return (worth * part) >> WHOLE_BITS


class _Number(NamedTuple):
    hand_set: int
    meaning: str


_INCOME_BLOCK: Final = {
    "brick": _Number(50, "a pip of brick (a card every 36 rolls)"),
    "lumber": _Number(50, "a pip of wood"),
    "wool": _Number(40, "a pip of sheep"),
    "grain": _Number(60, "a pip of wheat"),
    "ore": _Number(55, "a pip of ore"),
    "knee": _Number(7, "pips of one resource beyond which more are worth less"),
    "beyond_knee": _Number(600, "share that pips beyond the knee keep"),
    "new_resource": _Number(120, "having any income of a resource"),
    "road_pair": _Number(15, "a pip of both brick and wood"),
    "city_pair": _Number(20, "a pip of both wheat and ore"),
    "special_port": _Number(18, "a pip of the resource whose port one has"),
    "generic_port": _Number(5, "a pip of any resource with a 3:1 port"),
}

_NUMBERS: Final = {
    **{f"opening_{name}": number for name, number in _INCOME_BLOCK.items()},
    **{f"income_{name}": number for name, number in _INCOME_BLOCK.items()},
    "opening_expansion": _Number(150, "share of the best site two roads away that counts for a pick of the set-up"),
    "opening_room": _Number(40, "a vertex two roads from a pick of the set-up to which nobody else is as near"),
    "opening_ways": _Number(200, "three roads that can lead away from a pick, not two"),
    "opening_scarce": _Number(25, "a pip of a pick, for each time its resource is rarer here than an even fifth"),
    "opening_reds": _Number(40, "how much less a pick is worth for each 6 or 8 at it, where the robber likes to go"),
    "opening_contested": _Number(4000, "a vertex two roads along a first road that others are as near to"),
    "opening_farther": _Number(2000, "a vertex three roads along a first road that is likely to stay open"),
    "opening_whim": _Number(6, "pips by which players differ in what they see in a vertex, at most"),
    "road": _Number(60, "having the cards for a road while there is a site to settle"),
    "settlement": _Number(1000, "building a settlement, besides its income"),
    "city": _Number(1000, "building a city, besides its income"),
    "card": _Number(450, "buying a development card"),
    "patience": _Number(12, "rolls that count as waiting for every goal, besides those until its cards are there"),
    "wait": _Number(700, "share that a hand keeps of what it is good for, for each card still missing"),
    "road_step": _Number(850, "share that a site keeps for each road still missing on the way"),
    "longest_road": _Number(1800, "taking the longest road"),
    "road_race": _Number(750, "share of it that is left for each further road to go"),
    "largest_army": _Number(900, "a card bought when the next knight takes the largest army"),
    "army_race": _Number(150, "a card bought while the army can still be won"),
    "last_card": _Number(1500, "a card bought when a victory point card would win"),
    "win": _Number(50_000, "whatever makes the last points"),
    "knight_reserve": _Number(1, "knights kept back to drive the robber off"),
    "monopoly_cards": _Number(5, "cards that make a monopoly worth playing"),
    "threat_point": _Number(150, "how much more a pip of an opponent hurts for each of their points"),
    "threat_leader": _Number(400, "and if nobody has more"),
    "own_loss": _Number(3000, "a pip of one's own that the robber would block"),
    "steal": _Number(150, "a card in the hand of the one who is robbed, up to the hand limit"),
    "feed_limit": _Number(3, "points short of victory at which an opponent gets no more trades"),
    "feed_lead": _Number(3, "points ahead of oneself at which a leader gets no more trades"),
    "trade_margin": _Number(20, "how much better a trade has to make one's hand"),
    "concession": _Number(300, "what is asked on top in a counter-offer, less with each offer of the turn"),
    "value_point": _Number(319, "a victory point, hidden ones included"),
    "value_income": _Number(1451, "share of the income that counts in the value of a position"),
    "value_progress": _Number(51, "share of what the next goal promises"),
    "value_knight": _Number(384, "a knight in hand"),
    "value_point_card": _Number(548, "a victory point card in hand, besides its point"),
    "value_road_card": _Number(548, "a road building card in hand"),
    "value_plenty": _Number(471, "a year of plenty card in hand"),
    "value_monopoly": _Number(948, "a monopoly card in hand"),
    "value_knight_played": _Number(85, "a knight played, while the army can still be won"),
    "value_army": _Number(105, "holding the largest army, besides its points"),
    "value_road": _Number(144, "a road"),
    "value_road_length": _Number(173, "a road more in the longest one"),
    "value_road_award": _Number(1039, "how much less the award for the longest road counts, which may be lost again"),
    "value_robbery": _Number(350, "moving the robber and stealing a card"),
    "value_blocked": _Number(35, "a pip of one's own that the robber blocks"),
    "value_over_limit": _Number(187, "a card beyond the hand limit"),
    "value_hand": _Number(150, "share of what the hand is good for"),
    "value_card_in_hand": _Number(83, "a resource card, whichever"),
    "value_rival": _Number(484, "a victory point of the strongest opponent's"),
}  # fmt: skip

NAMES: Final = tuple(_NUMBERS)
MEANINGS: Final = {name: number.meaning for name, number in _NUMBERS.items()}
HAND_SET: Final = {name: number.hand_set for name, number in _NUMBERS.items()}
COUNT: Final = len(NAMES)


def _enumerate() -> Any:
    """One member a name; made by a function because type checkers want the members of an enum written out."""
    return IntEnum("Weight", {name.upper(): index for index, name in enumerate(NAMES)})


Weight: Final = _enumerate()
"""Where each number stands in the vector."""

OPENING: Final = 0
IN_GAME: Final = len(_INCOME_BLOCK)
"""Where the two blocks of income weights begin: for the set-up, and for the rest of the game."""

KNEE, BEYOND_KNEE, NEW_RESOURCE, ROAD_PAIR, CITY_PAIR, SPECIAL_PORT, GENERIC_PORT_WEIGHT = range(5, len(_INCOME_BLOCK))
"""Where the weights of a block stand after its five resources."""

"""``python -m tests.strength``: are the shipped agents as strong as they are said to be, on boards nobody tuned on?"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import Final

from catan_sim.ai.agent import Agent
from catan_sim.ai.registry import find_agent
from catan_sim.core.defaults import default_setting
from catan_sim.core.layouts import layout_named
from catan_sim.core.ruleset import find_ruleset
from catan_sim.ladder import Ladder, pairings
from catan_sim.statistics import wilson

SEED: Final = 20_260
SMALL_TABLE_NUMBERS: Final = "heuristic-by-small-table-numbers"
"""What the heuristic agent would be if it had no numbers of its own for large tables."""


@dataclass(frozen=True)
class Claim:
    """How one agent does at a table of another.

    Attributes
    ----------
    name, opponent : str
    players, games : int
    least : float
        The share of its games that the agent wins at least.
    is_better : bool or None
        Whether the whole 95 % interval lies above parity, or below it (None: nothing is said about parity).
    """

    name: str
    opponent: str
    players: int
    games: int
    least: float = 0.0
    is_better: bool | None = None

    def text(self, wins: int, games: int) -> tuple[bool, str]:
        """Whether it holds, and the result in words."""
        share, parity = wins / games, 1 / self.players
        low, high = wilson(wins, games)
        holds = share >= self.least
        if self.is_better is not None:
            holds &= low > parity if self.is_better else high < parity
        return holds, (
            f"one {self.name} against {self.players - 1} {self.opponent}: {share:.1%} of {games} games "
            f"(95 %: {low:.1%} to {high:.1%}; parity {parity:.1%}) {'as claimed' if holds else 'NOT AS CLAIMED'}"
        )


CLAIMS: Final = (
    Claim("heuristic", "random", 4, 2_000, least=0.99),
    Claim("heuristic", "handset", 4, 12_000, is_better=True),
    Claim("handset", "heuristic", 4, 12_000, is_better=False),
    Claim("greedy1", "heuristic", 4, 12_000, is_better=True),
    *(
        Claim(one, other, players, 6_000, is_better=is_better)
        for players in (6, 8)
        for one, other, is_better in (
            ("heuristic", SMALL_TABLE_NUMBERS, True),
            (SMALL_TABLE_NUMBERS, "heuristic", False),
        )
    ),
)


def _agent(name: str) -> Agent:
    if name == SMALL_TABLE_NUMBERS:
        return replace(find_agent("heuristic"), name=name, large_table={})
    return find_agent(name)


def main() -> int:
    """Play all matches; fails when a claim does not hold."""
    all_hold = True
    for claim in CLAIMS:
        layout, ruleset = default_setting(claim.players)
        rules = find_ruleset(ruleset).replace(players=claim.players)
        ladder = Ladder(layout_named(layout), rules, SEED, [_agent(claim.name), _agent(claim.opponent)])
        matches = [match for match in ladder.matches(claim.games) if match.agent.name == claim.name]
        (result,) = pairings(seat for match in matches for seat in ladder.play(match))
        holds, text = claim.text(result.wins, result.games)
        all_hold &= holds
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    return 0 if all_hold else 1


if __name__ == "__main__":
    sys.exit(main())

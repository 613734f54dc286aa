"""``python -m tests.strength``: are the shipped agents as strong as they are said to be, on boards nobody tuned on?"""

from __future__ import annotations

import sys

from catan_sim.ai.registry import find_agent
from catan_sim.core.layouts import layout_named
from catan_sim.core.ruleset import find_ruleset
from catan_sim.ladder import Ladder, pairings
from catan_sim.statistics import wilson

SEED = 20_260
PARITY = 0.25
CLAIMS = (
    ("heuristic", "random", 2_000, 0.99, 1.0),
    ("heuristic", "handset", 12_000, PARITY, 1.0),
    ("handset", "heuristic", 12_000, 0.0, PARITY),
    ("greedy1", "heuristic", 12_000, PARITY, 1.0),
)
"""One agent against three of another, games, and where its whole 95 % interval has to lie (a share of at least 99 %
is asked of the games themselves)."""


def main() -> int:
    """Play all matches; fails when a claim does not hold."""
    held = True
    for name, opponent, games, lowest, highest in CLAIMS:
        ladder = Ladder(layout_named("standard"), find_ruleset("base"), SEED, [find_agent(name), find_agent(opponent)])
        matches = [match for match in ladder.matches(games) if match.agent.name == name]
        (result,) = pairings(seat for match in matches for seat in ladder.play(match))
        low, high = wilson(result.wins, result.games)
        share = result.wins / result.games
        holds = share >= lowest if lowest > PARITY else lowest <= low and high <= highest
        held &= holds
        sys.stdout.write(
            f"one {name} against three {opponent}: {share:.1%} of {result.games} games "
            f"(95 %: {low:.1%} to {high:.1%}) {'as claimed' if holds else 'NOT AS CLAIMED'}\n"
        )
        sys.stdout.flush()
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())

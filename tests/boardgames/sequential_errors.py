"""How often sequential comparisons go wrong, by simulation: ``python -m tests.boardgames.sequential_errors``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

import numpy as np

from boardgames.arena.sequential import BETS, ERROR, Verdict, compare

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a round of two games can give."""
CASES = {
    "equal, few draws": (0.3, 0.0, 0.4, 0.0, 0.3),
    "equal, many draws": (0.05, 0.1, 0.7, 0.1, 0.05),
    "55 %": (0.15, 0.2, 0.2, 0.2, 0.25),
    "80 %": (0.05, 0.05, 0.15, 0.15, 0.6),
}


def draws(chances: Sequence[float], rounds: int, seed: int) -> list[float]:
    """Rounds drawn with these chances of the five shares."""
    weights = np.array(chances) / sum(chances)
    return [SHARES[index] for index in np.random.default_rng(seed).choice(len(SHARES), rounds, p=weights)]


def ever_wrong(chances: Sequence[float], rounds: int, seed: int) -> bool:
    """Whether the true mean is excluded after any of the rounds: somebody who bets on either side has become rich."""
    mean = float(np.dot(SHARES, chances) / sum(chances))
    seen = np.array(draws(chances, rounds, seed))
    for shares, centre in ((seen, mean), (1 - seen, 1 - mean)):
        gains = np.log1p(BETS[:, None] * (shares / centre - 1)).cumsum(axis=1)
        if np.exp(gains).mean(axis=0).max() >= 2 / ERROR:
            return True
    return False


def first_verdict(chances: Sequence[float], rounds: int, margin: float, seed: int) -> tuple[Verdict, int]:
    """The first statement that is made, and after how many rounds."""
    seen = Counter[float]()
    for number, share in enumerate(draws(chances, rounds, seed), 1):
        seen[share] += 1
        verdict = compare(seen).verdict(margin)
        if verdict != Verdict.OPEN:
            return verdict, number
    return Verdict.OPEN, rounds


def main(runs: int = 400, rounds: int = 1500, margin: float = 0.05) -> int:
    """Print how often each case ends in which statement; 1 if any wrong one comes in more than 5 % of runs."""
    write = sys.stdout.write
    write(f"{runs} runs each, looked at after every round, at most {rounds} rounds of two games, margin {margin:g}\n")
    too_often = False
    for name, chances in CASES.items():
        mean = float(np.dot(SHARES, chances) / sum(chances))
        ends = [first_verdict(chances, rounds, margin, seed) for seed in range(runs)]
        counts = Counter(verdict for verdict, _ in ends)
        wrong = counts[Verdict.WORSE] if mean >= 0.5 else 0
        wrong += counts[Verdict.BETTER] if mean <= 0.5 else 0
        wrong += counts[Verdict.EQUAL] if abs(mean - 0.5) > margin else 0
        too_often |= wrong > 0.05 * runs
        middle = int(np.median([number for _, number in ends]))
        said = ", ".join(f"{verdict} {counts[verdict]}" for verdict in Verdict)
        share, errors = f"{100 * mean:.1f} %", f"{100 * wrong / runs:.1f} %"
        write(f"{name:18} true share {share}: {said}; wrong {errors}; median {middle} rounds\n")
    return int(too_often)


if __name__ == "__main__":
    sys.exit(main())

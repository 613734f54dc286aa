"""How often sequential comparisons go wrong: ``python -m tests.boardgames.sequential_errors``.

The chance that the interval ever misses the mean is computed exactly, by following the probabilities of all counts from
round to round; what the arena says when it stops is simulated.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from boardgames.arena.sequential import BETS, ERROR, WEIGHTS, Verdict, compare

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a round of two games can give."""
EXACTLY = (
    ({0.0: 0.5, 1.0: 0.5}, 4000),
    ({0.0: 0.9, 1.0: 0.1}, 4000),
    ({0.0: 0.01, 1.0: 0.99}, 4000),
    ({0.0: 0.25, 0.5: 0.5, 1.0: 0.25}, 300),
    ({0.0: 0.1, 0.75: 0.5, 1.0: 0.4}, 300),
)
"""Chances of shares, and rounds to which all possible counts are followed."""
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


def chance_to_be_wrong(chances: Mapping[float, float], rounds: int, error: float = ERROR) -> float:
    """The exact chance that the true mean is left out at any look up to so many rounds.

    Parameters
    ----------
    chances : mapping of float to float
        Of each share that a round can give; two or three of them.
    """
    shares, weights = np.array(list(chances)), np.array(list(chances.values()))
    mean = float(shares @ weights)
    gains = [np.log1p(BETS[:, None] * (x / m - 1)) for x, m in ((shares, mean), (1 - shares, 1 - mean))]
    axes = len(shares) - 1  # how often each share but the last has come
    still_in = np.zeros((rounds + 1,) * axes)
    still_in.flat[0] = 1.0
    counts = np.indices(still_in.shape)
    for number in range(1, rounds + 1):
        after = weights[-1] * still_in
        for axis in range(axes):
            after[_from(1, axis, axes)] += weights[axis] * still_in[_from(0, axis, axes)]
        reached = tuple(slice(0, number + 1) for _ in range(axes))
        seen = [axis_counts[reached] for axis_counts in counts]
        last = number - sum(seen)
        for gain in gains:
            logs = gain[:, -1].reshape(-1, *(1,) * axes) * last
            for axis in range(axes):
                logs = logs + gain[:, axis].reshape(-1, *(1,) * axes) * seen[axis]
            after[reached][(np.tensordot(WEIGHTS, np.exp(np.minimum(logs, 600.0)), 1) >= 2 / error) & (last >= 0)] = 0.0
        still_in = after
    return 1.0 - float(still_in.sum())


def _from(start: int, axis: int, axes: int) -> tuple[slice, ...]:
    """All of an array but its first (1) or last (0) row along one axis."""
    part = slice(1, None) if start else slice(0, -1)
    return tuple(part if other == axis else slice(None) for other in range(axes))


def first_verdict(chances: Sequence[float], rounds: int, margin: float, seed: int) -> tuple[Verdict, int]:
    """The first statement that is made, and after how many rounds.

    Capitals are followed for the few means that statements are about; when they speak, the arena is asked.
    """
    seen = np.array(draws(chances, rounds, seed))

    def is_too_low(mean: float) -> npt.NDArray[np.bool_]:
        """Whether the mean is too low after each round."""
        return _capitals(seen, mean) >= 2 / ERROR

    def is_too_high(mean: float) -> npt.NDArray[np.bool_]:
        return _capitals(1 - seen, 1 - mean) >= 2 / ERROR

    speaks = is_too_low(0.5) | is_too_high(0.5) | (is_too_low(0.5 - margin) & is_too_high(0.5 + margin))
    if not speaks.any():
        return compare(Counter(seen.tolist())).verdict(margin), rounds
    number = int(speaks.argmax()) + 1
    before, then = (compare(Counter(seen[:count].tolist())).verdict(margin) for count in (number - 1, number))
    assert before == Verdict.OPEN != then, f"seed {seed}: the arena does not say what the capitals do"
    return then, number


def _capitals(seen: npt.NDArray[np.float64], mean: float) -> npt.NDArray[np.float64]:
    """After each round, the capital of whoever bets that shares are higher than this mean."""
    logs = np.log1p(BETS[:, None] * (seen / mean - 1)).cumsum(axis=1)
    return np.asarray(WEIGHTS @ np.exp(np.minimum(logs, 600.0)))


def main(runs: int = 400, rounds: int = 1500, margin: float = 0.05) -> int:
    """Print how often each case ends in which statement; 1 if any wrong one comes more often than 5 %."""
    write = sys.stdout.write
    too_often = False
    for shares, looks in EXACTLY:
        wrong_ever = chance_to_be_wrong(shares, looks)
        too_often |= wrong_ever > ERROR
        listed = ", ".join(f"{share:g} with {100 * chance:g} %" for share, chance in shares.items())
        write(f"exactly: the mean of {listed} is left out within {looks} looks with {100 * wrong_ever:.2f} %\n")
    write(f"{runs} runs each, looked at after every round, at most {rounds} rounds of two games, margin {margin:g}\n")
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

"""``python -m boardgames.amazons.learn``: learn the evaluation's weights by self-play and write ``weights.csv``.

The bot begins with plain territory: whose square is it, by queen's and by king's distance? Round by round it plays
itself with the weights it has, from random openings and with a random turn now and then. Every position met is labelled
with a mixture of who won in the end and what the searches on the way there thought of it; some positions that were only
searched are labelled with their minimax value. The weights are fitted to these labels by logistic regression, linear in
time between evenly spaced moments.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import click
import numpy as np

from boardgames.amazons.judge import LONGEST_GAME
from boardgames.amazons.positions import start_state
from boardgames.amazons.records import NOWHERE, STEPPED_TURNS
from boardgames.amazons.stepped import actor, apply_action, random_action, steps_of
from boardgames.amazons.territory import (
    BY_KING,
    BY_QUEEN,
    KING_LEVELS,
    PARTS,
    QUEEN_LEVELS,
    count_parts,
    next_to_move,
)
from boardgames.amazons.thinker import Settings, Thinker
from boardgames.amazons.weights import DECIMALS, write_knots
from mcts.rng import draw_below, seed_stream

_MOMENTS: Final = 8
_LONGEST_OPENING: Final = 6
_BLUNDERS: Final = 25
"""One turn in so many is random."""
_TRUST: Final = 0.15
"""Share of a search's own value in the label of its position; the rest is the label of the next one."""
_LEAST_VISITS: Final = 10
"""Positions below the root need as many to be samples, too."""
_RIDGE: Final = 1.0
_ROUGHNESS: Final = 30.0
_LEAST_SPREAD: Final = 0.05
_NEWTON_STEPS: Final = 8
_SQUARE_WORTH: Final = 0.1
"""Logits that the first weights give for a square that one side reaches before the other, by either distance."""

SAMPLE: Final = np.dtype(
    [
        ("counts", np.int8, (PARTS,)),
        ("ply", np.int16),
        ("arrow", np.bool_),  # whether an arrow is missing
        ("label", np.float32),  # for the side that moves next
    ]
)


def first_knots() -> Any:
    """The weights of plain territory, with which learning begins.

    Returns
    -------
    ndarray
        float64, shape (2, 2, PARTS).
    """
    weights = np.zeros(PARTS)
    for first, levels in ((BY_QUEEN, QUEEN_LEVELS), (BY_KING, KING_LEVELS)):
        mine, theirs = np.indices((levels, levels))
        weights[first : first + levels**2] = (_SQUARE_WORTH * np.sign(theirs - mine)).ravel()
    return np.tile(weights, (2, 2, 1))


class _Diary:
    """Samples of one game."""

    def __init__(self) -> None:
        self.samples: Final[list[Any]] = []
        self._room: Final = np.zeros((2, PARTS), dtype=np.int64)

    def note(self, state: Any, value: float) -> None:
        """Add a position and its value for seat 0."""
        sample = np.zeros(1, dtype=SAMPLE)[0]
        count_parts(state, self._room[0], self._room[1])
        sample["counts"] = self._room[1]
        sample["ply"] = state["ply"]
        sample["arrow"] = state["landed"] != NOWHERE
        sample["label"] = value if next_to_move(state) == 0 else 1.0 - value
        self.samples.append(sample)


def play_game(knots: Any, seed: int, expansions: int) -> Any:
    """One game of the bot against itself.

    Returns
    -------
    ndarray
        SAMPLE, shape (positions,).
    """
    stream = np.zeros(2, dtype=np.uint64)
    seed_stream(stream, np.uint64(seed))
    state = start_state(8, STEPPED_TURNS)
    for _ in range(4 * int(draw_below(stream, _LONGEST_OPENING + 1))):
        apply_action(state, random_action(state, stream))
    player = Thinker(state, Settings(nodes=120 * expansions + 20_000), knots)
    diary = _Diary()
    course = []
    while actor(player.root) >= 0:
        thought = player.think(expansions=expansions)
        value = thought.value if player.root["mover"] == 0 else 1.0 - thought.value
        landed = player.root.copy()
        apply_action(landed, steps_of(thought.turn)[0])
        turn = thought.turn
        is_blunder = draw_below(stream, _BLUNDERS) == 0
        if is_blunder:
            after = player.root.copy()
            move = random_action(after, stream)
            apply_action(after, move)
            turn = move + random_action(after, stream)
        course.append((player.root.copy(), landed, value, is_blunder or value in (0.0, 1.0)))
        if thought.visits:
            for searched, found in player.searched(_LEAST_VISITS, stream):
                diary.note(searched, found)
        player.advance(turn)
    label = 1.0 if player.root["mover"] == 1 else 0.0
    for before, landed, value, is_decisive in reversed(course):
        label = value if is_decisive else _TRUST * value + (1.0 - _TRUST) * label
        diary.note(before, label)
        diary.note(landed, label)
    return np.array(diary.samples)


def fit(samples: Any) -> Any:
    """Weights at some moments of the game that explain the labels, by Newton's method.

    Parameters
    ----------
    samples : ndarray
        SAMPLE, shape (n,); all without or all with an arrow missing.

    Returns
    -------
    ndarray
        float64, shape (_MOMENTS, PARTS).
    """
    moments = np.linspace(0.0, LONGEST_GAME[8], _MOMENTS)
    position = np.clip(samples["ply"] / (moments[1] - moments[0]), 0.0, _MOMENTS - 1.001)
    spread = np.maximum(samples["counts"].std(axis=0), _LEAST_SPREAD)
    bends = np.diff(np.eye(_MOMENTS), axis=0)
    penalty = np.kron(_RIDGE * np.eye(_MOMENTS) + _ROUGHNESS * bends.T @ bends, np.diag(spread**2))
    solution = np.zeros(_MOMENTS * PARTS)
    for _ in range(_NEWTON_STEPS):
        slope = -penalty @ solution
        curvature = penalty.copy()
        for knot in range(_MOMENTS - 1):
            here = np.floor(position) == knot
            counts = samples["counts"][here].astype(np.float64)
            later = position[here] - knot
            both = slice(knot * PARTS, (knot + 2) * PARTS)
            inputs = np.hstack([counts * (1.0 - later)[:, None], counts * later[:, None]])
            guess = 1.0 / (1.0 + np.exp(-inputs @ solution[both]))
            slope[both] += inputs.T @ (samples["label"][here] - guess)
            curvature[both, both] += (inputs * (guess * (1.0 - guess) + 1e-4)[:, None]).T @ inputs
        solution += np.linalg.solve(curvature, slope)
    return solution.reshape(_MOMENTS, PARTS)


def fit_both(samples: Any) -> Any:
    """The weights for positions without and with an arrow missing, with the decimals that are written.

    Returns
    -------
    ndarray
        float64, shape (2, _MOMENTS, PARTS).
    """
    return np.round([fit(samples[samples["arrow"] == kind]) for kind in (False, True)], DECIMALS)


@click.command()
@click.option("--rounds", default=3, help="Rounds of self-play.")
@click.option("--games", default=2000, help="Games a round.")
@click.option("--expansions", default=300, help="Positions expanded for a turn.")
@click.option("--threads", default=1, help="Games played at a time; changes nothing else.")
@click.option("--seed", default=1, help="Decides the openings.")
def learn(rounds: int, games: int, expansions: int, threads: int, seed: int) -> None:
    """Learn the evaluation's weights by self-play."""
    knots = first_knots()
    tables: list[Any] = []
    for number in range(rounds):
        first = (seed * 1000 + number) * games
        with ThreadPoolExecutor(threads) as pool:
            tables += pool.map(
                lambda game, knots=knots: play_game(knots, game, expansions), range(first, first + games)
            )
        tables = tables[-2 * games :]  # the last two rounds
        table = np.concatenate(tables)
        knots = fit_both(table)
        click.echo(f"round {number + 1}: {len(table):,} positions of {len(tables):,} games")
    write_knots(
        knots,
        f"python -m boardgames.amazons.learn --rounds {rounds} --games {games} --expansions {expansions} --seed {seed}",
    )


if __name__ == "__main__":
    learn()

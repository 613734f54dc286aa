"""``python -m boardgames.amazons.learn``: learn the evaluation's weights by self-play and write ``weights.py``.

Round by round the bot plays itself with the weights it has, from random openings. Every position met is labelled with
what the search thought of it and with who won in the end, half and half, and the weights are fitted to that by logistic
regression, linear in time between evenly spaced knots.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from boardgames.amazons import weights
from boardgames.amazons.judge import LONGEST_GAME
from boardgames.amazons.positions import start_state
from boardgames.amazons.records import STEPPED_TURNS
from boardgames.amazons.stepped import actor, apply_action, random_action, steps_of
from boardgames.amazons.territory import PARTS, parts_of
from boardgames.amazons.thinker import Settings, Thinker
from mcts.rng import draw_below, seed_stream

KNOTS: Final = 8
_LONGEST_OPENING: Final = 8
_RIDGE: Final = 3.0
_ROUGHNESS: Final = 30.0
_NEWTON_STEPS: Final = 12
_SCALES: Final = np.array([10.0, 5.0, 10.0, 8.0, 10.0, 4.0, 1.0, 8.0, 1.0])
"""Usual sizes of the parts, so that one ridge suits all."""


def play_game(knots: Any, seed: int, expansions: int) -> Any:
    """One game of the bot against itself.

    Returns
    -------
    ndarray
        float64, shape (positions, 3 + PARTS): whether an arrow is missing, ply, label for seat 0, parts for seat 0.
    """
    stream = np.zeros(2, dtype=np.uint64)
    seed_stream(stream, np.uint64(seed))
    state = start_state(8, STEPPED_TURNS)
    for _ in range(2 * int(draw_below(stream, _LONGEST_OPENING + 1))):
        apply_action(state, random_action(state, stream))
    player = Thinker(state, Settings(nodes=200 * expansions + 10_000), knots)
    rows = []
    while actor(player.root) >= 0:
        thought = player.think(expansions=expansions)
        value = thought.value if player.root["mover"] == 0 else 1.0 - thought.value
        rows.append(_row(player.root, value))
        landed = player.root.copy()
        apply_action(landed, steps_of(thought.turn)[0])
        rows.append(_row(landed, value))
        player.advance(thought.turn)
    table = np.array(rows)
    table[:, 2] = 0.5 * table[:, 2] + 0.5 * (1.0 if player.root["mover"] == 1 else 0.0)
    return table


def _row(state: Any, value: float) -> Any:
    return np.array([state["landed"] >= 0, state["ply"], value, *parts_of(state, 0)])


def fit(table: Any, kind: int) -> Any:
    """Weights at the knots that explain the labels of positions without or with an arrow missing.

    Returns
    -------
    ndarray
        float64, shape (KNOTS, PARTS).
    """
    rows = table[table[:, 0] == kind]
    moments = np.linspace(0.0, LONGEST_GAME[8], KNOTS)
    near = np.maximum(0.0, 1.0 - np.abs(rows[:, 1:2] - moments) / (moments[1] - moments[0]))
    inputs = (near[:, :, None] * (rows[:, None, 3:] / _SCALES)).reshape(len(rows), -1)
    bends = np.kron(np.diff(np.eye(KNOTS), axis=0), np.eye(PARTS))
    penalty = _RIDGE * np.eye(inputs.shape[1]) + _ROUGHNESS * bends.T @ bends
    solution = np.zeros(inputs.shape[1])
    for _ in range(_NEWTON_STEPS):
        guess = 1.0 / (1.0 + np.exp(-inputs @ solution))
        slope = inputs.T @ (rows[:, 2] - guess) - penalty @ solution
        curvature = (inputs * (guess * (1.0 - guess) + 1e-6)[:, None]).T @ inputs + penalty
        solution += np.linalg.solve(curvature, slope)
    return solution.reshape(KNOTS, PARTS) / _SCALES


def source_text(knots: Any) -> str:
    """The module ``weights.py`` with these weights."""
    head = Path(weights.__file__).read_text(encoding="utf-8").partition("KNOTS: Final")[0]
    lines = [f"{head}KNOTS: Final[Any] = np.array(", "    ["]
    for kind in knots:
        lines.append("        [")
        lines += [f"            [{', '.join(f'{value:.4f}' for value in knot)}]," for knot in kind]
        lines.append("        ],")
    return "\n".join([*lines, "    ]", ")", ""])


@click.command()
@click.option("--rounds", default=4, help="Rounds of self-play.")
@click.option("--games", default=400, help="Games a round.")
@click.option("--expansions", default=300, help="Positions expanded for a turn.")
@click.option("--threads", default=1, help="Games played at a time.")
@click.option("--seed", default=1, help="Decides the openings.")
def learn(rounds: int, games: int, expansions: int, threads: int, seed: int) -> None:
    """Learn the evaluation's weights by self-play."""
    knots = weights.KNOTS
    tables: list[Any] = []
    for number in range(rounds):
        first = (seed * 1000 + number) * games
        with ThreadPoolExecutor(threads) as pool:
            tables += pool.map(
                lambda game, knots=knots: play_game(knots, game, expansions), range(first, first + games)
            )
        table = np.concatenate(tables[-2 * games :])  # the last two rounds
        knots = np.stack([fit(table, 0), fit(table, 1)])
        Path(weights.__file__).write_text(source_text(knots), encoding="utf-8")
        click.echo(f"round {number + 1}: {len(table)} positions of {min(2, number + 1) * games} games")


if __name__ == "__main__":
    learn()

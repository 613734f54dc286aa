"""``python -m tests.boardgames.carcassonne.lockstep [GAMES]``: kernels and reference play the same random games."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from boardgames.carcassonne.evaluator import evaluate
from boardgames.carcassonne.game import CarcassonneGame
from boardgames.carcassonne.records import MAX_PLAYERS, MIN_PLAYERS
from boardgames.carcassonne.rules import apply_action
from boardgames.carcassonne.tiles import LETTERS
from boardgames.carcassonne.weights import PRESETS
from tests.boardgames.carcassonne.plain_evaluation import plain_evaluation
from tests.boardgames.carcassonne.reference import ReferenceGame

EVALUATE_EVERY = 7
"""Steps between two comparisons of the evaluator, whose plain form is slow."""
DEFAULT = PRESETS["default"].record()


def compare_game(game: CarcassonneGame, choose: Callable[[CarcassonneGame], int]) -> int:
    """Play a game on both to its end, comparing at every step; returns the number of steps."""
    reference = ReferenceGame(game.players, "".join(LETTERS[number] for number in game.state["bag"]))
    while not game.is_over:
        texts = [game.text(action) for action in game.legal_actions()]
        assert len(set(texts)) == len(texts)
        assert set(texts) == reference.legal()
        assert (game.actor, game.tile, game.tiles_left) == (reference.seat, reference.tile, len(reference.bag))
        if len(game.log) % EVALUATE_EVERY == 0:
            compare_values(game, reference)
        chosen = game.text(choose(game))
        game.step(chosen)
        reference.step(chosen)
        assert game.scores == tuple(reference.scores)
        assert game.state["supply"][: game.players].tolist() == reference.supply
    assert reference.over
    assert "".join(event.discarded for event in game.log) == "".join(reference.set_aside)
    return len(game.log)


def greedy_action(game: CarcassonneGame) -> int:
    """The action with the best position after it: completes and merges far more than chance does."""
    seat = int(game.state["seat"])
    values = []
    for action in game.legal_actions():
        after = game.state.copy()
        apply_action(after, action)
        values.append((float(evaluate(after, seat, DEFAULT)), action))
    return max(values)[1]


def compare_seed(seed: int) -> int:
    """Compare the game of a seed: with two to five players, every other one played greedily."""
    game = CarcassonneGame(MIN_PLAYERS + seed // 2 % (MAX_PLAYERS - MIN_PLAYERS + 1), seed)
    return compare_game(game, greedy_action if seed % 2 else CarcassonneGame.random_action)


def compare_values(game: CarcassonneGame, reference: ReferenceGame) -> None:
    """Compare the evaluator with its formulas, for every seat and preset."""
    for weights in PRESETS.values():
        record = weights.record()
        for seat in range(game.players):
            difference = evaluate(game.state, seat, record) - plain_evaluation(reference, seat, weights)
            assert abs(difference) < 1e-12


def main(games: int) -> None:
    """Play so many games."""
    steps = sum(compare_seed(seed) for seed in range(games))
    click.echo(f"{games} games, {steps} steps: kernels and reference agree")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)

"""The player without kernels knows the same rules."""

from __future__ import annotations

import random
import time

from boardgames.amazons.game import AmazonsGame
from boardgames.amazons.plain import PlainAmazons


def test_turns_equal_the_kernels() -> None:
    chooser = random.Random(4)
    plain, game = PlainAmazons(), AmazonsGame(8)
    while not game.is_over:
        codes = {start | target << 7 | arrow << 14 for start, target, arrow in plain.turns()}
        assert codes == set(game.legal_actions())
        turn = chooser.choice(sorted(plain.turns()))
        assert plain.is_legal(turn)
        assert not plain.is_legal((turn[0], turn[1], turn[1]))
        plain.play(turn)
        game.step(turn[0] | turn[1] << 7 | turn[2] << 14)
    assert plain.good_turn(time.perf_counter() + 1) is None


def test_good_turns_are_legal_and_win_against_random_ones() -> None:
    chooser = random.Random(1)
    position = PlainAmazons()
    while True:
        turn = position.good_turn(time.perf_counter() + 60) if position.mover == 0 else None
        if position.mover == 1:
            turn = next(iter(chooser.sample(sorted(position.turns()), 1)), None) if any(position.turns()) else None
        if turn is None:
            break
        assert position.is_legal(turn)
        position.play(turn)
    assert position.mover == 1


def test_an_answer_even_when_time_is_up() -> None:
    position = PlainAmazons()
    turn = position.good_turn(time.perf_counter() - 1)
    assert turn is not None
    assert position.is_legal(turn)

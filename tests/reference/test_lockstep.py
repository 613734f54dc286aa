"""Kernel and reference engine agree on every state and every legal action."""

from collections import Counter

import pytest

from catan_sim.core.action_text import FORMS
from mcts.splitmix import SplitMix
from tests.reference.lockstep import Lockstep, play_games, random_setting

GAMES = 200
CHUNKS = 20
MOST_STEPS = 450


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(chunk: int) -> None:
    seen = play_games(chunk * GAMES // CHUNKS, GAMES // CHUNKS, seed=1, most_steps=MOST_STEPS)
    assert seen.total() > 1000


def test_every_kind_of_action_comes_up() -> None:
    seen: Counter[str] = Counter()
    number = 0
    while len(seen) < len(FORMS) and number < 60:
        chooser = SplitMix(9_000 + number)
        board, ruleset = random_setting(chooser)
        rules = ruleset.replace(counter_offers=True, offers_per_turn=1, offer_max_cards=1)
        seen += Lockstep(board, rules, number).play(chooser, 400)
        number += 1
    assert set(seen) == {name for name, _ in FORMS.values()}


def test_a_difference_is_noticed() -> None:
    board, ruleset = random_setting(SplitMix(5))
    pair = Lockstep(board, ruleset, 5)
    pair.check()
    pair.game.state["bank"][2] -= 1
    with pytest.raises(AssertionError, match="bank"):
        pair.check()
    pair.game.state["bank"][2] += 1
    pair.game.state["closed"][0] = 1
    with pytest.raises(AssertionError, match="only reference"):
        pair.check()

"""Properties of whole games, on boards and under rules that hypothesis picks."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from catan_sim.core.action_text import from_text
from catan_sim.core.game import Game
from catan_sim.core.state import new_work
from mcts.splitmix import SplitMix
from tests.fuzz.invariants import NAMES, first_violation
from tests.reference.lockstep import choose, random_setting

SEEDS = st.integers(0, 2**32)


def broken_invariant(game: Game) -> str:
    return NAMES[first_violation(game._board, game._rules, game.state, new_work(game.board)[0])]


@st.composite
def games(draw: st.DrawFn, most_steps: int = 150) -> Game:
    """A game of any board and rules, some way into it."""
    chooser = SplitMix(draw(SEEDS))
    board, ruleset = random_setting(chooser)
    game = Game(board, ruleset, draw(SEEDS))
    for _ in range(draw(st.integers(0, most_steps))):
        if game.is_over:
            break
        game.step(choose(game.legal_actions(), chooser))
    return game


@settings(max_examples=30)
@given(games())
def test_every_legal_action_leads_to_a_sound_position(game: Game) -> None:
    assert broken_invariant(game) == NAMES[0]
    for action in game.legal_actions()[:60]:
        game.step(action)
        assert broken_invariant(game) == NAMES[0], game.text(action)
        assert game.is_over or game.legal_actions()
        game.undo()


@settings(max_examples=30)
@given(games())
def test_replaying_a_record_gives_the_same_states(game: Game) -> None:
    again = Game.from_text(game.to_text())
    assert again.state.tobytes() == game.state.tobytes()
    assert again.log == game.log


@settings(max_examples=30)
@given(games(), st.integers(1, 20))
def test_undoing_leads_back(game: Game, count: int) -> None:
    positions = []
    for _ in range(count):
        if game.is_over:
            break
        positions.append(game.state.tobytes())
        game.step(game.random_action())
    for position in reversed(positions):
        game.undo()
        assert game.state.tobytes() == position


@settings(max_examples=30)
@given(games())
def test_actions_read_back_from_their_text(game: Game) -> None:
    for action in game.legal_actions()[:200]:
        assert from_text(game.text(action), game.board) == action

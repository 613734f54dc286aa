"""The face of the game."""

import json

import pytest

from catan_sim.core.game import Game
from catan_sim.core.position import Position
from catan_sim.core.ruleset import Ruleset
from mcts.errors import InputError
from mcts.splitmix import SplitMix
from tests.reference.lockstep import random_setting


def random_game(seed: int) -> Game:
    board, ruleset = random_setting(SplitMix(seed))
    game = Game(board, ruleset.replace(turn_cap=40), seed)
    game.play()
    return game


def test_same_seed_same_game() -> None:
    first, second = Game(seed=11), Game(seed=11)
    first.play()
    second.play()
    assert first.log == second.log
    assert hash(first) == hash(second)


@pytest.mark.parametrize("seed", range(6))
def test_a_recorded_game_replays_to_the_same_states(seed: int) -> None:
    game = random_game(seed)
    again = Game.from_text(game.to_text())
    assert again.log == game.log
    assert [a.tobytes() for a, _ in again._history] == [a.tobytes() for a, _ in game._history]


def test_undo_takes_chance_back_too() -> None:
    game = Game(seed=4)
    for _ in range(200):
        game.step(game.random_action())
    before = game.state.tobytes()
    events = [game.step(game.random_action()) for _ in range(50)]
    for _ in events:
        game.undo()
    assert game.state.tobytes() == before
    assert [game.step(event.action) for event in events] == events
    with pytest.raises(InputError, match="nothing to take back"):
        Game().undo()


def test_illegal_actions_and_outcomes_change_nothing() -> None:
    game = Game(seed=1)
    before = game.state.tobytes()
    for action, says in (
        ("roll()", "not legal"),
        ("place_settlement(v=Z9)", "no vertex"),
        (1 << 24 | 200, "not legal"),
    ):
        with pytest.raises(InputError, match=says):
            game.step(action)
    with pytest.raises(InputError, match="cannot have the outcome"):
        game.step("place_settlement(v=C4)", outcome=3)
    assert game.state.tobytes() == before
    assert game.log == []


def test_outcomes_can_be_forced() -> None:
    game = Game(seed=1)
    while game.state["turn"] == 0:
        game.step(game.random_action())
    assert game.step("roll()", outcome=64).outcome == 64
    assert "rolls 10 (6+4)" in game.log[-1].text


def test_the_log_tells_the_game_in_words() -> None:
    game = Game(seed=3, ruleset=Ruleset(players=3, offers_per_turn=0, turn_cap=5000))
    placed = str(game.step("place_settlement(v=C4)"))
    assert placed == "Seat 1 places a settlement at C4 (brick 6 · wood 11 · wheat 12)."
    assert str(game.step("place_road(e=C4-C5)")) == "Seat 1 places a road at C4-C5."
    winner = game.play()
    assert winner is not None
    assert game.log[-1].text.endswith(f"Seat {winner + 1} wins.")
    assert repr(game) == f"<Game over after {game.state['turn']} turns: Seat {winner + 1} wins>"
    with pytest.raises(InputError, match="over"):
        game.step("end_turn()")
    with pytest.raises(InputError, match="over"):
        game.random_action()


def test_foreign_records_are_refused() -> None:
    game = json.loads(Game().to_text())
    tampered = [{**game, **change} for change in (
        {"seed": -1}, {"seed": [1]}, {"ruleset": None}, {"ruleset": "base"}, {"moves": [[1]]}, {"moves": "abc"},
        {"moves": [["roll()", 11]]}, {"board": "rows: [wood 5]"}, {"opening": "{}"},
    )]  # fmt: skip
    for text in ("", "[]", "{}", '{"version": 99}', "[" * 100_000, *map(json.dumps, tampered)):
        with pytest.raises(InputError):
            Game.from_text(text)


def test_a_game_from_a_position_is_saved_and_known_with_it() -> None:
    position = Position(settlements={0: 0}, hands={0: (1, 1, 1, 1, 1), 1: (2, 0, 0, 0, 0)}, robber=0)
    game = Game.from_position(position, seed=3)
    assert game.belief(0).hand_bounds(1) == ((2, 2), (0, 0), (0, 0), (0, 0), (0, 0))
    assert game.belief(0).sample()["hand"].tolist() == game.state["hand"].tolist()
    game.step("end_turn")
    again = Game.from_text(game.to_text())
    assert again.state.tobytes() == game.state.tobytes()


@pytest.mark.parametrize("seat", [-1, 4, 9, 100_000])
def test_seats_are_checked(seat: int) -> None:
    game = Game()
    for look in (game.private_view, game.belief, game.belief(0).hand_bounds):
        with pytest.raises(InputError, match=f"no seat {seat}"):
            look(seat)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "3", None])
def test_seeds_are_checked(seed: object) -> None:
    with pytest.raises(InputError, match="seed"):
        Game(seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "action", [None, 1.5, float("nan"), 4 << 24 | 9, 14 << 24 | 0xFF, -1, "discard(r=" + "9" * 5000 + ")"]
)
def test_what_is_no_action_is_refused(action: object) -> None:
    with pytest.raises(InputError):
        Game().step(action)  # type: ignore[arg-type]


def test_draws_itself() -> None:
    game = Game(seed=3)
    game.step("place_settlement(v=C4)")
    assert game._repr_svg_().startswith("<svg")
    assert "Seat 1 to act" in repr(game)

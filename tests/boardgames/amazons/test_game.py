"""The face: turns as numbers and text, undo, pictures, and clear errors."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from boardgames.amazons.game import AmazonsGame
from mcts.errors import InputError


@pytest.mark.parametrize("size", [6, 8, 10])
def test_random_game_ends_with_a_winner(size: int) -> None:
    game = AmazonsGame(size, seed=2)
    winner = game.play()
    assert game.winner == winner
    assert game.legal_actions() == []
    assert "wins" in repr(game)
    assert "".join(game.rows()).count("#") == len(game.log) == game.state["ply"]


@pytest.mark.parametrize("size", [6, 8, 10])
def test_text_and_number_are_the_same_turn(size: int) -> None:
    game = AmazonsGame(size)
    for action in game.legal_actions()[::37]:
        event = game.step(game.text(action))
        assert event.action == action
        game.undo()
    assert len(game.log) == 0


def test_same_seed_same_game() -> None:
    games = [AmazonsGame(8, seed=5), AmazonsGame(8, seed=5), AmazonsGame(8, seed=6)]
    for game in games:
        game.play()
    assert games[0].log == games[1].log != games[2].log


def test_picture_is_xml_with_all_pieces() -> None:
    game = AmazonsGame(8)
    game.step("c8-c3/f3")
    tree = ElementTree.fromstring(game._repr_svg_())
    assert len(tree) == 64 + 8 + 1
    assert repr(game) == "<AmazonsGame 8×8, turn 2, White to play>"


def test_bad_input_is_explained() -> None:
    game = AmazonsGame(8)
    for bad in ("c8", "c8-c3", "z8-c3/f3", "c8-c9/f3", "c8-c3/f", "", "c²-c3/f3"):
        with pytest.raises(InputError, match="not a turn"):
            game.step(bad)
    for illegal in ("c8-f8/f7", "f8-f3/f2", -1, 2**40):
        with pytest.raises(InputError, match="not legal"):
            game.step(illegal)
    with pytest.raises(InputError, match="not a turn"):
        game.step(None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="take back"):
        game.undo()
    with pytest.raises(InputError, match="size"):
        AmazonsGame(9)
    with pytest.raises(InputError, match="seed"):
        AmazonsGame(8, seed=-1)
    game.play()
    with pytest.raises(InputError, match="over"):
        game.random_action()
    with pytest.raises(InputError, match="over"):
        game.step("c8-c3/f3")

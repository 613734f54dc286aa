"""The face: reproducible, readable, written and read again."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import pytest

from boardgames.carcassonne.actions import SKIP, from_text
from boardgames.carcassonne.game import CarcassonneGame
from boardgames.carcassonne.records import Phase
from mcts.errors import InputError


def test_a_seed_decides_the_game() -> None:
    first, second, third = (CarcassonneGame(2, seed) for seed in (4, 4, 5))
    first.play()
    second.play()
    assert hash(first) == hash(second)
    assert first.scores == second.scores
    assert first.state["bag"].tolist() != third.state["bag"].tolist()


def test_a_game_survives_json() -> None:
    game = CarcassonneGame(3, seed=8, first_tiles="XUU")
    for _ in range(50):
        game.step(game.random_action())
    again = CarcassonneGame.from_text(game.to_text())
    assert hash(again) == hash(game)
    assert again.log == game.log
    assert (again.players, again.seed) == (3, 8)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda record: record.update(version=9), "has version 9; this program reads version 1"),
        (lambda record: record.pop("bag"), "not a game record .KeyError: 'bag'"),
        (lambda record: record.update(players=1), "for 2 to 5 players, not 1"),
        (lambda record: record.update(bag="QQ"), "the bag has 1 tiles Q, not 2"),
        (lambda record: record.update(bag="Z"), "must be letters from A to X"),
        (lambda record: record.update(moves=["9,9,0"]), "9,9,0 is not legal now for seat 1"),
        (lambda record: record.update(moves=7), "not a game record"),
        (lambda record: record.update(seed=-1), "the seed is -1"),
    ],
)
def test_a_broken_record_is_refused(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    record = json.loads(CarcassonneGame(2).to_text())
    change(record)
    with pytest.raises(InputError, match=sentence):
        CarcassonneGame.from_text(json.dumps(record))


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(InputError, match="not a game record"):
        CarcassonneGame.from_text("dice")


def test_illegal_actions_change_nothing() -> None:
    game = CarcassonneGame(2, seed=1)
    before = hash(game)
    for action in ("5,5,0", "skip", SKIP, 12345678, -4):
        with pytest.raises(InputError):
            game.step(action)
    with pytest.raises(InputError, match="is not an action; give its number or a text"):
        game.step(None)  # type: ignore[arg-type]
    assert hash(game) == before
    game.play()
    with pytest.raises(InputError, match="the game is over"):
        game.step("skip")
    with pytest.raises(InputError, match="the game is over"):
        game.random_action()


def test_undo_takes_back_one_action() -> None:
    game = CarcassonneGame(2, seed=1)
    with pytest.raises(InputError, match="nothing to take back"):
        game.undo()
    before = hash(game)
    action = game.legal_actions()[0]
    game.step(action)
    after = hash(game)
    game.undo()
    assert hash(game) == before
    assert game.log == []
    game.step(action)
    assert hash(game) == after


def test_it_says_how_it_stands() -> None:
    game = CarcassonneGame(2, seed=1, first_tiles="E")
    assert repr(game) == "<CarcassonneGame 0–0, seat 1 lays E, 70 left>"
    assert str(game.step("0,-1,180")) == "Seat 1 lays E at 0,-1,180."
    assert repr(game) == "<CarcassonneGame 0–0, seat 1 may claim a feature of E, 70 left>"
    assert str(game.step("meeple:city_S")) == "Seat 1 chooses meeple:city_S; city: 4 for seat 1."
    assert not game.winners
    game.play(lambda position: position.legal_actions()[-1])
    assert repr(game).startswith("<CarcassonneGame over: ")
    assert (game.actor, game.tile, game.tiles_left, game.phase) == (None, None, 0, Phase.OVER)
    assert game.scores[game.winners[0]] == max(game.scores)


def test_features_are_found_by_place_and_name() -> None:
    game = CarcassonneGame(2)
    assert game.feature(0, 0, "road_E") == game.feature(0, 0, "road_W")
    assert game.feature(0, 0, "field_EL") != game.feature(0, 0, "field_ER")
    with pytest.raises(InputError, match="there is no tile at 3,3"):
        game.feature(3, 3, "city_N")


def test_the_picture_has_every_tile_and_follower() -> None:
    game = CarcassonneGame(2, seed=3)
    while game.tiles_left > 10:
        game.step(game.legal_actions()[0])
    picture = ET.fromstring(game._repr_svg_())
    space = "{http://www.w3.org/2000/svg}"
    groups = picture.findall(f"{space}g")
    assert len(groups) == game.state["placed"]
    colours = [disc.get("stroke") for disc in picture.iter(f"{space}circle")]
    assert colours.count("#fff") == 14 - game.state["supply"][:2].sum()
    titles = [title.text for title in picture.iter(f"{space}title")]
    assert titles[0] == "D at 0,0,0"


def test_numbers_and_texts_mean_the_same() -> None:
    game = CarcassonneGame(2, first_tiles="U")
    assert from_text("1,0,0") in game.legal_actions()
    assert game.text(from_text("1,0,0")) == "1,0,0"

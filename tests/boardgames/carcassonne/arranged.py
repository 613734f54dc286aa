"""Positions laid by hand: any tile of the bag can be put into the hand of whoever is to move."""

from __future__ import annotations

from boardgames.carcassonne.actions import from_text, rotation_of, x_of, y_of
from boardgames.carcassonne.game import CarcassonneGame, Event
from boardgames.carcassonne.records import Phase
from boardgames.carcassonne.tiles import BAG_SIZE, LETTERS


def take(game: CarcassonneGame, letter: str) -> None:
    """Exchange the tile in hand for one that is still in the bag."""
    bag, drawn = game.state["bag"], int(game.state["drawn"])
    place = drawn + bag[drawn:].tolist().index(LETTERS.index(letter))
    bag[drawn], bag[place] = int(bag[place]), int(bag[drawn])


def lay(game: CarcassonneGame, letter: str, x: int, y: int, rotation: int | None = None, spot: str = "") -> Event:
    """Lay a tile, in its first legal rotation if none is given, and put a follower on a spot, if one is given.

    Returns the last event of the turn.
    """
    take(game, letter)
    if rotation is None:
        fitting = [code for code in game.legal_actions() if (x_of(code), y_of(code)) == (x, y)]
        rotation = 90 * int(rotation_of(fitting[0]))
    event = game.step(f"{x},{y},{rotation}")
    if game.phase == Phase.PLACE_MEEPLE:
        return game.step(f"meeple:{spot}" if spot else "skip")
    assert not spot, "there was nothing to choose"
    return event


def spots(game: CarcassonneGame) -> set[str]:
    """The spots on offer, without skip."""
    assert game.phase == Phase.PLACE_MEEPLE
    return {game.text(action).removeprefix("meeple:") for action in game.legal_actions()} - {"skip"}


def leave_in_bag(game: CarcassonneGame, letters: str) -> None:
    """Take tiles out of the game until, after the one in hand, only these are left, in this order."""
    bag = game.state["bag"]
    held = int(bag[game.state["drawn"]])
    last = [LETTERS.index(letter) for letter in letters]
    bag[BAG_SIZE - len(last) :] = last
    game.state["drawn"] = BAG_SIZE - len(last) - 1
    bag[game.state["drawn"]] = held


def can_lay(game: CarcassonneGame, letter: str, text: str) -> bool:
    """Whether a tile, were it in hand, might be laid like this."""
    take(game, letter)
    return from_text(text) in game.legal_actions()

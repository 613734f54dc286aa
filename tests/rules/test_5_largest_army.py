"""Rule 5.7: the largest army."""

from __future__ import annotations

from catan_sim.core.game import Game

from .positions import CountsBySeat, developments, game_with, kinds, play


def knights(count: int) -> tuple[int, ...]:
    return developments(knight=count)


def ready_to_ride(played: CountsBySeat, holder: int | None = None, has_rolled: bool = True) -> Game:
    """Seat 0 has one more knight to play."""
    return game_with(cards={0: knights(1)}, played=played, largest_army=holder, has_rolled=has_rolled)


def army(game: Game) -> int | None:
    return game.public_view().largest_army


def test_5_7_two_knights_are_no_army() -> None:
    game = ready_to_ride({0: knights(1)})
    game.step("play_knight()")
    assert (army(game), game.points[0]) == (None, 0)


def test_5_7_the_third_knight_takes_the_award_before_the_robber_moves() -> None:
    game = ready_to_ride({0: knights(2)})
    game.step("play_knight()")
    assert kinds(game) == {"move_robber"}
    assert (army(game), game.points[0]) == (0, 2)


def test_5_7_as_many_knights_as_the_holder_are_not_enough() -> None:
    game = ready_to_ride({0: knights(2), 1: knights(3)}, holder=1)
    game.step("play_knight()")
    assert (army(game), game.points[:2]) == (1, (0, 2))


def test_5_7_strictly_more_knights_than_the_holder_take_the_award() -> None:
    game = ready_to_ride({0: knights(3), 1: knights(3)}, holder=1)
    assert army(game) == 1
    game.step("play_knight()")
    assert (army(game), game.points[:2]) == (0, (2, 0))


def test_5_7_the_holder_gets_no_further_points_for_more_knights() -> None:
    game = ready_to_ride({0: knights(3), 1: knights(2)}, holder=0)
    play(game, "play_knight()", "move_robber(h=hex1, p=-)")
    assert (army(game), game.points[0]) == (0, 2)


def test_5_7_knights_still_held_do_not_count() -> None:
    game = game_with(cards={0: knights(4)}, played={0: knights(1)})
    game.step("play_knight()")
    assert army(game) is None


def test_5_7_other_cards_played_do_not_count() -> None:
    game = ready_to_ride({0: developments(knight=1, monopoly=2, road_building=2)})
    game.step("play_knight()")
    assert army(game) is None

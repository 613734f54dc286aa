"""Section 8: answers, counter-offers and the offerer's choice."""

from __future__ import annotations

import pytest

from catan_sim.core.game import Game
from mcts.errors import InputError

from .offers import every_offer
from .positions import (
    BASE,
    NO_COUNTS,
    PLENTY,
    CountsBySeat,
    game_with,
    hand,
    hands,
    kinds,
    legal,
    options,
    play,
    resources,
)

WITH_COUNTERS = BASE.replace(counter_offers=True)
BRICK_FOR_ORE = "cards=+1brick-1ore"
ONE_ORE = resources(ore=1)


def offered(cards: CountsBySeat, to: str = "-", counters: bool = False, roller: int = 0) -> Game:
    """The roller has offered a brick for an ore."""
    game = game_with(WITH_COUNTERS if counters else BASE, hands=cards, roller=roller)
    game.step(f"offer_trade({BRICK_FOR_ORE}, p={to})")
    return game


def test_8_4_all_answer_in_seat_order_starting_to_the_left_of_the_offerer() -> None:
    game = offered({2: resources(brick=1), 0: ONE_ORE, 3: ONE_ORE, 1: ONE_ORE}, roller=2)
    answerers = []
    while kinds(game) == {"accept_trade", "reject_trade"}:
        answerers.append(game.actor)
        game.step("accept_trade()")
    assert answerers == [3, 0, 1]
    assert game.actor == 2


@pytest.mark.parametrize("addressee", [0, 1, 3])
def test_8_4_only_the_one_addressed_answers(addressee: int) -> None:
    game = offered({2: PLENTY, 0: PLENTY, 1: PLENTY, 3: PLENTY}, to=str(addressee), roller=2)
    assert game.actor == addressee
    game.step("accept_trade()")
    assert (game.actor, legal(game)) == (2, {f"confirm_trade(p={addressee})", "cancel_trade()"})


def test_8_4_accepting_needs_what_is_wanted() -> None:
    game = offered({0: PLENTY, 1: NO_COUNTS, 2: ONE_ORE, 3: resources(brick=9)})
    assert kinds(game) == {"reject_trade"}
    game.step("reject_trade()")
    assert kinds(game) == {"accept_trade", "reject_trade"}
    game.step("reject_trade()")
    assert kinds(game) == {"reject_trade"}


def test_8_4_accepting_needs_all_of_what_is_wanted() -> None:
    for held, can_accept in ((resources(ore=1), False), (resources(ore=2), True)):
        game = game_with(hands={0: PLENTY, 1: held})
        game.step("offer_trade(cards=+1brick-2ore, p=1)")
        assert ("accept_trade" in kinds(game)) == can_accept
    for held, can_accept in ((resources(ore=1), False), (resources(ore=1, wood=1), True)):
        game = game_with(hands={0: PLENTY, 1: held})
        game.step("offer_trade(cards=+1brick-1wood-1ore, p=1)")
        assert ("accept_trade" in kinds(game)) == can_accept


def test_8_4_no_counter_offers_unless_the_rules_have_them() -> None:
    assert "counter_trade" not in kinds(offered({0: PLENTY, 1: PLENTY}))
    assert "counter_trade" in kinds(offered({0: PLENTY, 1: PLENTY}, counters=True))


def test_8_4_counter_offers_are_bounded_by_the_answerers_own_hand_and_are_not_the_offer_itself() -> None:
    held = resources(ore=2, sheep=1)
    game = offered({0: PLENTY, 1: held}, counters=True)
    assert options(game, "counter_trade") == every_offer(held, 2) - {"-1brick+1ore"}
    assert len(game.legal_actions()) == 2 + len(options(game, "counter_trade"))


def test_8_4_no_counter_offer_with_an_empty_hand() -> None:
    assert kinds(offered({0: PLENTY}, counters=True)) == {"reject_trade"}


def test_8_4_one_counter_offer_and_the_next_answers() -> None:
    game = offered({0: PLENTY, 1: PLENTY, 2: PLENTY, 3: PLENTY}, counters=True)
    game.step("counter_trade(cards=-2brick+1ore)")
    assert (game.actor, kinds(game)) == (2, {"accept_trade", "reject_trade", "counter_trade"})


def test_8_4_a_counter_offer_cannot_be_countered() -> None:
    game = offered({0: PLENTY, 1: PLENTY}, to="1", counters=True)
    game.step("counter_trade(cards=-2brick+1ore)")
    assert kinds(game) == {"confirm_trade", "cancel_trade"}


def test_8_5_when_all_reject_the_offer_is_over() -> None:
    game = offered({0: resources(brick=1), 1: ONE_ORE})
    play(game, *["reject_trade()"] * 3)
    assert game.actor == 0
    assert kinds(game) == {"end_turn", "offer_trade"}
    assert hands(game)[:2] == [resources(brick=1), ONE_ORE]


def test_8_5_no_choice_before_all_have_answered() -> None:
    game = offered({0: PLENTY, 1: PLENTY})
    game.step("accept_trade()")
    assert (game.actor, kinds(game)) == (2, {"reject_trade"})


def test_8_5_the_offerer_picks_one_of_those_who_accepted_or_none() -> None:
    game = offered({0: resources(brick=1), 1: ONE_ORE, 2: ONE_ORE, 3: ONE_ORE})
    play(game, "accept_trade()", "reject_trade()", "accept_trade()")
    assert (game.actor, legal(game)) == (0, {"confirm_trade(p=1)", "confirm_trade(p=3)", "cancel_trade()"})
    game.step("confirm_trade(p=3)")
    assert hands(game) == [ONE_ORE, ONE_ORE, ONE_ORE, resources(brick=1)]
    assert game.public_view().hand_sizes == (1, 1, 1, 1)
    assert (game.actor, kinds(game)) == (0, {"end_turn", "offer_trade"})


def test_8_5_picking_none_moves_no_card() -> None:
    game = offered({0: resources(brick=1), 1: ONE_ORE}, to="1")
    play(game, "accept_trade()", "cancel_trade()")
    assert hands(game)[:2] == [resources(brick=1), ONE_ORE]
    assert kinds(game) == {"end_turn", "offer_trade"}


def test_8_5_uneven_trades_move_every_card() -> None:
    game = game_with(hands={0: resources(brick=2), 1: resources(sheep=1, ore=1)})
    play(game, "offer_trade(cards=+2brick-1sheep-1ore, p=1)", "accept_trade()", "confirm_trade(p=1)")
    assert hands(game)[:2] == [resources(sheep=1, ore=1), resources(brick=2)]


def test_8_5_a_counter_offer_is_carried_out_as_its_maker_said() -> None:
    game = offered({0: resources(brick=2, wood=1), 1: resources(ore=2)}, to="1", counters=True)
    play(game, "counter_trade(cards=-1brick-1wood+2ore)", "confirm_trade(p=1)")
    assert hands(game)[:2] == [resources(brick=1, ore=2), resources(brick=1, wood=1)]


def test_8_5_only_a_counter_offer_whose_price_the_offerer_can_pay() -> None:
    game = offered({0: resources(brick=1), 1: ONE_ORE, 2: ONE_ORE, 3: ONE_ORE}, counters=True)
    play(game, "counter_trade(cards=-2brick+1ore)", "counter_trade(cards=-1brick-1wood+1ore)", "reject_trade()")
    assert legal(game) == {"cancel_trade()"}
    with pytest.raises(InputError):
        game.step("confirm_trade(p=1)")


def test_8_5_accepting_and_countering_players_are_both_to_choose_from() -> None:
    game = offered({0: resources(brick=2), 1: ONE_ORE, 2: resources(ore=2), 3: ONE_ORE}, counters=True)
    play(game, "accept_trade()", "counter_trade(cards=-2brick+2ore)", "reject_trade()")
    assert legal(game) == {"confirm_trade(p=1)", "confirm_trade(p=2)", "cancel_trade()"}
    game.step("confirm_trade(p=1)")
    assert hand(game, 0) == resources(brick=1, ore=1)


def test_8_5_answers_are_forgotten_with_their_offer() -> None:
    game = offered({0: resources(brick=2), 1: ONE_ORE, 2: ONE_ORE}, to="1")
    play(game, "accept_trade()", "cancel_trade()", f"offer_trade({BRICK_FOR_ORE}, p=2)", "reject_trade()")
    assert kinds(game) == {"end_turn", "offer_trade"}

"""Section 8: who may offer what to whom, and how often."""

from __future__ import annotations

import pytest

from mcts.errors import InputError

from .offers import every_offer
from .positions import (
    BASE,
    NO_COUNTS,
    PLENTY,
    Counts,
    game_with,
    kinds,
    options,
    pass_turn,
    play,
    resources,
    roll,
)

OFFER_TO_1 = "offer_trade(cards=+1brick-1ore, p=1)"
TWO_PLAYERS = BASE.replace(players=2)


def test_8_1_only_the_roller_offers() -> None:
    game = game_with(hands={0: PLENTY, 1: PLENTY})
    game.step(OFFER_TO_1)
    assert (game.actor, kinds(game)) == (1, {"accept_trade", "reject_trade"})


def test_8_1_no_offer_before_the_roll() -> None:
    game = game_with(hands={0: PLENTY, 1: PLENTY}, has_rolled=False)
    assert "offer_trade" not in kinds(game)
    roll(game, 2)
    assert "offer_trade" in kinds(game)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_8_1_at_most_so_many_offers_in_a_turn(most: int) -> None:
    game = game_with(BASE.replace(offers_per_turn=most), hands={0: PLENTY})
    for _ in range(most):
        assert "offer_trade" in kinds(game)
        play(game, OFFER_TO_1, "reject_trade()")
    assert "offer_trade" not in kinds(game)


def test_8_1_the_next_turn_has_its_own_offers() -> None:
    game = game_with(BASE.replace(players=2, offers_per_turn=1), hands={0: PLENTY, 1: PLENTY})
    play(game, OFFER_TO_1, "reject_trade()", "end_turn()")
    roll(game, 2)
    assert "offer_trade" in kinds(game)
    game.step("end_turn()")
    roll(game, 2)
    assert "offer_trade" in kinds(game)


def test_8_1_zero_offers_switch_trade_off() -> None:
    assert "offer_trade" not in kinds(game_with(BASE.replace(offers_per_turn=0), hands={0: PLENTY, 1: PLENTY}))


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "held", [resources(brick=1), resources(wood=5, ore=1), resources(2, 0, 1, 3, 0), (1, 1, 1, 1, 4)]
)
def test_8_2_at_least_one_and_at_most_so_many_cards_a_side_no_resource_on_both(most: int, held: Counts) -> None:
    game = game_with(TWO_PLAYERS.replace(offer_max_cards=most), hands={0: held})
    offered = {option.split(", ")[0] for option in options(game, "offer_trade")}
    assert offered == every_offer(held, most)


@pytest.mark.parametrize("cards", ["+1brick", "-1ore", "+3brick-1ore", "+1brick-3ore", "+1brick+1wood+1wheat-1ore"])
def test_8_2_gifts_and_too_many_cards_are_refused(cards: str) -> None:
    with pytest.raises(InputError):
        game_with(hands={0: PLENTY}).step(f"offer_trade(cards={cards}, p=-)")


def test_8_2_an_offer_is_addressed_to_one_other_player_or_to_all() -> None:
    game = game_with(hands={1: resources(brick=1)}, roller=1)
    addressees: dict[str, set[str]] = {}
    for option in options(game, "offer_trade"):
        cards, addressee = option.split(", ")
        addressees.setdefault(cards, set()).add(addressee)
    assert set(addressees) == every_offer(resources(brick=1), 2)
    assert all(who == {"-", "0", "2", "3"} for who in addressees.values())
    assert len(game.legal_actions()) == 1 + 4 * len(addressees)


def test_8_3_what_others_hold_does_not_matter() -> None:
    held = resources(brick=2, sheep=1)
    alone = game_with(hands={0: held, 1: NO_COUNTS})
    among_rich = game_with(hands={0: held, 1: PLENTY, 2: PLENTY, 3: (0, 9, 0, 9, 9)})
    assert options(alone, "offer_trade") == options(among_rich, "offer_trade") != set()


def test_8_3_the_offerer_must_hold_what_is_given() -> None:
    game = game_with(hands={0: resources(brick=1)})
    for cards in ("+2brick-1ore", "+1wood-1ore", "+1brick+1wood-1ore"):
        with pytest.raises(InputError):
            game.step(f"offer_trade(cards={cards}, p=1)")


def test_8_3_no_offer_with_an_empty_hand() -> None:
    assert kinds(game_with(hands={1: PLENTY})) == {"end_turn"}


def test_8_6_a_rejected_offer_counts() -> None:
    game = game_with(BASE.replace(offers_per_turn=1), hands={0: PLENTY})
    play(game, OFFER_TO_1, "reject_trade()")
    assert "offer_trade" not in kinds(game)


def test_8_6_a_cancelled_offer_counts() -> None:
    game = game_with(BASE.replace(offers_per_turn=1), hands={0: PLENTY, 1: PLENTY})
    play(game, OFFER_TO_1, "accept_trade()", "cancel_trade()")
    assert "offer_trade" not in kinds(game)


def test_8_6_a_successful_offer_counts() -> None:
    game = game_with(BASE.replace(offers_per_turn=1), hands={0: PLENTY, 1: PLENTY})
    play(game, OFFER_TO_1, "accept_trade()", "confirm_trade(p=1)")
    assert "offer_trade" not in kinds(game)


def test_8_6_an_offer_to_all_counts_once() -> None:
    game = game_with(BASE.replace(offers_per_turn=2), hands={0: PLENTY})
    play(game, "offer_trade(cards=+1brick-1ore, p=-)", *["reject_trade()"] * 3)
    assert "offer_trade" in kinds(game)
    play(game, OFFER_TO_1, "reject_trade()")
    assert "offer_trade" not in kinds(game)


def test_8_1_trade_opens_again_a_round_later() -> None:
    game = game_with(BASE.replace(players=3, offers_per_turn=1), hands={0: PLENTY})
    play(game, OFFER_TO_1, "reject_trade()", "end_turn()")
    pass_turn(game)
    pass_turn(game)
    roll(game, 2)
    assert "offer_trade" in kinds(game)

"""What agents do in positions where one choice is plainly right."""

from __future__ import annotations

import dataclasses

import pytest

from catan_sim.ai.agent import Agent, Kind, Trade
from catan_sim.ai.registry import find_agent
from catan_sim.ai.table import Table
from catan_sim.core.game import Game
from tests.rules.positions import BASE, developments, game_with, resources

HANDSET = find_agent("handset")
GREEDY = find_agent("greedy1")
both = pytest.mark.parametrize("agent", [HANDSET, GREEDY], ids=["heuristic", "greedy1"])

HOMES = {0: "C4 D6", 1: "B7", 2: "F6", 3: "D9"}
WAYS = {0: "C4-C5 D6-D7", 1: "B7-B8", 2: "F5-F6", 3: "D9-D10"}


def choice(game: Game, agent: Agent) -> str:
    return game.text(Table([agent] * game.ruleset.players).action(game))


@both
def test_a_city_is_built_when_it_can_be_paid(agent: Agent) -> None:
    game = game_with(settlements=HOMES, roads=WAYS, hands={0: resources(wheat=2, ore=3)})
    assert choice(game, agent).startswith("build_city")


@both
def test_whatever_wins_is_done(agent: Agent) -> None:
    """Nine points, and the cards for a card or a settlement: only the settlement is sure."""
    rules = BASE.replace(victory_target=4)
    game = game_with(
        rules,
        settlements={**HOMES, 0: "C4 D6 B1"},
        roads={**WAYS, 0: "C4-C5-C6 D6-D7"},
        hands={0: resources(1, 1, 2, 2, 1)},
    )
    assert choice(game, agent).startswith("build_settlement")


@both
def test_the_bank_is_asked_for_the_last_card_of_a_city(agent: Agent) -> None:
    game = game_with(
        settlements=HOMES, roads=WAYS, hands={0: resources(brick=4, wheat=2, ore=2), 1: resources(brick=1)}
    )
    assert choice(game, agent) == "trade_bank(give=brick, get=ore)"


@both
def test_a_road_leads_to_the_next_site(agent: Agent) -> None:
    """No vertex within reach can be settled, so a road comes before the settlement."""
    game = game_with(settlements=HOMES, roads=WAYS, hands={0: resources(brick=2, wood=2, sheep=1, wheat=1)})
    assert choice(game, agent).startswith("build_road")


@both
def test_a_knight_drives_the_robber_away_before_the_roll(agent: Agent) -> None:
    game = game_with(
        settlements=HOMES,
        roads=WAYS,
        robber="hex5",
        cards={0: developments(knight=1)},
        hands={1: resources(ore=3)},
        has_rolled=False,
    )
    assert choice(game, agent) == "play_knight()"


@both
def test_the_third_knight_takes_the_army(agent: Agent) -> None:
    game = game_with(
        settlements=HOMES,
        roads=WAYS,
        cards={0: developments(knight=1)},
        played={0: developments(knight=2)},
        has_rolled=False,
    )
    assert choice(game, agent) == "play_knight()"


@both
def test_the_robber_goes_to_the_leader_and_not_home(agent: Agent) -> None:
    game = game_with(
        settlements={0: "D6", 1: "", 2: "F6", 3: "B4"},
        cities={1: "B7 D9"},
        roads={0: "D6-D7", 1: "B7-B8", 2: "F5-F6", 3: "B3-B4"},
        hands={1: resources(ore=3), 3: resources(ore=3)},
        cards={0: developments(knight=1)},
        played={0: developments(knight=2)},
    )
    game.step("play_knight()")
    move = choice(game, agent)
    tile, _, victim = move.removeprefix("move_robber(h=").removesuffix(")").partition(", p=")
    assert victim == "seat2"
    corners = game.board.topology.hex_vertices[game.board.hex(tile)].tolist()
    assert not {game.board.vertex("D6"), *corners} <= set(corners), "not one's own hex"


@both
def test_discards_keep_what_makes_a_city(agent: Agent) -> None:
    game = game_with(
        settlements=HOMES, roads=WAYS, hands={0: resources(wood=5, wheat=2, ore=3)}, roller=1, has_rolled=False
    )
    game.step("roll()", 34)
    for _ in range(5):
        assert choice(game, agent) == "discard(r=wood)"
        game.step("discard(r=wood)")


@both
def test_plenty_completes_a_city(agent: Agent) -> None:
    game = game_with(
        settlements=HOMES,
        roads=WAYS,
        hands={0: resources(wheat=1, ore=2)},
        cards={0: developments(year_of_plenty=1)},
    )
    assert choice(game, agent) == "play_year_of_plenty(r=wheat, s=ore)"


def test_a_monopoly_takes_what_the_others_have_most_of() -> None:
    others = resources(ore=4)
    game = game_with(
        settlements=HOMES,
        roads=WAYS,
        hands={0: resources(wheat=2), 1: others, 2: others, 3: others},
        cards={0: developments(monopoly=1)},
    )
    assert choice(game, HANDSET) == "play_monopoly(r=ore)"


def test_an_offer_gives_what_is_to_spare_for_what_is_missing() -> None:
    hands = {0: resources(wood=3, wheat=2, ore=2), 1: resources(ore=1)}
    assert choice(game_with(settlements=HOMES, roads=WAYS, hands=hands), HANDSET) == (
        "offer_trade(cards=+1wood-1ore, p=-)"
    )


def test_nobody_is_asked_for_what_nobody_has() -> None:
    """Everybody can count the bank: all the ore that is out is one's own."""
    hands = {0: resources(wood=3, wheat=2, ore=2), 1: resources(sheep=1)}
    assert not choice(game_with(settlements=HOMES, roads=WAYS, hands=hands), HANDSET).startswith("offer_trade")


def test_an_agent_without_trade_makes_and_takes_no_offers() -> None:
    silent = dataclasses.replace(HANDSET, trade=Trade.NONE)
    hands = {0: resources(wood=3, wheat=2, ore=2), 1: resources(wheat=2, ore=3, wood=1)}
    game = game_with(settlements=HOMES, roads=WAYS, hands=hands)
    assert choice(game, silent) == "end_turn()"
    game.step("offer_trade(cards=+1wood-1wheat, p=-)")
    assert choice(game, silent) == "reject_trade()"


@pytest.mark.parametrize(("cities", "answer"), [("", "accept_trade()"), ("B2 E2 F4", "reject_trade()")])
def test_what_helps_is_accepted_but_not_from_the_leader(cities: str, answer: str) -> None:
    """A wood for an ore completes a road and costs nothing; eight points are too many to be helped."""
    game = game_with(
        settlements=HOMES,
        cities={0: cities},
        roads=WAYS,
        hands={0: resources(wood=1), 1: resources(brick=1, ore=1)},
    )
    game.step("offer_trade(cards=+1wood-1ore, p=-)")
    assert choice(game, dataclasses.replace(HANDSET, weights={"road_step": 1024})) == answer


def test_realistic_traders_answer_with_terms_of_their_own() -> None:
    """Sheep are no use to them, but the wood would complete a road."""
    rules = BASE.replace(counter_offers=True)
    game = game_with(
        rules,
        settlements=HOMES,
        roads=WAYS,
        hands={0: resources(wood=1, sheep=1), 1: resources(brick=1, ore=1)},
    )
    game.step("offer_trade(cards=+1sheep-1ore, p=-)")
    realistic = Agent("realistic", Kind.HEURISTIC, Trade.REALISTIC, weights={"road_step": 1024})
    assert choice(game, realistic) == "counter_trade(cards=-1wood+1ore)"
    game.step("counter_trade(cards=-1wood+1ore)")
    assert choice(game, HANDSET) == "reject_trade()"


def test_one_road_more_for_the_longest_road() -> None:
    """Five in a row are there for one road; nothing else costs as little."""
    game = game_with(
        settlements={**HOMES, 0: "C4 B1"},
        roads={**WAYS, 0: "B1-C2-C3-C4-C5"},
        hands={0: resources(brick=1, wood=1)},
    )
    before = game.points[0]
    game.step(choice(game, dataclasses.replace(HANDSET, weights={"longest_road": 5000})))
    assert game.points[0] == before + 2

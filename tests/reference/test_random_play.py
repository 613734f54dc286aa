"""Seeded random games of the reference engine, with what must hold after every step."""

import random
from typing import Any

import pytest

from .building import satisfies_distance_rule
from .game import ReferenceGame
from .geometry import hex_edges
from .positions import island, new_game

SNAPSHOT_KEYS = {
    "buildings",
    "roads",
    "robber",
    "bank",
    "deck",
    "hands",
    "cards",
    "new_cards",
    "played",
    "visible_points",
    "road_lengths",
    "longest_road",
    "largest_army",
    "turn",
    "roller",
    "actor",
    "part",
    "waiting_for",
    "has_rolled",
    "played_card",
    "offers_made",
    "to_discard",
    "free_roads",
    "winner",
    "over",
}
VARIANTS: list[dict[str, Any]] = [
    {"between_turns": "special_building", "friendly_robber": True, "rounds_without_seven": 2},
    {"between_turns": "paired_players", "turn_order": "trade_then_build", "bank": [6] * 5},
    {"between_turns": "paired_players", "paired_part_can_win": False, "counter_offers": False},
]


def choose(generator: random.Random, game: ReferenceGame) -> tuple[Any, ...]:
    """Return a random action, every kind of action equally likely."""
    actions = sorted(game.legal_actions(), key=repr)
    kind = generator.choice(sorted({action[0] for action in actions}))
    return generator.choice([action for action in actions if action[0] == kind])


def check_invariants(game: ReferenceGame) -> None:
    """Check that no card or piece has appeared or vanished."""
    snapshot, rules = game.snapshot(), game.state.rules
    assert snapshot.keys() == SNAPSHOT_KEYS
    for resource in range(5):
        held = sum(hand[resource] for hand in snapshot["hands"])
        assert snapshot["bank"][resource] + held == rules["bank"][resource]
        out = sum(cards[resource] for cards in snapshot["cards"] + snapshot["played"])
        assert snapshot["deck"][resource] + out == rules["deck"][resource]
    everything = [snapshot["bank"], snapshot["deck"], *snapshot["hands"], *snapshot["cards"]]
    assert min(min(counts) for counts in everything) >= 0
    for seat in range(rules["players"]):
        assert list(snapshot["roads"].values()).count(seat) <= rules["roads"]
        for kind, limit in (("settlement", rules["settlements"]), ("city", rules["cities"])):
            assert game.state.count_buildings(seat, kind) <= limit
    for vertex in snapshot["buildings"]:
        alone = game.state.buildings.pop(vertex)
        assert satisfies_distance_rule(game.state, vertex)
        game.state.buildings[vertex] = alone
    assert bool(game.legal_actions()) != snapshot["over"]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_random_game(players: int, variant: int) -> None:
    generator = random.Random(100 * players + variant)
    hexes = island()
    sides = {edge for place in hexes for edge in hex_edges(place)}
    coast = sorted(edge for edge in sides if sum(place in hexes for place in edge) == 1)
    ports = {edge: i % 6 for i, edge in enumerate(coast[::3])}
    rules = {**VARIANTS[variant], "players": players, "turn_cap": 25, "offer_max_cards": 1}
    game = new_game(hexes, ports, **rules)
    while not game.snapshot()["over"]:
        action = choose(generator, game)
        outcomes = sorted(game.possible_outcomes(action))
        game.step(action, generator.choice(outcomes) if outcomes else None)
        check_invariants(game)
    assert game.state.turn <= 25

"""The bots: legal turns, trees kept from turn to turn, forced wins found, the same again with the same seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgames.amazons.bots import BOTS, Bot001, ImprovedBot, new_bot
from boardgames.amazons.positions import start_state, state_from_rows, with_steps
from boardgames.amazons.rules import actor, apply_action, is_legal, legal_actions
from boardgames.amazons.thinker import Settings, Thinker
from mcts.errors import InputError
from mcts.expand import max_children
from tests.boardgames.amazons.samples import random_positions

SMALL = Settings(nodes=60_000)


def test_improved_beats_bot001() -> None:
    wins = 0
    for black in (0, 1):
        state = start_state()
        bots: list[Any] = [ImprovedBot(state, SMALL), Bot001(state, seed=3, nodes=20_000)]
        while actor(state) >= 0:
            mover = int(state["mover"]) ^ black
            turn = bots[mover].choose(iterations=150)
            assert is_legal(state, turn)
            apply_action(state, turn)
            for bot in bots:
                bot.advance(turn)
        wins += int(state["mover"]) ^ black
    assert wins == 2


def test_kept_tree_equals_what_a_longer_search_knew() -> None:
    player = Thinker(with_steps(start_state()), SMALL)
    before = player.think(expansions=500)
    player.advance(before.turn)
    kept = player.think(expansions=0)
    assert 2 < kept.visits < before.visits
    assert player.root["ply"] == 1
    fresh = Thinker(player.root, SMALL)
    assert fresh.think(expansions=0).visits < kept.visits


@pytest.mark.parametrize("nodes", [300, 2000])
def test_a_full_tree_still_answers(nodes: int) -> None:
    state = start_state()
    player = Thinker(with_steps(state), Settings(nodes=nodes))
    for _ in range(6):
        turn = player.think(expansions=3000).turn
        assert is_legal(state, turn)
        apply_action(state, turn)
        player.advance(turn)


def test_same_thoughts_again() -> None:
    state = list(random_positions(8, 4))[15]
    thoughts = [Thinker(with_steps(state), SMALL).think(expansions=300) for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    turns = [Bot001(state, seed=5, nodes=5000).choose(iterations=2000) for _ in range(2)]
    assert turns[0] == turns[1]


def test_small_endgames_are_solved() -> None:
    """What the search has proven agrees with trying everything."""
    proven = 0
    for seed in range(60):
        for state in random_positions(6, seed):
            if state["ply"] < 21 or actor(state) < 0:
                continue
            thought = Thinker(with_steps(state), SMALL).think(expansions=400)
            if thought.value in (0.0, 1.0):
                proven += 1
                assert thought.value == float(wins(state))
    assert proven > 40


def wins(state: Any) -> bool:
    """Whether the mover wins, by trying everything."""
    room = np.zeros(1500, dtype=np.int64)
    for turn in room[: legal_actions(state, room)].copy():
        after = state.copy()
        apply_action(after, turn)
        if not wins(after):
            return True
    return False


def test_the_more_visits_the_more_steps_are_tried_best_first() -> None:
    settings = Settings(nodes=60_000)
    player = Thinker(with_steps(start_state()), settings)
    widths = []
    for _ in range(3):
        player.think(expansions=40)
        widths.append(int(player._nodes[0]["opened"]))
        for node in player._nodes[: player._used]:
            children = player._nodes[node["first"] : node["first"] + node["count"]]
            opened, closed = np.split(children, [int(node["opened"])])
            assert len(opened) <= max_children(int(node["visits"]), settings.factor, settings.exponent)
            assert (closed["visits"] == 1).all()
            assert (closed["count"] == 0).all()
    assert widths == sorted(set(widths))


def test_steps_that_are_proven_make_room_for_others() -> None:
    """A player who opens one step at a time still proves that all of them lose."""
    settings = Settings(nodes=60_000, factor=1.0, exponent=0.0)
    proven = 0
    for seed in range(40):
        for state in random_positions(6, seed):
            if state["ply"] >= 22 and actor(state) >= 0 and not wins(state):
                proven += Thinker(with_steps(state), settings).think(expansions=2000).value == 0.0
    assert proven > 10


def test_nothing_to_do_and_nobody_of_that_name() -> None:
    over = state_from_rows(["B#####", "######", "######", "######", "######", "####.W"])
    for bot in (ImprovedBot(over, SMALL), Bot001(over, nodes=1000)):
        with pytest.raises(InputError, match="over"):
            bot.choose(iterations=10)
    with pytest.raises(InputError, match="bot999"):
        new_bot("bot999")
    assert set(BOTS) == {"improved", "bot001"}


def test_bots_fit_into_the_memory_that_botzone_gives() -> None:
    """256 MB for both processes, which have some 50 each before the first position is searched."""
    left = (256 - 2 * 50) << 20
    tree = Bot001()._search._workers[0].tree
    assert 2 * sum(array.nbytes for array in tree.arrays()) < left  # two while the kept part moves over
    thinker = Thinker(with_steps(start_state()))
    assert thinker._nodes.nbytes + thinker._place.nbytes < left


def test_memory_never_ends_the_thinking() -> None:
    """A full tree forgets its least visited parts and goes on; what it kept is still consistent."""
    player = Thinker(with_steps(start_state()), Settings(nodes=5000))
    thought = player.think(expansions=3000)
    assert thought.visits >= 3000
    nodes = player._nodes[: player._used]
    rows = [(node["first"], node["count"]) for node in nodes if node["count"]]
    assert sum(count for _, count in rows) == player._used - 1
    assert sorted(child for first, count in rows for child in range(first, first + count)) == list(range(1, len(nodes)))
    player.advance(thought.turn)
    assert player.think(expansions=0).visits > 0

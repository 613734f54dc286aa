"""What players can know: never wrong, never too much, and complete enough to draw whole positions from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from catan_sim.core import encoding as act
from catan_sim.core.belief import is_possible, new_belief, observe
from catan_sim.core.determinize import determinize
from catan_sim.core.game import Game
from catan_sim.core.position import Position
from catan_sim.core.records import NOBODY, Record
from catan_sim.core.resources import RESOURCE_COUNT
from catan_sim.core.rng import seed_streams
from catan_sim.core.rules.step import step
from catan_sim.core.ruleset import Ruleset
from catan_sim.core.state import new_states, new_work
from catan_sim.core.views import private_view, public_view
from mcts.splitmix import SplitMix
from tests.fuzz.invariants import NAMES, first_violation
from tests.reference.lockstep import choose, random_setting

World = tuple[tuple[int, ...], ...]


class Watched:
    """A game in which every player keeps a belief."""

    def __init__(self, seed: int, players: int | None = None) -> None:
        self.chooser = SplitMix(seed)
        board, ruleset = random_setting(self.chooser)
        if players is not None:
            ruleset = ruleset.replace(players=players)
        self.game = Game(board, ruleset, seed)
        self.beliefs = [new_belief(seat, self.game.state) for seat in range(ruleset.players)]
        self.work = new_work(board)[0]
        seed_streams(self.game._board, self.work, np.uint64(seed), np.uint64(0), np.uint64(0))

    def steps(self, count: int) -> Iterator[tuple[Record, int, int]]:
        """Play at random: the position before each action, the action and its outcome."""
        for _ in range(count):
            actions = self.game.legal_actions()
            if not actions:
                return
            before = self.game._copy_state()
            event = self.game.step(choose(actions, self.chooser))
            for belief in self.beliefs:
                observe(self.game._rules, belief, before, event.action, self.game.state)
            yield before, event.action, event.outcome

    def draw(self, belief: Record) -> Record:
        """A position drawn from a belief."""
        drawn = new_states(self.game.board, 1)[0]
        determinize(self.game._rules, belief, self.game.state, drawn, self.work)
        return drawn


@pytest.mark.parametrize("seed", range(12))
def test_the_truth_is_always_possible_and_samples_agree_with_everything_known(seed: int) -> None:
    watched = Watched(seed)
    game = watched.game
    for number, _ in enumerate(watched.steps(700)):
        for belief in watched.beliefs:
            assert is_possible(game._rules, belief, game.state), (seed, number, str(game.log[-1]))
        observer = number % len(watched.beliefs)
        drawn = watched.draw(watched.beliefs[observer])
        assert is_possible(game._rules, watched.beliefs[observer], drawn)
        broken = first_violation(game._board, game._rules, drawn, watched.work)
        assert broken == 0, NAMES[broken]
        assert public_view(game._rules, drawn) == game.public_view()
        assert private_view(game._rules, drawn, observer) == game.private_view(observer)
        if game.state["winner"] == NOBODY:
            assert int(drawn["deck"].sum()) == int(game.state["deck"].sum())


@pytest.mark.parametrize("seed", range(6))
def test_hidden_cards_never_enter_a_belief(seed: int) -> None:
    """From two positions that the observer cannot tell apart, the same action leaves the same belief."""
    watched = Watched(100 + seed)
    game, rules = watched.game, watched.game._rules
    observer = 0
    belief = new_belief(observer, game.state)
    compared = 0
    for before, action, outcome in watched.steps(500):
        drawn = new_states(game.board, 1)[0]
        determinize(rules, belief, before, drawn, watched.work)
        earlier = belief.copy()
        observe(rules, belief, before, action, game.state)
        hidden_steal = action >> 24 == act.MOVE_ROBBER and observer not in (before["actor"], action >> 8 & 0xF)
        if before["actor"] != observer and not hidden_steal:
            continue  # what others can do depends on their hidden cards
        other_outcome = -1 if hidden_steal or action >> 24 == act.BUY_CARD else outcome
        if outcome >= 0 and other_outcome >= 0 and action >> 24 == act.MOVE_ROBBER:
            continue  # the observer sees which card it is
        afters = new_states(game.board, 1)
        afters[0] = drawn
        after = afters[0]
        step(game._board, rules, after, watched.work, action, other_outcome)
        observe(rules, earlier, drawn, action, after)
        if public_view(rules, after) == game.public_view():
            assert earlier == belief, str(game.log[-1])
            compared += 1
    assert compared > 20


def exact_worlds(worlds: set[World], before: Record, action: int, after: Record, observer: int) -> set[World]:
    """Every combination of hands that agrees with what the observer has seen, one action later, by brute force."""
    kind, actor, victim = action >> 24, int(before["actor"]), action >> 8 & 0xF
    players = len(next(iter(worlds)))
    if kind == act.MOVE_ROBBER and victim != act.NO_ONE and observer not in (actor, victim):
        return {moved for world in worlds for moved in _steals(world, victim, actor)}
    change = after["hand"].astype(int) - before["hand"].astype(int)
    result = set()
    for world in worlds:
        moved = tuple(tuple(int(n) for n in np.array(world[p]) + change[p]) for p in range(players))
        monopoly = kind == act.PLAY_MONOPOLY
        if min(min(hand) for hand in moved) < 0 or (monopoly and _others_keep(moved, actor, action & 0xF)):
            continue
        if kind in (act.OFFER_TRADE, act.COUNTER_TRADE) and not _holds(world[actor], act.offer_counts(action), 1):
            continue
        if kind == act.ACCEPT_TRADE and not _holds(world[actor], act.offer_counts(int(before["offer"])), -1):
            continue
        result.add(moved)
    return result


def _steals(world: World, victim: int, thief: int) -> Iterator[World]:
    for resource in range(RESOURCE_COUNT):
        if world[victim][resource]:
            hands = [list(hand) for hand in world]
            hands[victim][resource] -= 1
            hands[thief][resource] += 1
            yield tuple(tuple(hand) for hand in hands)


def _others_keep(world: World, player: int, resource: int) -> bool:
    return any(hand[resource] for seat, hand in enumerate(world) if seat != player)


def _holds(hand: tuple[int, ...], counts: tuple[int, ...], side: int) -> bool:
    return all(have >= side * count for have, count in zip(hand, counts, strict=True))


def test_bounds_against_brute_force() -> None:
    """Bounds contain every possible hand, and nearly always they are as tight as bounds can be."""
    tight = total = 0
    for seed in range(8):
        watched = Watched(300 + seed, players=4)
        belief = watched.beliefs[0]
        worlds: set[World] = {((0,) * RESOURCE_COUNT,) * 4}
        for before, action, _ in watched.steps(400):
            worlds = exact_worlds(worlds, before, action, watched.game.state, 0)
            if len(worlds) > 1500:
                break
            hands: Any = np.array(sorted(worlds))
            least, most = belief["least"][:4], belief["most"][:4]
            assert (hands.min(axis=0) >= least).all()
            assert (hands.max(axis=0) <= most).all()
            tight += int(((hands.min(axis=0) == least) & (hands.max(axis=0) == most)).sum())
            total += least.size
    assert total > 10_000
    assert tight / total > 0.97


def game_before_a_robbery() -> Game:
    """Seat 2 holds one wood and one ore, and seat 3 is about to roll."""
    position = Position(
        settlements={0: 0, 20: 1, 50: 2}, hands={1: (0, 1, 0, 0, 1)}, roller=2, has_rolled=False, robber=0
    )
    return Game.from_position(position, "standard", Ruleset(players=3), seed=5)


def test_every_possible_hand_comes_up() -> None:
    game = game_before_a_robbery()
    belief = new_belief(0, game.state)
    before = game._copy_state()
    game.step("roll()", 34)
    observe(game._rules, belief, before, game.log[-1].action, game.state)
    before = game._copy_state()
    robbery = next(a for a in game.legal_actions() if a >> 8 & 0xF == 1)
    game.step(robbery)
    observe(game._rules, belief, before, robbery, game.state)
    assert belief["least"][1:3].sum() == 0
    assert belief["most"][1].tolist() == belief["most"][2].tolist() == [0, 1, 0, 0, 1]
    work = new_work(game.board)[0]
    seed_streams(game._board, work, np.uint64(1), np.uint64(0), np.uint64(0))
    seen = set()
    for _ in range(40):
        drawn = new_states(game.board, 1)[0]
        determinize(game._rules, belief, game.state, drawn, work)
        seen.add(tuple(map(tuple, drawn["hand"][1:3].tolist())))
    assert seen == {((0, 1, 0, 0, 0), (0, 0, 0, 0, 1)), ((0, 0, 0, 0, 1), (0, 1, 0, 0, 0))}


def test_a_player_who_has_not_won_holds_few_victory_cards() -> None:
    position = Position(
        settlements={0: 1, 2: 1, 4: 1},
        cities={47: 1, 49: 1, 51: 1},
        hands={1: (0, 0, 2, 2, 2)},
        roller=1,
        robber=0,
    )
    game = Game.from_position(position, "standard", Ruleset(players=2), seed=1)
    game.step("buy_card()", 0)
    assert game.belief(0).record["most_victory_cards"][1] == 0, "nine points, and not won: no victory point card"

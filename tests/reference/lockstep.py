"""Plays the kernel and the reference engine side by side and compares everything after every action.

Run as a command for long proofs: ``python -m tests.reference.lockstep --games 2000 --seed 1``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Any

from catan_sim.core import encoding as act
from catan_sim.core.action_text import FORMS
from catan_sim.core.board import Board
from catan_sim.core.game import Game
from catan_sim.core.generate import random_board
from catan_sim.core.records import HAS_ROLLED, NOBODY, NOWHERE, PLAYED_CARD, Part, Waiting
from catan_sim.core.ruleset import Ruleset, ruleset_from_mapping
from catan_sim.core.topology import Axial
from mcts.splitmix import SplitMix
from tests.reference import ReferenceGame

PARTS = {
    Part.SETUP: "setup",
    Part.TURN: "turn",
    Part.SPECIAL_BUILDING: "special_building",
    Part.PAIRED: "paired",
    Part.OVER: "over",
}
WAITING = {
    Waiting.SETTLEMENT: "settlement",
    Waiting.ROAD: "road",
    Waiting.MAIN: "main",
    Waiting.DISCARD: "discard",
    Waiting.ROBBER: "robber",
    Waiting.FREE_ROAD: "free_road",
    Waiting.ANSWER: "answer",
    Waiting.CHOICE: "choice",
    Waiting.OVER: "over",
}


class Lockstep:
    """A kernel game and a reference game of the same board and rules.

    The reference names a vertex by the three hex positions around it and an edge by the two beside it, so nothing of
    the kernel's numbering is taken for granted.
    """

    def __init__(self, board: Board, ruleset: Ruleset, seed: int) -> None:
        self.game = Game(board, ruleset, seed)
        top = board.topology
        positions: dict[int, set[tuple[int, int]]] = {}
        for hexagon in {Axial(h.q + dq, h.r + dr) for h in top.hexes for dq in (-1, 0, 1) for dr in (-1, 0, 1)}:
            for line, x in ((0, 0), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)):
                corner = (hexagon.r + line, hexagon.x + x)
                if corner in top.corners:
                    positions.setdefault(top.corners.index(corner), set()).add((hexagon.q, hexagon.r))
        self.vertex: dict[int, Any] = {index: tuple(sorted(around)) for index, around in positions.items()}
        self.edge: dict[int, Any] = {
            index: tuple(sorted(set(self.vertex[int(a)]) & set(self.vertex[int(b)])))
            for index, (a, b) in enumerate(top.edge_vertices)
        }
        self.hex = [(h.q, h.r) for h in top.hexes]
        self.reference = ReferenceGame(
            {place: (tile.resource, tile.number) for place, tile in zip(self.hex, board.tiles, strict=True)},
            {self.edge[port.edge]: port.kind for port in board.ports},
            None if board.robber is None else self.hex[board.robber],
            reference_rules(ruleset),
        )

    def translate(self, action: int) -> tuple[Any, ...]:
        """A kernel action as the reference writes it."""
        name, fields = FORMS[action >> 24]
        values: list[Any] = [name]
        for field in fields:
            value = action >> field.shift & field.mask
            if field.type == "cards":
                values.append(act.offer_counts(value))
            elif field.type in ("seat", "resource"):
                values.append(None if value == act.NO_ONE else value)
            else:
                places: dict[str, Any] = {"vertex": self.vertex, "edge": self.edge, "hex": self.hex}
                values.append(places[field.type][value])
        return tuple(values)

    def snapshot(self) -> dict[str, Any]:
        """The kernel's state as the reference writes it."""
        state, n = self.game.state, self.game.ruleset.players
        view = self.game.public_view()

        def rows(name: str) -> tuple[tuple[int, ...], ...]:
            return tuple(tuple(int(x) for x in row) for row in state[name][:n])

        buildings = {self.vertex[v]: (seat, "settlement") for v, seat in view.settlements.items()}
        buildings |= {self.vertex[v]: (seat, "city") for v, seat in view.cities.items()}
        return {
            "buildings": buildings,
            "roads": {self.edge[e]: seat for e, seat in view.roads.items()},
            "robber": None if state["robber"] == NOWHERE else self.hex[state["robber"]],
            "bank": tuple(state["bank"].tolist()),
            "deck": tuple(state["deck"].tolist()),
            "hands": rows("hand"),
            "cards": rows("cards"),
            "new_cards": rows("new_cards"),
            "played": rows("played"),
            "visible_points": view.visible_points,
            "road_lengths": view.road_lengths,
            "longest_road": view.longest_road,
            "largest_army": view.largest_army,
            "turn": view.turn,
            "roller": view.roller,
            "actor": view.actor,
            "part": PARTS[view.part],
            "waiting_for": WAITING[view.waiting],
            "has_rolled": bool(view.flags & HAS_ROLLED),
            "played_card": bool(view.flags & PLAYED_CARD),
            "offers_made": view.offers_made,
            "to_discard": view.to_discard,
            "free_roads": view.free_roads,
            "winner": None if state["winner"] == NOBODY else int(state["winner"]),
            "over": view.part == Part.OVER,
        }

    def check(self) -> list[int]:
        """Compare states and legal actions; returns the latter."""
        ours, theirs = self.snapshot(), self.reference.snapshot()
        differing = {key: (ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}
        assert not differing, f"after {[str(e) for e in self.game.log[-3:]]}: (kernel, reference) {differing}"
        actions = self.game.legal_actions()
        translated = {self.translate(action) for action in actions}
        assert len(translated) == len(actions), "an action is listed twice"
        legal = self.reference.legal_actions()
        assert translated == legal, (
            f"after {[str(e) for e in self.game.log[-3:]]}: "
            f"only kernel {translated - legal}, only reference {legal - translated}"
        )
        return actions

    def play(self, chooser: SplitMix, most_steps: int) -> Counter[str]:
        """Play at random and compare after every action; returns how often each kind of action came up."""
        seen: Counter[str] = Counter()
        for _ in range(most_steps):
            actions = self.check()
            if not actions:
                break
            action = choose(actions, chooser)
            event = self.game.step(action)
            self.reference.step(self.translate(action), None if event.outcome < 0 else event.outcome)
            seen[FORMS[action >> 24][0]] += 1
        return seen


def choose(actions: list[int], chooser: SplitMix) -> int:
    """First a kind, then one of that kind: offers and bank trades would crowd out everything else."""
    kinds = sorted({action >> 24 for action in actions})
    kind = kinds[chooser.below(len(kinds))]
    same = [action for action in actions if action >> 24 == kind]
    return same[chooser.below(len(same))]


def reference_rules(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset in the form that the reference takes."""
    names = (
        "players", "victory_target", "hand_limit", "longest_road_minimum", "largest_army_minimum", "bank_rate",
        "generic_port_rate", "special_port_rate", "offers_per_turn", "offer_max_cards", "counter_offers",
        "turn_order", "between_turns", "paired_part_can_win", "friendly_robber", "rounds_without_seven",
    )  # fmt: skip
    points = ruleset.points
    return {name: getattr(ruleset, name) for name in names} | {
        "turn_cap": ruleset.turns_at_most,
        "costs": {
            name: list(getattr(ruleset.costs, name)) for name in ("road", "settlement", "city", "development_card")
        },
        "roads": ruleset.pieces.roads,
        "settlements": ruleset.pieces.settlements,
        "cities": ruleset.pieces.cities,
        "bank": list(ruleset.bank),
        "deck": list(ruleset.development_deck),
        "points": {name: getattr(points, name) for name in points.__struct_fields__},
    }


def random_setting(chooser: SplitMix) -> tuple[Board, Ruleset]:
    """A board and rules that make rare cases common: short banks and decks, few pieces, low limits, every variant."""

    def pick(*options: Any) -> Any:
        return options[chooser.below(len(options))]

    layout = pick("standard", "standard", "extension", "eight")
    board = random_board(layout, chooser.below(1 << 30), pick("spiral", "shuffled"))
    if pick(True, False):
        board = Board(
            dict(zip(board.topology.hexes, board.tiles, strict=True)), board.ports, pick(None, 0, board.hex_count - 1)
        )
    bank = pick(19, 19, 8, 5)
    deck = pick({}, {}, {"knight": 3, "victory_point": 1, "road_building": 4, "year_of_plenty": 3, "monopoly": 2})
    fields = {
        "players": 2 + chooser.below(7),
        "victory_target": pick(10, 10, 8, 13),
        "hand_limit": pick(7, 7, 4, 9),
        "bank": dict.fromkeys(("brick", "wood", "sheep", "wheat", "ore"), bank),
        "development_deck": deck,
        "pieces": pick({}, {}, {"roads": 6, "settlements": 3, "cities": 2}),
        "longest_road_minimum": pick(5, 5, 3),
        "largest_army_minimum": pick(3, 2),
        "offers_per_turn": pick(0, 1, 2),
        "offer_max_cards": pick(1, 2),
        "counter_offers": pick(True, False),
        "turn_order": pick("interleaved", "trade_then_build"),
        "between_turns": pick("none", "special_building", "paired_players"),
        "paired_part_can_win": pick(True, False),
        "friendly_robber": pick(False, False, True),
        "rounds_without_seven": pick(0, 0, 2),
        "turn_cap": pick(None, None, 30),
        "costs": pick({}, {"road": {"brick": 1, "wood": 0}, "city": {"ore": 2, "wheat": 1}}),
    }
    return board, ruleset_from_mapping(fields, "random setting")


def play_games(first: int, count: int, seed: int, most_steps: int) -> Counter[str]:
    """Play games number ``first`` onwards in lockstep."""
    seen: Counter[str] = Counter()
    for number in range(first, first + count):
        chooser = SplitMix(seed * 1_000_003 + number)
        board, ruleset = random_setting(chooser)
        try:
            seen += Lockstep(board, ruleset, number).play(chooser, most_steps)
        except Exception as error:
            error.add_note(f"lockstep game {number}, seed {seed}, {ruleset}")
            raise
    return seen


def main() -> int:
    """Play many games and say how many steps of each kind agreed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-steps", type=int, default=2000)
    options = parser.parse_args()
    start = time.perf_counter()
    seen = play_games(options.first, options.games, options.seed, options.most_steps)
    seconds = time.perf_counter() - start
    sys.stdout.write(f"{options.games} games, {seen.total()} steps in {seconds:.0f} s, no difference: {dict(seen)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Uniformly random legal play from the full list of legal actions, without domestic trade, on one core.

Our engine and catanatron take turns in short slices, so that both meet the same noise and the ratio stays honest.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from catanatron import Color, RandomPlayer
from catanatron import Game as PeerGame

from catan_sim.core.boardfile import find_board
from catan_sim.core.ruleset import find_ruleset
from catan_sim.simulate import Simulation

ROUNDS = 8
OUR_SECONDS = 1.0
PEER_SECONDS = 3.0
TURN_CAP = 10_000
"""Far above any random game, so that all are played out, like the peer's."""


class _Ours:
    """Random games of our engine on one thread."""

    def __init__(self, board: str, players: int) -> None:
        rules = find_ruleset("base").replace(players=players, offers_per_turn=0, turn_cap=TURN_CAP)
        self.simulation = Simulation(find_board(board), rules, 1, "random")
        self.simulation.play(0, 1)
        self.games = self.steps = 0
        self.speeds: list[float] = []
        self.seconds = 0.0

    def slice(self, seconds: float) -> None:
        """Play for about this long."""
        start = time.perf_counter()
        first = self.games
        while time.perf_counter() - start < seconds:
            played = self.simulation.play(self.games, 200)
            self.games += len(played)
            self.steps += int(played["steps"].sum())
        elapsed = time.perf_counter() - start
        self.seconds += elapsed
        self.speeds.append((self.games - first) / elapsed)


def _peer_speed(seconds: float, seed: int) -> float:
    """Random games a second of catanatron."""
    start = time.perf_counter()
    games = 0
    while time.perf_counter() - start < seconds:
        PeerGame([RandomPlayer(colour) for colour in Color], seed=seed + games).play()
        games += 1
    return games / (time.perf_counter() - start)


def measure() -> Iterator[tuple[str, float]]:
    """Games a second, the ratio to the peer, and time for a step."""
    four = _Ours("standard", 4)
    ratios = []
    for number in range(ROUNDS):
        four.slice(OUR_SECONDS)
        ratios.append(four.speeds[-1] / _peer_speed(PEER_SECONDS, 1000 * number))
    yield "random_4p_games_per_s", median(four.speeds)
    yield "random_4p_ratio_catanatron", median(ratios)
    yield "random_4p_steps_per_s", four.steps / four.seconds
    yield "random_4p_ns_per_step", 1e9 * four.seconds / four.steps
    for name, board in (("random_8p_19_games_per_s", "standard"), ("random_8p_37_games_per_s", "eight")):
        eight = _Ours(board, 8)
        for _ in range(3):
            eight.slice(OUR_SECONDS)
        yield name, median(eight.speeds)

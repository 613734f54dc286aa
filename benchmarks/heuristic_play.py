"""Games between heuristic agents with fast trades on one core, beside catanatron's WeightedRandom players."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from catanatron import Color
from catanatron import Game as PeerGame
from catanatron.players.weighted_random import WeightedRandomPlayer

from benchmarks.time_by_part import print_time_by_part
from catan_sim.core.boardfile import find_board
from catan_sim.core.ruleset import find_ruleset
from catan_sim.simulate import Simulation

ROUNDS = 6
OUR_SECONDS = 1.0
PEER_SECONDS = 3.0


def _simulation(board: str, ruleset: str, players: int, agents: str = "heuristic") -> Simulation:
    simulation = Simulation(find_board(board), find_ruleset(ruleset).replace(players=players), 1, agents)
    simulation.play(0, 1)
    return simulation


def _speed(simulation: Simulation, seconds: float, chunk: int = 100) -> float:
    start = time.perf_counter()
    games = 0
    while time.perf_counter() - start < seconds:
        games += len(simulation.play(games, chunk))
    return games / (time.perf_counter() - start)


def _peer_speed(seconds: float, seed: int) -> float:
    start = time.perf_counter()
    games = 0
    while time.perf_counter() - start < seconds:
        PeerGame([WeightedRandomPlayer(colour) for colour in Color], seed=seed + games).play()
        games += 1
    return games / (time.perf_counter() - start)


def _two_threads(simulation: Simulation, seconds: float) -> float:
    """Games a second of two threads together."""
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(lambda _: _speed(simulation, seconds), range(2)))


def measure() -> Iterator[tuple[str, float]]:
    """Games a second, the ratio to the peer, what a second thread adds, and where the time goes."""
    four = _simulation("standard", "base", 4)
    speeds, ratios, gains = [], [], []
    for number in range(ROUNDS):
        speeds.append(_speed(four, OUR_SECONDS))
        ratios.append(speeds[-1] / _peer_speed(PEER_SECONDS, 1000 * number))
        gains.append(_two_threads(four, OUR_SECONDS) / _speed(four, OUR_SECONDS))
    yield "heuristic_4p_games_per_s", median(speeds)
    yield "heuristic_4p_ratio_catanatron_weighted", median(ratios)
    yield "threads_2_speedup", median(gains)
    print_time_by_part(four)
    greedy = _simulation("standard", "base", 4, "greedy1")
    yield "greedy1_4p_games_per_s", median(_speed(greedy, OUR_SECONDS, 20) for _ in range(3))
    for name, board, rules in (
        ("heuristic_8p_19_games_per_s", "standard", "base"),
        ("heuristic_8p_37_games_per_s", "eight", "eight"),
    ):
        eight = _simulation(board, rules, 8)
        yield name, median(_speed(eight, OUR_SECONDS, 20) for _ in range(3))

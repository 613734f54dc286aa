"""How many games the allocation needs to be sure of the best eight, against simpler ways, on simulated candidates."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean

import numpy as np

from analyzer.allocation import LAG, plan_round, slots_per_round
from analyzer.draws import LogOdds, raw_stream, uniforms
from analyzer.posterior import fitted_posterior
from analyzer.ranking import order_of, probability_set
from catan_sim.rollout_records import GAMES_A_UNIT
from tests.analyzer.simulated_arms import Arms, Counts, Plan, draw_arms, play

CANDIDATES = 30
TOP = 8
SURE = 0.9
BUDGET_UNITS = 4_000_000 // GAMES_A_UNIT
SETTINGS = ((0.125, 0.02), (0.125, 0.03), (0.25, 0.02), (0.25, 0.03))
"""Mean and standard deviation of the win rates."""
FIELDS = 5
"""Sets of candidates for each setting."""


def equal(seed: int, round_number: int, slots: int, wins: Counts, games: Counts, top: int) -> Counts:  # noqa: ARG001
    """Everybody in turn."""
    return (round_number * slots + np.arange(slots)) % len(wins)


def plain_thompson(seed: int, round_number: int, slots: int, wins: Counts, games: Counts, top: int) -> Counts:
    """The best of one draw from the posteriors, again and again."""
    if round_number < LAG:
        return equal(seed, round_number, slots, wins, games, top)
    raw = np.array([raw_stream(seed, round_number, slot).random_raw(len(wins)) for slot in range(slots)])
    return LogOdds(wins, games).at(uniforms(raw)).argmax(axis=1)


def games_until_sure(arms: Arms, plan: Plan, seed: int) -> int | None:
    """Games played when a round first leaves the best set sure enough; None if the budget does not suffice."""
    slots = slots_per_round(BUDGET_UNITS)
    for wins, games in play(arms, plan, seed, slots, BUDGET_UNITS // slots, TOP):
        posterior = fitted_posterior(wins, games)
        if probability_set(posterior, order_of(posterior)[:TOP]) >= SURE:
            return int(games.sum())
    return None


def measure() -> Iterator[tuple[str, float]]:
    """Ratios of mean games; a run that never gets there counts with the whole budget, which flatters the other ways."""
    needed: dict[str, list[int | None]] = {"ours": [], "equal": [], "plain_ts": []}
    for setting, (rate, spread) in enumerate(SETTINGS):
        for field in range(FIELDS):
            arms = draw_arms(np.random.default_rng([setting, field]), CANDIDATES, rate, spread, BUDGET_UNITS)
            for name, plan in zip(needed, (plan_round, equal, plain_thompson), strict=True):
                needed[name].append(games_until_sure(arms, plan, field))
    budget = BUDGET_UNITS * GAMES_A_UNIT
    for name, games in needed.items():
        print(f"  {name}: {games.count(None)} of {len(games)} runs are not sure after {budget:,} games")
    means = {name: mean(budget if count is None else count for count in games) for name, games in needed.items()}
    yield "alloc_games_ratio_equal", means["ours"] / means["equal"]
    yield "alloc_games_ratio_plain_ts", means["ours"] / means["plain_ts"]

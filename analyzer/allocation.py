"""Which candidates to play next: top-two Thompson sampling for the best few as a set and in their order.

Plain Thompson sampling plays the best candidate and starves the ones that decide where the top ends. Here a slot asks
instead: *which two plausible worlds do we still confuse?* One world is a draw of all win rates, sorted (σ); the other
is a second draw that disagrees with it (σ′). The slot is played for a candidate about which the two disagree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.draws import LogOdds, raw_streams, uniforms

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
Indices = npt.NDArray[np.int64]

SLOTS: Final = 64
"""Fewest slots of a round."""
MOST_ROUNDS: Final = 256
"""A budget that would need more rounds gets larger ones: planning must not grow with the budget."""
LARGE_BUDGET_UNITS: Final = 1_000_000
MOST_LARGE_ROUNDS: Final = 64
"""A larger budget than that, of 64 million games, is for very many workers, who need seconds of work in a round."""
LAG: Final = 2
"""Round t is planned from the results of rounds up to t - LAG."""
WARM_UP_UNITS: Final = 2
"""Every candidate has at least these before anything is left to chance."""
MOST_REDRAWS: Final = 100
_FIRST_BATCH: Final = 4
_PICKS: Final = 2
"""Random numbers of a slot that come before its worlds."""
_SLOTS_AT_A_TIME: Final = 256


def slots_per_round(budget_units: int) -> int:
    """How many units a round has with this budget: 64, doubled until 256 rounds suffice, or 64 if it is large."""
    most_rounds = MOST_ROUNDS if budget_units <= LARGE_BUDGET_UNITS else MOST_LARGE_ROUNDS
    slots = SLOTS
    while slots * most_rounds < budget_units:
        slots *= 2
    return slots


def plan_round(seed: int, round_number: int, slots: int, wins: Counts, games: Counts, top: int) -> Indices:
    """Give every slot of a round to a candidate.

    The first rounds, for which there are no results yet, go through the candidates in their order again and again, and
    so does any later one until all have ``WARM_UP_UNITS``. After that even slots care about the set of the best ``top``
    candidates and odd ones about their order. Slots do not depend on each other: a last round that the budget cuts
    short is the beginning of the whole one.

    Parameters
    ----------
    seed : int
        Of the request, from 0 to 2**64 - 1.
    round_number : int
        From 0.
    slots : int
        Of every round of this request.
    wins, games : int64 array (candidates,)
        Results of rounds up to ``round_number - LAG``.
    top : int
        How many of the best matter; at least as many as there are candidates means all of them.

    Returns
    -------
    int64 array (slots,)
        Candidates.
    """
    return np.concatenate(list(plan_in_parts(seed, round_number, slots, wins, games, top)))


def plan_in_parts(seed: int, round_number: int, slots: int, wins: Counts, games: Counts, top: int) -> Iterator[Indices]:
    """``plan_round`` bit by bit, for those who have other things to do meanwhile."""
    candidates = len(wins)
    before = round_number * slots
    first_free = slots if round_number < LAG else min(max(WARM_UP_UNITS * candidates - before, 0), slots)
    for begin in range(0, slots, _SLOTS_AT_A_TIME):
        part = np.arange(begin, min(begin + _SLOTS_AT_A_TIME, slots))
        plan, is_free = (before + part) % candidates, part >= first_free
        if is_free.any() and candidates > 1:
            plan[is_free] = _free_slots(seed, round_number, part[is_free], wins, games, top)
        yield plan


def _free_slots(seed: int, round_number: int, slots: Indices, wins: Counts, games: Counts, top: int) -> Indices:
    """Candidates for slots that are decided by disagreement: int64 (slots,)."""
    candidates = len(wins)
    top = min(top, candidates)
    log_odds = LogOdds(wins, games)

    def raw(which: Indices, start: int, count: int) -> npt.NDArray[np.uint64]:
        return raw_streams(seed, round_number, slots[which], start, count)

    def best(which: Indices, first: int, draws: int) -> Indices:
        """The best of ``draws`` worlds for each of these slots, best first: int64 (which, draws, top)."""
        worlds = uniforms(raw(which, _PICKS + first * candidates, draws * candidates))
        return np.argsort(-log_odds.at(worlds.reshape(-1, draws, candidates)), axis=-1)[..., :top]

    # With everybody in the top there is no set to find, only an order.
    is_set_slot = (slots % 2 == 0) & (top < candidates)
    unresolved = np.arange(len(slots))
    picks = uniforms(raw(unresolved, 0, _PICKS))
    one = best(unresolved, 0, 1)[:, 0]
    other = one.copy()
    redraws, batch = 0, _FIRST_BATCH
    while redraws < MOST_REDRAWS and unresolved.size:
        batch = min(batch, MOST_REDRAWS - redraws)
        worlds = best(unresolved, 1 + redraws, batch)
        differs = _differs(one[unresolved, None], worlds, is_set_slot[unresolved])
        found = differs.any(axis=1)
        other[unresolved[found]] = worlds[found, differs[found].argmax(axis=1)]
        unresolved = unresolved[~found]
        redraws, batch = redraws + batch, 2 * batch
    chosen = np.where(is_set_slot, _from_sets(one, other, candidates, picks), _from_orders(one, other, picks))
    chosen[unresolved] = np.where(picks[unresolved, 1] < 0.5, *_least_resolved_pair(wins, games, top))
    return chosen


def _differs(one: Indices, other: Indices, is_set_slot: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Whether two worlds disagree about what their slot cares about.

    Parameters
    ----------
    one : int64 array (slots, 1, top)
    other : int64 array (slots, draws, top)
    is_set_slot : bool array (slots,)

    Returns
    -------
    bool array (slots, draws)
    """
    order_differs = (one != other).any(axis=-1)
    set_differs = (np.sort(one, axis=-1) != np.sort(other, axis=-1)).any(axis=-1)
    return np.where(is_set_slot[:, None], set_differs, order_differs)


def _any_true(mask: npt.NDArray[np.bool_], uniform: Floats) -> Indices:
    """One of the true columns of each row, all equally likely: bool (rows, columns) and float64 (rows,) to (rows,)."""
    so_far = np.cumsum(mask, axis=1)
    return (so_far > np.floor(uniform * so_far[:, -1])[:, None]).argmax(axis=1)


def _from_sets(one: Indices, other: Indices, candidates: int, picks: Floats) -> Indices:
    """A candidate that only one of two worlds has in its top: int64 (slots, top) twice to (slots,)."""
    disputed = np.zeros((len(one), candidates), bool)
    np.put_along_axis(disputed, one, True, axis=1)
    in_both = np.take_along_axis(disputed, other, axis=1)
    np.put_along_axis(disputed, other, ~in_both, axis=1)
    return _any_true(disputed, picks[:, 0])


def _from_orders(one: Indices, other: Indices, picks: Floats) -> Indices:
    """One of the two candidates at a rank where two worlds differ: int64 (slots, top) twice to (slots,)."""
    rank = _any_true(one != other, picks[:, 0])
    rows = np.arange(len(one))
    return np.where(picks[:, 1] < 0.5, one[rows, rank], other[rows, rank])


def _least_resolved_pair(wins: Counts, games: Counts, top: int) -> tuple[int, int]:
    """The neighbours among the best ``top`` and the next one whose difference is smallest for its uncertainty."""
    mean = (wins + 1) / (games + 2)
    variance = mean * (1 - mean) / (games + 3)
    order = np.argsort(-mean, kind="stable")[: top + 1]
    upper, lower = order[:-1], order[1:]
    least = np.argmin((mean[upper] - mean[lower]) / np.sqrt(variance[upper] + variance[lower]))
    return int(upper[least]), int(lower[least])

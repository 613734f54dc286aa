"""From the results of an analysis to its report."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.comparison import Comparison, compare_neighbours
from analyzer.explain import Field, Reason, explain_games, explain_next, explain_opening
from analyzer.measures import Mean, mean_of_squares
from analyzer.opening import port_at, production
from analyzer.posterior import Posterior, fitted_posterior, flat_posterior
from analyzer.rank_distribution import rank_distribution, rank_intervals
from analyzer.ranking import order_of, probability_best, probability_order, probability_set, tiers
from analyzer.report import model
from analyzer.report.draft import draft_of, draft_with
from analyzer.report.numbers import estimate, interval, plain, rate
from analyzer.report.roads import explain_road, first_road
from analyzer.results import Results, SpotResult
from analyzer.stopping import DELTA
from catan_sim.core.board import pips
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.core.topology import NONE

Counts = npt.NDArray[np.int64]

MOMENTS: Final = 48
"""Most points in the picture of how the answer came about."""
NORMAL_95: Final = 1.959964
"""Standard deviations in half a 95 % interval of a normal distribution."""


@dataclass(frozen=True)
class _Findings:
    """What is computed once for all candidates, indexed as in ``results.spots``."""

    results: Results

    @cached_property
    def wins(self) -> Counts:
        return self._totals("wins")

    @cached_property
    def games(self) -> Counts:
        return self._totals("games")

    def _totals(self, name: str) -> Counts:
        return np.array([spot.units[name].sum() for spot in self.results.spots], np.int64)

    @cached_property
    def flat(self) -> Posterior:
        return flat_posterior(self.wins, self.games)

    @cached_property
    def learnt(self) -> Posterior:
        return fitted_posterior(self.wins, self.games)

    @cached_property
    def order(self) -> Counts:
        """Best first; of equal win rates the one that wins faster."""
        turns = self._totals("win_turns") / np.maximum(self.wins, 1)
        return order_of(self.learnt, np.where(self.wins > 0, turns, np.inf))

    @cached_property
    def top(self) -> Counts:
        return self.order[: self.results.question.top]

    @cached_property
    def neighbours(self) -> list[Comparison]:
        return compare_neighbours(self.results.spots, self.learnt, self.order)

    @cached_property
    def field(self) -> Field:
        return Field.of([spot.units for spot in self.results.spots], self.results.ruleset.players)


def build_report(results: Results) -> model.Report:
    """Make the report: a pure function of the results."""
    found, question = _Findings(results), results.question
    spots = _spots(found)
    top = spots[: len(found.top)]
    road = top[0].first_road
    picks = draft_with(results, top[0].vertex, None if road is None else road.best.edge)
    return model.Report(
        board=results.board.name,
        players=results.ruleset.players,
        seat=question.seat + 1,
        games=int(found.games.sum()),
        road_games=int(sum(road.units["games"].sum() for road in results.roads)),
        fair_share=plain(1 / results.ruleset.players),
        stopped=results.stopped,
        probabilities=model.Probabilities(
            best=top[0].probability_best,
            set=plain(probability_set(found.learnt, found.top)),
            order=plain(probability_order(found.learnt, found.top)),
        ),
        top=top,
        candidates=spots,
        draft=draft_of(results, picks),
        unfinished=_unfinished(results, int(found.games.sum())),
        if_capped_games_went_to_the_leader=_if_capped(found),
        convergence=_convergence(found),
        fingerprint=question.fingerprint,
        versions=question.versions,
        request=question,
    )


def _spots(found: _Findings) -> tuple[model.Spot, ...]:
    """All candidates, best first."""
    results, order = found.results, found.order
    distribution = rank_distribution(found.learnt)
    rank_ends = rank_intervals(distribution)
    best, in_top = probability_best(found.learnt), distribution[:, : len(found.top)].sum(axis=1)
    tier = tiers(np.array([pair.probability_above for pair in found.neighbours]), DELTA)
    flat_ends, learnt_ends = found.flat.interval(), found.learnt.interval()
    roads: dict[int, list[SpotResult]] = defaultdict(list)
    for tried in results.roads:
        roads[tried.vertex].append(tried)
    spots = []
    for place, candidate in enumerate(order.tolist()):
        spot = results.spots[candidate]
        road = first_road(results.board, spot, roads[spot.vertex])
        neighbour = found.neighbours[place] if place < len(found.neighbours) else None
        learnt = rate(found.learnt.mean[candidate], learnt_ends[candidate])
        spots.append(
            model.Spot(
                rank=place + 1,
                rank_interval=(int(rank_ends[candidate, 0]), int(rank_ends[candidate, 1])),
                tier=int(tier[place]),
                vertex=spot.vertex,
                label=results.board.vertex_labels[spot.vertex],
                name=results.board.describe_vertex(spot.vertex),
                coordinates=model.Coordinates(**results.board.topology.corners[spot.vertex]._asdict()),
                hexes=_hexes(results, spot.vertex),
                port=_harbour(results, spot.vertex),
                pips=int(production(results.board, [spot.vertex]).sum()),
                win_rate=learnt.mean,
                interval=learnt.interval,
                flat=rate(found.flat.mean[candidate], flat_ends[candidate]),
                learnt=learnt,
                probability_best=plain(best[candidate]),
                probability_top=plain(min(in_top[candidate], 1.0)),
                games=int(found.games[candidate]),
                wins=int(found.wins[candidate]),
                unfinished=int(spot.units["unfinished"].sum()),
                turns_to_win=estimate(_mean(spot, "win_turns", "wins")),
                turns=estimate(_mean(spot, "turns", "games")),
                rounds_to_win=estimate(_mean(spot, "win_turns", "wins").divided(results.ruleset.players)),
                rounds=estimate(_mean(spot, "turns", "games").divided(results.ruleset.players)),
                points=estimate(_mean(spot, "points", "games")),
                top_two=_top_two(spot),
                first_road=road,
                versus_next=None if neighbour is None else _versus(results, neighbour),
                reasons=_reasons(found, candidate, road, neighbour, place + 2),
            )
        )
    return tuple(spots)


def _reasons(
    found: _Findings, candidate: int, road: model.FirstRoad | None, neighbour: Comparison | None, next_rank: int
) -> tuple[Reason, ...]:
    results = found.results
    picks = draft_with(results, results.spots[candidate].vertex, None if road is None else road.best.edge)
    reasons = [*explain_opening(results, candidate, picks), *explain_games(found.field, candidate)]
    if road is not None:
        reasons.append(explain_road(road, second=results.question.second))
    if neighbour is not None:
        label = results.board.vertex_labels[results.spots[neighbour.lower].vertex]
        reasons.append(explain_next(found.field, neighbour, label, next_rank))
    return tuple(reasons)


def _mean(spot: SpotResult, field: str, count: str) -> Mean:
    total, squares, number = (int(spot.units[name].sum()) for name in (field, f"{field}_squared", count))
    return mean_of_squares(number, total, squares)


def _top_two(spot: SpotResult) -> model.Estimate:
    """A share of games like the win rate, with the flat prior."""
    games = int(spot.units["games"].sum())
    if not games:
        return model.Estimate(mean=None, interval=None)
    posterior = flat_posterior(np.array([spot.units["top_two"].sum()]), np.array([games]))
    return model.Estimate(mean=plain(posterior.mean[0]), interval=interval(posterior.interval()[0]))


def _hexes(results: Results, vertex: int) -> tuple[model.HexAround, ...]:
    board = results.board
    around = [int(h) for h in board.topology.vertex_hexes[vertex] if h != NONE]
    around.sort(key=lambda h: -pips(board.tiles[h].number))
    return tuple(
        model.HexAround(
            label=board.hex_labels[h],
            resource=None if (resource := board.tiles[h].resource) is None else resource.word,
            number=board.tiles[h].number,
            pips=pips(board.tiles[h].number),
        )
        for h in around
    )


def _harbour(results: Results, vertex: int) -> model.Harbour | None:
    port, rules = port_at(results.board, vertex), results.ruleset
    if port is None:
        return None
    if port.kind == GENERIC_PORT:
        return model.Harbour(kind="any", rate=rules.generic_port_rate)
    return model.Harbour(kind=Resource(port.kind).word, rate=rules.special_port_rate)


def _versus(results: Results, pair: Comparison) -> model.VersusNext | None:
    if not np.isfinite(pair.paired.sd):
        return None
    vertex = results.spots[pair.lower].vertex
    return model.VersusNext(
        vertex=vertex,
        label=results.board.vertex_labels[vertex],
        difference=plain(pair.paired.estimate),
        interval=interval(pair.paired.interval()),
        paired_probability=plain(pair.paired.probability_positive),
        probability=plain(pair.probability_above),
        shared_games=pair.shared_games,
        correlation=plain(pair.paired.correlation),
        verdict=pair.verdict,
    )


def _unfinished(results: Results, games: int) -> model.Unfinished:
    capped = int(sum(spot.units["unfinished"].sum() for spot in results.spots))
    return model.Unfinished(games=capped, share=plain(capped / max(games, 1)), turn_cap=results.ruleset.turns_at_most)


def _if_capped(found: _Findings) -> model.IfCapped:
    """Rank again, with the games that the focal player led when they were stopped counted as won."""
    spots = found.results.spots
    wins = np.array([_bits(spot.units["win_mask"] | spot.units["lead_mask"]) for spot in spots], np.int64)
    posterior = fitted_posterior(wins, found.games)
    order, ends = order_of(posterior), posterior.interval()
    headline = {candidate: rank for rank, candidate in enumerate(found.order.tolist(), 1)}
    top = order[: len(found.top)].tolist()
    return model.IfCapped(
        top=tuple(
            model.CappedRank(
                rank=rank,
                vertex=spots[candidate].vertex,
                label=found.results.board.vertex_labels[spots[candidate].vertex],
                win_rate=plain(posterior.mean[candidate]),
                interval=interval(ends[candidate]),
                headline_rank=headline[candidate],
            )
            for rank, candidate in enumerate(top, 1)
        ),
        same_set=set(top) == set(found.top.tolist()),
        same_order=top == found.top.tolist(),
    )


def _bits(masks: npt.NDArray[np.uint64]) -> int:
    return int(np.bitwise_count(masks).sum(dtype=np.int64))


def _convergence(found: _Findings) -> tuple[model.Moment, ...]:
    """What was known about today's top spots after some of the rounds, the last included."""
    wins, games = found.results.round_wins, found.results.round_games
    if not len(games):
        return ()
    rounds: Sequence[int] = np.unique(np.linspace(0, len(games) - 1, MOMENTS).round().astype(np.int64)).tolist()
    moments = []
    for at in rounds:
        posterior = fitted_posterior(wins[at], games[at])
        mean, reach = posterior.mean[found.top], NORMAL_95 * posterior.sd[found.top]
        moments.append(
            model.Moment(
                games=int(games[at].sum()),
                win_rate=tuple(map(plain, mean)),
                low=tuple(map(plain, np.clip(mean - reach, 0.0, 1.0))),
                high=tuple(map(plain, np.clip(mean + reach, 0.0, 1.0))),
            )
        )
    return tuple(moments)

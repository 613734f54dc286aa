"""The report's numbers are those of the statistics, and the same results give the same bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from analyzer.posterior import fitted_posterior, flat_posterior
from analyzer.rank_distribution import rank_distribution, rank_intervals
from analyzer.ranking import probability_best, probability_order, probability_set
from analyzer.report import model
from analyzer.report.build import build_report
from analyzer.report.model import DIGITS, Report, from_json, to_json
from analyzer.report.phrases import how_sure, not_settled, played, roads, setting
from analyzer.request import Request
from analyzer.resolve import resolve
from analyzer.results import Results, SpotResult
from catan_sim.core.boardfile import find_board
from catan_sim.core.ruleset import find_ruleset
from catan_sim.draft import Pick, predict_draft
from tests.analyzer.sample_results import analysed, eight_results, standard_results

TOLERANCE = 0.6 * 10**-DIGITS


@pytest.fixture(scope="module")
def report() -> Report:
    return build_report(standard_results())


def totals(results: Results, field: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([spot.units[field].sum() for spot in results.spots])


def test_win_rates_and_probabilities_are_those_of_the_statistics(report: Report) -> None:
    results = standard_results()
    wins, games = totals(results, "wins"), totals(results, "games")
    learnt, flat = fitted_posterior(wins, games), flat_posterior(wins, games)
    order = np.array([results.question.vertices.index(spot.vertex) for spot in report.candidates])
    assert (np.diff(learnt.mean[order]) <= 0).all()
    np.testing.assert_allclose([spot.win_rate for spot in report.candidates], learnt.mean[order], atol=TOLERANCE)
    np.testing.assert_allclose([spot.interval for spot in report.candidates], learnt.interval()[order], atol=TOLERANCE)
    np.testing.assert_allclose([spot.flat.mean for spot in report.candidates], flat.mean[order], atol=TOLERANCE)
    assert [spot.wins for spot in report.candidates] == wins[order].tolist()
    assert [spot.games for spot in report.candidates] == games[order].tolist()
    assert [spot.rank_interval for spot in report.candidates] == [
        (low, high) for low, high in rank_intervals(rank_distribution(learnt))[order].tolist()
    ]
    top = order[: results.question.top]
    assert report.probabilities.best == pytest.approx(probability_best(learnt)[order[0]], abs=TOLERANCE)
    assert report.probabilities.set == pytest.approx(probability_set(learnt, top), abs=TOLERANCE)
    assert report.probabilities.order == pytest.approx(probability_order(learnt, top), abs=TOLERANCE)
    assert sum(spot.probability_best for spot in report.candidates) == pytest.approx(1, abs=1e-4)
    assert sum(spot.probability_top for spot in report.candidates) == pytest.approx(len(top), abs=1e-4)


def test_claims_are_those_that_say_something(report: Report) -> None:
    best = f"{report.top[0].label} is the best spot"
    assert [claim for claim, _ in how_sure(report)] == [
        best,
        "these 8 are the best 8",
        "they are in exactly the right order",
    ]
    two, one = (
        msgspec.structs.replace(report, top=report.top[:top], candidates=report.candidates[:2]) for top in (2, 1)
    )
    assert [claim for claim, _ in how_sure(two)] == [claim for claim, _ in how_sure(one)] == [best]


def test_a_warning_is_there_exactly_when_the_best_is_in_doubt(report: Report) -> None:
    def warning(best: float, ranks: tuple[int, int]) -> str | None:
        others = [msgspec.structs.replace(spot, rank_interval=ranks) for spot in report.candidates[1:3]]
        claims = msgspec.structs.replace(report.probabilities, best=best)
        return not_settled(
            msgspec.structs.replace(report, candidates=(report.candidates[0], *others), probabilities=claims)
        )

    second, third = (spot.label for spot in report.candidates[1:3])
    likelier = max(report.candidates[1:3], key=lambda spot: spot.probability_best).label
    assert warning(0.96, (1, 3)) is None
    assert warning(0.94, (1, 3)) == f"Not settled yet: {second} or {third} may be the best as well."
    assert warning(0.94, (2, 3)) == f"Not settled yet: {likelier} may be the best as well."


def test_means_have_intervals_around_them(report: Report) -> None:
    results = standard_results()
    for spot in report.candidates:
        units = results.spots[results.question.vertices.index(spot.vertex)].units
        assert spot.turns_to_win.mean == pytest.approx(units["win_turns"].sum() / units["wins"].sum(), abs=TOLERANCE)
        assert spot.points.mean == pytest.approx(units["points"].sum() / units["games"].sum(), abs=TOLERANCE)
        assert spot.turns.mean == pytest.approx(units["turns"].sum() / units["games"].sum(), abs=TOLERANCE)
        for rounds, turns in ((spot.rounds_to_win, spot.turns_to_win), (spot.rounds, spot.turns)):
            assert rounds.interval is not None
            assert turns.interval is not None
            assert (rounds.mean, *rounds.interval) == pytest.approx(
                [(number or 0.0) / 4 for number in (turns.mean, *turns.interval)], abs=TOLERANCE
            )
        for estimate in (spot.turns_to_win, spot.turns, spot.points, spot.top_two):
            assert estimate.mean is not None
            assert estimate.interval is not None
            assert estimate.interval[0] < estimate.mean < estimate.interval[1]


def test_the_top_is_the_beginning_of_the_candidates(report: Report) -> None:
    assert report.top == report.candidates[: len(report.top)]
    assert [spot.rank for spot in report.candidates] == list(range(1, 11))
    tiers = [spot.tier for spot in report.candidates]
    assert tiers == sorted(tiers)
    assert tiers[0] == 1


def test_a_tier_ends_where_the_next_is_surely_worse(report: Report) -> None:
    for spot, after in zip(report.candidates, report.candidates[1:], strict=False):
        assert spot.versus_next is not None
        assert spot.versus_next.label == after.label
        assert (after.tier > spot.tier) == (spot.versus_next.verdict == "better")
    assert report.candidates[-1].versus_next is None


def test_the_same_results_give_the_same_bytes(report: Report) -> None:
    assert to_json(build_report(standard_results())) == to_json(report)


def test_json_reads_back(report: Report) -> None:
    text = to_json(report)
    assert from_json(text) == report
    fields = msgspec.json.decode(text)
    assert fields["schema"] == 1
    for name in ("top", "candidates", "probabilities", "draft", "unfinished", "request", "versions", "fingerprint"):
        assert name in fields
    with pytest.raises(msgspec.ValidationError):
        from_json(text.replace(b'"fair_share"', b'"unfair_share"'))


def test_every_field_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "report.md").read_text(encoding="utf-8")
    structs = [kind for kind in vars(model).values() if isinstance(kind, type) and issubclass(kind, model.Part)]
    assert len(structs) > 15
    for name in {field for kind in structs for field in kind.__struct_fields__}:
        assert f"`{name}`" in text, name


def test_floats_are_short(report: Report) -> None:
    def floats(value: object) -> list[float]:
        if isinstance(value, dict):
            return [number for inner in value.values() for number in floats(inner)]
        if isinstance(value, list):
            return [number for inner in value for number in floats(inner)]
        return [value] if isinstance(value, float) else []

    found = floats(msgspec.json.decode(to_json(report)))
    assert len(found) > 100
    assert all(number == round(number, DIGITS) for number in found)


def test_the_last_moment_is_the_headline(report: Report) -> None:
    last = report.convergence[-1]
    assert last.games == report.games
    assert last.win_rate == tuple(spot.win_rate for spot in report.top)
    assert all(low <= rate <= high for low, rate, high in zip(last.low, last.win_rate, last.high, strict=True))


def test_the_draft_is_whole_and_says_what_is_a_guess() -> None:
    report = build_report(eight_results())
    picks = report.draft.picks
    assert [pick.seat for pick in picks] == [*range(1, 9), *range(8, 0, -1)]
    assert [pick.status for pick in picks] == ["predicted"] * 2 + ["asked"] + ["predicted"] * 13
    assert picks[2].label == report.top[0].label
    assert len({pick.vertex for pick in picks}) == 16
    assert len(report.draft.first_round) == 8
    assert setting(report) == "first settlement of seat 3, 8 players, after 2 predicted picks"
    assert report.draft.first_round[2].startswith(f"3. Seat 3 takes {picks[2].label} (")


def test_placed_picks_without_seats_and_the_second_settlement() -> None:
    board, rules = find_board("standard"), find_ruleset("base")
    agents = standard_results().agents
    placed = [Pick(pick.vertex, pick.road) for pick in predict_draft(board, rules, agents)[:5]]
    results = analysed(board, rules, seat=3, placed=placed[:4], units=1, candidates=4, road_units=0)
    results = replace(results, question=msgspec.structs.replace(results.question, second=True))
    report = build_report(results)
    assert setting(report) == "second settlement of seat 4, 4 players, after 4 picks on the table"
    assert [pick.status for pick in report.draft.picks] == ["placed"] * 4 + ["asked"] + ["predicted"] * 3
    lacks = [reason.text for reason in report.top[0].reasons if reason.about == "lacks"]
    assert lacks[0].startswith(f"Together with {board.vertex_labels[placed[3].vertex]} it lacks")


def test_first_roads_come_from_the_sub_run_or_from_habit(report: Report) -> None:
    for spot in report.top:
        road = spot.first_road
        assert road is not None
        assert road.source == "forced"
        assert len(road.tried) >= 2
        assert sum(choice.probability_best or 0 for choice in road.tried) == pytest.approx(1, abs=1e-4)
        assert road.best.probability_best == max(choice.probability_best or 0 for choice in road.tried)
        assert spot.label in road.best.label
        assert road.best.towards in road.best.label
    last = report.candidates[-1].first_road
    assert last is not None
    assert (last.source, last.tried, last.best.win_rate) == ("habit", (), None)
    assert last.chosen_share > 0.3


def test_what_would_settle_the_roads_is_said_once(report: Report) -> None:
    def said(settled: int, of: int, road_games: int = 4608, games: int = 20_000) -> str | None:
        spots = []
        for place, spot in enumerate(report.top[:of]):
            assert spot.first_road is not None
            road = msgspec.structs.replace(spot.first_road, settled=place < settled)
            spots.append(msgspec.structs.replace(spot, first_road=road))
        return roads(msgspec.structs.replace(report, top=tuple(spots), road_games=road_games, games=games))

    more = "one game in 10 tries roads, so a larger budget tells more."
    assert said(8, 8) is None
    assert said(7, 8) == f"1 of the 8 advised roads is not settled: {more}"
    assert said(5, 8) == f"3 of the 8 advised roads are not settled: {more}"
    assert said(0, 8) == f"None of the 8 advised roads is settled: {more}"
    assert said(0, 1) == f"The advised road is not settled: {more}"
    assert said(0, 8, road_games=0) == "It was stopped before the roads were tried."
    few = said(0, 8, road_games=0, games=15_296)
    assert few == "Too few games to try roads as well: a budget of 15,360 is enough."
    for games, units in ((15_296, 0), (15_360, 1)):
        assert resolve(Request(board="standard", budget=games)).road_units == units


def changed(results: Results, **fields: list[int]) -> Results:
    """The same results with other numbers: one for each candidate and field, the same in all its units."""
    spots = []
    for place, spot in enumerate(results.spots):
        units = spot.units.copy()
        for field, values in fields.items():
            units[field] = values[place]
        spots.append(SpotResult(spot.vertex, None, units))
    return replace(results, spots=spots, roads=[])


def few() -> Results:
    return analysed(find_board("standard"), find_ruleset("base"), units=2, candidates=3, road_units=0)


def test_equal_win_rates_are_ordered_by_faster_wins() -> None:
    results = changed(few(), wins=[16, 16, 16], win_turns=[16 * 70, 16 * 60, 16 * 65])
    results = replace(results, spots=[replace(spot, units=spot.units[:2]) for spot in results.spots])
    order = [spot.vertex for spot in build_report(results).candidates]
    assert order == [results.spots[place].vertex for place in (1, 2, 0)]


def test_capped_games_could_go_to_their_leader() -> None:
    even = (1 << 32) - 1
    results = changed(few(), wins=[32, 16, 8], win_mask=[even, even >> 16, even >> 24], lead_mask=[0, even << 32, 0])
    results = changed(results, unfinished=[0, 32, 0])
    report = build_report(results)
    then = report.if_capped_games_went_to_the_leader
    assert report.top[0].vertex == results.spots[0].vertex
    assert then.top[0].vertex == results.spots[1].vertex
    assert then.top[0].headline_rank == 2
    assert (then.same_set, then.same_order) == (True, False)
    assert "had no winner after 400 turns of all players" in played(report)
    assert report.unfinished.games == sum(spot.unfinished for spot in report.candidates) == 64


def test_a_single_candidate_and_one_that_was_never_played() -> None:
    one = analysed(find_board("standard"), find_ruleset("base"), units=1, candidates=1, road_units=0)
    report = build_report(one)
    assert (report.probabilities.best, report.top[0].rank_interval) == (1.0, (1, 1))
    two = analysed(find_board("standard"), find_ruleset("base"), units=1, candidates=2, road_units=0)
    unplayed = replace(two, spots=[two.spots[0], replace(two.spots[1], units=two.spots[1].units[:0])], stopped=None)
    report = build_report(unplayed)
    spot = next(spot for spot in report.candidates if not spot.games)
    assert spot.turns_to_win.mean is None
    assert spot.first_road is None
    assert report.stopped is None
    assert from_json(to_json(report)) == report

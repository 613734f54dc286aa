"""Reasons: the right words for the right numbers, and none without evidence."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from analyzer.comparison import Comparison, Verdict, compare_neighbours
from analyzer.explain import Field, explain_games, explain_next, explain_opening
from analyzer.measures import FEWEST_UNITS, MEASURES, mean_of_squares, ratio_over_units
from analyzer.opening import beside_road, missing, port_at, production, room_after, seated
from analyzer.paired import Difference
from analyzer.posterior import fitted_posterior
from analyzer.report.draft import draft_with
from analyzer.report.model import FirstRoad, Rate, RoadChoice
from analyzer.report.roads import explain_road
from analyzer.results import Results, Units
from analyzer.words import certainty, listed, percent, span
from catan_sim.core.boardfile import board_from_text, find_board
from catan_sim.core.resources import Resource
from catan_sim.draft import Pick
from tests.analyzer.sample_results import standard_results

BOARD = find_board("standard")
FIRST_CITY, INCOME = 0, 3
"""Places in MEASURES."""


def sentences(results: Results, label: str) -> dict[str, str]:
    """What is said about the opening at a vertex, which need not be a candidate."""
    vertex = results.board.vertex(label)
    spot = replace(results.spots[0], vertex=vertex)
    placed = replace(results, spots=[spot])
    reasons = explain_opening(placed, 0, draft_with(placed, vertex, int(BOARD.topology.vertex_edges[vertex][0])))
    return {reason.about: reason.text for reason in reasons}


def test_production_is_counted_in_pips() -> None:
    assert production(BOARD, [BOARD.vertex("E5")]).tolist() == [0, 0, 0, 8, 2]
    said = sentences(standard_results(), "E5")
    assert said["production"] == "10 pips, a card every 3.6 throws: 8 for wheat, 2 for ore."


def test_what_is_lacking_and_whether_the_second_settlement_brings_it() -> None:
    results = standard_results()
    assert [resource.word for resource in missing(BOARD, [BOARD.vertex("E3")])] == ["sheep", "wheat"]
    went_to = np.zeros_like(results.spots[0].units["next_settlement"])
    went_to[:, BOARD.vertex("E5")] = 16  # wheat and ore
    went_to[:, BOARD.vertex("E6")] = 48  # wheat and sheep
    units = results.spots[0].units.copy()
    units["next_settlement"] = went_to
    moved = replace(results, spots=[replace(results.spots[0], units=units)])
    assert BOARD.describe_vertex(BOARD.vertex("E6")) == "wheat 6 · wheat 4 · sheep 11"
    assert sentences(moved, "E3")["lacks"] == (
        "Lacks sheep and wheat; the second settlement brought wheat in 100 % and sheep in 75 % of games."
    )
    assert sentences(results, "E3")["lacks"].startswith("Lacks sheep and wheat; the second settlement brought")
    went_to[:] = 0
    went_to[:, BOARD.vertex("E6")] = 64
    units["next_settlement"] = went_to
    assert sentences(replace(results, spots=[replace(results.spots[0], units=units)]), "E3")["lacks"] == (
        "Lacks sheep and wheat; the second settlement brought sheep and wheat in 100 % of games."
    )


def test_where_the_second_settlement_mostly_goes() -> None:
    def said(**games: int) -> str | None:
        units = results.spots[0].units.copy()
        units["next_settlement"] = 0
        for label, count in games.items():
            units["next_settlement"][0, BOARD.vertex(label)] = count
        return sentences(replace(results, spots=[replace(results.spots[0], units=units)]), "E3").get("second")

    results = standard_results()
    assert said(E5=20, E6=70, C4=10) == (
        "The second settlement went to E6 (wheat 6 · wheat 4 · sheep 11) in 70 % and to E5 (wheat 6 · wheat 4 · ore 3) "
        "in 20 % of games."
    )
    assert said(E6=95, E5=5) == "The second settlement went to E6 (wheat 6 · wheat 4 · sheep 11) in 95 % of games."
    assert said(E6=64) == "The second settlement went to E6 (wheat 6 · wheat 4 · sheep 11) in 100 % of games."
    assert said() is None


def test_of_the_second_settlement_both_count() -> None:
    results = standard_results()
    first = Pick(BOARD.vertex("D9"), None, 0)
    question = msgspec.structs.replace(results.question, seat=0, second=True, placed=(first,))
    spot = replace(results.spots[0], vertex=BOARD.vertex("E5"))
    production_of_both = explain_opening(replace(results, question=question, spots=[spot]), 0, [])[0].text
    both = 10 + int(production(BOARD, [first.vertex]).sum())
    assert production_of_both == (
        "10 pips, a card every 3.6 throws: 8 for wheat, 2 for ore; "
        f"with D9 {both} pips, a card every {36 / both:.1f} throws in all."
    )


def test_no_wood_and_no_brick_without_another_pick() -> None:
    results = standard_results()
    units = results.spots[0].units.copy()
    units["next_settlement"] = 0
    last = replace(results, spots=[replace(results.spots[0], units=units)])
    assert sentences(last, "E6")["lacks"] == "Lacks brick, wood and ore; every road has to be traded for."


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("E8", "2:1 sheep port, fed by its own sheep (6 pips)."),
        ("E9", "2:1 sheep port, with a little sheep of its own (4 pips)."),
        ("D2", "2:1 brick port, but no brick of its own yet."),
        ("C11", "Port: any 3 equal cards for one (3:1)."),
        ("E5", None),
    ],
)
def test_ports(label: str, words: str | None) -> None:
    assert sentences(standard_results(), label).get("port") == words


def test_where_two_ports_meet_the_special_one_counts() -> None:
    board = board_from_text("rows: ['wood 5, ore 6']\nports: [3:1 A1-A2, ore A2-A3]\nrobber: none")
    port = port_at(board, board.vertex("A2"))
    assert port is not None
    assert port.kind == Resource.ORE


def test_room_to_grow_ends_at_others_and_their_roads() -> None:
    vertex = BOARD.vertex
    alone = room_after(BOARD, [Pick(vertex("D5"), None, 0)], vertex("D5"), 0)
    assert {room.roads for room in alone} == {2, 3}
    assert all(alone[place].pips >= alone[place + 1].pips for place in range(len(alone) - 1))
    roads_out = [int(edge) for edge in BOARD.topology.vertex_edges[vertex("D5")]]
    walled = [Pick(vertex("D5"), None, 0), *(Pick(vertex("A1"), edge, 1) for edge in roads_out)]
    assert room_after(BOARD, walled, vertex("D5"), 0) == []


def test_seats_follow_the_snake() -> None:
    picks = seated([Pick(vertex) for vertex in range(6)], 3)
    assert [pick.seat for pick in picks] == [0, 1, 2, 2, 1, 0]


def field(values: list[float], errors: list[float], measure: int) -> Field:
    """Candidates that differ in one measure alone."""
    table, doubt = np.ones((len(values), len(MEASURES))), np.ones((len(values), len(MEASURES)))
    table[:, measure], doubt[:, measure] = values, errors
    return Field(table, doubt, table.std(axis=0))


def test_only_clear_differences_are_mentioned() -> None:
    clear = field([29.3, 31.4, 31.4], [0.3, 0.3, 0.3], FIRST_CITY)
    assert [reason.text for reason in explain_games(clear, 0)] == [
        "Against the average candidate: cities 2.1 rounds sooner (after 29.3 rounds)."
    ]
    assert [reason.about for reason in explain_games(clear, 1)] == []
    assert explain_games(field([29.3, 31.4], [0.3, 0.3], FIRST_CITY), 0) == []  # the sentence about the next says it
    vague = field([29.3, 31.4, 31.4], [0.7, 0.3, 0.3], FIRST_CITY)
    assert explain_games(vague, 0) == []


def test_a_difference_that_would_show_as_nothing_is_not_mentioned() -> None:
    assert explain_games(field([7.30, 7.34, 7.34], [0.001, 0.001, 0.001], FIRST_CITY), 0) == []
    text = explain_games(field([7.30, 7.36, 7.36], [0.001, 0.001, 0.001], FIRST_CITY), 0)[0].text
    assert "0.1 rounds sooner" in text


def test_a_weakness_is_said_too() -> None:
    reasons = explain_games(field([0.5, 0.9, 0.9], [0.01, 0.01, 0.01], INCOME), 0)
    assert [reason.about for reason in reasons] == ["weakness"]
    assert reasons[0].text == "Against the average candidate: 0.40 fewer cards a throw of the dice (0.50 a throw)."


def test_someone_without_games_does_not_silence_the_others() -> None:
    unknown = float("nan")
    some = field([29.3, 31.4, 31.4, unknown], [0.3, 0.3, unknown, unknown], FIRST_CITY)
    assert explain_games(some, 0)
    assert explain_games(some, 3) == []


def compared(estimate: float, sd: float, above: float, close: float = 0.0) -> Comparison:
    return Comparison(0, 1, Difference(estimate, sd, 0.1), 6400, above, close)


@pytest.mark.parametrize(
    ("comparison", "words"),
    [
        (compared(0.013, 0.004 / 1.96, 0.9931), "Beats spot 4 (C6) by 1.3 ± 0.4 points, sure at 99 %."),
        (compared(0.04, 0.002, 0.9999), "Beats spot 4 (C6) by 4.0 ± 0.4 points, sure at over 99.9 %."),
        (compared(0.001, 0.001, 0.8, 0.97), "As good as spot 4 (C6): less than 0.5 points apart, sure at 97 %."),
        (compared(0.004, 0.01, 0.64), "Not told apart from spot 4 (C6) yet: 0.4 ± 2.0 points."),
        (compared(-0.004, 0.01, 0.51), "Not told apart from spot 4 (C6) yet: −0.4 ± 2.0 points."),
        (
            compared(0.02, 0.01, 0.93),
            "Ahead of spot 4 (C6) by 2.0 ± 2.0 points, but not told apart yet: sure at 97 % by these games "
            "alone, at 93 % once the luck of coming out ahead is taken off.",
        ),
        (compared(0.0, np.inf, 0.5), "Cannot be compared with spot 4 (C6) yet: too few games."),
    ],
)
def test_why_it_beats_the_next(comparison: Comparison, words: str) -> None:
    assert explain_next(field([1.0, 1.0], [1.0, 1.0], INCOME), comparison, "C6", 4).text == words


def test_the_next_is_beaten_by_something() -> None:
    text = explain_next(field([29.3, 31.4], [0.3, 0.3], FIRST_CITY), compared(0.02, 0.005, 0.999), "C6", 4).text
    assert text.endswith(
        "sure at over 99.9 %. In its games: cities 2.1 rounds sooner (after 29.3 rounds against 31.4)."
    )


def test_what_differs_between_equals_is_no_reason() -> None:
    """Neither is known to be better, so both sides are told."""
    differing = field([29.3, 31.4], [0.3, 0.3], FIRST_CITY)
    for values, but in (([29.3, 31.4], "cities 2.1 rounds sooner"), ([31.4, 29.3], "cities 2.1 rounds later")):
        text = explain_next(field(values, [0.3, 0.3], FIRST_CITY), compared(0.004, 0.01, 0.64), "C6", 4).text
        assert f"0.4 ± 2.0 points. It plays differently: {but} (after" in text
    assert "In its games" not in explain_next(differing, compared(0.004, 0.01, 0.64), "C6", 4).text


def test_verdicts_agree_with_the_statistics() -> None:
    results = standard_results()
    wins = np.array([spot.units["wins"].sum() for spot in results.spots])
    games = np.array([spot.units["games"].sum() for spot in results.spots])
    posterior = fitted_posterior(wins, games)
    order = np.argsort(-posterior.mean)
    pairs = compare_neighbours(results.spots, posterior, order)
    assert [(pair.upper, pair.lower) for pair in pairs] == list(pairwise(order.tolist()))
    shared = [64 * min(len(results.spots[p.upper].units), len(results.spots[p.lower].units)) for p in pairs]
    assert [pair.shared_games for pair in pairs] == shared
    assert all((pair.verdict is Verdict.BETTER) == (pair.probability_above >= 0.95) for pair in pairs)


def road(best: float, other: float, sure: float, reach: float = 0.01) -> FirstRoad:
    def choice(label: str, rate: float, probability: float) -> RoadChoice:
        win_rate = Rate(mean=rate, interval=(rate - reach, rate + reach))
        return RoadChoice(
            edge=len(label),
            label=label,
            name="between ore 8 and wheat 5",
            towards="C5",
            games=640,
            win_rate=win_rate,
            probability_best=probability,
        )

    tried = (choice("C4-C5", best, sure), choice("C4-D10", other, 1 - sure))
    return FirstRoad(best=tried[0], source="forced", chosen_share=0.4, settled=sure >= 0.95, tried=tried)


def test_first_roads_in_words() -> None:
    assert explain_road(road(0.28, 0.21, 0.991)).text == (
        "First road C4-C5, between ore 8 and wheat 5: wins 28.0 % of games (640 played), the next best road 21.0 %; "
        "99 % sure that it is the best of 2. The spot's own rate is with the agent's choice, which is this road in "
        "40 % of games."
    )
    usual = msgspec.structs.replace(road(0.28, 0.21, 0.991), chosen_share=0.9)
    assert explain_road(usual).text.endswith("best of 2.")
    assert explain_road(road(0.28, 0.21, 0.991), second=True).text.startswith("Its road C4-C5, between")
    vague = explain_road(road(0.28, 0.271, 0.55, reach=0.05)).text
    assert vague.startswith(
        "First road C4-C5, between ore 8 and wheat 5, not settled: wins 28 % of games (640 played), "
        "the next best road 27 %;"
    )
    habit = untried(road(0.28, 0.27, 0.6))
    assert explain_road(habit).text == (
        "First road C4-C5, on the coast of ore 8: the agent's own choice in 40 % of games; the others were not tried."
    )


def test_roads_are_named_by_what_lies_beside_them() -> None:
    assert beside_road(BOARD, BOARD.edge("E5-E6")) == "between wheat 4 and wheat 6"
    assert beside_road(BOARD, BOARD.edge("A1-A2")) == f"on the coast of {BOARD.tiles[0]}"


def untried(tried: FirstRoad) -> FirstRoad:
    """The same without a sub-run."""
    alone = RoadChoice(
        edge=1,
        label="C4-C5",
        name="on the coast of ore 8",
        towards="C5",
        games=0,
        win_rate=None,
        probability_best=None,
    )
    return FirstRoad(best=alone, source="habit", chosen_share=tried.chosen_share, settled=False, tried=())


def test_errors_from_units_cover_the_truth() -> None:
    """A ratio of two sums, 400 times: 95 % intervals hold the true ratio about that often."""
    rng = np.random.default_rng(4)
    counts = rng.integers(20, 64, (400, 12))
    totals = rng.poisson(3.0 * counts)
    means = [ratio_over_units(total, count) for total, count in zip(totals, counts, strict=True)]
    covered = [low < 3.0 < high for low, high in (mean.interval() or (0.0, 0.0) for mean in means)]
    assert np.mean(covered) == pytest.approx(0.95, abs=0.03)


def test_means_from_squares_and_from_too_little() -> None:
    numbers = np.array([61, 64, 70, 58, 66])
    mean = mean_of_squares(5, int(numbers.sum()), int((numbers**2).sum()))
    assert mean.value == numbers.mean()
    assert mean.error == pytest.approx(numbers.std(ddof=1) / np.sqrt(5))
    assert mean_of_squares(0, 0, 0).interval() is None
    assert mean_of_squares(1, 60, 3600).value == 60
    few = ratio_over_units(np.ones(FEWEST_UNITS - 1, np.int64), np.ones(FEWEST_UNITS - 1, np.int64))
    assert (few.value, few.interval()) == (1.0, None)
    assert np.isnan(ratio_over_units(np.zeros(9, np.int64), np.zeros(9, np.int64)).value)


def test_measures_are_the_plain_ratios() -> None:
    units: Units = standard_results().spots[0].units
    turns = units["first_turns"][:, 1].sum() / units["first_counts"][:, 1].sum()
    for players in (4, 8):
        assert MEASURES[FIRST_CITY].of(units, players).value == pytest.approx(turns / players)
    in_turns, in_rounds = (MEASURES[FIRST_CITY].of(units, players) for players in (1, 4))
    assert in_rounds.error == pytest.approx(in_turns.error / 4)
    assert MEASURES[INCOME].of(units, 4).value == pytest.approx(units["produced"].sum() / units["turns"].sum())


def test_numbers_in_words() -> None:
    assert [certainty(p) for p in (0.5, 0.9549, 0.9951, 0.9991, 0.004, 0.29)] == [
        "50 %",
        "95 %",
        "99 %",
        "over 99.9 %",
        "under 1 %",
        "29 %",
    ]
    assert [listed(words) for words in ([], ["ore"], ["ore", "wood"], ["ore", "wood", "sheep"])] == [
        "",
        "ore",
        "ore and wood",
        "ore, wood and sheep",
    ]
    assert (percent(0.3126), percent(0.3126, 0), span(2, 2), span(1, 3)) == ("31.3 %", "31 %", "2", "1–3")

"""The rules of docs/carcassonne.md by number, with the cases that random games rarely meet."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from boardgames.carcassonne.features import followers_of, root_of
from boardgames.carcassonne.game import CarcassonneGame, Scoring
from boardgames.carcassonne.records import FOLLOWERS, Phase
from boardgames.carcassonne.tables import EDGE_CITY, EDGE_FIELD, EDGES, FULL_BAG
from boardgames.carcassonne.tiles import LETTERS, TILES, Kind, rotated
from tests.boardgames.carcassonne.arranged import can_lay, lay, leave_in_bag, spots, take


def scored(scorings: tuple[Scoring, ...], kind: Kind) -> list[tuple[int, tuple[int, ...]]]:
    """Points and winners of the scorings of one kind."""
    return sorted((scoring.points, scoring.seats) for scoring in scorings if scoring.kind == kind)


def finish(game: CarcassonneGame, letter: str, x: int, y: int, rotation: int | None = None) -> tuple[Scoring, ...]:
    """Lay a tile as the last of the game, without a follower; returns what is then scored."""
    take(game, letter)
    leave_in_bag(game, "")
    event = lay(game, letter, x, y, rotation)
    assert game.is_over
    return event.scorings


def supply(game: CarcassonneGame) -> list[int]:
    """Followers in hand."""
    return [int(count) for count in game.state["supply"][: game.players]]


def test_1_the_start_tile_lies_as_drawn_and_the_rest_is_in_the_bag() -> None:
    game = CarcassonneGame(4, seed=9)
    assert (int(game.state["lie"][0]), int(game.state["x"][0]), int(game.state["y"][0])) == (
        4 * LETTERS.index("D"),
        0,
        0,
    )
    assert sorted(game.state["bag"].tolist()) == FULL_BAG.tolist()
    assert supply(game) == [FOLLOWERS] * 4
    assert game.scores == (0, 0, 0, 0)


def test_2_a_tile_must_match_all_its_neighbours() -> None:
    game = CarcassonneGame(2)
    assert can_lay(game, "E", "0,-1,180")
    assert not can_lay(game, "E", "0,-1,0")
    assert not can_lay(game, "U", "1,0,90")
    assert not can_lay(game, "U", "2,0,0")
    assert not can_lay(game, "U", "0,0,0")
    lay(game, "V", 1, 0, 0)
    assert can_lay(game, "V", "1,1,90")
    assert can_lay(game, "V", "0,1,270")
    lay(game, "V", 1, 1, 90)
    assert not can_lay(game, "V", "0,1,0"), "matches the tile to the north but not the one to the east"
    assert can_lay(game, "V", "0,1,270")


def test_3_a_tile_that_fits_nowhere_is_set_aside_and_the_same_player_draws_again() -> None:
    game = CarcassonneGame(2, first_tiles="ECU")
    event = lay(game, "E", 0, -1, 180)
    assert event.discarded == "C"
    assert str(event) == "Seat 1 chooses skip; C fits nowhere and is set aside."
    assert (game.actor, game.tile, game.tiles_left) == (1, "U", 68)


def test_3_a_last_tile_that_fits_nowhere_ends_the_game() -> None:
    game = CarcassonneGame(2)
    lay(game, "E", 0, -1, 180, "field_NL")
    take(game, "U")
    leave_in_bag(game, "C")
    event = lay(game, "U", 1, 0, 0)
    assert event.discarded == "C"
    assert game.is_over
    assert game.legal_actions() == []
    assert game.scores == (3, 0), "the closed city counts for the field above it"


def test_4_followers_go_to_unclaimed_features_of_the_tile_just_laid() -> None:
    game = CarcassonneGame(2)
    take(game, "L")
    game.step("1,0,0")
    assert spots(game) == {"city_N", "road_E", "road_S", "road_W", "field_EL", "field_ER", "field_SR"}
    game.step("meeple:road_W")
    take(game, "U")
    game.step("-1,0,0")
    assert "road_E" not in spots(game), "claimed on the other side of the start tile"
    assert spots(game) == {"field_NL", "field_ER"}


def test_4_a_feature_claimed_through_a_merge_cannot_be_claimed_again() -> None:
    game = CarcassonneGame(2)
    lay(game, "U", 1, 0, 0)
    lay(game, "E", 1, -1, 270, "city_W")
    take(game, "M")
    game.step("0,-1,180")
    assert spots(game) == {"field_NL"}, "the city is claimed by its eastern part"


def test_5_without_followers_there_is_no_choice() -> None:
    game = CarcassonneGame(2)
    game.state["supply"][0] = 0
    take(game, "U")
    game.step("1,0,0")
    assert (game.phase, game.actor) == (Phase.PLACE_TILE, 1)


def test_5_with_everything_claimed_there_is_no_choice() -> None:
    game = CarcassonneGame(2)
    lay(game, "U", 1, 0, 0, "road_E")
    lay(game, "U", 2, 0, 0, "field_NL")
    lay(game, "U", 3, 0, 0, "field_ER")
    take(game, "U")
    game.step("4,0,0")
    assert (game.phase, game.actor) == (Phase.PLACE_TILE, 0)


def test_6_a_city_of_two_tiles_scores_four() -> None:
    game = CarcassonneGame(2)
    event = lay(game, "E", 0, -1, 180, "city_S")
    assert scored(event.scorings, Kind.CITY) == [(4, (0,))]
    assert game.scores == (4, 0)
    assert supply(game) == [7, 7], "the follower came back"


def test_6_pennants_count_like_tiles() -> None:
    game = CarcassonneGame(2)
    lay(game, "M", 0, -1, 180, "city_E")
    event = lay(game, "E", 1, -1, 270)
    assert scored(event.scorings, Kind.CITY) == [(8, (0,))]


def test_6_a_city_that_comes_back_to_its_tile_counts_it_once() -> None:
    game = CarcassonneGame(2)
    lay(game, "I", 0, 1, 180, "city_E")
    lay(game, "N", 1, 1, 270)
    lay(game, "N", 1, 2, 0)
    event = lay(game, "N", 0, 2, 90)
    assert scored(event.scorings, Kind.CITY) == [(8, (0,))]


def test_7_a_road_between_two_ends_scores_its_tiles() -> None:
    game = CarcassonneGame(2)
    lay(game, "W", 1, 0, 0, "road_W")
    event = lay(game, "A", -1, 0, 270)
    assert scored(event.scorings, Kind.ROAD) == [(3, (0,))]
    assert supply(game) == [7, 7]


def test_7_a_ring_of_roads_is_complete() -> None:
    game = CarcassonneGame(2)
    lay(game, "V", 0, 1, 270, "road_E")
    lay(game, "V", 1, 1, 0)
    lay(game, "V", 0, 2, 180)
    event = lay(game, "V", 1, 2, 90)
    assert scored(event.scorings, Kind.ROAD) == [(4, (0,))]


def test_7_a_road_that_comes_back_to_its_crossing_counts_it_once() -> None:
    game = CarcassonneGame(2)
    lay(game, "W", 0, 1, 0, "road_E")
    lay(game, "V", 1, 1, 0)
    lay(game, "V", 0, 2, 180)
    event = lay(game, "V", 1, 2, 90)
    assert scored(event.scorings, Kind.ROAD) == [(4, (0,))]


AROUND = [place for place in product((-1, 0, 1), (0, 1, 2)) if place not in ((0, 0), (0, 1))]
"""The places around a monastery south of the start tile, but for that tile."""


TOWARDS_MONASTERY = {(1, 1): 3, (0, 2): 0, (-1, 1): 1}
"""The side on which a neighbour borders on it, and has to show a field."""


def surround(game: CarcassonneGame, places: list[tuple[int, int]]) -> None:
    """Lay whatever fits on these places, as soon as each has a neighbour."""
    left = list(places)
    while left:
        for place, letter, rotation in product(left, "UVEWKJD", range(4)):
            side = TOWARDS_MONASTERY.get(place)
            fits = side is None or EDGES[4 * LETTERS.index(letter) + rotation, side] == EDGE_FIELD
            in_bag = LETTERS.index(letter) in game.state["bag"][game.state["drawn"] :]
            if fits and in_bag and can_lay(game, letter, f"{place[0]},{place[1]},{90 * rotation}"):
                lay(game, letter, *place, 90 * rotation)
                left.remove(place)
                break
        else:
            raise AssertionError(f"nothing fits on {left}")


@pytest.mark.parametrize("last", AROUND)
def test_8_a_monastery_is_complete_with_whichever_eighth_neighbour(last: tuple[int, int]) -> None:
    game = CarcassonneGame(2, seed=1)
    lay(game, "B", 0, 1, 0, "monastery")
    surround(game, [place for place in AROUND if place != last])
    assert game.scores == (0, 0)
    assert supply(game) == [6, 7]
    surround(game, [last])
    assert game.scores == (9, 0)
    assert supply(game) == [7, 7]


def test_8_a_monastery_laid_into_a_full_ring_is_complete_at_once() -> None:
    game = CarcassonneGame(3, seed=1)
    surround(game, AROUND)
    seat = int(game.state["seat"])
    event = lay(game, "B", 0, 1, 0, "monastery")
    assert scored(event.scorings, Kind.MONASTERY) == [(9, (seat,))]


def test_8_two_monasteries_can_be_completed_by_one_tile() -> None:
    game = CarcassonneGame(2, seed=1)
    lay(game, "B", 0, 1, 0, "monastery")
    lay(game, "B", 0, 2, 0, "monastery")
    sides = [(x, y) for x in (-1, 1) for y in range(4)] + [(0, 3)]
    surround(game, [place for place in sides if place != (1, 2)])
    assert game.scores == (0, 0)
    surround(game, [(1, 2)])
    assert game.scores == (9, 9)
    assert supply(game) == [7, 7]


def merged_city(first: int, second: int) -> CarcassonneGame:
    """Two players' cities east and west of a gap, with so many followers, and the tile that joins them in hand."""
    game = CarcassonneGame(2)
    lay(game, "U", 1, 0, 0)
    lay(game, "U", -1, 0, 0)
    lay(game, "E", 1, -1, 270, "city_W")
    lay(game, "E", -1, -1, 90, "city_E")
    east, west = game.feature(1, -1, "city_W"), game.feature(-1, -1, "city_E")
    game.state["followers"][east] = first
    game.state["followers"][west] = second << 4
    game.state["supply"][:2] = [7 - first, 7 - second]
    return game


@pytest.mark.parametrize(
    ("followers", "expected"), [((1, 1), (8, 8)), ((2, 2), (8, 8)), ((2, 1), (8, 0)), ((1, 3), (0, 8))]
)
def test_9_most_followers_score_and_ties_score_for_all(followers: tuple[int, int], expected: tuple[int, int]) -> None:
    game = merged_city(*followers)
    event = lay(game, "R", 0, -1, 180)
    assert [scoring.points for scoring in event.scorings] == [8]
    assert game.scores == expected
    assert supply(game) == [7, 7], "all followers come back, the outnumbered too"


def test_9_merging_adds_up_what_both_parts_have() -> None:
    game = merged_city(1, 1)
    lay(game, "U", 2, 0, 0)
    take(game, "C")
    game.step("0,-1,0")
    root = game.feature(0, -1, "city_N")
    assert [followers_of(game.state, root, seat) for seat in range(2)] == [1, 1]
    assert (game.state["tiles"][root], game.state["pennants"][root], game.state["open"][root]) == (4, 1, 1)
    assert game.feature(1, -1, "city_W") == game.feature(0, 0, "city_N") == root
    assert root == root_of(game.state, root)


def test_10_what_is_incomplete_scores_at_the_end() -> None:
    game = CarcassonneGame(2)
    lay(game, "M", 0, -1, 180, "city_E")
    lay(game, "B", 0, 1, 0, "monastery")
    lay(game, "U", 1, 0, 0, "road_E")
    scorings = finish(game, "U", -1, 0, 0)
    assert scored(scorings, Kind.CITY) == [(3, (0,))], "two tiles and a pennant"
    assert scored(scorings, Kind.MONASTERY) == [(4, (1,))], "itself, the start tile and both its neighbours"
    assert scored(scorings, Kind.ROAD) == [(3, (0,))]
    assert game.scores == (6, 4)
    assert str(scorings[0]) == "incomplete city: 3 for seat 1"


def test_10_the_last_tile_may_still_be_claimed_and_completes_first() -> None:
    game = CarcassonneGame(2)
    take(game, "E")
    leave_in_bag(game, "")
    game.step("0,-1,180")
    assert spots(game) == {"city_S", "field_NL"}
    event = game.step("meeple:city_S")
    assert game.is_over
    assert [(scoring.points, scoring.complete) for scoring in event.scorings] == [(4, True)]


FIELD_POINTS = (
    {letter: [3] for letter in "EMNQR"}
    | {letter: [6] for letter in "HI"}
    | {letter: [3, 3] for letter in "FGST"}
    | {letter: [0, 3] for letter in "DJKOP"}
    | {"L": [0, 0, 3]}
)
"""What each field of a tile brings when all cities of the tile are complete."""


@pytest.mark.parametrize("letter", FIELD_POINTS)
def test_11_a_field_scores_three_for_each_completed_city_it_borders_on(letter: str) -> None:
    tile = LETTERS.index(letter)
    rotation = next(number for number in range(4) if EDGES[4 * tile + number, 2] == EDGE_CITY)
    fields = [segment for segment in TILES[tile].segments if segment.kind == Kind.FIELD]
    points = []
    for field in fields:
        game = CarcassonneGame(2)
        half = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")[rotated(field, rotation)[0]]
        lay(game, letter, 0, -1, 90 * rotation, f"field_{half}")
        for side, place, turned in ((0, (0, -2), 180), (1, (1, -1), 270), (3, (-1, -1), 90)):
            if EDGES[4 * tile + rotation, side] == EDGE_CITY:
                lay(game, "E", *place, turned)
        scorings = finish(game, "B", 0, 1, 0)
        points += [value for value, seats in scored(scorings, Kind.FIELD) if seats == (0,)]
    assert sorted(points) == FIELD_POINTS[letter]


def test_11_open_cities_bring_a_field_nothing_and_a_city_counts_once() -> None:
    game = CarcassonneGame(2)
    lay(game, "E", 0, -1, 180, "field_NL")
    lay(game, "E", 1, -1, 0)
    lay(game, "E", -1, -1, 0)
    assert scored(finish(game, "B", 0, 1, 0), Kind.FIELD) == [(3, (0,))]


def test_11_followers_on_fields_stay_and_majorities_and_ties_count() -> None:
    game = CarcassonneGame(2)
    lay(game, "E", 0, -1, 180, "field_NL")
    root = game.feature(0, -1, "field_NL")
    game.state["followers"][root] = 1 | 1 << 4
    game.state["supply"][1] = 6
    assert scored(finish(game, "B", 0, 1, 0), Kind.FIELD) == [(3, (0, 1))]
    assert supply(game) == [6, 6]


def test_12_seats_take_turns_and_each_feature_is_scored_once() -> None:
    for seed in range(20):
        game = CarcassonneGame(2 + seed % 4, seed)
        turns = Counter[int]()
        while not game.is_over:
            assert game.actor is not None
            turns[game.actor] += game.phase == Phase.PLACE_TILE
            game.step(game.random_action())
            total = np.zeros(game.players, int)
            for event in game.log:
                for scoring in event.scorings:
                    total[list(scoring.seats)] += scoring.points
            assert game.scores == tuple(total)
        assert max(turns.values()) - min(turns[seat] for seat in range(game.players)) <= 1
        assert game.winners == tuple(np.flatnonzero(np.array(game.scores) == max(game.scores)))

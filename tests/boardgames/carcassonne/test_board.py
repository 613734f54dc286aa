"""The table: no game can outgrow its cells, and open places are always the right ones."""

from __future__ import annotations

import pytest

from boardgames.carcassonne.actions import from_text
from boardgames.carcassonne.board import EAST, NORTH, SOUTH, WEST, cell_at, cell_beside, count_around, tile_at
from boardgames.carcassonne.game import CarcassonneGame
from boardgames.carcassonne.records import CELLS, DTYPE, NEAR_OPEN, OPEN_PLACES, ROW, Phase
from boardgames.carcassonne.tables import EDGES
from boardgames.carcassonne.tiles import LETTERS, TILE_COUNT
from tests.boardgames.carcassonne.lockstep import compare_game
from tests.boardgames.carcassonne.pictures import COUNTS

FARTHEST = 1 + (TILE_COUNT - 1) + 2
"""Steps between two places that a game looks at: an open place before a row, and a place diagonally behind it."""
STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}


def test_no_two_places_of_a_game_share_a_cell() -> None:
    for across in range(-FARTHEST, FARTHEST + 1):
        for down in range(-FARTHEST, FARTHEST + 1):
            if 0 < abs(across) + abs(down) <= FARTHEST:
                assert (across + ROW * down) % CELLS != 0


def test_positions_have_no_gaps_and_fill_cache_lines() -> None:
    assert sum(DTYPE[name].itemsize for name in DTYPE.names or ()) == DTYPE.itemsize
    assert DTYPE.itemsize % 128 == 0


def test_cells_are_bytes() -> None:
    assert NEAR_OPEN + OPEN_PLACES <= 256


@pytest.mark.parametrize("place", [(0, 0), (71, 0), (-71, 0), (0, 71), (0, -71), (-30, 41), (37, 37)])
def test_the_cell_beside_is_the_cell_of_the_place_beside(place: tuple[int, int]) -> None:
    x, y = place
    for side, (right, down) in STEPS.items():
        assert cell_beside(cell_at(x, y), side) == cell_at(x + right, y + down)


def longest_row(side: int) -> list[tuple[str, int]]:
    """All 71 tiles, with rotations, such that they make one straight row from the start tile in a direction.

    A walk along the kinds of edges: each tile leads from the edge it is put to, to the one opposite.
    """
    opposite = side ^ 2
    left = {letter: count - (letter == "D") for letter, count in COUNTS.items()}
    row: list[tuple[str, int]] = []

    def ways(edge: int) -> list[tuple[int, str, int]]:
        found = {}
        for letter, count in left.items():
            for rotation in range(4 if count else 0):
                lie = 4 * LETTERS.index(letter) + rotation
                if EDGES[lie, opposite] == edge:
                    found[letter, int(EDGES[lie, side])] = rotation
        return [(leads, letter, rotation) for (letter, leads), rotation in found.items()]

    def extend(edge: int) -> bool:
        if len(row) == TILE_COUNT - 1:
            return True
        tried = set()
        for leads, letter, rotation in sorted(ways(edge), key=lambda way: (way[0] != edge, -left[way[1]])):
            kind = (leads, tuple(sorted(EDGES[4 * LETTERS.index(letter)])))
            if kind in tried:
                continue
            tried.add(kind)
            left[letter] -= 1
            row.append((letter, rotation))
            if extend(leads):
                return True
            row.pop()
            left[letter] += 1
        return False

    assert extend(int(EDGES[4 * LETTERS.index("D"), side]))
    return row


@pytest.mark.parametrize("side", [NORTH, EAST, SOUTH, WEST])
def test_the_longest_possible_row_is_played_exactly(side: int) -> None:
    row = longest_row(side)
    right, down = STEPS[side]
    game = CarcassonneGame(2, seed=side, first_tiles="".join(letter for letter, _ in row))

    def choose(position: CarcassonneGame) -> int:
        if position.phase == Phase.PLACE_MEEPLE:
            return position.random_action()
        distance = int(position.state["placed"])
        rotation = row[distance - 1][1]
        return from_text(f"{distance * right},{distance * down},{90 * rotation}")

    compare_game(game, choose)
    assert game.state["placed"] == TILE_COUNT
    assert game.state["open_places"] == OPEN_PLACES
    assert tile_at(game.state, 71 * right, 71 * down) == TILE_COUNT - 1


def test_open_places_are_all_free_places_beside_tiles() -> None:
    game = CarcassonneGame(3, seed=5)
    while not game.is_over:
        game.step(game.random_action())
        state = game.state
        placed = int(state["placed"])
        tiles = {(int(state["x"][n]), int(state["y"][n])): int(state["lie"][n]) for n in range(placed)}
        wanted: dict[tuple[int, int], int] = {}
        for (x, y), lie in tiles.items():
            for side, (right, down) in STEPS.items():
                beside = (x + right, y + down)
                if beside not in tiles:
                    wanted[beside] = wanted.get(beside, 0) | int(EDGES[lie, side]) << 2 * (side ^ 2)
        count = int(state["open_places"])
        listed = zip(state["open_x"][:count], state["open_y"][:count], state["wanted"][:count], strict=True)
        assert {(int(x), int(y)): int(code) for x, y, code in listed} == wanted
        assert sum(0 < cell < NEAR_OPEN for cell in state["cells"].tolist()) == placed
        for x, y in tiles:
            around = sum((x + i, y + j) in tiles for i in (-1, 0, 1) for j in (-1, 0, 1)) - 1
            assert count_around(state, x, y) == around

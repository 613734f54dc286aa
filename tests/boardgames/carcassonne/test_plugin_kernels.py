"""Carcassonne in the search."""

from __future__ import annotations

from benchmarks.carcassonne import POSITION, TILES_LAID
from boardgames.carcassonne import plugin_kernels  # noqa: F401  (plugs the game in)
from boardgames.carcassonne.game import CarcassonneGame
from boardgames.carcassonne.records import Phase
from boardgames.carcassonne.weights import PRESETS
from mcts.config import SearchConfig
from mcts.result import SearchResult
from mcts.search import Search
from tests.boardgames.carcassonne.arranged import lay


def search(game: CarcassonneGame, preset: str = "default", iterations: int = 300) -> SearchResult:
    return Search(game.state, SearchConfig(worlds=3), 5, PRESETS[preset].record()).run(iterations=iterations)


def best(game: CarcassonneGame) -> int:
    action = search(game).action
    assert action is not None
    return action


def test_a_search_is_reproducible_and_uses_its_evaluator() -> None:
    game = CarcassonneGame.from_text(POSITION.read_text())
    first, second, other = search(game), search(game), search(game, "field_heavy")
    assert first.visits == second.visits
    assert first.values == second.values
    assert first.values != other.values
    assert sum(first.visits) == 300


def test_a_search_takes_a_city_of_eight_points() -> None:
    game = CarcassonneGame(2, seed=4, first_tiles="UMUE")
    lay(game, "U", 1, 0, 0)
    lay(game, "M", 0, -1, 180, "city_E")
    lay(game, "U", 2, 0, 0)
    assert game.text(best(game)) == "1,-1,270"


def test_a_search_beats_chance() -> None:
    game = CarcassonneGame(2, seed=3)
    game.play(lambda position: best(position) if position.actor == 0 else position.random_action())
    assert game.winners == (0,)
    assert game.scores[0] > 2 * game.scores[1]


def test_the_shipped_position_is_the_middle_of_a_game() -> None:
    game = CarcassonneGame.from_text(POSITION.read_text())
    assert game.state["placed"] == 1 + TILES_LAID
    assert game.phase == Phase.PLACE_TILE

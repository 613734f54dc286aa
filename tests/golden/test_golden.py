"""Golden games are played again, move for move."""

import pytest

from tests.golden.games import GAMES, path_of, transcript


@pytest.mark.parametrize("name", GAMES)
def test_game_is_as_written_down(name: str) -> None:
    expected = path_of(name).read_text(encoding="utf-8").splitlines()
    played = transcript(name).splitlines()
    for number, (was, now) in enumerate(zip(expected, played, strict=False), 1):
        assert now == was, f"line {number} of {name}; if the change is intended, run `make golden`"
    assert len(played) == len(expected)

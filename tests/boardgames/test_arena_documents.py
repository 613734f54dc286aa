"""What the pages about games and the arena show is run."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

from boardgames.arena.play import play_game
from boardgames.arena.request import Request
from boardgames.arena.schedule import Schedule
from boardgames.bots.registry import find_bots, shipped_bots
from boardgames.registry import find_game

DOCS = Path(__file__).resolve().parents[2] / "docs"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def test_examples_of_games_give_what_they_show() -> None:
    text = "".join(block for block in blocks("games.md", "python") if ">>>" in block)
    assert ">>>" in text
    test = doctest.DocTestParser().get_doctest(text, {}, "games", "games.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_whole_of_a_bot_in_python_plays(tmp_path: Path) -> None:
    (text,) = blocks("arena.md", "python")
    (tmp_path / "bot.py").write_text(text)
    plugin = find_game("tictactoe")
    bots = find_bots(f"process:command={sys.executable} {tmp_path / 'bot.py'},random", plugin)
    request = Request("tictactoe", bots, 2, 2, 1)
    for fixture in Schedule(request):
        assert play_game(request, fixture).fault is None


def test_every_shipped_bot_can_play_the_games_it_names() -> None:
    for bot in shipped_bots():
        for game in bot.games or ["tictactoe", "carcassonne"]:
            (spec,) = find_bots(bot.name, find_game(game))
            assert spec.label == bot.name

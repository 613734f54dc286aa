"""The results that the bots' sources report, and ours beside them: ``python -m tests.boardgames.sources [WORD…]``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boardgames.arena.journal import opened
from boardgames.arena.play import prepare
from boardgames.arena.record import GameRecord
from boardgames.arena.request import Request, check_request
from boardgames.arena.run import Driver
from boardgames.arena.summary import Summary, summarize
from boardgames.arena.words import verdict
from boardgames.bots.registry import find_bots
from boardgames.models import Data
from boardgames.registry import find_game
from cluster.local import LocalPool


@dataclass(frozen=True)
class Result:
    """A result of a source.

    Attributes
    ----------
    title, theirs : str
    game, bots : str
        As on the command line.
    games : int
    options : dict
        Of the game.
    """

    title: str
    theirs: str
    game: str
    bots: str
    games: int
    options: tuple[tuple[str, int], ...] = ()


RESULTS = (
    Result(
        "MCTS against random play",
        "20 : 0, mean score 80.2 : 23.1 (3.5 times) in 20 games",
        "carcassonne",
        "mcts:iterations=200,worlds=3,random",
        60,
    ),
    Result(
        "RAVE with depth limit and first-play urgency against MCTS",
        "26 : 24 in 50 games and 14 : 16 in 30",
        "carcassonne",
        "rave:iterations=200,worlds=3,mcts:iterations=200,worlds=3",
        100,
    ),
    Result(
        "RAVE without either against MCTS",
        "12 : 17 in 30 games",
        "carcassonne",
        "rave:iterations=200,worlds=3,amaf_depth=0,amaf_urgency=false,mcts:iterations=200,worlds=3",
        60,
    ),
    Result(
        "Presets of the evaluator",
        "roughly balanced, none dominates",
        "carcassonne",
        "mcts:worlds=3,aggressive:worlds=3,conservative:worlds=3,field_heavy:worlds=3",
        120,
    ),
    Result(
        "The improved Amazons bot against Bot001, 0.1 s a turn",
        "Bot001 is the source's only bot",
        "amazons",
        "improved:seconds=0.1,bot001:seconds=0.1",
        20,
        (("opening", 2),),
    ),
)


class Silence:
    """Watches and says nothing."""

    def begin(self, found: int, total: int) -> None:
        """Take note of the beginning."""

    def played(self, record: GameRecord) -> None:
        """Take note of a game."""


def play(result: Result) -> tuple[Request, Summary]:
    """Play the games of a result."""
    plugin = find_game(result.game)
    options: Data = dict(result.options)
    request = Request(result.game, find_bots(result.bots, plugin), 2, result.games, 7, options)
    check_request(request)
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), request) as journal:
        pool: LocalPool[Request, GameRecord] = LocalPool(partial(prepare, request))
        with pool:
            driver = Driver(journal, pool, Silence())
            driver.run()
        return request, summarize(request, driver.counted())


def main(words: Sequence[str]) -> int:
    """Print every result whose title contains one of the words."""
    for result in RESULTS:
        if words and not any(word.lower() in result.title.lower() for word in words):
            continue
        request, summary = play(result)
        lines = [f"{result.title} ({result.game}, {summary.games} games)", f"  source: {result.theirs}"]
        for row in summary.bots:
            wins = f"{row.wins} won, {row.draws} drawn, {row.losses} lost"
            lines.append(f"  here:   {row.label}: {wins}; mean score {row.mean_score:.1f} ± {row.score_deviation:.1f}")
        lines += [f"          {verdict(pair, request.margin)}" for pair in summary.pairs]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

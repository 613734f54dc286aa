"""The results that the bots' sources report, and ours beside them: ``python -m tests.boardgames.sources [WORD…]``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boardgames.arena.journal import opened
from boardgames.arena.play import prepare
from boardgames.arena.record import GameRecord
from boardgames.arena.request import Request, check_request
from boardgames.arena.run import Driver
from boardgames.arena.summary import Summary, summarize
from boardgames.arena.words import percent, verdict
from boardgames.bots.registry import find_bots
from boardgames.models import Data
from boardgames.registry import find_game
from catan_sim.statistics import wilson
from cluster.local import LocalPool


@dataclass(frozen=True)
class Result:
    """A result of a source.

    Attributes
    ----------
    title : str
    game, bots : str
        As on the command line.
    games : int
        Played here.
    source : tuple of int, or str
        How many games the first bot won there, and of how many; or what is said.
    scores : tuple of float
        Mean scores there, if they are told.
    options : dict
        Of the game.
    """

    title: str
    game: str
    bots: str
    games: int
    source: tuple[int, int] | str
    scores: tuple[float, float] | None = None
    options: tuple[tuple[str, int], ...] = ()


_MCTS = "mcts:iterations=200,worlds=3"
_RAVE = "rave:iterations=200,worlds=3"

RESULTS = (
    Result("MCTS against random play", "carcassonne", f"{_MCTS},random", 100, (20, 20), scores=(80.2, 23.1)),
    Result(
        "RAVE (k = 100, depth 4, first-play urgency) against MCTS", "carcassonne", f"{_RAVE},{_MCTS}", 600, (40, 80)
    ),
    Result("RAVE with depth 4 only", "carcassonne", f"{_RAVE},amaf_urgency=false,{_MCTS}", 200, (10, 30)),
    Result("RAVE without either", "carcassonne", f"{_RAVE},amaf_depth=0,amaf_urgency=false,{_MCTS}", 200, (12, 30)),
    Result(
        "Presets of the evaluator",
        "carcassonne",
        ",".join(f"{name}:iterations=200,worlds=3" for name in ("mcts", "aggressive", "conservative", "field_heavy")),
        300,
        "roughly balanced, none dominates",
    ),
    Result(
        "The improved Amazons bot against Bot001, 0.1 s a turn",
        "amazons",
        "improved:seconds=0.1,bot001:seconds=0.1",
        20,
        "Bot001 is the source's only bot",
        options=(("opening", 2),),
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


def wins_in_words(wins: int, games: int) -> str:
    """For example: 20 of 20 won, 100.0 % (95 %: 83.9 … 100.0 %)."""
    low, high = wilson(wins, games)
    return f"{wins} of {games} won, {percent(wins / games)} (95 %: {100 * low:.1f} … {100 * high:.1f} %)"


def points(scores: Sequence[float]) -> str:
    """Mean scores and what they are of each other."""
    return f"mean score {scores[0]:.1f} : {scores[1]:.1f}, {scores[0] / scores[1]:.1f} times"


def lines(result: Result, request: Request, summary: Summary) -> Iterator[str]:
    """Their result and ours."""
    yield f"{result.title} ({result.game}, {result.bots})"
    if isinstance(result.source, str):
        yield f"  source  {result.source}"
    else:
        yield f"  source  {wins_in_words(*result.source)}"
    if result.scores:
        yield f"          {points(result.scores)}"
    first, second = summary.bots[:2]
    if len(summary.bots) == 2:
        yield f"  here    {wins_in_words(first.wins, first.games)}, {first.draws} drawn, {first.losses} lost"
        if second.mean_score > 0:
            yield f"          {points((first.mean_score, second.mean_score))}"
        if not isinstance(result.source, str):
            low, high = wilson(*result.source)
            agrees = low <= first.win_share <= high
            yield f"          our share lies {'within' if agrees else 'OUTSIDE'} the source's interval"
        yield f"          {verdict(summary.pairs[0], request.margin)}"
        return
    for row in summary.bots:
        name = row.label.partition(":")[0]
        yield f"  here    {name}: {wins_in_words(row.wins, row.games)}; mean score {row.mean_score:.1f}"
    for pair in summary.pairs:
        one, other = (label.partition(":")[0] for label in (pair.one, pair.other))
        yield f"          {one} against {other}: {pair.better} – {pair.even} – {pair.worse}"


def main(words: Sequence[str]) -> int:
    """Print every result whose title contains one of the words."""
    for result in RESULTS:
        if not words or any(word.lower() in result.title.lower() for word in words):
            sys.stdout.write("\n".join(lines(result, *play(result))) + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

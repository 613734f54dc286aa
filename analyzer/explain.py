"""Why a spot is as good as it is, in sentences with numbers from its games.

Only differences that the games show clearly are mentioned: with nine measures and thirty candidates, something always
looks special by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from analyzer.comparison import Comparison, Verdict
from analyzer.measures import MEASURES
from analyzer.opening import board_production, missing, port_at, production, room_after, seated
from analyzer.results import Results, Units
from analyzer.stopping import DELTA, EPS
from analyzer.words import certainty, counted, listed, sentence, share_of_games, signed
from catan_sim.core.board import Board
from catan_sim.core.resources import GENERIC_PORT, Resource
from catan_sim.core.ruleset import Ruleset
from catan_sim.draft import Pick

Floats = npt.NDArray[np.float64]

CLEAR: Final = 3.0
"""Standard errors from which on a difference in one measure is mentioned."""
STRENGTHS: Final = 2
"""Most differences named in a sentence."""
FEW: Final = 2
"""So few candidates have no average to be compared with."""
RICH: Final = 5
"""Pips of a resource that feed its port: those of a 6 or an 8."""
OFTEN: Final = 0.1
"""Share of games from which on a second place for the second settlement is mentioned."""
DICE: Final = 36
"""Equally likely throws."""

About = Literal["production", "lacks", "second", "port", "expansion", "strength", "weakness", "road", "next"]


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One sentence about a spot, and what it is about."""

    about: About
    text: str


@dataclass(frozen=True)
class Field:
    """All candidates' measures, which tell what is special about one of them.

    Attributes
    ----------
    values, errors : float64 array (candidates, measures)
        NaN where the games do not say.
    spread : float64 array (measures,)
        Standard deviation over the candidates.
    """

    values: Floats
    errors: Floats
    spread: Floats

    @classmethod
    def of(cls, units: Sequence[Units], players: int) -> Field:
        """Measure all candidates, each by its units of games of so many players."""
        means = [[measure.of(rows, players) for measure in MEASURES] for rows in units]
        values = np.array([[mean.value for mean in row] for row in means])
        errors = np.array([[mean.error for mean in row] for row in means])
        known = [column[np.isfinite(column)] for column in values.T]
        spread = np.array([np.std(column) if column.size else 0.0 for column in known])
        return cls(values, errors, spread)

    def against_others(self, spot: int) -> tuple[Floats, Floats]:
        """Differences to the mean of the other candidates, and their errors: float64 (measures,) twice."""
        known = np.isfinite(self.values)
        known[spot] = False
        count = known.sum(axis=0)
        mean = np.where(known, self.values, 0.0).sum(axis=0) / np.maximum(count, 1)
        # Somebody with too few units to know the error is taken to have the largest of all.
        largest = np.where(np.isfinite(self.errors), self.errors, 0.0).max(axis=0)
        errors = np.where(known, np.where(np.isfinite(self.errors), self.errors, largest), 0.0)
        error = np.sqrt(np.square(errors).sum(axis=0)) / np.maximum(count, 1)
        return np.where(count > 0, self.values[spot] - mean, np.nan), np.hypot(self.errors[spot], error)

    def against(self, spot: int, other: int) -> tuple[Floats, Floats]:
        """Differences to another candidate, and their errors: float64 (measures,) twice."""
        return self.values[spot] - self.values[other], np.hypot(self.errors[spot], self.errors[other])

    def most_telling(self, difference: Floats, error: Floats, good: bool) -> list[int]:
        """Measures in which a difference is clear and good (or bad), the largest for their spread first."""
        sign = np.array([1.0 if measure.more_is_better == good else -1.0 for measure in MEASURES])
        least = np.array([measure.least_shown for measure in MEASURES])
        clear = (sign * difference > CLEAR * error) & (np.abs(difference) >= least)  # False where anything is NaN
        size = np.abs(difference) / np.where(self.spread > 0, self.spread, np.inf)
        return sorted(np.flatnonzero(clear).tolist(), key=lambda measure: (-size[measure], measure))


def explain_opening(results: Results, spot: int, draft: Sequence[Pick]) -> list[Reason]:
    """What a spot has and lacks on the board.

    Parameters
    ----------
    spot : int
        A candidate, by its place in ``results.spots``.
    draft : sequence of Pick
        The whole set-up if it is taken.
    """
    board, question, vertex = results.board, results.question, results.spots[spot].vertex
    placed = seated(question.placed, results.ruleset.players)
    earlier = [pick.vertex for pick in placed if pick.seat == question.seat]
    reasons = [
        Reason(about="production", text=_production(board, vertex, earlier)),
        Reason(about="lacks", text=_lacks(board, vertex, earlier, results.spots[spot].units)),
    ]
    second = _second(board, results.spots[spot].units)
    if second:
        reasons.append(Reason(about="second", text=second))
    port = _port(board, results.ruleset, vertex, earlier)
    if port:
        reasons.append(Reason(about="port", text=port))
    reasons.append(Reason(about="expansion", text=_expansion(board, vertex, question.seat, draft)))
    return reasons


def explain_games(field: Field, spot: int) -> list[Reason]:
    """What set a spot's games apart from those of the other candidates; of two, each is compared as the next one."""
    if len(field.values) <= FEW:
        return []
    reasons = []
    difference, error = field.against_others(spot)
    strengths = field.most_telling(difference, error, good=True)[:STRENGTHS]
    weaknesses = field.most_telling(difference, error, good=False)[:1]
    if strengths:
        clauses = [_clause(field, measure, spot, difference[measure]) for measure in strengths]
        reasons.append(Reason(about="strength", text=f"Against the average candidate: {listed(clauses)}."))
    for measure in weaknesses:
        clause = _clause(field, measure, spot, difference[measure])
        start = "On the other hand" if strengths else "Against the average candidate"
        reasons.append(Reason(about="weakness", text=f"{start}: {clause}."))
    return reasons


def explain_next(field: Field, comparison: Comparison, label: str, rank: int) -> Reason:
    """Why a spot beats the next one, or that it is not known to.

    Parameters
    ----------
    label, rank
        Of the next one.
    """
    text = _verdict(comparison, f"spot {rank} ({label})")
    upper, lower = comparison.upper, comparison.lower
    difference, error = field.against(upper, lower)
    better, worse = (
        [
            _clause(field, measure, upper, difference[measure], lower)
            for measure in field.most_telling(difference, error, good)[:1]
        ]
        for good in (True, False)
    )
    if comparison.verdict is Verdict.BETTER and better:
        text += f" In its games: {listed(better)}{', despite ' if worse else ''}{listed(worse)}."
    elif better or worse:  # no reason why one should win more: neither is known to
        text += f" It plays differently: {', but '.join([*better, *worse])}."
    return Reason(about="next", text=text)


def _verdict(comparison: Comparison, name: str) -> str:
    """Whether a spot beats another, and how sure that is."""
    paired = comparison.paired
    if not np.isfinite(paired.sd):
        return f"Cannot be compared with {name} yet: too few games."
    low, high = paired.interval()
    points = f"{signed(100 * paired.estimate)} ± {50 * (high - low):.1f} points"
    by_games, by_all = paired.probability_positive, comparison.probability_above
    if comparison.verdict is Verdict.BETTER:
        return f"Beats {name} by {points}, sure at {certainty(min(by_games, by_all))}."
    if comparison.verdict is Verdict.EQUAL:
        close = certainty(comparison.probability_close)
        return f"As good as {name}: less than {100 * EPS:.1f} points apart, sure at {close}."
    if by_games >= 1 - DELTA:
        return (
            f"Ahead of {name} by {points}, but not told apart yet: sure at {certainty(by_games)} by these games "
            f"alone, at {certainty(by_all)} once the luck of coming out ahead is taken off."
        )
    return f"Not told apart from {name} yet: {points}."


def _clause(field: Field, measure: int, spot: int, difference: float, other: int | None = None) -> str:
    """``cities 0.5 rounds sooner (after 7.3 rounds against 7.8)``."""
    kind = MEASURES[measure]
    by = kind.shown(abs(difference))
    own = kind.value.format(value=kind.shown(field.values[spot, measure]))
    against = "" if other is None else f" against {kind.shown(field.values[other, measure])}"
    return f"{(kind.more if difference > 0 else kind.less).format(by=by)} ({own}{against})"


def _production(board: Board, vertex: int, earlier: Sequence[int]) -> str:
    made = production(board, [vertex])
    if not made.any():
        return "Makes nothing: only desert or sea lies around it."
    by_pips = sorted(
        ((int(made[resource]), resource) for resource in Resource if made[resource]), key=lambda item: -item[0]
    )
    parts = [f"{count} for {resource.word}" for count, resource in by_pips]
    text = f"{_pips(board, [vertex])}: {', '.join(parts)}"
    if earlier:
        text += f"; with {listed([board.vertex_labels[v] for v in earlier])} {_pips(board, [vertex, *earlier])} in all"
    of_board = board_production(board)
    scarcest = min((resource for resource in Resource if of_board[resource]), key=lambda r: int(of_board[r]))
    if made[scarcest] >= RICH - 1:
        text += f"; {scarcest.word} is the scarcest resource here ({of_board[scarcest]} pips on the whole board)"
    return sentence(text)


def _pips(board: Board, vertices: Sequence[int]) -> str:
    """``11 pips, a card every 3.3 throws``."""
    total = int(production(board, vertices).sum())
    return f"{counted(total, 'pip')}, a card every {DICE / total:.1f} throws"


def _lacks(board: Board, vertex: int, earlier: Sequence[int], units: Units) -> str:
    lacking = missing(board, [vertex, *earlier])
    together = f"together with {listed([board.vertex_labels[v] for v in earlier])} it " if earlier else ""
    if not lacking:
        return sentence(f"{together}lacks nothing: all five resources")
    text = f"{together}lacks {listed([resource.word for resource in lacking])}"
    went_to = _went_to(board, units)
    if went_to.any():
        text += f"; the second settlement brought {_brought(board, went_to, lacking)} of games"
    elif Resource.BRICK in lacking and Resource.LUMBER in lacking:
        text += "; every road has to be traded for"
    return sentence(text)


def _went_to(board: Board, units: Units) -> npt.NDArray[np.int64]:
    """In how many games the second settlement went to each vertex: int64 (vertices,)."""
    went_to: npt.NDArray[np.int64] = units["next_settlement"].sum(axis=0)[: board.vertex_count]
    return went_to


def _second(board: Board, units: Units) -> str | None:
    """The one or two places where the second settlement went most often; None when there was none after this one."""
    went_to = _went_to(board, units)
    if not went_to.any():
        return None
    shares = went_to / went_to.sum()
    first, other = np.argsort(-went_to, kind="stable")[:2].tolist()
    most = [first, other] if shares[other] >= OFTEN else [first]
    places = [
        f"to {board.vertex_labels[vertex]} ({board.describe_vertex(vertex)}) in {share_of_games(float(shares[vertex]))}"
        for vertex in most
    ]
    return sentence(f"the second settlement went {listed(places)} of games")


def _brought(board: Board, went_to: npt.NDArray[np.int64], lacking: Sequence[Resource]) -> str:
    """``sheep and wheat in 100 % and wood in 12 %``, the most frequent first: int64 (vertices,)."""
    together: dict[str, list[str]] = {}
    for resource in sorted(lacking, key=lambda resource: -_share_with(board, went_to, resource)):
        together.setdefault(share_of_games(_share_with(board, went_to, resource)), []).append(resource.word)
    return listed([f"{listed(words)} in {share}" for share, words in together.items()])


def _share_with(board: Board, went_to: npt.NDArray[np.int64], resource: Resource) -> float:
    """In which share of games a settlement went where a resource is made: int64 (vertices,)."""
    makes = [vertex for vertex in np.flatnonzero(went_to).tolist() if resource not in missing(board, [vertex])]
    return float(went_to[makes].sum() / went_to.sum())


def _port(board: Board, ruleset: Ruleset, vertex: int, earlier: Sequence[int]) -> str | None:
    port = port_at(board, vertex)
    if port is None:
        return None
    if port.kind == GENERIC_PORT:
        return f"Port: any {ruleset.generic_port_rate} equal cards for one ({ruleset.generic_port_rate}:1)."
    resource = Resource(port.kind)
    own = int(production(board, [vertex, *earlier])[resource])
    text = f"{ruleset.special_port_rate}:1 {resource.word} port"
    if own >= RICH:
        return sentence(f"{text}, fed by its own {resource.word} ({own} pips)")
    if own:
        return sentence(f"{text}, with a little {resource.word} of its own ({counted(own, 'pip')})")
    return sentence(f"{text}, but no {resource.word} of its own yet")


def _expansion(board: Board, vertex: int, seat: int, draft: Sequence[Pick]) -> str:
    rooms = room_after(board, draft, vertex, seat)
    if not rooms:
        return "No room to grow: nothing is left open within three roads after the draft."
    best = rooms[0]
    name = f"{board.vertex_labels[best.vertex]} ({board.describe_vertex(best.vertex)})"
    spots = f"{counted(len(rooms), 'spot')} open within three roads"
    return sentence(f"room to grow: {spots} after the draft, the best {name}, {best.roads} roads away")

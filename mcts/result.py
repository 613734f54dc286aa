"""What a search found, and how results of several trees become one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mcts.game import action_key
from mcts.kernel import kernel
from mcts.noise import draw_by_visits
from mcts.picture import dot_of, svg_of
from mcts.solver import DRAWN, UNPROVEN, WON_BY, is_lost
from mcts.tree import NONE, Tree


@dataclass(frozen=True)
class RootStatistics:
    """The root's children of one tree, in the order in which they were added; picklable.

    Attributes
    ----------
    actions, keys
        int64; keys identify actions across worlds.
    visits, totals, proven
        Visits (int64), sums of values for the searcher (float64) and results (``mcts.solver``; int64).
    root_proven
        Result of the root.
    variation
        The most visited actions from the root on.
    iterations
        Of this tree since its root was set.
    """

    actions: NDArray[np.int64]
    keys: NDArray[np.int64]
    visits: NDArray[np.int64]
    totals: NDArray[np.float64]
    proven: NDArray[np.int64]
    root_proven: int
    variation: tuple[int, ...]
    iterations: int


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes
    ----------
    action
        The move to play; None when there is no legal one.
    actions, visits, values
        The actions tried at the root, how often, and their mean values for the searcher.
    proven
        ``win``, ``loss`` or ``draw`` for the searcher when the solver has proven it, otherwise None.
    proven_actions
        The same for each action.
    principal_variation
        The most visited line, beginning with the most visited action.
    iterations, seconds
        What the search did since the root was set, and how long its last run took.
    """

    action: int | None
    actions: tuple[int, ...] = ()
    visits: tuple[int, ...] = ()
    values: tuple[float, ...] = ()
    proven: str | None = None
    proven_actions: tuple[str | None, ...] = ()
    principal_variation: tuple[int, ...] = ()
    iterations: int = 0
    seconds: float = 0.0
    tree: Tree | None = field(default=None, repr=False, compare=False)

    def to_dot(self, depth: int = 3, width: int = 6, name: Callable[[int], str] = str) -> str:
        """The top of the (first) tree in Graphviz's language; draw it before the search goes on."""
        return dot_of(self._own_tree(), depth, width, name)

    def to_svg(self, depth: int = 3, width: int = 6, name: Callable[[int], str] = str) -> str:
        """The top of the (first) tree as a picture; draw it before the search goes on."""
        return svg_of(self._own_tree(), depth, width, name)

    def _own_tree(self) -> Tree:
        if self.tree is None:
            raise ValueError("this result has no tree to draw")
        return self.tree


@kernel
def _write_keys(state: Any, actions: Any, keys: Any) -> None:
    for index in range(actions.size):
        keys[index] = action_key(state, actions[index], False)


def root_statistics(tree: Tree, root: Any) -> RootStatistics:
    """Read the root's children; ``root`` is the position there."""
    node = tree.nodes[0]
    edges = tree.edges[node["first"] : node["first"] + node["children"]]
    edges = edges[edges["visits"] > 0]
    actions = edges["action"].copy()
    keys = np.empty_like(actions)
    _write_keys(root, actions, keys)
    return RootStatistics(
        actions=actions,
        keys=keys,
        visits=edges["visits"].astype(np.int64),
        totals=edges["total"].copy(),
        proven=edges["proven"].astype(np.int64),
        root_proven=int(node["proven"]),
        variation=_variation(tree),
        iterations=int(tree.record["iterations"]),
    )


def _variation(tree: Tree) -> tuple[int, ...]:
    """Follow the most visited children from the root; the first of equals."""
    found: list[int] = []
    index = 0
    while index > NONE:
        node = tree.nodes[index]
        edges = tree.edges[node["first"] : node["first"] + node["children"]]
        if not len(edges) or not edges["visits"].any():
            break
        best = edges[int(edges["visits"].argmax())]
        found.append(int(best["action"]))
        index = int(best["node"])
    return tuple(found)


def _in_words(result: int, seat: int) -> str | None:
    if result == UNPROVEN:
        return None
    if result == DRAWN:
        return "draw"
    return "win" if result == WON_BY + seat else "loss"


def merge(
    parts: Sequence[RootStatistics], searcher: int, temperature: float, stream: NDArray[np.uint64], seconds: float
) -> SearchResult:
    """Sum the statistics of all trees by action key, in tree order, and choose the move.

    The move is a proven win if there is one; otherwise, leaving out what is proven lost as long as something else
    remains, the one with most visits, or one drawn in proportion to visits^(1/τ).
    """
    places: dict[int, int] = {}
    for part in parts:
        for key in part.keys.tolist():
            places.setdefault(key, len(places))
    count = len(places)
    actions = np.zeros(count, np.int64)
    visits = np.zeros(count, np.int64)
    totals = np.zeros(count)
    proven = np.zeros(count, np.int64)
    for part in reversed(parts):
        where = [places[key] for key in part.keys.tolist()]
        actions[where] = part.actions  # the first tree that knows an action names it
        proven[where] = np.maximum(proven[where], part.proven)
    for part in parts:
        where = [places[key] for key in part.keys.tolist()]
        visits[where] += part.visits
        totals[where] += part.totals
    chosen = _choose(visits, proven, searcher, temperature, stream)
    best = int(actions[int(visits.argmax())])
    lines = [part.variation for part in parts if part.variation[:1] == (best,)]
    root = max(part.root_proven for part in parts)
    return SearchResult(
        action=int(actions[chosen]),
        actions=tuple(actions.tolist()),
        visits=tuple(visits.tolist()),
        values=tuple((totals / visits).tolist()),
        proven=_in_words(root, searcher),
        proven_actions=tuple(_in_words(result, searcher) for result in proven.tolist()),
        principal_variation=max(lines, key=len, default=(best,)),
        iterations=sum(part.iterations for part in parts),
        seconds=seconds,
    )


def _choose(
    visits: NDArray[np.int64],
    proven: NDArray[np.int64],
    searcher: int,
    temperature: float,
    stream: NDArray[np.uint64],
) -> int:
    won = np.flatnonzero(proven == WON_BY + searcher)
    if len(won):
        return int(won[visits[won].argmax()])
    lost = np.array([is_lost(result, searcher) for result in proven.tolist()], bool)
    candidates = np.flatnonzero(~lost) if not lost.all() else np.arange(len(visits))
    if temperature > 0.0:
        return int(candidates[draw_by_visits(stream, visits[candidates].astype(np.float64), temperature)])
    return int(candidates[visits[candidates].argmax()])

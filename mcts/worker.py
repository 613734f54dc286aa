"""One tree at work: its position, its arrays and its share of the budget.

Trees know nothing of each other; a search runs several, on threads or as jobs of a worker pool.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from mcts.batch import BatchedEvaluator, gather, scatter
from mcts.bits import GOLDEN, mix
from mcts.config import SearchConfig
from mcts.evaluate import score_sigmoid
from mcts.game import determinize, plugged
from mcts.iterate import enter_root, run_iterations
from mcts.kernel import kernel
from mcts.noise import add_noise
from mcts.result import RootStatistics, root_statistics
from mcts.reuse import advance
from mcts.tree import MOST_VISITS, PATH_DTYPE, Tree

_CHUNK_SECONDS: Final = 0.001
_MOST_AT_ONCE: Final = 1 << 16
UNLIMITED: Final = 1 << 60
_MASK: Final = (1 << 64) - 1


@dataclass(frozen=True)
class Budget:
    """What one tree may use in a run: new iterations, positions in all, and time on the clock."""

    iterations: int = UNLIMITED
    nodes: int = UNLIMITED
    seconds: float = float("inf")


@kernel
def _draw_world(state: Any, seat: int, tree: Any) -> None:
    determinize(state, seat, tree.world_stream)


class Worker:
    """A tree and what is needed to grow it.

    Parameters
    ----------
    state
        The position (record of a plugged-in game).
    config, seed
        Of the whole search; ``number`` makes the tree's own seed.
    number, trees
        Which tree this is, and of how many.
    evaluator
        Parameters of a kernel evaluator, or a batched evaluator.

    Attributes
    ----------
    is_settled : bool
        Whether no chance event is pending at the root: drawing what is pending left it as it is.
    """

    def __init__(self, state: Any, config: SearchConfig, seed: int, number: int, trees: int, evaluator: Any) -> None:
        self.config = config
        self.evaluator = evaluator
        self.number = number
        self.hides = "determinize" in plugged(state.dtype)
        own_seed = int(mix(np.uint64((seed + number * int(GOLDEN)) & _MASK)))
        self.tree = Tree(max(2, config.max_nodes // trees), config.rave, own_seed)
        self.states: Any = np.zeros(config.batch_size if self.is_batched else 1, state.dtype)
        self.paths: Any = np.zeros(config.batch_size if self.is_batched else 1, PATH_DTYPE)
        self._own: Any = np.zeros(2, state.dtype)
        self._place(state)

    @property
    def is_batched(self) -> bool:
        """Whether Python evaluates its leaves."""
        return isinstance(self.evaluator, BatchedEvaluator)

    @property
    def root(self) -> Any:
        """The position searched, in this tree's world."""
        return self._own[0]

    @property
    def scratch(self) -> Any:
        """Room for another position."""
        return self._own[1]

    def reset(self, state: Any) -> None:
        """Forget the tree and start at this position, in a new world if something is hidden."""
        self.tree.clear()
        self._place(state)

    def advance(self, action: int, state: Any) -> None:
        """Go on to the position after ``action``, with what the tree knows about it."""
        advance(self.tree, action)
        self._place(state)

    def _place(self, state: Any) -> None:
        self._own[0] = state
        enter_root(self.root, self.tree.record, self.scratch)
        self.is_settled = bool(self.scratch.tobytes() == self.root.tobytes())
        if self.hides and not self.config.information_set:
            _draw_world(self.root, self.tree.record["searcher"], self.tree.record)

    def _record(self) -> Any:
        open_loop = self.config.information_set or "resolve_chance" in plugged(self.root.dtype)
        return self.config.record(open_loop, self.is_batched and self.evaluator.priors)

    def target(self, budget: Budget) -> Budget:
        """The budget with its iterations counted from when the root was set."""
        return replace(budget, iterations=budget.iterations + int(self.tree.record["iterations"]))

    def _rest(self, target: Budget) -> int:
        """Iterations that are left."""
        unused = MOST_VISITS - int(self.tree.nodes[0]["visits"])
        return min(unused, target.iterations - int(self.tree.record["iterations"]))

    def run(self, budget: Budget) -> None:
        """Search in chunks of about a millisecond until the budget is used up or the root is proven."""
        record = self._record()
        budget = self.target(budget)
        end = time.perf_counter() + budget.seconds
        tree = self.tree.record
        chunk = _MOST_AT_ONCE if budget.seconds == float("inf") else 1
        while (rest := self._rest(budget)) > 0:
            start = time.perf_counter()
            if start >= end:
                return
            asked = min(rest, chunk)
            done = run_iterations(
                self.root,
                self.states[0],
                self.scratch,
                tree,
                self.paths[0],
                record,
                self.evaluator,
                asked,
                budget.nodes,
            )
            if done < asked:
                return
            if budget.seconds != float("inf"):
                speed = asked / max(1e-9, time.perf_counter() - start)
                chunk = max(1, min(2 * chunk, int(speed * min(_CHUNK_SECONDS, end - start))))

    def gather(self, target: Budget, features: Any) -> int:
        """Find the next batch of leaves and write their encodings; 0 when the budget is used up."""
        tree = self.tree.record
        root = self.tree.nodes[0]
        if self.config.noise and not tree["noisy"] and root["ready"]:
            add_noise(tree, *self.config.noise, np.empty(root["ready"]))
            tree["noisy"] = 1
        record = self._record()
        found = 0
        while not found and (rest := self._rest(target)) > 0:
            before = int(tree["iterations"])
            wanted = min(rest, len(self.states))
            found = gather(self.root, self.states, tree, self.paths, record, _FALLBACK, features, wanted, target.nodes)
            if not found and int(tree["iterations"]) == before:
                break
        return found

    def scatter(self, values: Any, policies: Any) -> None:
        """Back up the evaluator's answers for the batch gathered last."""
        scatter(self.states, self.tree.record, self.paths, self._record(), values, policies, len(values))

    def statistics(self) -> RootStatistics:
        """What the tree knows about the root's actions."""
        return root_statistics(self.tree, self.root)


_FALLBACK: Final = score_sigmoid()


@dataclass(frozen=True)
class TreeJob:
    """One tree of a search as a job for a worker pool; kernel evaluators only.

    Attributes
    ----------
    plugin
        Module that plugs the game in where the job runs.
    state, parameters
        The position and the evaluator's parameters, arrays of shape (1,).
    """

    key: Hashable
    plugin: str
    state: Any
    parameters: Any
    config: SearchConfig
    seed: int
    number: int
    trees: int
    budget: Budget

    def run(self, shared: object) -> RootStatistics:
        """Grow the tree."""
        del shared
        importlib.import_module(self.plugin)
        state, parameters = self.state.copy(), self.parameters.copy()  # what came through a pool may be read-only
        worker = Worker(state[0], self.config, self.seed, self.number, self.trees, parameters[0])
        worker.run(self.budget)
        return worker.statistics()

"""The search: trees on threads, a budget, one result.

Several trees are grown side by side, one for each determinised world or thread, and their visits summed by action. With
a budget of iterations or nodes the result depends on nothing but position, configuration, seed and number of trees.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from mcts.batch import BatchedEvaluator
from mcts.config import SearchConfig
from mcts.errors import InputError
from mcts.evaluate import score_sigmoid
from mcts.game import apply_action, count_seats, legal_actions, lengths, most_actions, plugged
from mcts.kernel import kernel
from mcts.result import RootStatistics, SearchResult, merge
from mcts.rng import seed_stream
from mcts.threads import on_threads, run_batched
from mcts.tree import MAX_SEATS
from mcts.worker import UNLIMITED, Budget, TreeJob, Worker

_MASK: Final = (1 << 64) - 1
_ITERATIONS_PER_NODE: Final = 32


@kernel
def _list_actions(state: Any, out: Any) -> int:
    return legal_actions(state, out)


@kernel
def _most_actions(state: Any) -> int:
    return most_actions(state)


@kernel
def _seats(state: Any) -> int:
    return count_seats(state)


@kernel
def _apply(state: Any, action: int) -> None:
    apply_action(state, action)


def _share(total: int, number: int, trees: int) -> int:
    """Part of a whole number that falls to one tree; the parts add up."""
    return total * (number + 1) // trees - total * number // trees


def tree_count(dtype: np.dtype[np.void], config: SearchConfig) -> int:
    """Trees that a search grows: one for each world, if the game hides something, and at least one for each thread."""
    is_split = "determinize" in plugged(dtype) and not config.information_set
    return max(config.worlds if is_split else 1, config.threads)


def _check(state: Any, config: SearchConfig, evaluator: Any) -> None:
    """Refuse what cannot be searched."""
    known = plugged(state.dtype)
    if not known:
        raise InputError("search: this game has not been plugged in; import its plugin_kernels first")
    seats = _seats(state)
    if seats > MAX_SEATS:
        raise InputError(f"search: a game has at most {MAX_SEATS} seats, not {seats}")
    if config.solver and (seats != 2 or known & {"determinize", "resolve_chance"}):
        raise InputError("search: the solver is only for two-player games without chance or hidden information")
    is_batched = isinstance(evaluator, BatchedEvaluator)
    has_priors = is_batched and evaluator.priors
    for needed, function in ((is_batched, "encode"), (has_priors, "prior_index")):
        if needed and function not in known:
            raise InputError(f"search: this evaluator needs the game's {function}, which it does not have")
    if is_batched and evaluator.features != (features := lengths(state.dtype)[0]):
        raise InputError(f"search: this game writes {features} features, and not the evaluator's {evaluator.features}")
    if config.noise and not has_priors:
        raise InputError("search: noise needs an evaluator that gives priors")
    if has_priors and (config.information_set or "resolve_chance" in known):
        raise InputError("search: priors need the same legal actions at each visit; use an evaluator without priors")
    if has_priors and config.rave:
        raise InputError("search: choose either rave or an evaluator that gives priors")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def budgets(
    trees: int, threads: int, iterations: int | None = None, seconds: float | None = None, nodes: int | None = None
) -> list[Budget]:
    """Divide a budget among trees.

    Iterations and nodes are divided evenly. Time: a tree gets its part of the time its thread has, which is all of it
    when there is a thread for each. A tree that cannot reach its number of nodes, because it is full or the game is
    small, ends after a fixed multiple of iterations.
    """
    for name, count in (("iterations", iterations), ("nodes", nodes)):
        if count is not None and (isinstance(count, bool) or not isinstance(count, int | np.integer)):
            raise InputError(f"search: {name} must be a whole number, not {count!r}")
        if count is not None and not 0 <= count < UNLIMITED:
            raise InputError(f"search: {name} must be from 0 to {UNLIMITED - 1}, not {count}")
    if seconds is not None and not (_is_number(seconds) and 0 <= seconds < float("inf")):
        raise InputError(f"search: seconds must be a number from 0, not {seconds!r}")
    if iterations is None and seconds is None and nodes is None:
        raise InputError("search: give a budget of iterations, seconds or nodes")
    if iterations is None and seconds is None and nodes is not None:
        iterations = _ITERATIONS_PER_NODE * nodes
    turns = -(-trees // min(threads, trees))
    return [
        Budget(
            iterations=UNLIMITED if iterations is None else _share(iterations, number, trees),
            nodes=UNLIMITED if nodes is None else _share(nodes, number, trees),
            seconds=float("inf") if seconds is None else seconds / turns,
        )
        for number in range(trees)
    ]


def jobs(
    plugin: str,
    state: Any,
    config: SearchConfig,
    seed: int,
    evaluator: Any = None,
    name: Hashable = "search",
    **budget: Any,
) -> list[TreeJob]:
    """The trees of a search as jobs for a worker pool; ``merge_jobs`` makes a result of what they return.

    Parameters
    ----------
    plugin
        Module that plugs the game in, wherever a job runs.
    name
        Tells the jobs of several searches apart: a job's key is (name, number of its tree).
    budget
        As ``Search.run`` takes it; time counts for each tree alone.
    """
    parameters = score_sigmoid() if evaluator is None else evaluator
    _check(state, config, parameters)
    trees = tree_count(state.dtype, config)
    return [
        TreeJob((name, number), plugin, state.reshape(1), parameters.reshape(1), config, seed, number, trees, part)
        for number, part in enumerate(budgets(trees, trees, **budget))
    ]


def merge_jobs(state: Any, config: SearchConfig, seed: int, parts: Sequence[RootStatistics]) -> SearchResult:
    """The result of a search whose trees grew as jobs; ``parts`` in the order of the jobs."""
    return Search(state, replace(config, max_nodes=2), seed).result_of(parts, 0.0)


class Search:
    """A search from one position, which can be told how the game goes on.

    Parameters
    ----------
    state
        The position, a record of a plugged-in game; it is copied.
    config
        The switches; the attribute may be replaced between runs (``search.config = replace(...)``).
    seed
        Any integer.
    evaluator
        Parameters of a kernel evaluator, a ``BatchedEvaluator``, or None for the score sigmoid.
    """

    def __init__(self, state: Any, config: SearchConfig | None = None, seed: int = 0, evaluator: Any = None) -> None:
        self.config = config or SearchConfig()
        self.evaluator = score_sigmoid() if evaluator is None else evaluator
        _check(state, self.config, self.evaluator)
        self._states: Any = np.zeros(1, state.dtype)
        self._states[0] = state
        self._stream = np.zeros(2, np.uint64)
        seed_stream(self._stream, np.uint64(seed & _MASK))
        trees = tree_count(state.dtype, self.config)
        self._workers = [
            Worker(self.state, self.config, seed, number, trees, self.evaluator) for number in range(trees)
        ]

    def legal_actions(self) -> list[int]:
        """The legal actions at the root."""
        room = np.zeros(_most_actions(self.state), np.int64)
        return room[: _list_actions(self.state, room)].tolist()

    def run(
        self, iterations: int | None = None, seconds: float | None = None, nodes: int | None = None
    ) -> SearchResult:
        """Search until the first of the budgets given is used up.

        Parameters
        ----------
        iterations
            New iterations, over all trees.
        seconds
            Time on the clock.
        nodes
            Positions that all trees hold together.

        Returns
        -------
        SearchResult
            Without search when there is only one legal action, or none; with the first legal action when the budget
            did not suffice for one iteration.
        """
        start = time.perf_counter()
        is_batched = isinstance(self.evaluator, BatchedEvaluator)
        trees = len(self._workers)
        # With batches all trees grow at the same time, however many threads there are.
        parts = budgets(trees, trees if is_batched else self.config.threads, iterations, seconds, nodes)
        if self._workers[0].is_settled:
            actions = self.legal_actions() if self._searcher >= 0 else []
            if len(actions) <= 1:
                return SearchResult(actions[0] if actions else None, tuple(actions), (0,) * len(actions))
        for worker in self._workers:
            worker.config = self.config
            worker.evaluator = self.evaluator
        if is_batched:
            run_batched(self._workers, self.evaluator, parts, self.config.threads, _seats(self.state))
        else:
            on_threads(self.config.threads, Worker.run, self._workers, parts)
        return self.result_of([worker.statistics() for worker in self._workers], time.perf_counter() - start)

    @property
    def state(self) -> Any:
        """The position at the root."""
        return self._states[0]

    @property
    def _searcher(self) -> int:
        return int(self._workers[0].tree.record["searcher"])

    def result_of(self, parts: Sequence[RootStatistics], seconds: float) -> SearchResult:
        """One result of what the trees found."""
        if not any(len(part.actions) for part in parts):
            actions = self.legal_actions() if self._workers[0].is_settled else [None]
            return SearchResult(actions[0], seconds=seconds)
        result = merge(parts, self._searcher, self.config, self._stream, seconds)
        return replace(result, tree=self._workers[0].tree)

    def advance_root(self, action: int, state: Any = None) -> None:
        """Go on to the position after ``action``, keeping what is known about it; not across determinised worlds.

        Parameters
        ----------
        state
            The new position; needed when chance or hidden information decided part of it.
        """
        known = plugged(self.state.dtype)
        if state is None:
            if known & {"determinize", "resolve_chance"}:
                raise InputError("search: advance_root needs the new state of a game with chance or hidden information")
            if action not in self.legal_actions():
                raise InputError(f"search: action {action} is not legal here")
            _apply(self.state, action)
        else:
            self._states[0] = state
        for worker in self._workers:
            if worker.hides and not self.config.information_set:
                worker.reset(self.state)
            else:
                worker.advance(action, self.state)

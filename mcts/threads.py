"""Running the trees of a search side by side; kernels release the interpreter lock."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from mcts.batch import BatchedEvaluator
from mcts.errors import InputError
from mcts.game import lengths
from mcts.worker import Budget, Worker


def on_threads(threads: int, function: Callable[..., Any], *columns: Sequence[Any]) -> list[Any]:
    """Call a function for each row, on so many threads; results in the order of the rows."""
    if threads == 1 or len(columns[0]) == 1:
        return [function(*row) for row in zip(*columns, strict=True)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, *columns))


def run_batched(
    workers: Sequence[Worker], evaluator: BatchedEvaluator, parts: Sequence[Budget], threads: int, seats: int
) -> None:
    """Gather leaves from all trees, evaluate them together in tree order, scatter the answers; until all are done."""
    end = time.perf_counter() + parts[0].seconds
    targets = [worker.target(part) for worker, part in zip(workers, parts, strict=True)]
    size = workers[0].config.batch_size
    policy = lengths(workers[0].root.dtype)[1] if evaluator.priors else 0
    rooms = [np.zeros((size, evaluator.features), np.float32) for _ in workers]
    while time.perf_counter() < end:
        counts = on_threads(threads, Worker.gather, workers, targets, rooms)
        if not any(counts):
            return
        leaves = np.concatenate([room[:count] for room, count in zip(rooms, counts, strict=True)])
        values, policies = _ask(evaluator, leaves, seats, policy)
        ends = np.cumsum(counts)[:-1]
        on_threads(threads, Worker.scatter, workers, np.split(values, ends), np.split(policies, ends))


def _ask(evaluator: BatchedEvaluator, leaves: Any, seats: int, policy: int) -> tuple[Any, Any]:
    """Values of shape (n, 1) or (n, seats) and priors of shape (n, policy), both float64 and fit for the kernels."""
    values, priors = evaluator.evaluate(leaves)
    count = len(leaves)
    if not evaluator.priors:
        priors = np.zeros((count, 0))
    values, priors = np.ascontiguousarray(values, np.float64), np.ascontiguousarray(priors, np.float64)
    if values.shape not in ((count,), (count, 1), (count, seats)):
        raise InputError(f"evaluator: values must have the shape ({count},) or ({count}, {seats}), not {values.shape}")
    if priors.shape != (count, policy):
        raise InputError(f"evaluator: priors must have the shape ({count}, {policy}), not {priors.shape}")
    if not (np.isfinite(values).all() and np.isfinite(priors).all() and (priors >= 0.0).all()):
        raise InputError("evaluator: values and priors must be finite, and priors not negative")
    return values.reshape(count, -1), priors

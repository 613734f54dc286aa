"""Running the trees of a search side by side; kernels release the interpreter lock."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from mcts.batch import BatchedEvaluator
from mcts.errors import InputError
from mcts.worker import Budget, Worker


def on_threads(threads: int, function: Callable[..., Any], *columns: Sequence[Any]) -> list[Any]:
    """Call a function for each row, on so many threads; results in the order of the rows."""
    if threads == 1 or len(columns[0]) == 1:
        return [function(*row) for row in zip(*columns, strict=True)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, *columns))


def run_batched(workers: Sequence[Worker], evaluator: BatchedEvaluator, parts: Sequence[Budget], threads: int) -> None:
    """Gather leaves from all trees, evaluate them together in tree order, scatter the answers; until all are done."""
    end = time.perf_counter() + parts[0].seconds
    targets = [worker.target(part) for worker, part in zip(workers, parts, strict=True)]
    size = workers[0].config.batch_size
    rooms = [np.zeros((size, evaluator.features), np.float32) for _ in workers]
    while time.perf_counter() < end:
        counts = on_threads(threads, Worker.gather, workers, targets, rooms)
        if not any(counts):
            return
        leaves = np.concatenate([room[:count] for room, count in zip(rooms, counts, strict=True)])
        values, policies = _ask(evaluator, leaves)
        ends = np.cumsum(counts)[:-1]
        on_threads(threads, Worker.scatter, workers, np.split(values, ends), np.split(policies, ends))


def _ask(evaluator: BatchedEvaluator, leaves: Any) -> tuple[Any, Any]:
    """Values of shape (n, 1) or (n, seats) and priors of shape (n, policy), both float64 and fit for the kernels."""
    values, policies = evaluator.evaluate(leaves)
    count = len(leaves)
    values = np.ascontiguousarray(values, np.float64).reshape(count, -1)
    if not evaluator.priors:
        policies = np.zeros((count, 0))
    policies = np.ascontiguousarray(policies, np.float64)
    if policies.ndim != 2 or len(policies) != count:
        raise InputError(f"evaluator: priors must have the shape ({count}, policy), not {policies.shape}")
    if not (np.isfinite(values).all() and np.isfinite(policies).all() and (policies >= 0.0).all()):
        raise InputError("evaluator: values and priors must be finite, and priors not negative")
    return values, policies

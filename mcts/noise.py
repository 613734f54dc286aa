"""Chance in what a search prefers: Dirichlet noise on the root's priors, and drawing the final move by visits."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mcts.exact_math import natural_log, power
from mcts.kernel import kernel
from mcts.rng import next_word
from mcts.tree import edge_at, node_at

_UNIT: Final = 2.0**-53
_TINY: Final = 1e-300


@kernel
def draw_unit(stream: Any) -> float:
    """Draw a number from [0, 1) with 53 random bits."""
    return np.float64(next_word(stream) >> np.uint64(11)) * _UNIT


@kernel
def draw_normal(stream: Any) -> float:
    """Draw from the standard normal distribution (Marsaglia's polar method)."""
    while True:
        x = 2.0 * draw_unit(stream) - 1.0
        y = 2.0 * draw_unit(stream) - 1.0
        square = x * x + y * y
        if 0.0 < square < 1.0:
            return x * np.sqrt(-2.0 * natural_log(square) / square)


@kernel
def draw_gamma(stream: Any, shape: float) -> float:
    """Draw from a gamma distribution of scale 1 (Marsaglia and Tsang; below shape 1 by Ahrens and Dieter's boost)."""
    boost = 1.0
    if shape < 1.0:
        boost = power(max(_TINY, draw_unit(stream)), 1.0 / shape)
        shape += 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / np.sqrt(9.0 * d)
    while True:
        x = draw_normal(stream)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        u = max(_TINY, draw_unit(stream))
        if natural_log(u) < 0.5 * x * x + d - d * v + d * natural_log(v):
            return boost * d * v


@kernel
def draw_dirichlet(stream: Any, concentration: float, out: Any) -> None:
    """Fill ``out`` (float64, shape (n,)) with a draw from the symmetric Dirichlet distribution."""
    total = 0.0
    for index in range(out.size):
        out[index] = draw_gamma(stream, concentration)
        total += out[index]
    for index in range(out.size):
        out[index] = out[index] / total if total > 0.0 else 1.0 / out.size


@kernel
def add_noise(tree: Any, weight: float, concentration: float, shares: Any) -> None:
    """Mix Dirichlet noise into the priors of the root's children: (1 - ε) P + ε η.

    Parameters
    ----------
    shares
        Room for the noise, float64, shape (root's children,).
    """
    draw_dirichlet(tree.noise_stream, concentration, shares)
    node = node_at(tree.nodes, 0)
    for index in range(node.ready):
        edge = edge_at(tree.edges, node.first + index)
        edge.prior = (1.0 - weight) * edge.prior + weight * shares[index]


@kernel
def draw_by_visits(stream: Any, visits: Any, temperature: float) -> int:
    """Draw an index in proportion to visits^(1 / τ) (visits: float64, shape (n,), not all zero)."""
    most = 0.0
    for count in visits:
        most = max(most, count)
    total = 0.0
    for count in visits:
        total += power(count / most, 1.0 / temperature)
    rest = draw_unit(stream) * total
    last = 0
    for index in range(visits.size):
        weight = power(visits[index] / most, 1.0 / temperature)
        if weight > 0.0:
            last = index
            if rest < weight:
                return index
            rest -= weight
    return last

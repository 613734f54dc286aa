"""The switches of a search, with the defaults of the sources, and how kernels see them."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np

from mcts.errors import InputError

BACKUPS: Final = ("paranoid", "maxn")
ORDERS: Final = ("ranked", "random")
_MOST: Final = 1e9
"""Larger numbers mean nothing in any formula, and their products would leave the range of the kernels' numbers."""

CONFIG_DTYPE: Final = np.dtype(
    [
        ("exploration", np.float64),
        ("first_play_urgency", np.float64),
        ("widening", np.int64),
        ("widening_factor", np.float64),
        ("widening_exponent", np.float64),
        ("random_order", np.int64),
        ("rave", np.int64),
        ("rave_k", np.float64),
        ("amaf_depth", np.int64),
        ("amaf_urgency", np.int64),
        ("tile_aware", np.int64),
        ("maxn", np.int64),
        ("draw_value", np.float64),
        ("evaluate_finished", np.int64),
        ("rollouts", np.int64),
        ("rollout_steps", np.int64),
        ("solver", np.int64),
        ("virtual_loss", np.int64),
        ("information_set", np.int64),
        ("open_loop", np.int64),  # legal actions are generated anew at each visit
        ("priors", np.int64),  # the evaluator gives priors: PUCT
    ]
)
"""What the kernels read. Switches are data, not types: one compilation serves them all."""


@dataclass(frozen=True)
class SearchConfig:
    """How to search.

    Attributes
    ----------
    exploration
        The constant C of UCT and PUCT.
    first_play_urgency
        Score of an action that has not been tried; infinite: all are tried first.
    widening, widening_factor, widening_exponent
        Progressive widening: a node with N visits has at most ``factor * N ** exponent`` children.
    order
        In which order a node tries its actions: ``ranked`` by the game's ``action_rank``, or ``random``.
    rave, rave_k, amaf_depth, amaf_urgency, tile_aware
        Blend AMAF means into the scores; the equivalence parameter; how many plies below a node count (0: all);
        expand the untried action with the best AMAF mean; keys that tell tiles apart.
    worlds
        Determinised worlds, for games that hide something.
    information_set
        One tree over a new world each iteration instead, with availability counts.
    backup
        ``paranoid``: one value, the searcher's, and 1 - v for all others; ``maxn``: a value for every player.
    draw_value
        Worth of a draw or a shared win.
    evaluate_finished
        Ask the evaluator about finished games too, instead of their outcome.
    rollouts, rollout_steps
        Random games from each leaf instead of the evaluator (0: none), and after how many moves they are broken off
        and the evaluator asked.
    solver
        Prove wins, losses and draws.
    noise
        Weight ε and concentration α of Dirichlet noise on the root's priors, or nothing.
    temperature
        0: the final move has most visits; τ: it is drawn in proportion to visits^(1/τ).
    max_nodes
        Positions that all trees of the search may hold together.
    threads
        Threads of root-parallel search.
    batch_size, virtual_loss
        Leaves that each tree hands to a batched evaluator at a time, and the losses that a leaf on its way counts as.
    """

    exploration: float = 1.41
    first_play_urgency: float = math.inf
    widening: bool = True
    widening_factor: float = 2.0
    widening_exponent: float = 0.5
    order: str = "ranked"
    rave: bool = False
    rave_k: float = 100.0
    amaf_depth: int = 4
    amaf_urgency: bool = True
    tile_aware: bool = False
    worlds: int = 5
    information_set: bool = False
    backup: str = "paranoid"
    draw_value: float = 0.8
    evaluate_finished: bool = False
    rollouts: int = 0
    rollout_steps: int = 1000
    solver: bool = False
    noise: tuple[float, float] | None = None
    temperature: float = 0.0
    max_nodes: int = 1_000_000
    threads: int = 1
    batch_size: int = 32
    virtual_loss: int = 1

    def __post_init__(self) -> None:
        for entry in fields(self):
            _check(entry.name, getattr(self, entry.name), entry.default)
        if self.rave_k <= 0.0:
            raise InputError(f"search: rave_k must be above 0, not {self.rave_k}")
        if self.noise is not None and not (0.0 <= self.noise[0] <= 1.0 and 0.0 < self.noise[1] <= _MOST):
            raise InputError(
                f"search: noise must be a weight from 0 to 1 and a positive concentration, not {self.noise}"
            )

    def record(self, open_loop: bool, priors: bool) -> Any:
        """These switches for the kernels, with two facts about the game and the evaluator."""
        known = vars(self) | {
            "random_order": self.order == "random",
            "maxn": self.backup == "maxn",
            "open_loop": open_loop,
            "priors": priors,
        }
        return np.array([tuple(known[name] for name in CONFIG_DTYPE.names or ())], CONFIG_DTYPE)[0]


_LIMITS: Final[dict[str, tuple[float, float]]] = {
    "exploration": (0.0, _MOST),
    "first_play_urgency": (-math.inf, math.inf),
    "widening_factor": (0.0, _MOST),
    "widening_exponent": (0.0, 10.0),
    "rave_k": (0.0, _MOST),
    "amaf_depth": (0, 1_000_000),
    "worlds": (1, 10_000),
    "draw_value": (0.0, 1.0),
    "rollouts": (0, 1_000_000),
    "rollout_steps": (1, 1_000_000),
    "temperature": (0.0, _MOST),
    "max_nodes": (2, 250_000_000),  # AMAF tables have eight entries for each position, found by 32-bit numbers
    "threads": (1, 1000),
    "batch_size": (1, 8192),
    "virtual_loss": (1, 100),
}
_CHOICES: Final = {"backup": BACKUPS, "order": ORDERS}


def _check(name: str, value: Any, default: Any) -> None:
    """Refuse a value of the wrong kind or size."""
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise InputError(f"search: {name} must be one of {', '.join(_CHOICES[name])}, not {value!r}")
    elif isinstance(default, bool):
        if not isinstance(value, bool):
            raise InputError(f"search: {name} must be true or false, not {value!r}")
    elif name in _LIMITS:
        least, most = _LIMITS[name]
        kinds = (int, np.integer) if isinstance(default, int) else (int, float, np.integer, np.floating)
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise InputError(f"search: {name} must be a {'whole ' * isinstance(default, int)}number, not {value!r}")
        if not value >= least:  # written so that it refuses nan too
            raise InputError(f"search: {name} must be at least {least}, not {value}")
        if value > most:
            raise InputError(f"search: {name} must be at most {most:,.0f}, not {value}")

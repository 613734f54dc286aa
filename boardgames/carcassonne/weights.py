"""The numbers of the evaluator: names, defaults, presets, and the record that kernels read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from boardgames.carcassonne.records import Record
from mcts.errors import InputError
from mcts.game import marked_dtype


@dataclass(frozen=True)
class EvalWeights:
    """How much each part of the evaluation counts.

    A part's weight is its base at the beginning of the game and base plus delta at its end; scales are the differences
    at which a sigmoid reaches 0.73. Two thresholds and a factor say when followers kept in hand count as hoarded.
    """

    score_base: float = 0.35
    score_delta: float = 0.10
    score_scale: float = 25.0
    potential_base: float = 0.35
    potential_delta: float = -0.15
    potential_scale: float = 15.0
    meeple_base: float = 0.20
    meeple_delta: float = -0.05
    meeple_hoard_threshold: float = 6.0
    meeple_hoard_penalty: float = 0.8
    meeple_hoard_progress_gate: float = 0.2
    field_base: float = 0.10
    field_delta: float = 0.10
    field_scale: float = 10.0

    def __post_init__(self) -> None:
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
                raise InputError(f"the evaluator's {entry.name} is {value!r}, but must be a number")
            if entry.name.endswith("_scale") and value <= 0:
                raise InputError(f"the evaluator's {entry.name} is {value!r}, but must be above 0")

    def record(self) -> Record:
        """The same numbers for kernels."""
        made = np.zeros(1, WEIGHTS_DTYPE)[0]
        for entry in fields(self):
            made[entry.name] = getattr(self, entry.name)
        return made


WEIGHTS_DTYPE: Final = marked_dtype(
    "carcassonne_weights",
    [(entry.name, np.float64) for entry in fields(EvalWeights)],
    sources=sorted(Path(__file__).parent.glob("*.py")),
)
"""The fields of EvalWeights by name."""

PRESETS: Final = {
    "default": EvalWeights(),
    "aggressive": EvalWeights(score_base=0.45, potential_base=0.30, meeple_base=0.10, field_base=0.15),
    "field_heavy": EvalWeights(score_base=0.30, potential_base=0.30, meeple_base=0.15, field_base=0.25),
    "conservative": EvalWeights(score_base=0.30, potential_base=0.30, meeple_base=0.30, field_base=0.10),
}


def find_weights(choice: str | Mapping[str, Any] | EvalWeights) -> EvalWeights:
    """A preset by its name, or the numbers of a mapping, which may name a ``preset`` to start from."""
    if isinstance(choice, EvalWeights):
        return choice
    if isinstance(choice, str):
        if choice not in PRESETS:
            raise InputError(f"there is no evaluator preset {choice!r}; choose one of {', '.join(PRESETS)}")
        return PRESETS[choice]
    changes = dict(choice)
    start = find_weights(changes.pop("preset", "default"))
    known = {entry.name: getattr(start, entry.name) for entry in fields(EvalWeights)}
    unknown = sorted(set(changes) - set(known))
    if unknown:
        raise InputError(f"the evaluator has no number {unknown[0]!r}; it has {', '.join(known)}")
    return EvalWeights(**{**known, **changes})

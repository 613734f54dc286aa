"""The weights of the score that chooses candidates: a file with a number for each feature."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from analyzer.features import NAMES
from catan_sim.core.yamlfile import naming, read_mapping, reject_unknown_fields
from mcts.errors import InputError

Floats = npt.NDArray[np.float64]

SHIPPED: Final = "weights"
_FIELDS: Final = ("weights", "reached")


def read_weights(path: Path) -> Floats:
    """Read the weights of a file, in the order of the features: float64 (features,).

    Raises
    ------
    InputError
        When a feature has no number, or there is one for something else.
    """
    fields = read_mapping(path)
    with naming(str(path)):
        reject_unknown_fields(fields, _FIELDS)
        weights = fields.get("weights")
        if not isinstance(weights, dict):
            raise InputError("field 'weights': write 'feature: number' lines")
        with naming("field 'weights'"):
            reject_unknown_fields(weights, NAMES)
            return np.array([_number(weights, name) for name in NAMES])


def _number(weights: dict[str, object], name: str) -> float:
    value = weights.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool) or not np.isfinite(value):
        raise InputError(f"field '{name}': give a number")
    return float(value)


@cache
def shipped_weights() -> Floats:
    """The weights that come with the program: float64 (features,)."""
    return read_weights(Path(str(files("configs") / "candidates" / f"{SHIPPED}.yaml")))

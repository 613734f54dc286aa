"""Defaults of the sources, and refusals."""

import math
from typing import Any

import pytest

from mcts.config import SearchConfig
from mcts.errors import InputError


def test_defaults_of_the_sources() -> None:
    config = SearchConfig()
    assert (config.exploration, config.worlds, config.widening_factor, config.widening_exponent) == (1.41, 5, 2.0, 0.5)
    assert (config.rave, config.rave_k, config.amaf_depth, config.amaf_urgency, config.tile_aware) == (
        False,
        100.0,
        4,
        True,
        False,
    )
    assert (config.first_play_urgency, config.temperature, config.solver, config.noise) == (math.inf, 0.0, False, None)
    assert (config.backup, config.draw_value) == ("paranoid", 0.8)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"exploration": -1.0}, "exploration must be at least"),
        ({"exploration": math.nan}, "exploration must be at least"),
        ({"rave_k": 0.0}, "rave_k must be above 0"),
        ({"worlds": 0}, "worlds must be at least 1"),
        ({"backup": "minimax"}, "backup must be one of paranoid, maxn"),
        ({"order": "sorted"}, "order must be one of ranked, random"),
        ({"draw_value": 2.0}, "draw_value must be at most 1, not 2.0"),
        ({"draw_value": math.nan}, "draw_value must be at least 0"),
        ({"exploration": math.inf}, "exploration must be at most 1,000,000,000, not inf"),
        ({"rave_k": math.inf}, "rave_k must be at most"),
        ({"widening_exponent": 1e6}, "widening_exponent must be at most 10"),
        ({"exploration": "much"}, "exploration must be a number, not 'much'"),
        ({"rave": 1}, "rave must be true or false, not 1"),
        ({"worlds": True}, "worlds must be a whole number"),
        ({"max_nodes": 2.5}, "max_nodes must be a whole number"),
        ({"max_nodes": 10**14}, "max_nodes must be at most"),
        ({"rollouts": 10**30}, "rollouts must be at most"),
        ({"noise": (0.25, 0.0)}, "positive concentration"),
        ({"max_nodes": 1}, "max_nodes must be at least 2"),
    ],
)
def test_refuses_what_makes_no_sense(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SearchConfig(**change)


def test_kernels_see_every_switch() -> None:
    record = SearchConfig(rave=True, order="random", backup="maxn", widening=False).record(open_loop=True, priors=False)
    assert (record["rave"], record["random_order"], record["maxn"], record["widening"]) == (1, 1, 1, 0)
    assert (record["open_loop"], record["priors"], record["first_play_urgency"]) == (1, 0, math.inf)

"""How games plug into kernels, and the two traps of plugging in by dtype."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardgames.tictactoe.plugin_kernels  # noqa: F401  (plugs tic-tac-toe in)
from boardgames.tictactoe import rules
from mcts import game
from mcts.kernel import kernel
from mcts.rng import seed_stream

ROOT = Path(__file__).resolve().parents[2]
FIELDS = [("value", np.int64)]

OUTSIDE_GAME = """
from pathlib import Path
import numpy as np
from mcts.game import plug_in, register_game
from mcts.kernel import kernel

DTYPE = register_game("outside", [("value", np.int64)], [Path(__file__)])

@kernel
def actor(state):
    return {answer}

@kernel
def nothing(state, other):
    return 0

plug_in(DTYPE, 1, actor=actor, legal_actions=nothing, apply_action=nothing, outcome=nothing)
"""
OUTSIDE_CALLER = """
import numpy as np
from mcts import game
from mcts.kernel import kernel
import outside_game

@kernel
def ask(state):
    return game.actor(state)

print(ask(np.zeros((), outside_game.DTYPE)[()]), sum(ask.stats.cache_hits.values()))
"""


@kernel
def _first(state: Any) -> int:
    return state.value


@kernel
def _second(state: Any) -> int:
    return -state.value


@kernel
def _two_arguments(state: Any, other: Any) -> int:  # noqa: ARG001
    return 0


@kernel
def _ask(state: Any) -> int:
    return game.actor(state)


@kernel
def _defaults(state: Any, stream: Any) -> tuple[int, int, int, int, int, float]:
    return (
        game.count_seats(state),
        game.count_actions(state),
        game.nth_action(state, 2),
        game.action_rank(state, 4) + game.action_key(state, 4, False),
        game.random_action(state, stream),
        game.score(state, 0),
    )


def _plug(name: str, actor: Any, sources: list[Path]) -> Any:
    dtype = game.register_game(name, FIELDS, sources)
    game.plug_in(
        dtype, 1, actor=actor, legal_actions=_two_arguments, apply_action=_two_arguments, outcome=_two_arguments
    )
    return dtype


def test_games_with_identical_fields_keep_their_own_rules() -> None:
    first = np.zeros(1, _plug("first", _first, []))[0]
    second = np.zeros(1, _plug("second", _second, []))[0]
    first["value"] = second["value"] = 7
    assert (_ask(first), _ask(second)) == (7, -7)


def test_a_second_game_of_the_same_name_is_refused() -> None:
    _plug("twice", _first, [])
    with pytest.raises(ValueError, match="name of its own"):
        _plug("twice", _second, [])


def test_editing_a_game_outside_the_hashed_sources_recompiles_its_callers(tmp_path: Path) -> None:
    (tmp_path / "caller.py").write_text(OUTSIDE_CALLER)
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}", "NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def run(answer: int) -> list[str]:
        (tmp_path / "outside_game.py").write_text(OUTSIDE_GAME.format(answer=answer))
        command = [sys.executable, str(tmp_path / "caller.py")]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout.split()

    assert run(1) == ["1", "0"]
    assert run(1) == ["1", "1"], "the second process takes the compiled code from the cache"
    assert run(2) == ["2", "0"]


def test_the_marker_comes_first_and_keeps_the_fields() -> None:
    plain = np.dtype([("a", np.uint8), ("b", np.float64)], align=True)
    dtype = game.register_game("marked", plain, [Path(__file__)])
    assert dtype.names is not None
    assert dtype.names[0].startswith("marked_")
    assert dtype.names[1:] == ("a", "b")
    assert dtype.isalignedstruct


def test_defaults_follow_from_the_legal_actions() -> None:
    state = np.zeros(1, rules.DTYPE)[0]
    state["cells"] = [1, 2]
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.uint64(1))
    seats, count, third, key, drawn, points = _defaults(state, stream)
    assert (seats, count, third, key, points) == (2, 7, 4, 4, 0.0)
    assert 2 <= drawn <= 8


@pytest.mark.parametrize(
    ("most", "kernels", "message"),
    [
        (1, {"actor": _first}, "missing"),
        (1, {"fly": _first}, "unknown"),
    ],
)
def test_incomplete_games_are_refused(most: int, kernels: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        game.plug_in(rules.DTYPE, most, **kernels)

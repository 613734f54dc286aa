"""What a game must be able to do, and how it plugs into the search.

Kernels call the functions below; for each state dtype Numba compiles the game's own in their place. A game plugs in
with two calls::

    DTYPE = register_game("nim", [("pile", np.int64), ("mover", np.int64)], sources=[Path(__file__)])
    plug_in(DTYPE, most_actions=3, actor=..., legal_actions=..., apply_action=..., outcome=...)

States are structured records, actions int64 codes, seats integers from 0, a ``stream`` a uint64[2] of ``mcts.rng``.

Two traps are closed here. Records with the same fields are one and the same Numba type, so a second game would silently
run the first one's rules; and machine code of a game whose sources are not among the hashed ones would be taken from
the cache after an edit. ``register_game`` therefore puts a marker field first, whose name holds the game's name and a
hash of its sources. It must be first: Numba accepts a record with additional fields at its end for one without them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

from mcts.kernel import kernel
from mcts.rng import draw_below

Kernel = Callable[..., Any]

_KERNELS: dict[tuple[object, ...], dict[str, Kernel]] = {}
"""The functions of each game, and of each evaluator, by the Numba types they are chosen by."""

_MOST_ACTIONS: dict[object, int] = {}
"""The bound on the number of legal actions of each game, by the Numba type of its states."""

_LENGTHS: dict[object, tuple[int, int]] = {}
"""Lengths of an encoded position and of a policy, of the games that have them, by the Numba type of their states."""


def count_seats(state: Any) -> int:
    """Players in this game; default 2."""
    raise NotImplementedError


def actor(state: Any) -> int:
    """Seat that decides now; -1 when the game is over."""
    raise NotImplementedError


def most_actions(state: Any) -> int:
    """Bound on the number of legal actions in any position, a compile-time constant."""
    raise NotImplementedError


def legal_actions(state: Any, out: Any) -> int:
    """Write all legal actions into ``out`` (int64, shape (most_actions,)) in a fixed order; returns how many."""
    raise NotImplementedError


def count_actions(state: Any) -> int:
    """Number of legal actions; default by writing them out."""
    raise NotImplementedError


def nth_action(state: Any, index: int) -> int:
    """The legal action at this place of ``legal_actions``; default by writing them out."""
    raise NotImplementedError


def apply_action(state: Any, action: int) -> None:
    """Play a legal action, with everything that follows without a choice."""
    raise NotImplementedError


def outcome(state: Any, seat: int) -> int:
    """Of a finished game: 2 sole winner, 1 shared win or draw, 0 loser."""
    raise NotImplementedError


def score(state: Any, seat: int) -> float:
    """Points now, for the score sigmoid and for arenas; default 0."""
    raise NotImplementedError


def resolve_chance(state: Any, stream: Any) -> None:
    """Draw pending chance events until somebody decides or the game is over; default: nothing is pending."""
    raise NotImplementedError


def determinize(state: Any, seat: int, stream: Any) -> None:
    """Redraw, uniformly among what is consistent, everything ``seat`` may not know; default: nothing is hidden."""
    raise NotImplementedError


def action_rank(state: Any, action: int) -> int:
    """Widening order: smaller is expanded first, ties in the order of ``legal_actions``; default 0."""
    raise NotImplementedError


def action_key(state: Any, action: int, tile_aware: bool) -> int:
    """Identity of an action across worlds and for AMAF; default the action itself."""
    raise NotImplementedError


def random_action(state: Any, stream: Any) -> int:
    """A move of a random playout; default uniform over ``legal_actions``."""
    raise NotImplementedError


def encode(state: Any, seat: int, out: Any) -> None:
    """Write the features of a position, seen by ``seat``, into ``out`` (float32, shape (features,))."""
    raise NotImplementedError


def prior_index(state: Any, action: int) -> int:
    """Place of an action in the policy of a batched evaluator, below its length."""
    raise NotImplementedError


def evaluate(state: Any, seat: int, parameters: Any) -> float:
    """Value of an unfinished position for ``seat``, in [0, 1]; chosen by the dtypes of state and parameters."""
    raise NotImplementedError


@kernel
def _two_seats(state: Any) -> int:  # noqa: ARG001
    return 2


@kernel
def _no_points(state: Any, seat: int) -> float:  # noqa: ARG001
    return 0.0


@kernel
def _no_chance(state: Any, stream: Any) -> None:
    pass


@kernel
def _nothing_hidden(state: Any, seat: int, stream: Any) -> None:
    pass


@kernel
def _equal_rank(state: Any, action: int) -> int:  # noqa: ARG001
    return 0


@kernel
def _own_key(state: Any, action: int, tile_aware: bool) -> int:  # noqa: ARG001
    return action


@intrinsic  # type: ignore[untyped-decorator]
def action_buffer(typing_context: Any, state: Any) -> Any:
    """Room for all legal actions (int64, shape (most_actions,)) on the stack; never return it."""
    del typing_context
    array = types.Array(types.int64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del signature, arguments
        length = context.get_constant(types.intp, _MOST_ACTIONS[state])
        room = cgutils.alloca_once(builder, ir.IntType(64), size=length)
        made = context.make_array(array)(context, builder)
        item = context.get_constant(types.intp, 8)
        populate_array(made, data=room, shape=[length], strides=[item], itemsize=item, meminfo=None)
        return made._getvalue()

    return array(state), generate


@kernel
def _written_out(state: Any) -> int:
    return legal_actions(state, action_buffer(state))


@kernel
def _nth_written_out(state: Any, index: int) -> int:
    actions = action_buffer(state)
    legal_actions(state, actions)
    return actions[index]


@kernel
def _uniform_action(state: Any, stream: Any) -> int:
    actions = action_buffer(state)
    return actions[draw_below(stream, legal_actions(state, actions))]


_DEFAULTS: Final[dict[str, Kernel]] = {
    "count_seats": _two_seats,
    "score": _no_points,
    "resolve_chance": _no_chance,
    "determinize": _nothing_hidden,
    "action_rank": _equal_rank,
    "action_key": _own_key,
    "count_actions": _written_out,
    "nth_action": _nth_written_out,
    "random_action": _uniform_action,
}
_REQUIRED: Final = frozenset({"actor", "legal_actions", "apply_action", "outcome"})
_OPTIONAL: Final = frozenset({"encode", "prior_index"})


def marked_dtype(name: str, fields: Any, sources: Iterable[Path]) -> np.dtype[np.void]:
    """The record of these fields after a marker field named after ``name`` and the contents of ``sources``."""
    if not name.isidentifier():
        raise ValueError(f"{name!r} cannot name a record: use letters, digits and underscores")
    plain = np.dtype(fields)
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes())
    marker = f"{name}_{digest.hexdigest()[:16]}"
    kept = [(field, plain[field]) for field in plain.names or ()]
    return np.dtype([(marker, np.uint64), *kept], align=plain.isalignedstruct)


def register_game(name: str, fields: Any, sources: Sequence[Path]) -> np.dtype[np.void]:
    """Make the dtype of a game's states.

    Parameters
    ----------
    name
        Name of the game, an identifier.
    fields
        Fields of the record: a dtype, or what ``numpy.dtype`` takes; alignment is kept.
    sources
        The files that hold the game's kernels.
    """
    return marked_dtype(name, fields, sources)


def plug_in(dtype: np.dtype[np.void], most_actions: int, features: int = 0, policy: int = 0, **kernels: Kernel) -> None:
    """Give a registered game its kernels, named as the functions of this module; those left out have defaults.

    A game with ``encode`` says how many ``features`` it writes, one with ``prior_index`` how long a ``policy`` is.
    """
    unknown = set(kernels) - _REQUIRED - _OPTIONAL - set(_DEFAULTS)
    missing = _REQUIRED - set(kernels)
    if unknown or missing:
        raise ValueError(f"a game needs {sorted(_REQUIRED)}; missing {sorted(missing)}, unknown {sorted(unknown)}")
    if ("encode" in kernels) != (features > 0) or ("prior_index" in kernels) != (policy > 0):
        raise ValueError("a game with encode says its number of features, one with prior_index the length of a policy")
    _add((from_dtype(dtype),), {**_DEFAULTS, **kernels, "most_actions": _constant(most_actions)})
    _MOST_ACTIONS[from_dtype(dtype)] = most_actions
    _LENGTHS[from_dtype(dtype)] = features, policy


def _constant(value: int) -> Kernel:
    @kernel
    def constant(state: Any) -> int:  # noqa: ARG001
        return value

    return constant


def plug_in_evaluator(dtype: np.dtype[np.void], parameters: np.dtype[np.void], evaluate: Kernel) -> None:
    """Give a game an evaluator: ``evaluate(state, seat, parameters)``, chosen by its parameters' marked dtype."""
    _add((from_dtype(dtype), from_dtype(parameters)), {"evaluate": evaluate})


def plug_in_default_evaluator(parameters: np.dtype[np.void], evaluate: Kernel) -> None:
    """Give every game an evaluator."""
    _add((from_dtype(parameters),), {"evaluate": evaluate})


@cache
def _type_of(dtype: np.dtype[np.void]) -> object:
    """Numba's type of a record; finding it takes longer than a small search."""
    return from_dtype(dtype)


def plugged(dtype: np.dtype[np.void]) -> frozenset[str]:
    """Names of the functions that a game brings itself; empty when it has not been plugged in."""
    kernels = _KERNELS.get((_type_of(dtype),), {})
    return frozenset(name for name, kernel in kernels.items() if _DEFAULTS.get(name) is not kernel)


def lengths(dtype: np.dtype[np.void]) -> tuple[int, int]:
    """Lengths of an encoded position and of a policy; 0 where the game has none."""
    return _LENGTHS.get(_type_of(dtype), (0, 0))


def _add(key: tuple[object, ...], kernels: dict[str, Kernel]) -> None:
    if key in _KERNELS:
        raise ValueError("this dtype has its kernels already: every game and evaluator needs a name of its own")
    _KERNELS[key] = kernels


_CALLED_FROM_KERNELS_ONLY: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _declare(generic: Kernel, *places: int) -> None:
    """Let kernels call ``generic``: what is compiled is the function plugged in for the types at these places."""

    @overload(generic, strict=False, jit_options=_CALLED_FROM_KERNELS_ONLY)  # type: ignore[untyped-decorator]
    def choose(*arguments: Any) -> Any:
        chosen_by = tuple(arguments[place] for place in places)
        # An evaluator made for this game goes before one for all games, which is known by its parameters alone.
        kernels = _KERNELS.get(chosen_by) or _KERNELS.get(chosen_by[-1:], {})
        function = kernels.get(generic.__name__)
        return None if function is None else lambda *arguments: function(*arguments)


for _generic in (
    count_seats,
    actor,
    most_actions,
    legal_actions,
    count_actions,
    nth_action,
    apply_action,
    outcome,
    score,
    resolve_chance,
    determinize,
    action_rank,
    action_key,
    random_action,
    encode,
    prior_index,
):
    _declare(_generic, 0)
_declare(evaluate, 0, 2)

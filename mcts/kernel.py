"""The one decorator for machine-code functions, and where their compiled code is kept.

Numba's on-disk cache checks only the file a function stands in: after an edit to a function it calls in another file,
the caller silently goes on running the old machine code. So the cache folder's name contains a hash of all kernel
sources; any edit starts a new folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])

KERNEL_PACKAGES: Final = ("mcts", "catan_sim", "boardgames")
"""The packages that hold kernels, side by side in one folder."""

_UNUSED_CACHE_SECONDS: Final = 14 * 24 * 3600


def source_hash(root: Path, packages: tuple[str, ...] = KERNEL_PACKAGES) -> str:
    """Hash every Python file of the kernel packages below ``root``."""
    digest = hashlib.sha256()
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_home() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "catan-rollout"


def _remove_stale_caches(home: Path, current: Path) -> None:
    """Drop the compiled code of sources that nobody has run for two weeks."""
    limit = time.time() - _UNUSED_CACHE_SECONDS
    for folder in home.glob("kernels-*"):
        if folder != current and folder.stat().st_mtime < limit:
            shutil.rmtree(folder, ignore_errors=True)


def _prepare_cache() -> bool:
    """Point Numba at the cache folder of these sources; False when no folder can be used.

    A NUMBA_CACHE_DIR that the user has set is left alone.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return True
    # Without this, Numba quietly falls back to folders beside the sources, whose names carry no hash.
    os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", "mcts.cache_place.CacheLocator")
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""  # Numba does not tell the two apart
    name = f"kernels-{source_hash(Path(__file__).resolve().parents[1])}{checked}"
    try:
        folder = _cache_home() / name
        if not folder.exists():
            folder.mkdir(parents=True)
            _remove_stale_caches(folder.parent, folder)
        if not os.access(folder, os.W_OK):
            return False
        os.utime(folder)
    except (OSError, RuntimeError):  # RuntimeError: nobody knows where home is
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:  # imported before us: it has already read its environment
        sys.modules["numba"].config.CACHE_DIR = str(folder)
        sys.modules["numba"].config.CACHE_LOCATOR_CLASSES = os.environ["NUMBA_CACHE_LOCATOR_CLASSES"]
    return True


_CACHED: Final = _prepare_cache()

import numba  # noqa: E402  (the cache folder has to be chosen first)
from numba import types  # noqa: E402

from mcts.linking import Part, WholeCompiler  # noqa: E402

_OPTIONS: Final = {"nogil": True, "fastmath": False, "error_model": "numpy", "no_cfunc_wrapper": True}


def _plain(argument: Any) -> Any:
    """Widen small and literal integers to int64; everything else stays."""
    plain = types.unliteral(argument)
    is_small = isinstance(plain, types.Integer) and plain.bitwidth < 64
    return types.int64 if is_small else plain


def kernel(function: Function) -> Function:
    """Compile a function to machine code when it is first called.

    No fastmath, so that every host computes the same bits; no interpreter lock, so that threads run side by side;
    numpy's division, so that no zero check costs a branch.

    Only what Python calls becomes machine code; as a part of other kernels a kernel is linked into theirs (see
    ``linking.py``). There, left alone, Numba would compile it anew for each constant and each width of integer that is
    passed to it: calls between kernels agree on int64 first.
    """
    options = {**_OPTIONS, "pipeline_class": WholeCompiler}
    try:
        compiled = numba.njit(cache=_CACHED, **options)(function)
    except RuntimeError:  # no writable cache folder: run without one
        compiled = numba.njit(**options)(function)

    @cache  # and only when a caller is compiled: a process that finds all code in the cache does without
    def part() -> Part:
        return Part(function, _OPTIONS)

    compiled.get_call_template = lambda arguments, keywords: part().get_call_template(
        [_plain(argument) for argument in arguments], keywords
    )
    compiled.get_overload = lambda signature: part().get_overload(signature)
    compiled.part = part
    return cast(Function, compiled)

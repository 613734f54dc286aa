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
    os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", "UserProvidedCacheLocator")
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
from numba.core.codegen import JITCodeLibrary  # noqa: E402
from numba.core.compiler import Compiler  # noqa: E402
from numba.core.registry import CPUDispatcher  # noqa: E402

_OPTIONS: Final = {"nogil": True, "fastmath": False, "error_model": "numpy", "no_cfunc_wrapper": True}
_PART_OPTIONS: Final = {**_OPTIONS, "nopython": True, "no_cpython_wrapper": True}


def _plain(argument: Any) -> Any:
    """Widen small and literal integers to int64; everything else stays."""
    plain = types.unliteral(argument)
    is_small = isinstance(plain, types.Integer) and plain.bitwidth < 64
    return types.int64 if is_small else plain


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code that is only ever linked into its caller's: optimised and turned into machine code there, not here."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _PartCompiler(Compiler):  # type: ignore[misc]
    """Compiles as far as LLVM's language."""

    def define_pipelines(self) -> Any:
        self.state.flags.no_compile = True
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


class _Part(CPUDispatcher):  # type: ignore[misc]
    """A kernel as other kernels call it."""

    def add_overload(self, cres: Any) -> None:
        name = object()  # where Numba would have the address of machine code
        self.targetctx.insert_user_function(name, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres._replace(entry_point=name)


def kernel(function: Function) -> Function:
    """Compile a function to machine code when it is first called.

    No fastmath, so that every host computes the same bits; no interpreter lock, so that threads run side by side;
    numpy's division, so that no zero check costs a branch.

    Left alone, Numba would optimise a kernel and all it calls for itself, then again as a part of each caller, and of
    their callers. Here only what Python calls becomes machine code, with all its parts at once: a third of the
    compiling, and LLVM sees the whole.

    Nor is a kernel compiled anew for each constant and each width of integer that another kernel passes to it: calls
    between kernels agree on int64 first.
    """
    try:
        compiled = numba.njit(cache=_CACHED, **_OPTIONS)(function)
    except RuntimeError:  # no writable cache folder: run without one
        compiled = numba.njit(**_OPTIONS)(function)
    part = _Part(function, targetoptions=_PART_OPTIONS, pipeline_class=_PartCompiler)
    compiled.get_call_template = lambda arguments, keywords: part.get_call_template(
        [_plain(argument) for argument in arguments], keywords
    )
    compiled.get_overload = part.get_overload
    compiled.part = part
    return cast(Function, compiled)

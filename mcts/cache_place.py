"""Where in the cache folder a kernel's machine code lies: by the place of its source among ours, not on the disk.

Numba alone would file it under the full path, and every copy of the same sources would be compiled anew: a fresh
checkout, or the code that a cluster is sent with a job.
"""

from __future__ import annotations

from pathlib import Path

from numba.core.caching import UserProvidedCacheLocator

_ROOT = Path(__file__).resolve().parents[1]


class CacheLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Numba's own locator, except for the name of the folder below ``NUMBA_CACHE_DIR``."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The source's folder with dots between its parts, below the folder that holds our packages."""
        folder = Path(py_file).resolve().parent
        if not folder.is_relative_to(_ROOT):
            return str(super().get_suitable_cache_subpath(py_file))
        return ".".join(folder.relative_to(_ROOT).parts)

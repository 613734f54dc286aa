"""What results may depend on beside the question: versions of libraries, and the sources themselves."""

from __future__ import annotations

import hashlib
import platform
from importlib import metadata
from pathlib import Path
from typing import Final

ENGINE: Final = "engine"
"""Among the versions: the hash of all sources that decide what is played."""
_DECIDING_PACKAGES: Final = ("mcts", "catan_sim")
_LIBRARIES: Final = ("catan-rollout", "numba", "numpy", "scipy")


def versions(*more_packages: str) -> dict[str, str]:
    """Versions of Python, this package and its libraries, and the hash of the engine's sources and more packages."""
    found = {name: metadata.version(name) for name in _LIBRARIES}
    return {"python": platform.python_version(), **found, ENGINE: _hash_of_sources(*_DECIDING_PACKAGES, *more_packages)}


def _hash_of_sources(*packages: str) -> str:
    root, digest = Path(__file__).resolve().parents[1], hashlib.sha256()
    for path in sorted(path for package in packages for path in (root / package).rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]

"""The versions that the cluster files have to agree with."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
PYPROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT_VERSION: Final[str] = PYPROJECT["project"]["version"]


def pinned(package: str) -> str:
    """Return the version of a package that everything is tested with."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    (version,) = (line.partition("==")[2] for line in lines if line.partition("==")[0] == package)
    return version

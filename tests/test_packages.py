"""Imports point one way only, and starting up stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import rollout

ROOT = Path(__file__).resolve().parents[1]
MAY_IMPORT = {
    "configs": set(),
    "mcts": set(),
    "catan_sim": {"mcts", "cluster", "configs"},
    "boardgames": {"mcts", "catan_sim", "cluster"},
    "cluster": set(),
    "analyzer": {"catan_sim", "cluster", "mcts"},
}
OURS = set(MAY_IMPORT) | {"rollout", "tests", "benchmarks"}
STRATEGY = ("catan_sim.ai", "catan_sim.simulate", "catan_sim.cli", "catan_sim.draw")


def imports_of(path: Path) -> set[str]:
    """Modules that a file imports anywhere, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_import_only_what_they_may(package: str) -> None:
    allowed = MAY_IMPORT[package] | {package}
    for path in (ROOT / package).rglob("*.py"):
        for module in imports_of(path):
            top = module.partition(".")[0]
            assert top not in OURS or top in allowed, f"{path.relative_to(ROOT)} imports {module}"


def test_rules_know_no_strategy() -> None:
    """Only the face draws itself; nothing in core depends on agents, simulations or commands."""
    for path in (ROOT / "catan_sim" / "core").rglob("*.py"):
        for module in imports_of(path):
            is_drawing = path.name == "game.py" and module.startswith("catan_sim.draw")
            assert is_drawing or not module.startswith(STRATEGY), f"{path.name} imports {module}"


def test_only_workers_of_a_cluster_exchange_pickles() -> None:
    """Over a channel that asks for the token; no file is ever unpickled, journals and reports least of all."""
    for package in MAY_IMPORT:
        for path in (ROOT / package).rglob("*.py"):
            unsafe = {"pickle", "cloudpickle", "dill", "joblib", "marshal", "shelve"} & imports_of(path)
            assert not unsafe or path.name in ("ray_pool.py", "ray_worker.py"), f"{path.name} imports {unsafe}"
            assert "allow_pickle" not in path.read_text(encoding="utf-8"), path.name


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, rollout\n"
        "try: rollout.main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'ray', 'pandas', 'scipy', 'pyarrow', 'rich', 'yaml', 'msgspec'}\n"
        "heavy &= set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    for arguments in (["--help"], *([name, "--help"] for name in rollout.COMMANDS)):
        subprocess.run([sys.executable, "-c", code, *arguments], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def test_no_stray_prints_and_no_fastmath() -> None:
    for package in MAY_IMPORT:
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert "fastmath=True" not in text, path
            calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
            assert not any(isinstance(call.func, ast.Name) and call.func.id == "print" for call in calls), path

"""The decorator and the cache of compiled code."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from mcts.kernel import kernel, source_hash

ROOT = Path(__file__).resolve().parents[2]

CALLEE = "from mcts.kernel import kernel\n\n@kernel\ndef answer():\n    return {}\n"
CALLER = (
    "from mcts.kernel import kernel\nfrom boardgames.callee import answer\n\n"
    "@kernel\ndef ask():\n    return answer()\n\n"
    "if __name__ == '__main__':\n    print(ask(), sum(ask.stats.cache_hits.values()))\n"
)


@kernel
def _double(value: int) -> int:
    return 2 * value


@kernel
def _use_double(wide: Any) -> int:
    return _double(3) + _double(wide.size) + _double(wide[0])


def run(tmp_path: Path, **environment: str) -> list[str]:
    env = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    env |= {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), **environment}
    command = [sys.executable, "-m", "boardgames.caller"]
    return subprocess.run(command, env=env, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.split()


def make_packages(tmp_path: Path) -> None:
    (tmp_path / "mcts").mkdir(parents=True)
    (tmp_path / "mcts" / "__init__.py").touch()
    for name in ("kernel.py", "linking.py", "cache_place.py"):
        (tmp_path / "mcts" / name).write_text((ROOT / "mcts" / name).read_text())
    (tmp_path / "boardgames").mkdir()
    (tmp_path / "boardgames" / "__init__.py").touch()
    (tmp_path / "boardgames" / "callee.py").write_text(CALLEE.format(1))
    (tmp_path / "boardgames" / "caller.py").write_text(CALLER)


def test_editing_a_callee_changes_its_callers(tmp_path: Path) -> None:
    make_packages(tmp_path)
    assert run(tmp_path) == ["1", "0"]
    assert run(tmp_path) == ["1", "1"], "the second process takes the compiled code from the cache"
    (tmp_path / "boardgames" / "callee.py").write_text(CALLEE.format(2))
    assert run(tmp_path) == ["2", "0"]


def test_a_copy_of_the_same_sources_finds_the_compiled_code(tmp_path: Path) -> None:
    for name, hits in (("one", "0"), ("other", "1")):
        make_packages(tmp_path / name)
        assert run(tmp_path / name, XDG_CACHE_HOME=str(tmp_path)) == ["1", hits]


def test_runs_without_a_writable_cache(tmp_path: Path) -> None:
    make_packages(tmp_path)
    (tmp_path / "file").touch()
    assert run(tmp_path, XDG_CACHE_HOME=str(tmp_path / "file"), NUMBA_CACHE_LOCATOR_CLASSES="UserProvidedCacheLocator")


def test_the_users_own_cache_folder_is_honoured(tmp_path: Path) -> None:
    make_packages(tmp_path)
    run(tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "mine"))
    assert any((tmp_path / "mine").rglob("*.nbi"))
    assert not (tmp_path / "cache").exists()


def test_source_hash_sees_names_and_contents(tmp_path: Path) -> None:
    make_packages(tmp_path)
    before = source_hash(tmp_path)
    (tmp_path / "boardgames" / "new.py").touch()
    added = source_hash(tmp_path)
    (tmp_path / "boardgames" / "new.py").write_text("x = 1\n")
    assert len({before, added, source_hash(tmp_path)}) == 3


def test_constants_and_small_integers_share_one_compilation() -> None:
    import numpy as np

    assert _use_double(np.array([5], np.uint8)) == 18
    assert len(_double.part().overloads) == 1  # type: ignore[attr-defined]

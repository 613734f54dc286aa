"""The page about clusters: its figures are computed, and it knows every file."""

from __future__ import annotations

import doctest
import re

from rollout import COMMANDS
from tests.cluster.start_commands import FOLDER
from tests.cluster.versions import PROJECT_VERSION, ROOT

PAGE = (ROOT / "docs" / "clusters.md").read_text(encoding="utf-8")


def test_costs_are_what_the_formulas_give() -> None:
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "clusters", "clusters.md", 0)
    assert len(test.examples) >= 5
    assert doctest.DocTestRunner().run(test).failed == 0


def test_every_file_is_named() -> None:
    named = set(re.findall(r"\.\./configs/clusters/([\w.-]+)", PAGE))
    assert named == {path.name for path in FOLDER.iterdir()}


def test_the_image_is_of_this_version() -> None:
    assert set(re.findall(r"catan-rollout:([\d.]+\d)", PAGE)) == {PROJECT_VERSION}


def test_every_command_exists() -> None:
    texts = [PAGE, *(path.read_text(encoding="utf-8") for path in FOLDER.iterdir())]
    named = {name for text in texts for name in re.findall(r"(?<![\w-])rollout ([a-z][a-z-]*)", text)}
    assert {"analyze", "submit", "warm"} <= named <= set(COMMANDS)

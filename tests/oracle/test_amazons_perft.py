"""Move counts equal those of independent counters; the command says so and notices a wrong one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracle.amazons import differences, main

DATA = Path(__file__).resolve().parents[1] / "data" / "amazons_perft.json"
QUICK = 3e8
"""Larger counts take seconds each; ``make evidence`` checks them all."""
EMPTY = {"name": "empty", "to_move": "B", "rows": ["......"] * 6, "perft": [0]}


def test_counts_agree() -> None:
    found = list(differences(DATA, QUICK))
    assert len(found) >= 25
    assert [case for case in found if case[2] != case[3]] == []


def test_command_finds_a_wrong_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = {"name": "tiny", "to_move": "W", "rows": [".W####", "######", "######", "######", "####B.", "######"]}
    for counts, code in (([1, 1], 0), ([1, 2], 1)):
        path = tmp_path / "counts.json"
        path.write_text(json.dumps({"positions": [{**case, "perft": counts}]}))
        assert main([str(path)]) == code
    assert "depth 2: 1, but 2 were recorded" in capsys.readouterr().out


def test_command_explains_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "counts.json"
    for text in (
        "{",
        "[]",
        '{"positions": [{"name": 1}]}',
        '{"positions": [{"name": "a", "rows": ["B"], "to_move": "B", "perft": [1]}]}',
        json.dumps({"positions": [{**EMPTY, "perft": ["1"]}]}),
        json.dumps({"positions": [{**EMPTY, "perft": 1}]}),
        json.dumps({"positions": [{**EMPTY, "to_move": 1}]}),
        json.dumps({"positions": [{**EMPTY, "rows": 6}]}),
        "[" * 100_000,
    ):
        path.write_text(text)
        assert main([str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert main([]) == 2

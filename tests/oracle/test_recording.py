"""Files that are no recordings are refused, with exit code 2 and one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.catan import main
from tests.oracle.tampering import FILES, Change, first_game, write_changed

NO_MAP = (
    b'{"type": "game", "seed": 1, "seats": [], "vps_to_win": 9, "geometry": {"tiles": [], "ports": [], "edges": []}}\n'
)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"Dear reader,\n",
        b'{"type": "tile", "x": 0}\n',
        b'{"type": "end", "steps": 0}\n',
        NO_MAP,
        b"\xfd7zXZ\x00\x00 broken",
    ],
)
@pytest.mark.parametrize("suffix", [".jsonl", ".xz"])
def test_a_foreign_file_is_refused_in_one_sentence(
    content: bytes, suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"foreign{suffix}"
    path.write_bytes(content)
    assert main([str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


def test_a_missing_file_and_no_file_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "absent.jsonl")]) == 2
    assert main([]) == 2
    assert capsys.readouterr().err.count("\n") == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line["geometry"]["tiles"][0]["nodes"].update(NORTH=40),
        lambda line: line["geometry"]["tiles"][0]["nodes"].pop("NORTH"),
        lambda line: line["geometry"]["edges"].pop(),
        lambda line: line["geometry"]["ports"][0].update(nodes=[0, 1]),
        lambda line: line["geometry"]["tiles"][0].update(resource="GOLD"),
        lambda line: line.update(seats=["RED"]),
    ],
    ids=["node twice", "no north", "edge missing", "inland port", "gold", "one seat"],
)
def test_a_map_that_does_not_fit_together_is_refused(change: Change, tmp_path: Path) -> None:
    assert main([write_changed(tmp_path / "map.jsonl", first_game(FILES[0]), 0, change)]) == 2

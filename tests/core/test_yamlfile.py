"""Every way a YAML file can be unusable ends in one sentence that names the file and the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from catan_sim.core.yamlfile import MAX_BYTES, naming, parse_mapping, read_mapping, reject_unknown_fields
from mcts.errors import InputError


def test_reads_fields(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("\ufeffname: Löwe # a comment\nsizes: [1, 2]\n".encode())
    assert read_mapping(path) == {"name": "Löwe", "sizes": [1, 2]}
    assert read_mapping(str(path)) == read_mapping(path)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "the field 'a' is given twice"),
        ("a:\n  b: 1\n  b: 1\n", 3, "the field 'b' is given twice"),
        ("a: [1, 2\nb: 3\n", 2, "not usable YAML"),
        ("a: 1\n\tb: 2\n", 2, "not usable YAML"),
        ("a: 1\n---\nb: 2\n", 2, "not usable YAML"),
        ("a: !!python/object:os.system x\n", 1, "not usable YAML"),
        ("a: *nowhere\n", 1, "not usable YAML"),
        ("a: 1\nb: \x07\n", 2, "control character"),
        ("", 1, "the file is empty; write 'field: value' lines"),
        ("# nothing but a comment\n", 1, "the file is empty; write 'field: value' lines"),
        ("- a\n- b\n", 1, "the file is not a list of fields; write it as 'field: value' lines"),
        ("just words\n", 1, "the file is not a list of fields; write it as 'field: value' lines"),
        ("a:\n  - wood: 5, wheat: 2\n", 2, "(there is a colon where none can be); remove it"),
        ("a: 1\n  b: 2\n", 2, "or indent the line like its neighbours"),
        ("a: 1\n2: b\n", 2, "the field name '2' is not a word"),
        ("a: 1\n? [x]\n: b\n", 2, "not usable YAML"),
        ("a: " + "[" * 600, 1, "nested too deeply"),
    ],
)
def test_unusable_text(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_mapping(text, "my.yaml")
    assert str(caught.value).startswith(f"my.yaml, line {line}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", ["2024-13-45", "2024-02-30"])
def test_values_that_contradict_their_type(value: str) -> None:
    with pytest.raises(InputError, match=r"^my\.yaml: a value cannot be read .*quotes"):
        parse_mapping(f"a: {value}\n", "my.yaml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: !!set {b, c}", "the tag"),
        ("!!set {rows, name}", "the tag"),
        ("a: &x {b: *x}", "reference"),
        ("a: &x 1\nb: *x", "reference"),
        ('a: "\\ud800"', "no text"),
        ("a: " + "1:" * 40_000 + "1", "too long"),
    ],
)
def test_what_no_file_needs_is_refused_at_once(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parse_mapping(text, "my.yaml")


def test_unusable_files(tmp_path: Path) -> None:
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"name: ok\nrows: \xff\xfe\n")
    huge = tmp_path / "huge.yaml"
    huge.write_bytes(b"#" * (MAX_BYTES + 1))
    for path, message in (
        (tmp_path / "none.yaml", "there is no such file; check"),
        (tmp_path, "this is a folder; give"),
        (binary, "not UTF-8; save"),
        (huge, "larger than 100 kB; give"),
        (binary / "inside.yaml", "cannot be opened"),
        (Path("a\0b"), "cannot be opened"),
    ):
        with pytest.raises(InputError) as caught:
            read_mapping(path)
        assert str(caught.value).startswith(str(path))
        assert message in str(caught.value)
    with pytest.raises(InputError, match=r"binary\.yaml, line 2:"):
        read_mapping(binary)


def test_unknown_fields() -> None:
    reject_unknown_fields({"name": 1}, ("name", "rows"))
    with pytest.raises(InputError, match=r"^unknown field 'rosw' \(did you mean 'rows'\?\)$"):
        reject_unknown_fields({"rosw": 1}, ("name", "rows"))
    with pytest.raises(InputError, match=r"^unknown field 'xyz'; the fields are name, rows$"):
        reject_unknown_fields({"xyz": 1}, ("name", "rows"))


def test_naming_touches_only_input_errors() -> None:
    with pytest.raises(InputError, match=r"^row 1: too short$"), naming("row 1"):
        raise InputError("too short")
    with pytest.raises(KeyError, match="boom"), naming("row 1"):
        raise KeyError("boom")

"""Options and parameters are checked against what they say of themselves."""

from __future__ import annotations

import pytest

from boardgames import schema

SCHEMA = {
    "properties": {
        "size": {"type": "integer", "enum": [6, 8], "default": 8},
        "share": {"type": "number", "minimum": 0.0, "maximum": 1.0},
        "fast": {"type": "boolean", "default": False},
        "name": {"type": "string"},
    }
}


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"size": 7}, "one of 6, 8"),
        ({"size": True}, "one of 6, 8"),
        ({"share": 1.5}, "a number from 0.0 to 1.0"),
        ({"share": float("nan")}, "a number"),
        ({"share": "half"}, "a number"),
        ({"fast": 1}, "true or false"),
        ({"name": 3}, "a text"),
        ({"nam": "x"}, "did you mean 'name'"),
        ({"x": 1}, "there are size, share, fast, name"),
    ],
)
def test_what_does_not_fit_is_said(values: dict[str, object], says: str) -> None:
    (problem,) = schema.problems(SCHEMA, values)
    assert says in problem


def test_what_fits() -> None:
    assert schema.problems(SCHEMA, {"size": 6, "share": 1, "fast": True, "name": ""}) == []
    assert schema.with_defaults(SCHEMA, {"name": "x"}) == {"size": 8, "fast": False, "name": "x"}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("size", "8", 8),
        ("size", "8.5", "8.5"),
        ("share", "0.5", 0.5),
        ("fast", "yes", True),
        ("fast", "1", "1"),
        ("x", "1", "1"),
    ],
)
def test_values_as_people_type_them(name: str, text: str, value: object) -> None:
    assert schema.from_text(SCHEMA, name, text) == value

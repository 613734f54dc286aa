"""Options of games and parameters of bots, described by a small part of JSON Schema and checked against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from catan_sim.core.yamlfile import did_you_mean

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "string": (str,),
}
_WORDS: Final = {
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "string": "a text",
}


def problems(schema: Mapping[str, Any], values: Mapping[str, Any]) -> list[str]:
    """What is wrong with the values, a sentence each; nothing if they fit.

    Parameters
    ----------
    schema : mapping
        ``{"properties": {name: {"type", "enum", "minimum", "maximum", "default", "description"}}}``.
    values : mapping
    """
    known = schema.get("properties", {})
    found = []
    for name, value in values.items():
        if name not in known:
            listed = f"; there are {', '.join(known)}" if known else "; there are none"
            found.append(f"unknown parameter '{name}'{did_you_mean(name, known) or listed}")
        elif problem := _problem(known[name], value):
            found.append(f"parameter '{name}': {value!r} is not {problem}")
    return found


def _problem(rule: Mapping[str, Any], value: object) -> str:
    """What the value should be; nothing if it is."""
    kind = rule["type"]
    is_wrong_type = not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")
    if "enum" in rule:
        return "" if not is_wrong_type and value in rule["enum"] else f"one of {', '.join(map(str, rule['enum']))}"
    least, most = rule.get("minimum"), rule.get("maximum")
    if is_wrong_type or (least is not None and not value >= least) or (most is not None and not value <= most):
        ends = [f"from {least}" if least is not None else "", f"to {most}" if most is not None else ""]
        return " ".join([_WORDS[kind], *filter(None, ends)])
    return ""


def with_defaults(schema: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values, with defaults for those not given."""
    known = schema.get("properties", {})
    return {name: rule["default"] for name, rule in known.items() if "default" in rule} | dict(values)


def from_text(schema: Mapping[str, Any], name: str, text: str) -> Any:
    """A value as people type it on the command line; text that is no value of its type comes back as it is."""
    kind = schema.get("properties", {}).get(name, {}).get("type")
    if kind == "boolean":
        return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
    try:
        if kind == "integer":
            return int(text)
        if kind == "number":
            return float(text)
    except ValueError:
        pass
    return text

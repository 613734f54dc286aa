"""Strict YAML for the files people write by hand: every failure is one sentence that says where and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import yaml

from mcts.errors import InputError

MAX_BYTES: Final = 100_000
"""Far more than any board or ruleset needs; guards against reading a video or a device by mistake."""

_CONSTRUCTION_FAILURES: Final = (ValueError, TypeError, KeyError, IndexError, AttributeError)
"""What PyYAML lets through for values that contradict their tag, such as the date 2024-13-45 or ``!!bool maybe``."""

_IN_PLAIN_WORDS: Final = {
    "mapping values are not allowed here": (
        "there is a colon where none can be",
        "remove it, or indent the line like its neighbours",
    ),
}
"""Problems and remedies for the commonest mistakes, such as ``- wood: 5, wheat: 2`` in a list."""


MAX_VALUE: Final = 2000
"""Longest single value; PyYAML takes quadratic time over numbers such as 1:1:1:…"""


class _StrictLoader(yaml.SafeLoader):
    """The safe loader without what no file of ours needs: keys given twice, aliases, tags, endless values."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        mark: Any = event.start_mark
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise yaml.composer.ComposerError(None, None, "a reference with & or *", mark)
        if getattr(event, "tag", None) not in (None, "!"):
            raise yaml.composer.ComposerError(None, None, f"the tag {event.tag}", mark)
        if isinstance(event, yaml.ScalarEvent) and not _is_plain_text(event.value):
            raise yaml.composer.ComposerError(None, None, "a value that is too long or no text", mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                raise yaml.constructor.ConstructorError(None, None, "a list as a field name", key_node.start_mark)
            if key in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the field '{key}' is given twice", key_node.start_mark
                )
            seen.add(key)
        return super().construct_mapping(node, deep)


def _is_plain_text(value: str) -> bool:
    is_encodable = not any("\ud800" <= sign <= "\udfff" for sign in value)
    return len(value) <= MAX_VALUE and is_encodable


def read_mapping(path: str | Path) -> dict[str, Any]:
    """Read a YAML file whose top level is ``field: value`` lines."""
    return parse_mapping(read_text(path), str(path))


def parse_mapping(text: str, source: str) -> dict[str, Any]:
    """Read YAML text whose top level is ``field: value`` lines; ``source`` names it in errors."""
    try:
        loader = _StrictLoader(text)
        root = loader.get_single_node()
        if not isinstance(root, yaml.MappingNode):
            problem = "is empty; write" if root is None else "is not a list of fields; write it as"
            raise InputError(f"{source}, line 1: the file {problem} 'field: value' lines")
        mapping: dict[Any, Any] = loader.construct_document(root)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise InputError(f"{source}, line {line}: there is a control character; delete it") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f", line {mark.line + 1}" if mark else ""
        cause = str(error.problem)
        problem, remedy = _IN_PLAIN_WORDS.get(cause, (cause, "correct that line"))
        raise InputError(f"{source}{where}: this is not usable YAML ({problem}); {remedy}") from None
    except RecursionError:
        raise InputError(f"{source}, line 1: brackets are nested too deeply; write one value on each line") from None
    except InputError:
        raise
    except _CONSTRUCTION_FAILURES as error:
        raise InputError(
            f"{source}: a value cannot be read ({error}); put it in quotes to make it plain text"
        ) from None
    for (key_node, _), key in zip(root.value, mapping, strict=False):
        if not isinstance(key, str):
            line = key_node.start_mark.line + 1
            raise InputError(
                f"{source}, line {line}: the field name '{key_node.value}' is not a word; correct or remove it"
            )
    return mapping


def read_text(path: str | Path) -> str:
    """Read a small UTF-8 file."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; check the spelling and the folder") from None
    except IsADirectoryError:
        raise InputError(f"{path}: this is a folder; give the name of a YAML file in it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(
            f"{path}: the file cannot be opened ({reason.lower()}); check its name and permissions"
        ) from None
    if len(content) > MAX_BYTES:
        raise InputError(f"{path}: the file is larger than {MAX_BYTES // 1000} kB; give a YAML file of a few lines")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}, line {line}: the text is not UTF-8; save the file with that encoding") from None


def reject_unknown_fields(mapping: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise InputError for the first field that is not among the known ones."""
    for field in mapping:
        if field not in known:
            hint = did_you_mean(field, known) or f"; the fields are {', '.join(known)}"
            raise InputError(f"unknown field '{field}'{hint}")


def did_you_mean(word: str, choices: Collection[str]) -> str:
    """Word a hint to append to an error when a choice resembles the word, else nothing."""
    nearest = difflib.get_close_matches(word.lower(), choices, n=1)
    return f" (did you mean '{nearest[0]}'?)" if nearest else ""


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Put the place (a file, a row, a field) in front of the text of any InputError raised inside."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{place}: {error}") from None

"""Trees as they were, to the last bit."""

from tests.mcts.golden_trees import FILE, text


def test_golden_trees() -> None:
    assert text() == FILE.read_text(encoding="utf-8")

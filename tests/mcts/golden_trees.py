"""Golden trees: small searches written out node by node; ``python -m tests.mcts.golden_trees`` writes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mcts.config import SearchConfig
from mcts.search import Search
from mcts.tree import Tree
from tests.mcts.toys import maze, urn

FILE = Path(__file__).with_name("golden_trees.txt")


def searches() -> Iterator[tuple[str, Search]]:
    """Searches that between them use every switch of a kernel evaluator."""
    yield "uct, ranked", Search(maze(1), SearchConfig(), 1)
    yield "uct, random order", Search(maze(5), SearchConfig(order="random", widening=False), 2)
    yield "rave, three seats", Search(maze(7, 3), SearchConfig(rave=True), 3)
    yield "maxn, rollouts", Search(maze(5, 3), SearchConfig(backup="maxn", rollouts=1), 4)
    yield "solver", Search(maze(6, last_ply=3), SearchConfig(solver=True), 5)
    yield "worlds", Search(urn(1), SearchConfig(worlds=2), 6)
    yield "information set", Search(urn(1), SearchConfig(information_set=True), 7)


def _lines(tree: Tree, index: int, depth: int) -> Iterator[str]:
    node = tree.nodes[index]
    for edge in tree.edges[node["first"] : node["first"] + node["children"]]:
        statistics = f"{edge['visits']} {float(edge['total'])!r} {edge['proven']}"
        yield f"{'  ' * depth}{edge['action']}: {statistics}"
        if edge["node"] >= 0 and depth < 3:
            yield from _lines(tree, int(edge["node"]), depth + 1)


def text() -> str:
    """All golden trees."""
    parts = []
    for name, search in searches():
        search.run(iterations=60)
        for worker in search._workers:
            parts += [f"# {name}", *_lines(worker.tree, 0, 0), ""]
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
